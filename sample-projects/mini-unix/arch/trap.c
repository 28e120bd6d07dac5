/*
 * The vector table, and what happens after arch/trap-entry.S saved the
 * registers: a system call, an interrupt or an exception is handled, then
 * trap_leave() does what is due before a program goes on.
 */
#include "arch/trap.h"

#include "abi/syscall.h"
#include "arch/cpu.h"
#include "drivers/interrupt-controller.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/process.h"
#include "kernel/scheduler.h"
#include "kernel/syscall.h"
#include "mm/paging.h"

#define VECTOR_COUNT 256
#define TRAP_ENTRY_SIZE 16
#define GATE_INTERRUPT 0x8e00 /* interrupts go off on entry */
#define GATE_SYSTEM_CALL 0xef00 /* interrupts stay on; programs may use it */

struct gate {
	uint16_t offset_low;
	uint16_t segment;
	uint16_t kind;
	uint16_t offset_high;
};

extern const char trap_entries[];

void trap_dispatch(struct trap_frame *frame);

static struct gate gates[VECTOR_COUNT];
static void (*interrupt_handlers[INTERRUPT_COUNT])(void);

static const char *const exception_names[EXCEPTION_COUNT] = {
	[0] = "divide error",      [1] = "debug",
	[2] = "non-maskable interrupt", [3] = "breakpoint",
	[4] = "overflow",          [5] = "bound range exceeded",
	[6] = "invalid opcode",    [7] = "no coprocessor",
	[8] = "double fault",      [10] = "invalid task state",
	[11] = "segment not present", [12] = "stack fault",
	[13] = "general protection", [14] = "page fault",
	[16] = "floating point",   [17] = "alignment check",
};

static const char *exception_name(uint32_t vector)
{
	if (vector < EXCEPTION_COUNT && exception_names[vector])
		return exception_names[vector];
	return "unknown exception";
}

static void handle_interrupt(unsigned int line)
{
	if (interrupt_handlers[line])
		interrupt_handlers[line]();
	interrupt_controller_done(line);
}

/* Only the program that did it ends; a fault of the kernel ends the machine. */
static void handle_exception(struct trap_frame *frame)
{
	uint32_t address = frame->vector == EXCEPTION_PAGE_FAULT ? fault_address() : 0;

	if (frame->vector == EXCEPTION_PAGE_FAULT && (frame->error_code & PAGE_FAULT_WRITE) &&
	    trap_from_user(frame) && page_fault_resolve(current->page_directory, address))
		return;

	if (!trap_from_user(frame))
		panic_at(frame, "%s in the kernel, address 0x%08x, error code 0x%x",
			 exception_name(frame->vector), address, frame->error_code);

	printk("%s[%d]: %s at eip 0x%08x, address 0x%08x\n", current->name, current->pid,
	       exception_name(frame->vector), frame->eip, address);
	interrupts_enable();
	process_exit(128 + (int)frame->vector);
}

/*
 * The last stop before a program continues. The kernel gives the processor
 * away here, and pending signals can be delivered here.
 */
static void trap_leave(struct trap_frame *frame)
{
	interrupts_disable();
	if (!trap_from_user(frame))
		return;
	while (scheduler_wants_switch())
		schedule();
}

void trap_dispatch(struct trap_frame *frame)
{
	if (frame->vector == SYSCALL_VECTOR)
		syscall_dispatch(frame);
	else if (frame->vector >= INTERRUPT_BASE &&
		 frame->vector < INTERRUPT_BASE + INTERRUPT_COUNT)
		handle_interrupt(frame->vector - INTERRUPT_BASE);
	else
		handle_exception(frame);
	trap_leave(frame);
}

void interrupt_set_handler(unsigned int line, void (*handler)(void))
{
	assert(line < INTERRUPT_COUNT);
	interrupt_handlers[line] = handler;
	interrupt_controller_enable(line);
}

static void gate_set(unsigned int vector, uint16_t kind)
{
	uint32_t entry = (uint32_t)trap_entries + vector * TRAP_ENTRY_SIZE;

	gates[vector].offset_low = entry & 0xffff;
	gates[vector].offset_high = entry >> 16;
	gates[vector].segment = KERNEL_CODE_SEGMENT;
	gates[vector].kind = kind;
}

void traps_init(void)
{
	struct {
		uint16_t limit;
		uint32_t base;
	} __attribute__((packed)) table = { sizeof(gates) - 1, (uint32_t)gates };

	for (unsigned int vector = 0; vector < VECTOR_COUNT; vector++)
		gate_set(vector, vector == SYSCALL_VECTOR ? GATE_SYSTEM_CALL : GATE_INTERRUPT);
	__asm__ volatile("lidt %0" : : "m"(table));
	interrupt_controller_init(INTERRUPT_BASE);
}
