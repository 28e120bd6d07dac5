#include "named.h"
#include <stdio.h>
void Named::print(const char *p) { printf("%s%s\n", p, name); }
