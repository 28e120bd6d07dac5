#include "large-stack.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>

namespace weft {

namespace {
constexpr size_t stackSize = size_t(1) << 30;

struct Work {
  const std::function<void()> &run;
  const int niceness;
};

void *run(void *started) {
  const Work &work = *static_cast<const Work *>(started);
#ifdef __linux__
  // Of this thread; where it may not, it competes.
  if (work.niceness > getpriority(PRIO_PROCESS, 0)) setpriority(PRIO_PROCESS, 0, work.niceness);
#endif
  work.run();
  return nullptr;
}
}  // namespace

bool runWithLargeStack(const std::function<void()> &work, int niceness) {
  Work given{work, niceness};
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_t thread;
  bool started = false;
  // A limit on address space may forbid the wish: take less then.
  for (size_t size = stackSize; !started && size >= (size_t(8) << 20); size /= 2)
    started = pthread_attr_setstacksize(&attributes, size) == 0 &&
              pthread_create(&thread, &attributes, run, &given) == 0;
  pthread_attr_destroy(&attributes);
  if (started) pthread_join(thread, nullptr);
  return started;
}

}  // namespace weft
