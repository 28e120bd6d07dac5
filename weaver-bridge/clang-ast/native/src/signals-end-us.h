// While native code runs, no handler of JavaScript does: a signal that somebody handles there would be heard only afterwards,
// which may be never.
#pragma once

namespace weft {

// As long as one lives, SIGINT, SIGTERM and SIGHUP end this process two seconds after their handlers were told, should these
// not have done so. Signals that nobody handles or that are ignored stay as they are. One at a time, on the main thread.
class SignalsEndUs {
 public:
  SignalsEndUs();
  ~SignalsEndUs();
  SignalsEndUs(const SignalsEndUs &) = delete;
};

// From now on the system ends this process with the one that started it, also in the middle of native code.
void endWithParent();

}  // namespace weft
