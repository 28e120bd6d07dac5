#pragma once
namespace lib { template <class T> class Queue { T items[8]; int n; public: Queue() : n(0) {} void put(const T &t) { items[n++] = t; } T get() { return items[--n]; } int size() const { return n; } };
class Sem { int count; protected: int limit; public: Sem(int c) : count(c), limit(9) {} void up(); bool down(); friend class Peer; }; }
