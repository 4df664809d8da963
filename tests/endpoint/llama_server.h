#pragma once
// llama.cpp's own server as a child process, on loopback, at a port that the system chooses.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "test_files.h"

namespace assay::testing {

class LlamaServer {
 public:
  // Of tools/setup.sh test.
  static std::string program() { return ASSAY_LLAMA_SERVER; }
  static bool is_built() { return access(program().c_str(), X_OK) == 0; }

  LlamaServer(const std::string& model, std::vector<std::string> more) {
    std::vector<std::string> words = {
        program(),   "--model",        model,       "--alias",      "tiny", "--host",
        "127.0.0.1", "--port",         "0",         "--threads",    "1",    "--ctx-size",
        "256",       "--no-warmup",    "--offline", "--fit",        "off",  "--cache-type-k",
        "f32",       "--cache-type-v", "f32",       "--flash-attn", "off"};
    words.insert(words.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
    start(words);
  }
  ~LlamaServer() {
    if (process_ > 0) kill(process_, SIGKILL);
    if (process_ > 0) waitpid(process_, nullptr, 0);
  }
  LlamaServer(const LlamaServer&) = delete;
  LlamaServer& operator=(const LlamaServer&) = delete;

  // Where it listens, which it says when it does; empty when it ended or takes too long.
  std::string base_url() const {
    const std::string mark = " listening on ";
    for (int tries = 0; tries < 1200 && is_running(); ++tries) {
      const std::string said = log();
      const std::size_t at = said.find(mark);
      const std::size_t end = said.find('\n', at);
      if (at != std::string::npos && end != std::string::npos) {
        const std::size_t begin = at + mark.size();
        return said.substr(begin, said.find_first_of(" \r\n", begin) - begin) + "/v1";
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return {};
  }
  std::string log() const { return read_bytes(log_); }

 private:
  bool is_running() const { return process_ > 0 && waitpid(process_, nullptr, WNOHANG) == 0; }

  void start(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log_.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    if (posix_spawn(&process_, arguments[0], &files, nullptr, arguments.data(), environ) != 0) {
      process_ = -1;
    }
    posix_spawn_file_actions_destroy(&files);
  }

  TestFolder folder_;
  std::string log_ = folder_.file("log");
  pid_t process_ = -1;
};

}  // namespace assay::testing
