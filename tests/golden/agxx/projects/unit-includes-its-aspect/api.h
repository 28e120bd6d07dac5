#ifndef API_H
#define API_H
#ifdef TRACED
#include "trace.ah"
#endif
int other();
#endif
