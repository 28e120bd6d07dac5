/* A kernel of two processors, each with a task of its own, and a third task that sleeps. Booted by litmus-boot.S. */
struct task {
	int pid;
	char name[16];
	unsigned *stack;
};

struct task tasks[] = { { 1, "editor", 0 }, { 2, "compiler", 0 }, { 3, "printer", 0 } };
struct task *running[2];
unsigned *beginning, paper[1024];
volatile int lines, units, sheets;

extern char trampoline[], trampoline_end[];
static volatile unsigned *const apic = (void *)0xfee00000;

void switch_to(unsigned **save, unsigned *stack);
__asm__(".globl switch_to\nswitch_to:\n"
	"\tpush %ebp\n\tpush %ebx\n\tpush %esi\n\tpush %edi\n"
	"\tmov 20(%esp), %eax\n\tmov 24(%esp), %edx\n\tmov %esp, (%eax)\n\tmov %edx, %esp\n"
	"\tpop %edi\n\tpop %esi\n\tpop %ebx\n\tpop %ebp\n\tret\n");

static __attribute__((noinline)) void wait_for_paper(int wanted)
{
	switch_to(&tasks[2].stack, beginning);
	sheets += wanted;
}

static void printer(void)
{
	for (;;)
		wait_for_paper(12);
}

static __attribute__((noinline)) void compile(int unit)
{
	units = unit;
}

static void wait(int times)
{
	while (times--)
		__asm__ volatile("pause");
}

void first_processor(void)
{
	unsigned *top = paper + 1000;
	int byte;

	top[4] = (unsigned)printer;
	running[0] = &tasks[2];
	switch_to(&beginning, top);
	running[0] = &tasks[0];
	for (byte = 0; byte < trampoline_end - trampoline; byte++)
		((volatile char *)0x8000)[byte] = trampoline[byte];
	apic[0xf0 / 4] = 0x1ff;
	apic[0x310 / 4] = 1 << 24;
	apic[0x300 / 4] = 0x4500;
	wait(1000000);
	apic[0x310 / 4] = 1 << 24;
	apic[0x300 / 4] = 0x4608;
	for (;;)
		lines++;
}

void second_processor(void)
{
	int unit;

	running[1] = &tasks[1];
	for (unit = 0;; unit++)
		compile(unit);
}

void on_timer(void)
{
}
