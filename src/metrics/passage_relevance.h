#pragma once
// Which passages of the knowledge speak of what a response speaks of.

#include <cstddef>
#include <string_view>
#include <vector>

namespace assay {

// The passages that may decide about `response`, ascending: those that hold at least two thirds of
// what the best one holds of the response's words, rare words weighing more (the rule by which
// windows of one long text are chosen, model/window_relevance.h). All of them when none shares a
// word with the response, and when there is only one.
std::vector<std::size_t> relevant_passages(const std::vector<std::string_view>& passages,
                                           std::string_view response);

}  // namespace assay
