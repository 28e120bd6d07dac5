#include "api.h"
int work2() { return 2; }
int other() { return work2(); }
