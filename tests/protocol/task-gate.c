/* A kernel whose stack overflows: its double fault goes through a task gate, to a task with a stack of its own. */
struct gate {
	unsigned short low, selector, kind, high;
} __attribute__((packed));

struct task_state {
	unsigned link, esp0, ss0, esp1, ss1, esp2, ss2, cr3, eip, eflags;
	unsigned eax, ecx, edx, ebx, esp, ebp, esi, edi, es, cs, ss, ds, fs, gs, ldt, map;
};

static struct gate gates[32];
static unsigned long long segments[8];
static struct task_state running, doubly_faulted;
static unsigned pages[1024] __attribute__((aligned(4096)));
static unsigned low_pages[1024] __attribute__((aligned(4096)));
/* Its first page is not there. */
static char stack[8192] __attribute__((aligned(4096)));
static char other_stack[4096] __attribute__((aligned(4096)));
volatile int depth;

struct table {
	unsigned short limit;
	void *base;
} __attribute__((packed));

void on_double_fault(void)
{
	for (;;)
		__asm__ volatile("hlt");
}

static unsigned long long segment(unsigned base, unsigned limit, unsigned access, unsigned flags)
{
	return (limit & 0xffff) | (unsigned long long)(base & 0xffffff) << 16 | (unsigned long long)access << 40 |
	       (unsigned long long)((limit >> 16 & 15) | flags << 4) << 48 | (unsigned long long)(base >> 24) << 56;
}

static void load_segments(void)
{
	struct table table = { sizeof segments - 1, segments };

	segments[1] = segment(0, 0xfffff, 0x9a, 12);
	segments[2] = segment(0, 0xfffff, 0x92, 12);
	segments[3] = segment((unsigned)&running, sizeof running - 1, 0x89, 0);
	segments[4] = segment((unsigned)&doubly_faulted, sizeof doubly_faulted - 1, 0x89, 0);
	__asm__ volatile("lgdt %0; ljmp $8, $1f; 1: mov $16, %%eax; mov %%eax, %%ds; mov %%eax, %%es; mov %%eax, %%ss;"
			 "mov $24, %%eax; ltr %%ax" ::"m"(table)
			 : "eax", "memory");
}

static void start_paging(void)
{
	unsigned page;

	for (page = 0; page < 1024; page++)
		low_pages[page] = page << 12 | 3;
	low_pages[(unsigned)stack >> 12] = 0;
	pages[0] = (unsigned)low_pages | 3;
	__asm__ volatile("mov %0, %%cr3; mov %%cr0, %%eax; or $0x80000000, %%eax; mov %%eax, %%cr0" ::"r"(pages) : "eax");
}

__attribute__((noinline)) int recurse(int number)
{
	volatile char room[64];

	room[0] = number;
	depth = number;
	return recurse(number + 1) + room[0];
}

void overflow(void)
{
	recurse(1);
}

void first_processor(void)
{
	struct table table = { sizeof gates - 1, gates };

	load_segments();
	doubly_faulted.cr3 = (unsigned)pages;
	doubly_faulted.eip = (unsigned)on_double_fault;
	doubly_faulted.esp = (unsigned)(other_stack + sizeof other_stack);
	doubly_faulted.eflags = 2;
	doubly_faulted.cs = 8;
	doubly_faulted.ss = doubly_faulted.ds = doubly_faulted.es = doubly_faulted.fs = doubly_faulted.gs = 16;
	gates[8] = (struct gate){ 0, 32, 0x8500, 0 };
	__asm__ volatile("lidt %0" ::"m"(table));
	start_paging();
	__asm__ volatile("mov %0, %%esp; call overflow" ::"r"(stack + sizeof stack) : "memory");
}

void second_processor(void)
{
}

void on_timer(void)
{
}
