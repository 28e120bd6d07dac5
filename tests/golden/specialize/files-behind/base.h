#ifndef BASE_H
#define BASE_H
#define BASE 3
#define ADD(v) ((v) + BASE)
static inline int less(int a, int k)
{
	return ADD(a) - k;
}
#endif
