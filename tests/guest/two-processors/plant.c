/* Run by the second processor while the version for `on == 0` is plugged: writes that go around its guards, one a line. */
#include "mode.h"

typedef int __attribute__((may_alias)) word;

static void __attribute__((noinline)) store(volatile int *to) { *to = 0; } /* planted */

/* QEMU's table of firmware files tells four bytes of its own by DMA. */
static void by_device(unsigned to)
{
	static volatile unsigned command[4];

	command[0] = 0x0a000000; /* select what is 0, and read; all words in big-endian order */
	command[1] = 0x04000000;
	command[3] = __builtin_bswap32(to);
	__asm__ volatile("outl %0, %1" : : "a"(0), "Nd"((unsigned short)0x514) : "memory");
	__asm__ volatile("outl %0, %1" : : "a"(__builtin_bswap32((unsigned)command)), "Nd"((unsigned short)0x518) : "memory");
	while (__builtin_bswap32(command[0]) & ~1u)
		;
}

void plant(char *bytes)
{
	*(volatile word *)(bytes + 4) = 0; /* planted */
	((volatile int *)bytes)[1] = 0; /* planted */
	store((volatile int *)(bytes + 4));
	__asm__ volatile("movl $0, (%0)" : : "r"(bytes + 4) : "memory"); /* planted */
	__asm__ volatile("lock andl $0, (%0)" : : "r"(bytes + 4) : "memory"); /* planted */
	*(volatile short *)(bytes + 5) = 0; /* planted */
	__builtin_memset(bytes + 4, 0, 4); /* planted */
	__asm__ volatile("" : : : "memory");
	__sync_fetch_and_and((int *)(bytes + 4), 0); /* planted */
	*(volatile word *)(bytes + 4) = 7; /* planted */
	*(volatile word *)(bytes + 4) = 0; /* planted */
	by_device((unsigned)bytes + 4);
	*(volatile word *)(bytes + 4) = 0; /* planted */
	m->on = 0; /* guarded */
}
