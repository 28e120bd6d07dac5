#include "../lib/queue.h"
#include <stdio.h>
int main() { lib::Sem s(1); s.up(); printf("%d\n", s.down()); lib::Queue<int> q; q.put(3); printf("%d %d\n", q.size(), q.get()); return 0; }
