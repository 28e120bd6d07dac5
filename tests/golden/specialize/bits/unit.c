#define MASK(n) (1u << ((n) - 1))
struct t { unsigned blocked; int flags; };
int f(struct t *t, int sig) { int r = 0; if (t->blocked & MASK(3)) r |= 1; if (!(t->flags & 4)) r |= 2; if ((t->flags & 12) != 0) r |= 4; if ((t->flags & 1) == 0) r |= 8; if ((t->flags & 3) == 2) r |= 16; return r + sig; }
