#include "work.h"
#include <stdio.h>
#include "stats.ah"
int main() { Work w(4); printf("%d\n", w.twice()); printf("%d\n", Stats::total()); return 0; }
