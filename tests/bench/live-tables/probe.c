/*
 * A kprobe at an address of the kernel, with a handler that does nothing: at=ADDRESS. With after=1 it also has a handler for
 * after the instruction, so that it can't be a jump. With returns=1 it is a kretprobe that counts, at a function's entry.
 */
#include <linux/kprobes.h>
#include <linux/module.h>

static ulong at;
static bool after, returns;
static unsigned int returned;

module_param(at, ulong, 0444);
module_param(after, bool, 0444);
module_param(returns, bool, 0444);
module_param(returned, uint, 0444);

static int before_it(struct kprobe *probe, struct pt_regs *registers)
{
	return 0;
}

static void after_it(struct kprobe *probe, struct pt_regs *registers, unsigned long flags)
{
}

static int at_return(struct kretprobe_instance *instance, struct pt_regs *registers)
{
	returned++;
	return 0;
}

static struct kprobe probe = { .pre_handler = before_it };
static struct kretprobe return_probe = { .handler = at_return };

static int __init probe_begin(void)
{
	if (returns) {
		return_probe.kp.addr = (kprobe_opcode_t *)at;
		return register_kretprobe(&return_probe);
	}
	probe.addr = (kprobe_opcode_t *)at;
	if (after)
		probe.post_handler = after_it;
	return register_kprobe(&probe);
}

static void __exit probe_end(void)
{
	if (returns)
		unregister_kretprobe(&return_probe);
	else
		unregister_kprobe(&probe);
}

module_init(probe_begin);
module_exit(probe_end);
MODULE_DESCRIPTION("What a kprobe costs");
MODULE_LICENSE("GPL");
