#include "model/openvino_engine.h"

#include <algorithm>
#include <mutex>

#include "base/parallel.h"
#include "model/length_batches.h"

namespace assay::model {
namespace {

// A request of its own for every thread that computes.
class RequestPool {
 public:
  void add(ov::InferRequest request) { free_.push_back(std::move(request)); }
  ov::InferRequest take() {
    const std::lock_guard lock(mutex_);
    ov::InferRequest request = std::move(free_.back());
    free_.pop_back();
    return request;
  }
  void give_back(ov::InferRequest request) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(request));
  }

 private:
  std::mutex mutex_;
  std::vector<ov::InferRequest> free_;
};

std::int64_t input_value(const std::string& name, const Row& row, std::size_t at,
                         std::size_t pad_id) {
  const bool real = at < row.size();
  if (name == "input_ids") return real ? row.ids[at] : static_cast<std::int64_t>(pad_id);
  if (name == "token_type_ids") return real ? row.types[at] : 0;
  return real ? 1 : 0;  // attention_mask
}

template <typename T>
void fill(ov::Tensor& tensor, const std::string& name, std::span<const Row> rows,
          const Batch& batch, std::size_t pad_id) {
  T* out = tensor.data<T>();
  for (const std::size_t row : batch.rows) {
    for (std::size_t at = 0; at < batch.padded_length; ++at) {
      *out++ = static_cast<T>(input_value(name, rows[row], at, pad_id));
    }
  }
}

class OpenVinoEngine : public Engine {
 public:
  OpenVinoEngine(ov::CompiledModel compiled, const ModelFolder& folder, Head head,
                 const EngineOptions& options)
      : compiled_(std::move(compiled)),
        config_(folder.config),
        max_length_(folder.max_length),
        file_(folder.weights.string()),
        by_token_(head == Head::kSpan || head == Head::kTokens),
        options_(options) {
    for (const auto& input : compiled_.inputs()) {
      inputs_.emplace_back(input.get_any_name(), input.get_element_type());
      reads_types_ = reads_types_ || inputs_.back().first == "token_type_ids";
    }
    for (int i = 0; i < options.threads; ++i) pool_.add(compiled_.create_infer_request());
  }

  Result<std::vector<std::vector<float>>> run(std::span<const Row> rows,
                                              EngineWork& work) override {
    if (auto checked = check_ids(rows); !checked) return tl::unexpected(checked.error());
    std::vector<std::size_t> lengths;
    for (const Row& row : rows) lengths.push_back(row.size());
    const auto batches = length_batches(lengths, max_length_, options_.batch_tokens);
    std::vector<std::vector<float>> outputs(rows.size());
    std::vector<std::string> failures(batches.size());
    base::parallel_for(batches.size(), options_.threads, [&](std::size_t i) {
      if (options_.is_interrupted()) return;
      ov::InferRequest request = pool_.take();
      failures[i] = run_batch(request, rows, batches[i], outputs);
      pool_.give_back(std::move(request));
    });
    if (options_.is_interrupted()) return interrupted();
    for (const Batch& batch : batches) {
      work.padded_tokens += batch.rows.size() * batch.padded_length;
    }
    for (const std::string& failure : failures) {
      if (!failure.empty()) return fail(ErrorCode::kInternal, file_ + ": " + failure);
    }
    return outputs;
  }

  std::string name() const override { return "openvino"; }

 private:
  // An id without an embedding would read beyond a table.
  Result<void> check_ids(std::span<const Row> rows) const {
    const auto check = [&](const std::vector<std::int32_t>& ids, std::size_t limit,
                           const char* what) -> Result<void> {
      const auto bad = std::find_if(ids.begin(), ids.end(), [&](std::int32_t id) {
        return id < 0 || (limit > 0 && static_cast<std::size_t>(id) >= limit);
      });
      if (bad == ids.end()) return {};
      return fail(ErrorCode::kCorrupt,
                  file_ + ": " + what + " " + std::to_string(*bad) + " is outside its vocabulary",
                  "tokenizer.json and the weights are of different models");
    };
    for (const Row& row : rows) {
      auto checked = check(row.ids, config_.vocab_size, "token id");
      if (checked && reads_types_) {
        checked = check(row.types, config_.type_vocab_size, "token type id");
      }
      if (!checked) return checked;
    }
    return {};
  }

  // Empty, or what went wrong.
  std::string run_batch(ov::InferRequest& request, std::span<const Row> rows, const Batch& batch,
                        std::vector<std::vector<float>>& outputs) const {
    try {
      const ov::Shape shape{batch.rows.size(), batch.padded_length};
      for (const auto& [name, type] : inputs_) {
        ov::Tensor tensor = request.get_tensor(name);
        tensor.set_shape(shape);
        if (type == ov::element::i32) {
          fill<std::int32_t>(tensor, name, rows, batch, config_.pad_token_id);
        } else {
          fill<std::int64_t>(tensor, name, rows, batch, config_.pad_token_id);
        }
      }
      request.infer();
      for (std::size_t port = 0; port < compiled_.outputs().size(); ++port) {
        append_output(request.get_output_tensor(port), rows, batch, outputs);
      }
      return {};
    } catch (const std::exception& exception) {
      return exception.what();
    }
  }

  void append_output(const ov::Tensor& tensor, std::span<const Row> rows, const Batch& batch,
                     std::vector<std::vector<float>>& outputs) const {
    const float* values = tensor.data<float>();
    const std::size_t width = tensor.get_size() / batch.rows.size();
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
      const std::size_t row = batch.rows[i];
      const std::size_t wanted =
          by_token_ ? rows[row].size() * (width / batch.padded_length) : width;
      const float* begin = values + i * width;
      outputs[row].insert(outputs[row].end(), begin, begin + std::min(wanted, width));
    }
  }

  ov::CompiledModel compiled_;
  ModelConfig config_;
  std::size_t max_length_;
  std::string file_;
  bool by_token_;  // an output holds something of every token
  EngineOptions options_;
  std::vector<std::pair<std::string, ov::element::Type>> inputs_;
  bool reads_types_ = false;
  RequestPool pool_;
};

}  // namespace

ov::Core& shared_core() {
  static ov::Core core;
  return core;
}

// One thread a stream: two streams of one thread compute more tokens a second than one stream of
// two, and a sum is never split between threads.
Result<std::unique_ptr<Engine>> make_openvino_engine(const std::shared_ptr<ov::Model>& graph,
                                                     const ModelFolder& folder, Head head,
                                                     const EngineOptions& options) {
  try {
    auto compiled = shared_core().compile_model(
        graph, "CPU", ov::hint::inference_precision(ov::element::f32),
        ov::inference_num_threads(options.threads), ov::num_streams(options.threads),
        ov::hint::enable_cpu_pinning(false), ov::cache_dir(""));
    return std::make_unique<OpenVinoEngine>(std::move(compiled), folder, head, options);
  } catch (const std::exception& exception) {
    Error error;
    error.code = ErrorCode::kCorrupt;
    error.message = std::string("cannot be compiled: ") + exception.what();
    error.hint = "export the model again as docs/models.md says";
    error.file = folder.weights.string();
    return tl::unexpected(std::move(error));
  }
}

}  // namespace assay::model
