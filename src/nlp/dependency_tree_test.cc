#include "nlp/dependency_tree.h"

#include <gmock/gmock.h>

namespace assay::nlp {
namespace {

using ::testing::ElementsAre;

// Labels by name; a tree is finished with them.
class DependencyTreeTest : public ::testing::Test {
 protected:
  DependencyTree finish(std::vector<std::size_t> heads, const std::vector<std::string>& names,
                        std::vector<bool> is_space = {}) {
    DependencyTree tree{std::move(heads), {}, {}};
    for (const std::string& name : names) tree.labels.push_back(labels_.add(name).value());
    is_space.resize(names.size());
    finish_tree(tree, labels_, is_space);
    return tree;
  }

  std::string name(const DependencyTree& tree, std::size_t word) const {
    return std::string(labels_.name(tree.labels[word]));
  }

  DependencyLabels labels_;
};

TEST_F(DependencyTreeTest, SentencesStartAtTheLeftEdgeOfTheirRoots) {
  const auto tree = finish({1, 1, 1, 4, 4}, {"nsubj", "ROOT", "punct", "det", "ROOT"});
  EXPECT_THAT(tree.sentence_starts, ElementsAre(true, false, false, true, false));
}

TEST_F(DependencyTreeTest, ADecoratedWordMovesBelowTheLabelledWord) {
  // 0 <- 2 is really a dependent of 3 (xcomp), below 2.
  const auto tree = finish({2, 2, 2, 2, 3}, {"dobj||xcomp", "nsubj", "ROOT", "xcomp", "punct"});
  EXPECT_EQ(tree.heads[0], 3U);
  EXPECT_EQ(name(tree, 0), "dobj");
}

TEST_F(DependencyTreeTest, TheSearchIsBreadthFirstAndSkipsSpaces) {
  const auto tree = finish({1, 1, 1, 1, 3}, {"pobj||prep", "ROOT", "prep", "acl", "prep"},
                           {false, false, true, false, false});
  EXPECT_EQ(tree.heads[0], 4U);
}

TEST_F(DependencyTreeTest, WithoutTheLabelTheHeadStays) {
  const auto tree = finish({1, 1, 1}, {"pobj||prep", "ROOT", "punct"});
  EXPECT_EQ(tree.heads[0], 1U);
  EXPECT_EQ(name(tree, 0), "pobj");
}

TEST_F(DependencyTreeTest, AnEmptyTreeHasNoSentences) {
  EXPECT_THAT(finish({}, {}).sentence_starts, ElementsAre());
}

TEST_F(DependencyTreeTest, SpecialLabelsAreUnsupported) {
  EXPECT_EQ(labels_.add("subtok").error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(labels_.add("a||b||c").error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace assay::nlp
