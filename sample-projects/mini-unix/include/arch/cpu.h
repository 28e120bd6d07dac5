/* Instructions of the processor that C has no words for. */
#ifndef ARCH_CPU_H
#define ARCH_CPU_H

#include "kernel/types.h"

#define EFLAGS_INTERRUPTS 0x200

static inline void outb(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline void outw(uint16_t port, uint16_t value)
{
	__asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port));
}

static inline uint8_t inb(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

/* Of the time stamp, which counts on without end. */
static inline uint32_t time_stamp(void)
{
	uint32_t low;

	__asm__ volatile("rdtsc" : "=a"(low) : : "edx", "memory");
	return low;
}

static inline void interrupts_enable(void)
{
	__asm__ volatile("sti" : : : "memory");
}

static inline void interrupts_disable(void)
{
	__asm__ volatile("cli" : : : "memory");
}

/* Switches interrupts off; the result goes to interrupts_restore(). */
static inline uint32_t interrupts_save(void)
{
	uint32_t flags;

	__asm__ volatile("pushf\n\tpop %0\n\tcli" : "=r"(flags) : : "memory");
	return flags;
}

static inline void interrupts_restore(uint32_t flags)
{
	if (flags & EFLAGS_INTERRUPTS)
		interrupts_enable();
}

/* Waits for an interrupt. None can slip in between sti and hlt. */
static inline void interrupts_wait(void)
{
	__asm__ volatile("sti\n\thlt" : : : "memory");
}

static inline uint32_t fault_address(void)
{
	uint32_t address;

	__asm__ volatile("mov %%cr2, %0" : "=r"(address));
	return address;
}

static inline void page_directory_register_set(uint32_t physical)
{
	__asm__ volatile("mov %0, %%cr3" : : "r"(physical) : "memory");
}

static inline uint32_t page_directory_register(void)
{
	uint32_t physical;

	__asm__ volatile("mov %%cr3, %0" : "=r"(physical));
	return physical;
}

static inline void tlb_drop(uint32_t address)
{
	__asm__ volatile("invlpg (%0)" : : "r"(address) : "memory");
}

#endif
