#include <stdio.h>
int current;
class Task { void f() { g(); } void g() {} public: virtual ~Task() {} virtual void run() { f(); } };
#include "per.ah"
Per *pers[2];
int main() { Task t; t.run(); current = 1; t.run(); t.run(); Per::done(); return Log::instance().held; }
