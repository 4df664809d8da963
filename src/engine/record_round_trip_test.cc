// Random records written as JSON lines, CSV and TSV come back as they were.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "assay/record_reader.h"
#include "test_files.h"

namespace assay {
namespace {

class RandomRecords {
 public:
  explicit RandomRecords(unsigned seed) : random_(seed) {}

  std::vector<Record> make(std::size_t count) {
    std::vector<Record> records(count);
    for (std::size_t i = 0; i < count; ++i) {
      Record& record = records[i];
      record.id = "id " + std::to_string(i) + text();
      record.response = text();
      for (std::size_t r = random_() % 4; r > 0; --r) record.references.push_back("." + text());
      for (std::size_t k = random_() % 3; k > 0; --k) {
        record.knowledge.push_back({chance() ? "p" : "", chance() ? text() : "", text()});
      }
      for (std::size_t t = random_() % 3; t > 0; --t) {
        record.history.push_back({chance() ? "B" : "", text()});
      }
      if (chance()) record.label_json = nlohmann::json("l" + text()).dump();
      note_.push_back(text());
      record.extra_json = nlohmann::json{{"note", note_.back()}}.dump();
    }
    return records;
  }

 private:
  bool chance() { return random_() % 2 == 0; }
  std::string text() {
    static const std::vector<std::string> kPieces = {
        "a",  "B", " ", ",", "\"", "\"\"", "\n",   "\r\n", "\t",  "\\",     "é",
        "漢", "😀", "[", "]", "{",  "'",    "\x01", "null", "1.5", "e\u0301"};
    std::string made;
    for (std::size_t n = random_() % 12; n > 0; --n) made += kPieces[random_() % kPieces.size()];
    return made;
  }

  std::mt19937 random_;
  std::vector<std::string> note_;
};

nlohmann::json passages(const Record& record) {
  nlohmann::json list = nlohmann::json::array();
  for (const Passage& passage : record.knowledge) {
    nlohmann::json item = {{"text", passage.text}};
    if (!passage.id.empty()) item["id"] = passage.id;
    if (!passage.title.empty()) item["title"] = passage.title;
    list.push_back(item);
  }
  return list;
}

nlohmann::json turns(const Record& record) {
  nlohmann::json list = nlohmann::json::array();
  for (const Turn& turn : record.history) {
    if (turn.speaker.empty()) {
      list.push_back(turn.text);
    } else {
      list.push_back({{"speaker", turn.speaker}, {"text", turn.text}});
    }
  }
  return list;
}

// One reference is a string, as people write it.
nlohmann::json references(const Record& record) {
  if (record.references.size() == 1) return record.references.front();
  return record.references;
}

std::string reference_cell(const Record& record) {
  if (record.references.empty()) return "";
  const nlohmann::json json = references(record);
  return json.is_string() ? json.get<std::string>() : json.dump();
}

std::string as_json_lines(const std::vector<Record>& records) {
  std::string lines;
  for (const Record& record : records) {
    nlohmann::json json = nlohmann::json::parse(record.extra_json);
    json["id"] = record.id;
    json["response"] = record.response;
    json["knowledge"] = passages(record);
    json["history"] = turns(record);
    if (!record.references.empty()) json["reference"] = references(record);
    if (!record.label_json.empty()) json["label"] = nlohmann::json::parse(record.label_json);
    lines += json.dump() + "\n";
  }
  return lines;
}

std::string csv_cell(std::string_view cell) {
  std::string text = "\"";
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

std::string as_cells(const std::vector<Record>& records, char delimiter) {
  std::string rows;
  const auto row = [&](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) rows += csv_cell(cell) + delimiter;
    rows.back() = '\n';
  };
  row({"knowledge", "note", "id", "history", "response", "label", "reference"});
  for (const Record& record : records) {
    const auto label = record.label_json.empty()
                           ? std::string()
                           : nlohmann::json::parse(record.label_json).get<std::string>();
    row({passages(record).dump(), nlohmann::json::parse(record.extra_json)["note"], record.id,
         turns(record).dump(), record.response, label, reference_cell(record)});
  }
  return rows;
}

void expect_same(const Record& read, const Record& made) {
  EXPECT_EQ(read.id, made.id);
  EXPECT_EQ(read.response, made.response);
  EXPECT_EQ(read.references, made.references);
  EXPECT_EQ(as_json_lines({read}), as_json_lines({made}));
}

class RecordRoundTrip : public testing::TestWithParam<InputFormat> {};

TEST_P(RecordRoundTrip, RecordsComeBack) {
  const TestFolder folder;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto made = RandomRecords(seed).make(50);
    const std::string bytes = GetParam() == InputFormat::kJsonl
                                  ? as_json_lines(made)
                                  : as_cells(made, GetParam() == InputFormat::kCsv ? ',' : '\t');
    auto reader = open_records({.input = folder.write("in", bytes), .format = GetParam()});
    ASSERT_TRUE(reader) << reader.error().to_string();
    for (const Record& record : made) {
      auto item = (*reader)->next();
      ASSERT_TRUE(item && item->has_value());
      ASSERT_FALSE((*item)->error) << (*item)->error->to_string();
      expect_same((*item)->record, record);
    }
    const auto end = (*reader)->next();
    ASSERT_TRUE(end);
    EXPECT_FALSE(end->has_value());
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RecordRoundTrip,
                         testing::Values(InputFormat::kJsonl, InputFormat::kCsv, InputFormat::kTsv),
                         [](const auto& format) { return to_string(format.param); });

// Without quoting, cells hold anything but the delimiter and line breaks.
TEST(RecordRoundTripWithoutQuoting, CellsComeBackAsTheyStand) {
  const TestFolder folder;
  for (const char delimiter : {',', '\t'}) {
    std::string bytes = "id" + std::string(1, delimiter) + "response\n";
    auto made = RandomRecords(7).make(200);
    for (Record& record : made) {
      for (std::string* cell : {&record.id, &record.response}) {
        std::erase_if(*cell, [&](char c) { return c == delimiter || c == '\n' || c == '\r'; });
      }
      bytes += record.id + delimiter + record.response + "\n";
    }
    auto reader = open_records({.input = folder.write("in", bytes),
                                .format = delimiter == ',' ? InputFormat::kCsv : InputFormat::kTsv,
                                .quoting = Quoting::kNone});
    ASSERT_TRUE(reader) << reader.error().to_string();
    for (const Record& record : made) {
      const auto item = (*reader)->next();
      ASSERT_TRUE(item && item->has_value());
      ASSERT_FALSE((*item)->error) << (*item)->error->to_string();
      EXPECT_EQ((*item)->record.id, record.id);
      EXPECT_EQ((*item)->record.response, record.response);
    }
  }
}

TEST(RecordReaderBuffer, ARecordMayBeLongerThanTheBuffer) {
  const TestFolder folder;
  const std::string response(1 << 20, 'x');
  auto reader =
      open_records({.input = folder.write("in.csv", "id,response\na," + response + "\nb,y\n")});
  ASSERT_TRUE(reader);
  EXPECT_EQ((**(*reader)->next()).record.response, response);
  EXPECT_EQ((**(*reader)->next()).record.response, "y");
}

}  // namespace
}  // namespace assay
