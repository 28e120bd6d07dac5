struct mode { int before; int on; int after; };
extern struct mode M, *m;
void plant(char *bytes);
