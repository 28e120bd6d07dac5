#ifndef CACHE_H
#define CACHE_H
#include <stdio.h>
namespace mem {
enum class Mode : int { fast };
template <class T> class Slot { T value; static int made; protected: struct Key { private: int k; friend class Nobody; }; };
template <class T> int Slot<T>::made = 5;
struct Cache { private: static void init() { printf("cache ready\n"); } };
class Pool final : public Cache { static int size() { return 3; } };
}
#endif
