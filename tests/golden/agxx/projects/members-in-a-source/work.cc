#include "work.h"
int Work::twice() { return half() * 4; }
