#include "assay/record_reader.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "test_files.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class RecordReaderTest : public testing::Test {
 protected:
  std::vector<RecordItem> read(const std::string& name, std::string_view bytes,
                               RecordSource source = {}) {
    source.input = folder_.write(name, bytes);
    auto reader = open_records(source);
    EXPECT_TRUE(reader) << reader.error().to_string();
    std::vector<RecordItem> items;
    while (reader) {
      auto item = (*reader)->next();
      EXPECT_TRUE(item) << item.error().to_string();
      if (!item || !item->has_value()) break;
      items.push_back(std::move(**item));
    }
    return items;
  }

  Error open_error(const std::string& name, std::string_view bytes, RecordSource source = {}) {
    source.input = folder_.write(name, bytes);
    auto reader = open_records(source);
    EXPECT_FALSE(reader);
    return reader ? Error{} : reader.error();
  }

  Error only_error(const std::vector<RecordItem>& items) {
    EXPECT_THAT(items, SizeIs(1));
    EXPECT_TRUE(!items.empty() && items[0].error);
    return items.empty() || !items[0].error ? Error{} : *items[0].error;
  }

  TestFolder folder_;
};

TEST_F(RecordReaderTest, JsonLineWithEveryField) {
  const auto items =
      read("a.jsonl", R"({"id": "r1", "response": "It \u00e9", "knowledge": ["k1", {"id": 7,)"
                      R"( "title": "T", "text": "k2"}], "history": [{"speaker": "A", "text":)"
                      R"( "hi"}, "yo"], "reference": "ref", "label": {"a": [1.0, 2]},)"
                      R"( "more": 12345678901234567890123, "x y": null})");
  ASSERT_THAT(items, SizeIs(1));
  const Record& record = items[0].record;
  EXPECT_FALSE(items[0].error) << items[0].error->to_string();
  EXPECT_EQ(record.id, "r1");
  EXPECT_EQ(record.line, 1U);
  EXPECT_EQ(record.response, "It é");
  ASSERT_THAT(record.knowledge, SizeIs(2));
  EXPECT_EQ(record.knowledge[0].text, "k1");
  EXPECT_EQ(record.knowledge[1].id, "7");
  EXPECT_EQ(record.knowledge[1].title, "T");
  EXPECT_EQ(record.knowledge[1].text, "k2");
  ASSERT_THAT(record.history, SizeIs(2));
  EXPECT_EQ(record.history[0].speaker, "A");
  EXPECT_EQ(record.history[1].text, "yo");
  EXPECT_THAT(record.references, ElementsAre("ref"));
  EXPECT_EQ(record.label_json, R"({"a":[1.0,2]})");
  EXPECT_EQ(record.extra_json, R"({"more":12345678901234567890123,"x y":null})");
}

TEST_F(RecordReaderTest, BlankLinesAndLineBreaksAndIds) {
  const auto items =
      read("a.jsonl",
           "\xEF\xBB\xBF{\"response\":\"a\"}\r\n\r\n  \n{\"response\":\"b\",\"id\":5}\n"
           "{\"response\":\"c\",\"id\":\"\"}");
  ASSERT_THAT(items, SizeIs(3));
  EXPECT_EQ(items[0].record.id, "line-1");
  EXPECT_TRUE(items[0].id_is_made);
  EXPECT_EQ(items[1].record.id, "5");
  EXPECT_EQ(items[1].record.line, 4U);
  EXPECT_EQ(items[1].record.ordinal, 1U);
  EXPECT_FALSE(items[1].id_is_made);
  EXPECT_EQ(items[2].record.id, "line-5");
}

TEST_F(RecordReaderTest, BadJsonLinesAreHandedOnAndTheRestIsRead) {
  const auto items = read("a.jsonl",
                          "{\"response\":\"a\"}\n"
                          "{\"response\":\n"
                          "[1]\n"
                          "{\"id\":\"x\",\"label\":1}\n"
                          "{\"response\":7}\n"
                          "{\"response\":\"a\",\"knowledge\":[\"k\",3]}\n"
                          "{\"response\":\"a\",\"response\":\"b\"}\n"
                          "{\"response\":\"a\",\"id\":1.5}\n"
                          "{\"response\":\"a\",\"knowledge\":[{\"title\":\"t\"}]}\n"
                          "{\"response\":null}\n"
                          "{\"response\":\"z\"}\n");
  ASSERT_THAT(items, SizeIs(11));
  const auto message = [&](std::size_t i) {
    EXPECT_TRUE(items[i].error);
    EXPECT_EQ(items[i].error->line, i + 1);
    EXPECT_EQ(items[i].error->file, folder_.file("a.jsonl"));
    return items[i].error->field + "|" + items[i].error->message;
  };
  EXPECT_FALSE(items[0].error);
  EXPECT_EQ(message(1), "|not valid JSON at byte 12 of the line: it ends too early");
  EXPECT_EQ(message(2), "|must be a JSON object, found a list");
  EXPECT_EQ(message(3), "response|is missing");
  EXPECT_EQ(items[3].record.id, "x");
  EXPECT_EQ(items[3].record.label_json, "1");
  EXPECT_EQ(message(4), "response|must be a string, found a number");
  EXPECT_EQ(message(5), "knowledge|knowledge[1] must be a string or an object, found a number");
  EXPECT_EQ(message(6), "|the key `response` stands twice in the object");
  EXPECT_EQ(message(7), "id|must be a string or an integer, found a number");
  EXPECT_EQ(message(8), "knowledge|knowledge[0] has no `text`");
  EXPECT_EQ(message(9), "response|is missing");
  EXPECT_FALSE(items[10].error);
}

TEST_F(RecordReaderTest, BytesThatAreNotUtf8NameTheirField) {
  const auto items = read("a.jsonl",
                          "{\"response\":\"ok\",\"knowledge\":\"\xFF\"}\n"
                          "{\"response\":\"ok\",\"note\":\"\xC3(\"}\n"
                          "\xFE {\n"
                          "{\"answer\":\"\xFF\"}\n",
                          {.fields = {{"reference", "answer"}}});
  ASSERT_THAT(items, SizeIs(4));
  EXPECT_EQ(items[0].error->field, "knowledge");
  EXPECT_THAT(items[0].error->message, HasSubstr("not valid UTF-8 at byte 30 of the line: 0xFF"));
  EXPECT_EQ(items[1].error->field, "note");
  EXPECT_EQ(items[2].error->field, "");
  EXPECT_EQ(items[3].error->field, "reference");
  EXPECT_THAT(items[3].error->message, HasSubstr("(read from `answer`)"));
}

TEST_F(RecordReaderTest, AReferenceIsAStringOrAListOfStrings) {
  const auto items = read("a.jsonl", R"({"response":"a","reference":["one","two"]})"
                                     "\n"
                                     R"({"response":"a","reference":"[\"one\"]"})"
                                     "\n"
                                     R"({"response":"a","reference":null})"
                                     "\n"
                                     R"({"response":"a","reference":""})"
                                     "\n");
  ASSERT_THAT(items, SizeIs(4));
  EXPECT_THAT(items[0].record.references, ElementsAre("one", "two"));
  EXPECT_THAT(items[1].record.references, ElementsAre("[\"one\"]"));
  EXPECT_THAT(items[2].record.references, SizeIs(0));
  EXPECT_THAT(items[3].record.references, ElementsAre(""));
}

TEST_F(RecordReaderTest, BadReferencesNameLineFieldAndItem) {
  const std::vector<std::pair<std::string, std::string>> kBad = {
      {"[]", "must be a string or a list of strings, found an empty list"},
      {"5", "must be a string or a list of strings, found a number"},
      {R"(["one",5])", "reference[1] must be a string, found a number"},
      {R"(["one",null])", "reference[1] must be a string, found null"},
      {R"([["one"]])", "reference[0] must be a string, found a list"},
      {R"(["one",""])", "reference[1] holds no text"},
      {R"([" \u00a0"])", "reference[0] holds no text"}};
  std::string lines;
  for (const auto& [reference, message] : kBad)
    lines += R"({"response":"a","reference":)" + reference + "}\n";
  const auto items = read("a.jsonl", lines);
  ASSERT_THAT(items, SizeIs(kBad.size()));
  for (std::size_t i = 0; i < kBad.size(); ++i) {
    ASSERT_TRUE(items[i].error) << kBad[i].first;
    EXPECT_EQ(items[i].error->field, "reference");
    EXPECT_EQ(items[i].error->line, i + 1);
    EXPECT_THAT(items[i].error->message, HasSubstr(kBad[i].second));
  }
}

TEST_F(RecordReaderTest, ACellHoldsOneReferenceOrAJsonListOfThem) {
  const auto items = read("a.csv",
                          "response,reference\n"
                          "a,\"[\"\"one\"\", \"\"two\"\"]\"\n"
                          "a,[sic] one\n"
                          "a,\"[1, 2]\"\n"
                          "a,\n"
                          "a,\"[\"\"one\"\", \"\"\"\"]\"\n");
  ASSERT_THAT(items, SizeIs(5));
  EXPECT_THAT(items[0].record.references, ElementsAre("one", "two"));
  EXPECT_THAT(items[1].record.references, ElementsAre("[sic] one"));
  EXPECT_THAT(items[2].record.references, ElementsAre("[1, 2]"));
  EXPECT_THAT(items[3].record.references, SizeIs(0));
  ASSERT_TRUE(items[4].error);
  EXPECT_THAT(items[4].error->message, HasSubstr("reference[1] holds no text"));
}

TEST_F(RecordReaderTest, MappedKeysAreReadAndMustBeThere) {
  const RecordSource source{.fields = {{"response", "answer"}, {"knowledge", "docs"}}};
  const auto items = read("a.jsonl",
                          "{\"answer\":\"a\",\"docs\":\"k\",\"response\":\"other\"}\n"
                          "{\"answer\":\"a\"}\n{\"answer\":\"a\",\"docs\":null}\n",
                          source);
  ASSERT_THAT(items, SizeIs(3));
  EXPECT_EQ(items[0].record.response, "a");
  EXPECT_EQ(items[0].record.extra_json, R"({"response":"other"})");
  EXPECT_EQ(items[1].error->to_string(), folder_.file("a.jsonl") +
                                             ":2: field `knowledge`: is missing (read from `docs`) "
                                             "(name its key with --field)");
  EXPECT_FALSE(items[2].error);
}

TEST_F(RecordReaderTest, LinesOverTheLimitAreSkipped) {
  const std::string longer(5000, 'x');
  const auto items = read("a.jsonl", "{\"response\":\"" + longer + "\"}\n{\"response\":\"b\"}\n",
                          {.max_record_bytes = 1000});
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_EQ(items[0].error->message, "the line is longer than 1000 bytes");
  EXPECT_EQ(items[1].record.response, "b");
}

TEST_F(RecordReaderTest, CsvWithIndexColumnQuotesAndLineBreaks) {
  const auto items = read("a.csv",
                          "\xEF\xBB\xBF,id,response,knowledge,label,note\r\n"
                          "0,a,\"He said \"\"no\"\",\r\nthen left\", k ,1,\r\n"
                          "\r\n"
                          "1,,plain,\"[\"\"k1\"\", {\"\"text\"\": \"\"k2\"\"}]\",,n\r\n"
                          "2,c,x,[1] is a citation,yes,n");
  ASSERT_THAT(items, SizeIs(3));
  for (const auto& item : items) EXPECT_FALSE(item.error) << item.error->to_string();
  EXPECT_EQ(items[0].record.response, "He said \"no\",\r\nthen left");
  EXPECT_EQ(items[0].record.line, 2U);
  EXPECT_EQ(items[0].record.knowledge[0].text, " k ");
  EXPECT_EQ(items[0].record.label_json, "\"1\"");
  EXPECT_EQ(items[0].record.extra_json, R"({"column_1":"0","note":""})");
  EXPECT_EQ(items[1].record.line, 5U);
  EXPECT_EQ(items[1].record.id, "line-5");
  EXPECT_EQ(items[1].record.label_json, "");
  ASSERT_THAT(items[1].record.knowledge, SizeIs(2));
  EXPECT_EQ(items[1].record.knowledge[1].text, "k2");
  ASSERT_THAT(items[2].record.knowledge, SizeIs(1));
  EXPECT_EQ(items[2].record.knowledge[0].text, "[1] is a citation");
}

TEST_F(RecordReaderTest, BadCsvRowsNameTheLineTheyStartOn) {
  const auto items = read("a.csv",
                          "id,response\n"
                          "a,\"two\nlines\"\n"
                          "b\n"
                          "c,d,e\n"
                          "d,\"x\"y\n"
                          "e,\xFF\n"
                          "f,fine\n"
                          "g,\"never\nclosed\n");
  ASSERT_THAT(items, SizeIs(7));
  const auto told = [&](std::size_t i) {
    return std::to_string(*items[i].error->line) + "|" + items[i].error->field + "|" +
           items[i].error->message;
  };
  EXPECT_EQ(items[0].record.line, 2U);
  EXPECT_EQ(told(1), "4||expected 2 columns, found 1");
  EXPECT_EQ(told(2), "5||expected 2 columns, found 3");
  EXPECT_EQ(told(3), "6||text stands behind the closing quote of a cell on line 6");
  EXPECT_THAT(items[3].error->hint, HasSubstr("--quoting none"));
  EXPECT_THAT(told(4), HasSubstr("7|response|not valid UTF-8 at byte 0 of the cell"));
  EXPECT_EQ(items[4].record.id, "e");
  EXPECT_EQ(items[5].record.response, "fine");
  EXPECT_EQ(told(6),
            "9||the quote that opens a cell on line 9 is not closed before the end of the file");
  EXPECT_THAT(items[6].error->hint, HasSubstr("--quoting none"));
}

TEST_F(RecordReaderTest, AQuoteThatOpensNoCellIsACharacter) {
  const std::string rows = "id\tresponse\ta\na\tHe said \"no\"\t\nb \"x\"\ty\"\t\"q \"\"z\"\"\"\n";
  for (const char* name : {"a.tsv", "a.csv"}) {
    std::string bytes = rows;
    if (name[2] == 'c') std::replace(bytes.begin(), bytes.end(), '\t', ',');
    const auto items = read(name, bytes);
    ASSERT_THAT(items, SizeIs(2));
    EXPECT_FALSE(items[0].error || items[1].error);
    EXPECT_EQ(items[0].record.response, "He said \"no\"");
    EXPECT_EQ(items[1].record.id, "b \"x\"");
    EXPECT_EQ(items[1].record.response, "y\"");
    EXPECT_EQ(items[1].record.extra_json, R"({"a":"q \"z\""})");
  }
}

TEST_F(RecordReaderTest, WithoutQuotingEveryQuoteIsACharacter) {
  const auto items = read("a.tsv", "id\tresponse\n\"a\t\"x\n\"b\"\t\"y\"z\r\nc\t\"\n",
                          {.quoting = Quoting::kNone});
  ASSERT_THAT(items, SizeIs(3));
  EXPECT_EQ(items[0].record.id, "\"a");
  EXPECT_EQ(items[0].record.response, "\"x");
  EXPECT_EQ(items[1].record.response, "\"y\"z");
  EXPECT_EQ(items[2].record.response, "\"");
}

TEST_F(RecordReaderTest, AnOpenQuoteNamesTheLineOfItsCell) {
  const auto items = read("a.csv",
                          "id,response\n"
                          "\"a\nb\",\"never\nclosed\n");
  EXPECT_EQ(only_error(items).line, 2U);
  EXPECT_THAT(only_error(items).message, HasSubstr("opens a cell on line 3 is not closed"));
  const std::string longer(2000, 'x');
  const auto cut =
      read("b.csv", "id,response\na,\"b\n" + longer + "\nc,d\n", {.max_record_bytes = 1000});
  ASSERT_THAT(cut, SizeIs(2));
  EXPECT_THAT(cut[0].error->message, HasSubstr("opens a cell on line 2 is not closed"));
  EXPECT_EQ(cut[1].record.response, "d");
}

TEST_F(RecordReaderTest, LoneCarriageReturnsEndCsvRows) {
  const auto items = read("a.csv", "id,response\ra,x\r\rb,y\r");
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_EQ(items[1].record.response, "y");
  EXPECT_EQ(items[1].record.line, 4U);
}

TEST_F(RecordReaderTest, TsvCellsMayHoldCommas) {
  const auto items = read("a.tsv", "response\tid\na, b\tr\n");
  ASSERT_THAT(items, SizeIs(1));
  EXPECT_EQ(items[0].record.response, "a, b");
}

TEST_F(RecordReaderTest, HeadersThatCannotBeUsed) {
  EXPECT_EQ(open_error("a.csv", "a,b\n1,2\n").to_string(),
            folder_.file("a.csv") +
                ":1: field `response`: no column is named `response` (map the field with --field "
                "response=COLUMN; the columns are a, b)");
  EXPECT_EQ(open_error("a.csv", "response,b,b\n").message, "two columns are named `b`");
  EXPECT_EQ(open_error("a.csv", "response\n", {.fields = {{"label", "gold"}}}).field, "label");
  EXPECT_THAT(open_error("a.csv", "response,\xFF\n").message, HasSubstr("not valid UTF-8"));
  EXPECT_THAT(open_error("a.csv", "response,\"x\n").message, HasSubstr("is not closed"));
}

TEST_F(RecordReaderTest, AHeaderThatIsSplitOtherwiseSaysHow) {
  EXPECT_THAT(open_error("a.csv", "id\tresponse\na\tb\n").hint, HasSubstr("--format tsv"));
  EXPECT_THAT(open_error("a.csv", "id;response\na;b\n").hint, HasSubstr("separated by `;`"));
  EXPECT_THAT(open_error("a.tsv", "id,response\na,b\n").hint, HasSubstr("--format csv"));
  EXPECT_THAT(open_error("a.csv", "answer\nb\n").hint, HasSubstr("the columns are answer"));
}

TEST_F(RecordReaderTest, OneJsonListIsRefused) {
  const Error error = open_error("a.jsonl", "\xEF\xBB\xBF \n [{\"response\":\"a\"}]");
  EXPECT_EQ(error.code, ErrorCode::kInvalidInput);
  EXPECT_EQ(error.message, "is one JSON list, not one JSON object a line");
  EXPECT_THAT(error.hint, HasSubstr("jq -c '.[]'"));
  EXPECT_THAT(read("a.csv", "[x],response\na,b\n"), SizeIs(1));
}

TEST_F(RecordReaderTest, FirstRecordsWithoutTheKeysThatAreReadAreRefused) {
  const std::string lines = "broken\n{\"id\":\"x\",\"answer\":\"a\"}\n{\"response\":\"b\"}\n";
  const Error mapped = open_error("a.jsonl", lines, {.fields = {{"response", "anser"}}});
  EXPECT_EQ(mapped.line, 2U);
  EXPECT_EQ(mapped.field, "response");
  EXPECT_EQ(mapped.message, "the record has no key `anser`");
  EXPECT_THAT(mapped.hint, HasSubstr("--field response=KEY; the keys are id, answer"));
  EXPECT_EQ(
      open_error("a.jsonl", lines, {.fields = {{"response", "answer"}, {"knowledge", "k"}}}).field,
      "knowledge");
  // Unmapped, one record that has it is enough.
  const auto items = read("a.jsonl", lines);
  ASSERT_THAT(items, SizeIs(3));
  EXPECT_EQ(items[1].record.ordinal, 1U);
  EXPECT_EQ(items[1].error->message, "is missing");
  EXPECT_EQ(items[2].record.response, "b");
  EXPECT_EQ(open_error("b.jsonl", "{\"answer\":\"a\"}\n{\"answer\":\"b\"}\n").field, "response");
  EXPECT_THAT(read("c.jsonl", "{broken\n"), SizeIs(1));
}

TEST_F(RecordReaderTest, FilesOfTheOtherFormatAreRefused) {
  const Error table = open_error("a.jsonl", "id,response\na,b\n");
  EXPECT_EQ(table.message, "holds no JSON object in its first lines");
  EXPECT_THAT(table.hint, HasSubstr("--format csv"));
  const Error lines = open_error("a.csv", "{\"response\": \"b\"}\n");
  EXPECT_THAT(lines.message, HasSubstr("as JSON lines do"));
}

TEST_F(RecordReaderTest, AnotherWantedFieldFreesTheResponse) {
  const auto items =
      read("a.jsonl", "{\"id\":\"x\"}\n{\"knowledge\":\"k\"}\n", {.wanted = "knowledge"});
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_FALSE(items[0].error || items[1].error);
  EXPECT_EQ(items[1].record.knowledge[0].text, "k");
  EXPECT_THAT(read("a.csv", "knowledge\nk\n", {.wanted = "knowledge"}), SizeIs(1));
  EXPECT_EQ(open_error("b.csv", "response\nk\n", {.wanted = "knowledge"}).field, "knowledge");
  EXPECT_EQ(open_error("b.jsonl", "{\"id\":\"x\"}\n", {.wanted = "knowledge"}).field, "knowledge");
}

TEST_F(RecordReaderTest, WhatJsonDoesNotHaveIsNamed) {
  const auto message = [&](const std::string& value) {
    return only_error(read("a.jsonl", "{\"response\":\"NaN\",\"label\":" + value + "}")).message;
  };
  EXPECT_EQ(message("NaN"), "NaN is not JSON: write null (at byte 26 of the line)");
  EXPECT_EQ(message("[1, -Infinity]"),
            "-Infinity is not JSON: write null (at byte 30 of the line)");
  EXPECT_THAT(message("Infinity"), HasSubstr("Infinity is not JSON"));
  EXPECT_THAT(message("True"), HasSubstr("True is not JSON: write true"));
  EXPECT_EQ(message("x"), "not valid JSON at byte 26 of the line");
}

TEST_F(RecordReaderTest, ItemsOfChatsAreTurnsAndPassages) {
  const auto items =
      read("a.jsonl", R"({"response":"a","history":[{"role":"user","content":"hi"},)"
                      R"({"speaker":"B","role":"x","text":"yo","content":"z"}],)"
                      R"("knowledge":[{"content":"k"}]})"
                      "\n"
                      R"({"response":"a","knowledge":["x",null]})"
                      "\n"
                      R"({"response":"a","history":[{"role":"assistant","content":null}]})"
                      "\n"
                      R"({"response":"a","history":[{"content":[]}]})");
  ASSERT_THAT(items, SizeIs(4));
  const Record& record = items[0].record;
  EXPECT_EQ(record.history[0].speaker, "user");
  EXPECT_EQ(record.history[0].text, "hi");
  EXPECT_EQ(record.history[1].speaker, "B");
  EXPECT_EQ(record.history[1].text, "yo");
  EXPECT_EQ(record.knowledge[0].text, "k");
  EXPECT_EQ(items[1].error->message, "knowledge[1] must be a string or an object, found null");
  EXPECT_EQ(items[2].error->message, "history[0] has no `text`");
  EXPECT_THAT(items[2].error->hint, HasSubstr("`text` or `content`"));
  EXPECT_EQ(items[3].error->message, "history[0] has a `content` that is not a string");
}

TEST_F(RecordReaderTest, EmptyFilesHoldNoRecords) {
  for (const char* name : {"a.jsonl", "a.csv", "a.tsv"}) {
    EXPECT_THAT(read(name, ""), SizeIs(0));
    EXPECT_THAT(read(name, "\n\r\n"), SizeIs(0));
  }
  EXPECT_THAT(read("b.csv", "response\n"), SizeIs(0));
}

TEST_F(RecordReaderTest, FilesThatCannotBeRead) {
  const auto error = [](const RecordSource& source) {
    auto reader = open_records(source);
    EXPECT_FALSE(reader);
    return reader ? Error{} : reader.error();
  };
  EXPECT_EQ(error({.input = folder_.file("none.jsonl")}).code, ErrorCode::kNotFound);
  EXPECT_EQ(error({.input = folder_.file("")}).message, "is a directory, not a file of records");
  EXPECT_EQ(open_error("a.txt", "x").code, ErrorCode::kInvalidOption);
  EXPECT_EQ(open_error("a.jsonl", "", {.fields = {{"answer", "x"}}}).hint,
            "the fields are id, response, knowledge, history, reference, label");
  EXPECT_EQ(open_error("a.jsonl", "", {.fields = {{"id", "x"}, {"id", "y"}}}).message,
            "field `id` is mapped twice");
  EXPECT_EQ(open_error("a.jsonl", "", {.fields = {{"id", ""}}}).code, ErrorCode::kInvalidOption);
}

TEST_F(RecordReaderTest, FilesThatAreNoTextAreNamed) {
  const std::pair<std::string, std::string> kinds[] = {
      {{"\xFF\xFE{\0", 4}, "is UTF-16, not UTF-8"},
      {{"\xFE\xFF\0{", 4}, "is UTF-16, not UTF-8"},
      {{"\xFF\xFE\0\0{\0\0\0", 8}, "is UTF-32, not UTF-8"},
      {{"\0\0\xFE\xFF\0\0\0{", 8}, "is UTF-32, not UTF-8"},
      {"\x1F\x8B\x08", "is a gzip file, not text"},
      {"PK\x03\x04\x14", "is a zip archive or an office document, not text"},
      {{"\xFD\x37zXZ\0", 6}, "is an xz file, not text"}};
  for (const auto& [bytes, message] : kinds) {
    for (const char* name : {"a.jsonl", "a.csv"}) {
      const Error error = open_error(name, bytes);
      EXPECT_EQ(error.code, ErrorCode::kInvalidInput);
      EXPECT_EQ(error.message, message);
      EXPECT_FALSE(error.hint.empty());
    }
  }
}

TEST_F(RecordReaderTest, ContentHashIsOfTheRecordAlone) {
  const auto one = read("a.jsonl", "{\"response\":\"a\"}\n{\"response\":\"b\"}\n");
  const auto two = read("b.jsonl", "{\"response\":\"b\"}");
  EXPECT_FALSE(one[0].content == one[1].content);
  EXPECT_EQ(one[1].content, two[0].content);
}

TEST_F(RecordReaderTest, CsvHeaderCountsForTheFirstRecord) {
  const auto one = read("a.csv", "response,knowledge\na,b\n");
  const auto two = read("b.csv", "knowledge,response\na,b\n");
  EXPECT_FALSE(one[0].content == two[0].content);
}

}  // namespace
}  // namespace assay
