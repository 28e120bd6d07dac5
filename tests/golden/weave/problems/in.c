int sum(int n, ...) { return n; }
void quiet(void) { }
int plain(int a) { return a; }
struct flags { unsigned on : 1; };
int lights(void)
{
	struct local { int value; } here = { 1 };
	struct { unsigned bit : 2; } nameless = { 1 };
	here.value = 2;
	nameless.bit = 3;
	return here.value + nameless.bit;
}
int matrix(int n, int m[n][n]) { return m[0][n - 1]; }
