#include "clock.h"
int main() { Clock c; c.setHour(1); c.setHour(2); return c.changes == 2 ? 0 : 1; }
