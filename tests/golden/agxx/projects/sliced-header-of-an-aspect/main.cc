#include <cstdio>
class Job {};
void work() { printf("work %d\n", int(sizeof(Job))); }
int main() {
  work();
  work();
  return 0;
}
