#include "large-stack.h"

#include <pthread.h>

#include <cstddef>

namespace weft {

namespace {
constexpr size_t stackSize = size_t(1) << 30;

void *run(void *work) {
  (*static_cast<const std::function<void()> *>(work))();
  return nullptr;
}
}  // namespace

bool runWithLargeStack(const std::function<void()> &work) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  bool started = false;
  // A limit on address space may forbid the wish: take less then.
  for (size_t size = stackSize; !started && size >= (size_t(8) << 20); size /= 2)
    started = pthread_attr_setstacksize(&attributes, size) == 0 &&
              pthread_create(&thread, &attributes, run, const_cast<std::function<void()> *>(&work)) == 0;
  pthread_attr_destroy(&attributes);
  if (started) pthread_join(thread, nullptr);
  return started;
}

}  // namespace weft
