#pragma once
// What the readers of public sets share.

#include <nlohmann/json.hpp>
#include <string>

#include "assay/error.h"
#include "assay/public_sets.h"

namespace assay::evaluate {

using SetJson = nlohmann::ordered_json;

// Appends a record; members in the order in which they were set.
void add_record(PreparedSet& set, const SetJson& record);

// The items of a file that is one JSON list.
Result<SetJson> read_json_list(const std::string& path);

// The same of a file that is one JSON list, whatever it is called, or has a JSON object a line.
Result<SetJson> read_json_items(const std::string& path);

// kInvalidInput: item `index` of the list in `path` is not as the set has it.
tl::unexpected<Error> fail_at_item(const std::string& path, std::size_t index,
                                   const std::string& what);

// The member, where it is a text.
Result<std::string> text_member(const SetJson& item, const char* name, const std::string& path,
                                std::size_t index);

// The member where it is a text or a number, as text; else `otherwise`.
std::string text_or(const SetJson& item, const char* name, const std::string& otherwise);

// The name of a file without folder and ending.
std::string stem_of(const std::string& path);

// One reader a set.
Result<PreparedSet> prepare_wow(const SetFiles& files);
Result<PreparedSet> prepare_begin(const SetFiles& files);
Result<PreparedSet> prepare_true(const SetFiles& files);
Result<PreparedSet> prepare_usr(const SetFiles& files);
Result<PreparedSet> prepare_finedialfact(const SetFiles& files);
Result<PreparedSet> prepare_refchecker(const SetFiles& files);
Result<PreparedSet> prepare_dnli(const SetFiles& files);
Result<PreparedSet> prepare_summac(const SetFiles& files);

}  // namespace assay::evaluate
