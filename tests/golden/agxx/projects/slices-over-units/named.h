#ifndef NAMED_H
#define NAMED_H
class Named { const char *name; public: Named() : name("thing") {} void call(const char *n) { name = n; } void print(const char *p); };
#endif
