#include "signals-end-us.h"

#include <signal.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace weft {

namespace {
constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int count = 3;
constexpr unsigned patience = 2;

struct sigaction before[count];
bool isOurs[count];
volatile sig_atomic_t isActive = 0;
volatile sig_atomic_t came = 0;

// The process ends of the signal that came, as its parent expects.
void endNow(int) {
  signal(came, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, came);
  pthread_sigmask(SIG_UNBLOCK, &one, nullptr);
  kill(getpid(), came);
}

void pass(int number, siginfo_t *info, void *context) {
  came = number;
  struct sigaction ending = {};
  ending.sa_handler = endNow;
  sigaction(SIGALRM, &ending, nullptr);
  alarm(patience);
  for (int i = 0; i < count; ++i) {
    if (signals[i] != number) continue;
    if (before[i].sa_flags & SA_SIGINFO) before[i].sa_sigaction(number, info, context);
    else before[i].sa_handler(number);
  }
}
}  // namespace

SignalsEndUs::SignalsEndUs() {
  if (isActive) return;
  isActive = 1;
  for (int i = 0; i < count; ++i) {
    isOurs[i] = sigaction(signals[i], nullptr, &before[i]) == 0 && before[i].sa_handler != SIG_DFL &&
                before[i].sa_handler != SIG_IGN;
    if (!isOurs[i]) continue;
    struct sigaction passing = before[i];
    passing.sa_sigaction = pass;
    passing.sa_flags |= SA_SIGINFO;
    sigaction(signals[i], &passing, nullptr);
  }
}

// Who was told of a signal meanwhile still has the rest of its time.
SignalsEndUs::~SignalsEndUs() {
  for (int i = 0; i < count; ++i)
    if (isOurs[i]) sigaction(signals[i], &before[i], nullptr);
  isActive = 0;
}

void endWithParent() {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

}  // namespace weft
