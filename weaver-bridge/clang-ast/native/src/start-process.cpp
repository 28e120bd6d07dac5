#include "start-process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace weft {

namespace {

constexpr size_t chunkSize = size_t(1) << 18;

struct Pipe {
  int read = -1;
  int write = -1;
  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  void close() {
    if (read != -1) ::close(read);
    if (write != -1) ::close(write);
  }
};

std::vector<char *> toPointers(const std::vector<std::string> &words) {
  std::vector<char *> pointers;
  for (const std::string &word : words) pointers.push_back(const_cast<char *>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int spawnWith(const StartRequest &request, const Pipe &in, const Pipe &out, const Pipe &err, int &pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addchdir_np(&actions, request.directory.c_str());
  posix_spawn_file_actions_adddup2(&actions, in.read, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write, 1);
  posix_spawn_file_actions_adddup2(&actions, err.write, 2);
  // Node ignores some signals; programs expect none to be.
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  pid_t made = -1;
  const int error = posix_spawnp(&made, request.arguments[0].c_str(), &actions, &attributes,
                                 toPointers(request.arguments).data(), toPointers(request.environment).data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  pid = made;
  return error;
}

// False at its end.
bool readInto(int file, std::string &text) {
  const size_t before = text.size();
  text.resize(before + chunkSize);
  ssize_t count;
  do count = ::read(file, &text[before], chunkSize);
  while (count < 0 && errno == EINTR);
  text.resize(before + (count > 0 ? static_cast<size_t>(count) : 0));
  return count > 0;
}

// False when all is written, or nobody reads any more.
bool writeFrom(int file, const std::string &text, size_t &done) {
  const ssize_t count = ::write(file, text.data() + done, text.size() - done);
  if (count < 0) return errno == EINTR || errno == EAGAIN;
  done += static_cast<size_t>(count);
  return done < text.size();
}

}  // namespace

int startProcess(const StartRequest &request, Started &started) {
  if (request.arguments.empty()) return ENOENT;
  Pipe in, out, err;
  int error = in.open() && out.open() && err.open() ? 0 : errno;
  if (error == 0) error = spawnWith(request, in, out, err, started.pid);
  if (error != 0) {
    in.close();
    out.close();
    err.close();
    return error;
  }
  ::close(in.read);
  ::close(out.write);
  ::close(err.write);
  ::fcntl(in.write, F_SETFL, O_NONBLOCK);
  started.input = in.write;
  started.output = out.read;
  started.errors = err.read;
  return 0;
}

Collected collectProcess(const Started &started, const std::string &input) {
  Collected result;
  result.output.reserve(size_t(4) << 20);
  size_t written = 0;
  pollfd files[] = {{started.output, POLLIN, 0}, {started.errors, POLLIN, 0}, {started.input, POLLOUT, 0}};
  const auto finish = [](pollfd &file) {
    ::close(file.fd);
    file.fd = -1;
  };
  if (input.empty()) finish(files[2]);
  while (files[0].fd != -1 || files[1].fd != -1) {
    if (::poll(files, 3, -1) < 0 && errno != EINTR) break;
    if (files[0].revents != 0 && !readInto(files[0].fd, result.output)) finish(files[0]);
    if (files[1].revents != 0 && !readInto(files[1].fd, result.errors)) finish(files[1]);
    if (files[2].revents != 0 && !writeFrom(files[2].fd, input, written)) finish(files[2]);
    for (pollfd &file : files) file.revents = 0;
  }
  for (pollfd &file : files)
    if (file.fd != -1) finish(file);
  int status = 0;
  while (::waitpid(started.pid, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  else result.signal = WTERMSIG(status);
  return result;
}

}  // namespace weft
