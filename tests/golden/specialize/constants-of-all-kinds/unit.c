struct siginfo; 
#define SEND_SIG_NOINFO ((struct siginfo *) 0)
#define SEND_SIG_PRIV ((struct siginfo *) 1)
typedef void (*h_t)(int);
#define IGN ((h_t) 1)
struct t { h_t h; float w; const char *s; const char *q; };
struct pat { char a, c; } pat; int tab[8];
int f(struct siginfo *info, struct t *t, int *p) {
  int r = 0; if (info == SEND_SIG_NOINFO) r |= 1; if (info == SEND_SIG_PRIV) r |= 2; if (t->h == IGN) r |= 4; if (t->w > 1.0f) r |= 8; if (*t->s == 'a') r |= 16; if (t->q == &pat.c) r |= 32; if (p == &tab[3]) r |= 64; return r; }
