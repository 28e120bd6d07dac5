// Starts a program and collects what it prints, without a copy of this process's page tables: Node forks, which takes
// as long as preprocessing a small unit once hundreds of megabytes are held.
#pragma once

#include <string>
#include <vector>

namespace weft {

struct StartRequest {
  std::vector<std::string> arguments;
  std::vector<std::string> environment;
  std::string directory;
};

struct Started {
  int pid = -1;
  int input = -1;
  int output = -1;
  int errors = -1;
};

struct Collected {
  // Of the exit, or -1 when a signal ended it.
  int code = -1;
  int signal = 0;
  std::string output;
  std::string errors;
};

// In a process group of its own. Zero, or the error's number; then nothing is left open.
int startProcess(const StartRequest &request, Started &started);

// Feeds it and reads it until it has ended; closes what was opened. To be called once, on any thread.
Collected collectProcess(const Started &started, const std::string &input);

}  // namespace weft
