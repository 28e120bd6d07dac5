/* set_up where p->base == 8, rate == 9600, parity == 0, p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int set_up_9600(struct port *p, int rate, int parity)
{
	int v;
	unsigned short at;
	int v_3;
	int at_2;
	int result;
	int a;
	int result_2;
	int result_3;
	(void)rate;
	(void)parity;
	v = p->last;
	asm volatile("movzbl %1,%%eax\n\tmovl %%eax,%0" : "=m"(memory[11]) : "q"((unsigned char)128) : "eax");
	asm volatile("movzbl %1,%%eax\n\tmovl %%eax,%0" : "=m"(memory[8]) : "q"((unsigned char)12) : "eax");
	at_2 = 9;
	v_3 = 0;
	PUT(at_2, v_3);
	at = p->base + 3;
	asm volatile("movzbl %1,%%eax\n\tmovl %%eax,%0" : "=m"(memory[at]) : "q"((unsigned char)3) : "eax");
	result = in(p->base);
	a = result;
	asm("addl %1,%0" : "+r"(a) : "ri"(5) : "cc");
	result_2 = a;
	a = result_2;
	asm("addl %1,%0" : "+r"(a) : "ri"(9600) : "cc");
	result_3 = a;
	p->last = result_3 + framed(v, 7);
	p->count += is_zero(p->last, 2) + is_zero(v, 4);
	return v;
}

/* in_register where n == 3.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int in_register_3(int n, int k)
{
	register int b __asm__("ebx");
	int aligned __attribute__((aligned(16)));
	int got;
	(void)n;
	b = k;
	b++;
	asm volatile("leal (%%ebx,%2),%0" : "=r"(got) : "r"(b), "r"(3));
	aligned = 3;
	asm("movl %1,%0" : "+m"(aligned) : "r"(got));
	return aligned + ((int)&aligned & 15);
}

/* written where k == 1, p noalias.
 * Made by weft specialize from made.spec; belongs to the end of unit.c. */
int written_1(int *p, int k)
{
	(void)k;
	memory[0] = 1;
	asm("movl $5,%0" : "=r"(memory[0]));
	*p = 1;
	asm("movl $6,%0" : "=m"(*p));
	return memory[0] + *p;
}
