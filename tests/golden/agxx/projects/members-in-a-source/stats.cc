#include "stats.ah"
#include <stdio.h>
int Stats::calls = 0;
Stats::Stats() : depth(1) {}
void Stats::enter(const char *what) { calls++; depth++; printf("%d %s\n", depth, what); }
