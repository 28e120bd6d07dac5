/* C converts each arm of a choice to the type of both. */
static int called(int v) { return v; }
int compared(int x, int y, int k) { return (k ? x : 0x80000001u) > y; }
long long widened(int x, int y, int k) { long long v = k ? x : 3u; return v + (y < 0); }
long long chosen(int x, int y, int k) { long long v; v = y ? x + k : 4u; return v; }
long long from_call(int x, int y, int k) { return (y ? called(k + x) : 5u) / 2; }
int small(int x, int y, int k) { unsigned char c = x; signed char d = y; return (k ? c : d) * 3; }
double real(int x, int y, int k) { return (k ? x : 0.5) / 2 + (k ? y : 0.5f); }
int shifted(int x, int y, int k) { return (int)((k == 3 ? x : 1ll) << (y & 31) >> 33); }
