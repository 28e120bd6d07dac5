/* f where k == 5.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int r(int m, int k)
{
	(void)k;
	m++;
	if (({ __label__ bad; int __way = 1; asm goto("testl %0,%0\n\tjz %l[bad]" :: "r"(m) : "cc" : bad); __way = 0; bad:; __way; }))
		return (-5);
	return m + 5;
}
