/* Types that are asked of variables: in the residual function another one may have the name. */
#define min(x, y) ({ __typeof__(x) one_ = (x); __typeof__(y) other_ = (y); one_ < other_ ? one_ : other_; })
static int taken(unsigned char n, int k, int m)
{
	n = n + 1;
	int z = min(n, m);
	__typeof__(n) q = (__typeof__(n))(m + k);
	return z + q + (__typeof__(n))(k * 300 + m) + (__typeof__(n))m + sizeof(__typeof__(n)) + sizeof n + sizeof(n);
}
int f(int n, int k)
{
	n += k;
	int z = n * 1000;
	return taken(k + n, 3, z) + n;
}
static int kept(unsigned char n, long long m, int k)
{
	return ((__typeof__(n)[2]){ m * 300, k })[0] + __alignof__(__typeof__(n)) + n;
}
int g(int n, int k)
{
	n += k;
	return kept(n, n * 7, k) + n;
}
/* By way of void *, which is not written. */
typedef int (*each_t)(int *, void *);
static int added(int *sum, int *of) { return *sum += *of; }
static int each(int *sum, char *of, int n, each_t what)
{
	for (int i = 0; i < n; i++, of += sizeof(int))
		if (!what(sum, of))
			return 0;
	return 1;
}
int h(int *sum, int *v, int n) { return each(sum, (char *)v, n, (each_t)added); }
