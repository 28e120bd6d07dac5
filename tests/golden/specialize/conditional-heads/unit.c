/* Heads of functions as configurations have them. */
#ifdef WITH_AUXILIARY
unsigned
run(const unsigned char *p, unsigned n, int how)
#else
unsigned
run(const unsigned char *p, unsigned n, int how __attribute__((unused)))
#endif
{
	return n ? p[0] : 0;
}
#ifndef WITH_AUXILIARY
int first(int n, int m)
#else
int first(int n)
#endif
{
#ifdef WITH_AUXILIARY
	int m = 3;
#endif
	return n + m;
}
int within(int n,
#ifdef WITH_AUXILIARY
	   long m
#else
	   int m
#endif
	   )
{
	return n * m;
}
