/* See trap.h. */
#include "trap.h"

#include "console.h"
#include "count.h"
#include "cpu.h"
#include "ipc.h"
#include "layout.h"
#include "schedule.h"
#include "syscall.h"

#define TRAP_ENTRY_SIZE 16
#define VECTORS 64
#define VECTOR_DEBUG 1
#define VECTOR_PAGE_FAULT 14
#define FIRST_INTERRUPT 0x20
#define INTERRUPTS 16
#define TIMER_LINE 0
#define SYSENTER 0x100
#define TRAP_FLAG 0x100

#define MSR_SYSENTER_CS 0x174
#define MSR_SYSENTER_ESP 0x175
#define MSR_SYSENTER_EIP 0x176

extern char trap_entries[], sysenter_entry[], kernel_stack_top[];

static struct {
	uint16_t low, segment, kind, high;
} gates[VECTORS];

static void set_gate(word_t vector)
{
	const word_t entry = (word_t)trap_entries + vector * TRAP_ENTRY_SIZE;
	const bool from_programs = vector == 3 || (vector >= SYSCALL_IPC && vector <= SYSCALL_LAST);
	gates[vector].low = (uint16_t)entry;
	gates[vector].high = (uint16_t)(entry >> 16);
	gates[vector].segment = KERNEL_CODE;
	gates[vector].kind = from_programs ? 0xee00 : 0x8e00; /* interrupt gates: the kernel is never interrupted */
}

static void controllers_init(void)
{
	static const uint8_t words[][2] = {{0x11, 0x11}, {FIRST_INTERRUPT, FIRST_INTERRUPT + 8}, {4, 2}, {1, 1}};
	for (unsigned index = 0; index < 4; index++) {
		outb(index == 0 ? 0x20 : 0x21, words[index][0]);
		outb(index == 0 ? 0xa0 : 0xa1, words[index][1]);
	}
	outb(0x21, 0xfe); /* only the timer */
	outb(0xa1, 0xff);
}

void traps_init(void)
{
	for (word_t vector = 0; vector < VECTORS; vector++)
		set_gate(vector);
	struct __attribute__((packed)) {
		uint16_t limit;
		word_t base;
	} table = {sizeof(gates) - 1, (word_t)gates};
	__asm__ volatile("lidt %0" : : "m"(table) : "memory");
	write_msr(MSR_SYSENTER_CS, KERNEL_CODE);
	write_msr(MSR_SYSENTER_ESP, (word_t)kernel_stack_top);
	write_msr(MSR_SYSENTER_EIP, (word_t)sysenter_entry);
	controllers_init();
}

static void interrupt(word_t line)
{
	if (line >= 8)
		outb(0xa0, 0x20);
	outb(0x20, 0x20);
	if (line == TIMER_LINE)
		schedule_tick();
	ipc_interrupt(line);
}

/* The return address and the timeouts stand where ECX points. */
static void sysenter(struct thread *thread)
{
	struct trap_frame *frame = &thread->frame;
	const word_t *words = space_page(thread->space, frame->ecx, ACCESS_READ);
	if ((frame->ecx & 3) != 0 || (frame->ecx & 0xfff) > PAGE_SIZE - 8 || words == NULL) {
		console_print("thread %x stopped: sysenter with a stack at %x\n", thread->id, frame->ecx);
		ipc_stop(thread);
		return;
	}
	frame->eip = words[0];
	frame->esp = frame->ecx + 8;
	frame->ecx = words[1];
	syscall_dispatch(thread, SYSCALL_IPC);
}

static void exception(struct thread *thread)
{
	if (ipc_exception(thread))
		return;
	console_print("thread %x stopped: exception %u, error %x, instruction %x\n", thread->id, thread->frame.vector,
	              thread->frame.error, thread->frame.eip);
	ipc_stop(thread);
}

static void page_fault(struct thread *thread, word_t address)
{
	if (address < USER_END)
		ipc_page_fault(thread, address, (thread->frame.error & 2) ? ACCESS_WRITE : ACCESS_READ);
	else {
		console_print("thread %x stopped: it touched %x, instruction %x\n", thread->id, address, thread->frame.eip);
		ipc_stop(thread);
	}
}

void trap_dispatch(void) __attribute__((noreturn));
void trap_dispatch(void)
{
	struct thread *thread = current;
	const word_t vector = thread->frame.vector;
	if (vector == SYSENTER)
		sysenter(thread);
	else if (vector >= SYSCALL_IPC && vector <= SYSCALL_LAST)
		syscall_dispatch(thread, vector);
	else if (vector >= FIRST_INTERRUPT && vector < FIRST_INTERRUPT + INTERRUPTS)
		interrupt(vector - FIRST_INTERRUPT);
	else if (vector == VECTOR_DEBUG)
		count_step(thread);
	else if (vector == VECTOR_PAGE_FAULT)
		page_fault(thread, read_cr2());
	else
		exception(thread);
	schedule_resume();
}

struct kernel_frame {
	word_t registers[8], vector, error, eip, cs, eflags;
};
void trap_from_kernel(struct kernel_frame *frame);
void trap_from_kernel(struct kernel_frame *frame)
{
	if (frame->vector >= FIRST_INTERRUPT && frame->vector < FIRST_INTERRUPT + INTERRUPTS)
		interrupt(frame->vector - FIRST_INTERRUPT);
	else if (frame->vector == VECTOR_DEBUG)
		frame->eflags &= ~(word_t)TRAP_FLAG;
	else
		panic("exception %u, error %x, address %x, in the kernel at %x", frame->vector, frame->error, read_cr2(), frame->eip);
}
