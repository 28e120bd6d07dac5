#include <cstdio>
void work() { printf("work\n"); }
int main() {
  work();
  return 0;
}
