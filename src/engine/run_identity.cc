#include "engine/run_identity.h"

#include <map>
#include <set>

#include "assay/version.h"
#include "base/hash.h"
#include "engine/json_writer.h"

namespace assay::engine {

std::string instruction_set() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512vnni")) return "x86-64 avx512-vnni";
  if (__builtin_cpu_supports("avx512f")) return "x86-64 avx512";
  if (__builtin_cpu_supports("avx2")) return "x86-64 avx2";
  return "x86-64";
#elif defined(__aarch64__)
  return "aarch64";
#else
  return "generic";
#endif
}

RunIdentity make_identity(std::span<Metric* const> metrics, std::span<const LoadedModel> loaded) {
  JsonWriter json;
  json.open_object().key("version").string(kVersion);
  json.key("instruction_set").string(instruction_set());
  json.key("metrics").open_list();
  std::set<Need> needs;
  for (const Metric* metric : metrics) {
    json.open_object().key("name").string(metric->name());
    json.key("options").raw(metric->options_json()).close_object();
    for (const Need need : metric->needs()) needs.insert(need);
  }
  json.close_list().key("models").open_object();
  for (const LoadedModel& model : loaded) {
    if (needs.contains(model.need)) json.key(to_string(model.need)).string(model.fingerprint);
  }
  json.close_object().close_object();
  RunIdentity identity{.json = json.take(), .fingerprint = {}};
  identity.fingerprint = "assay/1:" + base::hash128(identity.json).hex().substr(0, 16);
  return identity;
}

std::string with_input(const RunIdentity& identity, const ScoreOptions& options,
                       InputFormat format) {
  std::map<std::string, std::string> fields(options.fields.begin(), options.fields.end());
  JsonWriter json;
  json.open_object().key("run").raw(identity.json);
  json.key("window").unsigned_integer(options.window).key("input").open_object();
  json.key("format").string(to_string(format));
  json.key("quoting").string(to_string(options.quoting));
  json.key("max_record_bytes").unsigned_integer(options.max_record_bytes);
  json.key("fields").open_object();
  for (const auto& [field, source] : fields) json.key(field).string(source);
  json.close_object().close_object().close_object();
  return json.take();
}

}  // namespace assay::engine
