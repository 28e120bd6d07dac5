/* A kernel whose interrupts enter C in three usual ways, without a word for debuggers. Booted by litmus-boot.S. */
struct gate {
	unsigned short low, selector, kind, high;
} __attribute__((packed));

static struct gate gates[48];
static struct {
	unsigned short limit;
	void *base;
} __attribute__((packed)) table = { sizeof gates - 1, gates };

volatile int handled;

/* Each vector its own code, then one for all, which saves segments and registers as a struct of the kernel. */
__asm__(".globl vector32, trap_common\nvector32:\n\tpush $0\n\tpush $32\n\tjmp trap_common\n"
	"trap_common:\n\tpush %ds\n\tpush %es\n\tpusha\n\tmov $0x10, %eax\n\tpush %esp\n\tcall trap\n\tadd $4, %esp\n"
	"trap_return:\n\tpopa\n\tpop %es\n\tpop %ds\n\tadd $8, %esp\n\tiret\n");
void vector32(void);

/* With a decision on the way back, and the data segment among the registers. */
__asm__(".globl vector33\nvector33:\n\tcli\n\tpush $0\n\tpush $33\n\tpusha\n\tmov %ds, %ax\n\tpush %eax\n\tcall isr_handler\n"
	"\tcmpl $0, handled\n\tjne 1f\n\tcall reschedule\n1:\tpop %ebx\n\tpopa\n\tlea 8(%esp), %esp\n\tiret\n");
void vector33(void);

/* Without pushes: the registers are stored and loaded one by one. */
__asm__(".globl vector34\nvector34:\n\tsub $28, %esp\n\tmov %eax, (%esp)\n\tmov %ebx, 4(%esp)\n\tmov %ecx, 8(%esp)\n"
	"\tmov %edx, 12(%esp)\n\tmov %esi, 16(%esp)\n\tmov %edi, 20(%esp)\n\tmov %ebp, 24(%esp)\n\tcall irq_handler\n\tjmp out\n"
	"irq_handler_unused:\n\tret\n"
	"out:\tmov (%esp), %eax\n\tmov 4(%esp), %ebx\n\tmov 8(%esp), %ecx\n\tmov 12(%esp), %edx\n\tmov 16(%esp), %esi\n"
	"\tmov 20(%esp), %edi\n\tmov 24(%esp), %ebp\n\tadd $28, %esp\n\tiret\n");
void vector34(void);

__attribute__((noinline)) void clobber(void)
{
	__asm__ volatile("xor %%ebx, %%ebx; xor %%esi, %%esi; xor %%edi, %%edi" ::: "ebx", "esi", "edi");
	handled++;
}

void reschedule(void)
{
}

void trap(void *frame)
{
	(void)frame;
	clobber();
}

void isr_handler(void)
{
	clobber();
}

void irq_handler(void)
{
	clobber();
}

static void set_gate(int vector, void (*handler)(void))
{
	unsigned short code;

	__asm__("mov %%cs, %0" : "=r"(code));
	gates[vector] = (struct gate){ (unsigned)handler, code, 0x8e00, (unsigned)handler >> 16 };
}

/* Both values live in registers that whoever is called must keep. */
__attribute__((noinline)) int work(int number)
{
	int kept = number * 3;

	__asm__ volatile("int $32; int $33; int $34" ::"b"(kept), "S"(number));
	return kept + number;
}

void first_processor(void)
{
	set_gate(32, vector32);
	set_gate(33, vector33);
	set_gate(34, vector34);
	__asm__ volatile("lidt %0" ::"m"(table));
	handled = work(14);
	for (;;)
		__asm__ volatile("hlt");
}

void second_processor(void)
{
}

void on_timer(void)
{
}
