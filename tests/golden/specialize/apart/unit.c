struct pat { int c; char s[8]; };
struct pat pat;
int table[8], far[2];
int weak __attribute__((weak));
extern char begin[], end[];
int which(int *p, const char *e)
{
	if (p == &pat.c)
		return 1;
	if (p == far)
		return 2;
	if (p == table + 8)
		return 3;
	if (p == &weak)
		return 4;
	if (e == end)
		return 5;
	return p == &table[3] ? 6 : 7;
}
