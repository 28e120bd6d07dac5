// dialect: -std=gnu89
extern int printk(const char *format, ...) __attribute__((format(printf, 1, 2)));
__attribute__((section(".init.text"))) int start(int (*hook)(int), char text[8], int (*)(void), unsigned);
int start(int (*hook)(int), char text[8], int (*unused)(void), unsigned flags)
{
	(void)unused;
	printk("start %s %x\n", text, flags);
	return hook((int)flags);
}
static int negate(int n) { return -n; }
static int (*choose(int n))(int) { return n ? negate : 0; }
int use(void) { return choose(0) == 0; }
