/* Functions with assembly in them, followed where they are called; variables in registers of their own. */
struct port {
	int base, last, count;
};
static int memory[16];
#define PUT(at, v) asm volatile("movl %1,%0" : "=m"(memory[at]) : "r"(v))
static inline void out(unsigned char v, unsigned short at) { asm volatile("movzbl %1,%%eax\n\tmovl %%eax,%0" : "=m"(memory[at]) : "q"(v) : "eax"); }
static inline int in(unsigned short at) { int v; asm volatile("movl %1,%0" : "=r"(v) : "m"(memory[at])); return v; }
static inline void by_macro(int v, int at) { PUT(at, v); }
static int plus(int a, int by) { asm("addl %1,%0" : "+r"(a) : "ri"(by) : "cc"); return a; }
static int framed(int a, int by) { asm("pushl %1\n\tpopl %0" : "=r"(a) : "r"(by)); return a; }
static int is_zero(int a, int k)
{
	if (k == 2)
		a &= 3;
	asm goto("testl %0,%0\n\tjz %l[zero]" : : "r"(a) : "cc" : zero);
	return 0;
zero:
	return k;
}

int set_up(struct port *p, int rate, int parity)
{
	int v = p->last, by = 115200 / rate;
	out(0x80, p->base + 3);
	out(by & 255, p->base);
	by_macro(by >> 8, p->base + 1);
	out(parity ? 0x1b : 3, p->base + 3);
	p->last = plus(plus(in(p->base), 5), rate) + framed(v, 7);
	p->count += is_zero(p->last, 2) + is_zero(v, 4);
	return v;
}

int in_register(int n, int k)
{
	register int b asm("ebx") = k;
	int aligned __attribute__((aligned(16))) = n, got;
	if (n == 3)
		b++;
	asm volatile("leal (%%ebx,%2),%0" : "=r"(got) : "r"(b), "r"(n));
	asm("movl %1,%0" : "+m"(aligned) : "r"(got));
	return aligned + ((int)&aligned & 15);
}

int written(int *p, int k)
{
	memory[0] = k;
	*p = k;
	asm("movl $5,%0" : "=r"(memory[0]));
	asm("movl $6,%0" : "=m"(*p));
	return memory[0] + *p;
}
