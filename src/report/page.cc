#include "report/page.h"

#include <fmt/format.h>

#include <map>

#include "report/escape.h"
#include "report/packed.h"
#include "report/web_assets.h"

namespace assay::report {
namespace {

// No browser runs a script of a type that it does not know; base64 cannot end the element.
void append_data(std::string& out, std::string_view id, std::string_view base64) {
  fmt::format_to(std::back_inserter(out),
                 "<script type=\"application/gzip\" id=\"{}\">{}</script>\n", id, base64);
}

std::string data_of(const PageParts& parts) {
  std::string data;
  append_data(data, "data-meta", parts.meta);
  append_data(data, "data-columns", parts.columns);
  for (std::size_t i = 0; i < parts.details.size(); ++i)
    append_data(data, fmt::format("data-details-{}", i), parts.details[i]);
  return data;
}

std::string policy() {
  return fmt::format(
      "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'",
      policy_hash(web_script()), policy_hash(web_style()));
}

// Puts texts in the place of marks such as @TITLE@, in one pass: what is filled in is not looked
// at.
std::string fill(std::string_view page, const std::map<std::string, std::string>& values) {
  std::string out;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t begin = page.find('@', at);
    const std::size_t end = begin == std::string_view::npos ? begin : page.find('@', begin + 1);
    if (end == std::string_view::npos) return out += page.substr(at);
    const auto value = values.find(std::string(page.substr(begin + 1, end - begin - 1)));
    out += page.substr(at, begin - at);
    if (value == values.end()) {
      out += '@';
      at = begin + 1;
    } else {
      out += value->second;
      at = end + 1;
    }
  }
  return out;
}

}  // namespace

std::string page_of(const PageParts& parts) {
  return fill(web_page(), {{"POLICY", policy()},
                           {"TITLE", escape_html(parts.title)},
                           {"SUMMARY", escape_html(parts.summary)},
                           {"STYLE", std::string(web_style())},
                           {"SCRIPT", std::string(web_script())},
                           {"DATA", data_of(parts)}});
}

}  // namespace assay::report
