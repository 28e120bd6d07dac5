#define TRACED
#include "api.h"
int work(int n) { return n + 1; }
int main() { return work(other()) == 3 ? 0 : 1; }
