#ifndef WORK_H
#define WORK_H
class Work { int v; public: Work(int x) : v(x) {} int twice(); int half() { return v / 2; } };
#endif
