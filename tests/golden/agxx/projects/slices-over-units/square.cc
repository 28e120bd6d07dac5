#include "shape.h"
int sideOf(int x) { Square s(x); return s.area(); }
