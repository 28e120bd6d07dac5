/* Single instructions that C has no words for. */
#ifndef MINI_L4_CPU_H
#define MINI_L4_CPU_H

#include "types.h"

static inline void outb(uint16_t port, uint8_t value) { __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port)); }
static inline uint8_t inb(uint16_t port)
{
	uint8_t value;
	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}
static inline word_t read_cr2(void)
{
	word_t value;
	__asm__ volatile("mov %%cr2, %0" : "=r"(value));
	return value;
}
static inline void write_cr3(word_t value) { __asm__ volatile("mov %0, %%cr3" : : "r"(value) : "memory"); }
static inline void write_msr(word_t index, word_t low) { __asm__ volatile("wrmsr" : : "c"(index), "a"(low), "d"(0)); }
static inline void wait_for_interrupt(void) { __asm__ volatile("sti\n\thlt\n\tcli" : : : "memory"); }

#endif
