/* A kernel that meets an exception of the CPU, one of five. Booted by litmus-boot.S. */
struct gate {
	unsigned short low, selector, kind, high;
} __attribute__((packed));

static struct gate gates[32];
static struct {
	unsigned short limit;
	void *base;
} __attribute__((packed)) table = { sizeof gates - 1, gates };
static unsigned pages[1024] __attribute__((aligned(4096)));

struct inode {
	int pad[4], users;
};

volatile int handled, zero;

/* Goes on behind the instruction, which is known to have two bytes. */
#define HANDLER(name, code)                                                              \
	extern char name[];                                                              \
	__asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n\tincl handled\n" \
		"\tadd $" #code ", %esp\n\taddl $2, (%esp)\n\tiret\n.size " #name ", . - " #name "\n");
HANDLER(on_divide, 0)
HANDLER(on_opcode, 0)
HANDLER(on_protection, 4)
HANDLER(on_page, 4)

static void set_gate(int vector, char *handler)
{
	unsigned short code;

	__asm__("mov %%cs, %0" : "=r"(code));
	gates[vector] = (struct gate){ (unsigned)handler, code, 0x8e00, (unsigned)handler >> 16 };
}

static void start_paging(void)
{
	unsigned page;

	for (page = 0; page < 8; page++)
		pages[page] = page << 22 | 0x83;
	__asm__ volatile("mov %%cr4, %%eax; or $16, %%eax; mov %%eax, %%cr4; mov %0, %%cr3;"
			 "mov %%cr0, %%eax; or $0x80000000, %%eax; mov %%eax, %%cr0" ::"r"(pages)
			 : "eax");
}

__attribute__((noinline)) int users_of(struct inode *inode)
{
	int users;

	__asm__ volatile("mov (%1), %0" : "=r"(users) : "r"(&inode->users));
	return users;
}

__attribute__((noinline)) void forbidden(unsigned selector)
{
	__asm__ volatile("mov %0, %%fs" ::"r"(selector));
}

__attribute__((noinline)) void bug(void)
{
	__asm__ volatile("ud2");
}

__attribute__((noinline)) int share(int among)
{
	int each = 12;

	__asm__ volatile("cltd; idiv %1" : "+a"(each) : "r"(among) : "edx");
	return each;
}

void give_up(const char *why)
{
	(void)why;
	for (;;)
		__asm__ volatile("hlt");
}

void first_processor(void)
{
	set_gate(6, on_opcode);
	__asm__ volatile("lidt %0" ::"m"(table));
	start_paging();
	/* As many kernels do: gates come when the table is loaded already. */
	set_gate(0, on_divide);
	set_gate(13, on_protection);
	set_gate(14, on_page);
	users_of((struct inode *)0xd0000000);
	forbidden(0x68);
	bug();
	share(zero);
	give_up("nothing is left to do");
}

void second_processor(void)
{
}

void on_timer(void)
{
}
