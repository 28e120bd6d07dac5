/* Entries into the kernel: exceptions, interrupts and system calls. */
#ifndef ARCH_TRAP_H
#define ARCH_TRAP_H

#include "arch/segments.h"
#include "kernel/types.h"

#define EXCEPTION_COUNT 32
#define EXCEPTION_PAGE_FAULT 14
#define INTERRUPT_BASE 32 /* first vector of the interrupt controller */
#define INTERRUPT_COUNT 16

#define PAGE_FAULT_PRESENT 0x1
#define PAGE_FAULT_WRITE 0x2

/* What arch/trap-entry.S saves on the kernel stack; eip and below by the processor. */
struct trap_frame {
	uint32_t edi, esi, ebp, unused_esp, ebx, edx, ecx, eax; /* pusha */
	uint32_t ds, es;
	uint32_t vector;
	uint32_t error_code;
	uint32_t eip, cs, eflags;
	uint32_t esp, ss; /* only when coming from user mode */
};

static inline bool trap_from_user(const struct trap_frame *frame)
{
	return (frame->cs & 3) == 3;
}

void traps_init(void);

/* Calls handler, with interrupts off, on each interrupt of that line (0 to 15). */
void interrupt_set_handler(unsigned int line, void (*handler)(void));

/* What switch_stacks() leaves on the stack of a process that does not run. */
struct switch_frame {
	uint32_t edi, esi, ebx, ebp;
	void (*resume)(void); /* where the process goes on */
};

/* arch/trap-entry.S */
void trap_return(void);
void trap_return_to(struct trap_frame *frame) __noreturn;
void switch_stacks(uint32_t *previous_esp, uint32_t next_esp);

#endif
