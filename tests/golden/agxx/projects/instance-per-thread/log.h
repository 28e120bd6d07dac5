#ifndef LOG_H
#define LOG_H
#include <stdio.h>
class Log { public: void print(int indent, const char *text) { printf("%*s%s\n", indent, "", text); } static Log &instance() { static Log log; return log; } };
#endif
