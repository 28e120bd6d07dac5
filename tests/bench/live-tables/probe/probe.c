/* A probe of the kernel's own on getppid(): a jump where it can be optimized, a breakpoint with trap=1. */
#include <linux/kprobes.h>
#include <linux/module.h>

static int trap;
module_param(trap, int, 0);
static unsigned long hits;

static int before(struct kprobe *probe, struct pt_regs *registers)
{
	hits++;
	return 0;
}

static void behind(struct kprobe *probe, struct pt_regs *registers, unsigned long flags)
{
}

static struct kprobe probe = { .symbol_name = "__ia32_sys_getppid", .pre_handler = before };

static int __init begin(void)
{
	if (trap)
		probe.post_handler = behind; /* which keeps the kernel from optimizing it */
	return register_kprobe(&probe);
}

static void __exit end(void)
{
	unregister_kprobe(&probe);
}

module_init(begin);
module_exit(end);
MODULE_LICENSE("GPL");
