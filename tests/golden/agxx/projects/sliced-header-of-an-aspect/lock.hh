#ifndef LOCK_HH
#define LOCK_HH
struct Lock {
  int held;
  void enter() { held = 1; }
  void leave() { held = 0; }
};
static Lock big;
#endif
