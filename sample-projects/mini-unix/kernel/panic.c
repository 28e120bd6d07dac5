/* The end of a broken kernel. See kernel/panic.h. */
#include "kernel/panic.h"

#include "arch/cpu.h"
#include "arch/trap.h"
#include "kernel/format.h"
#include "kernel/power.h"
#include "kernel/printk.h"
#include "kernel/process.h"
#include "kernel/symbols.h"
#include "mm/layout.h"

#define BACKTRACE_MAX 32

static void print_place(const char *label, uint32_t address)
{
	uint32_t offset;
	const char *name = symbol_find(address, &offset);

	if (name)
		printk("%s 0x%08x %s+0x%x\n", label, address, name, offset);
	else
		printk("%s 0x%08x\n", label, address);
}

/* Each frame starts with the caller's ebp, then the return address. */
void backtrace_print(uint32_t ebp)
{
	for (int depth = 0; depth < BACKTRACE_MAX; depth++) {
		const uint32_t *frame = (const uint32_t *)ebp;

		if (ebp < KERNEL_BASE || ebp >= KERNEL_BASE + PHYSICAL_MAX || ebp % 4)
			return;
		if (frame[1] == 0) /* a first function has no caller */
			return;
		print_place("  called from", frame[1]);
		if (frame[0] <= ebp)
			return;
		ebp = frame[0];
	}
}

static void print_headline(const char *format, va_list arguments)
{
	char message[PRINTK_MAX];

	format_text(message, sizeof(message), format, arguments);
	printk("\nPANIC: %s\n", message);
	printk("process %s[%d]\n", current->name, current->pid);
}

static void print_registers(const struct trap_frame *frame)
{
	printk("eax %08x ebx %08x ecx %08x edx %08x\n", frame->eax, frame->ebx, frame->ecx,
	       frame->edx);
	printk("esi %08x edi %08x ebp %08x esp %08x\n", frame->esi, frame->edi, frame->ebp,
	       (uint32_t)&frame->esp);
	printk("eflags %08x cs %04x\n", frame->eflags, frame->cs);
}

/* A panic inside a panic has nothing left to say. */
static void enter_panic(void)
{
	static bool in_panic;

	interrupts_disable();
	if (in_panic)
		machine_stop(POWER_PANIC);
	in_panic = true;
}

void panic(const char *format, ...)
{
	va_list arguments;

	enter_panic();
	va_start(arguments, format);
	print_headline(format, arguments);
	va_end(arguments);
	print_place("eip", (uint32_t)__builtin_return_address(0));
	backtrace_print(*(const uint32_t *)__builtin_frame_address(0));
	machine_stop(POWER_PANIC);
}

void panic_at(const struct trap_frame *frame, const char *format, ...)
{
	va_list arguments;

	enter_panic();
	va_start(arguments, format);
	print_headline(format, arguments);
	va_end(arguments);
	print_place("eip", frame->eip);
	print_registers(frame);
	backtrace_print(frame->ebp);
	machine_stop(POWER_PANIC);
}
