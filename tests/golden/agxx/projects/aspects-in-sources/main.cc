#include "dev.h"
aspect Local { advice call("% Dev::open()") : around() { printf("opening %s\n", tjp->signature()); tjp->proceed(); } };
int main() { Dev d; d.open(); d.close(); printf("%d %d\n", Watch::aspectof()->seen, d.flags); return 0; }
