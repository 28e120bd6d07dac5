/* A static variable that only other ways reach. */
enum { WRITE, READ };
static int opaque(int way, char *at, const char *from, int n)
{
	static char rest[4];
	static int times;
	if (way == READ) {
		times++;
		for (int i = 0; i < n; i++)
			rest[i & 3] = from[i];
		return times + rest[0];
	}
	for (int i = 0; i < n; i++)
		at[i] = from[i];
	return sizeof(rest);
}
int put(int way, char *at, const char *from, int n) { return opaque(way, at, from, n) + n; }
int all(int way, char *at, const char *from, int n)
{
	static int times;
	if (way == WRITE)
		return opaque(way, at, from, n);
	return times++;
}
