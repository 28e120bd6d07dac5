#ifndef LOCK_HH
#define LOCK_HH
namespace lock {
inline void enter() {}
inline void leave() {}
}
#endif
