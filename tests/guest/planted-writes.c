/*
 * Writes of a guarded term (credentials.euid, the third of four numbers) that go around its guards, each of another kind:
 * tests/guest/guards.test.ts adds them to mini-unix. All write what is there already. One planted write a line.
 */
#include "kernel/process.h"
#include "mm/pages.h"

struct lookalike {
	uint32_t a, b, c, d;
};
struct bits {
	uint32_t other[2];
	uint32_t low : 12, high : 20;
};
union overlay {
	uint32_t words[4];
	uint8_t bytes[16];
};
typedef uint32_t __attribute__((may_alias)) word;

void *planted_object;
uint32_t *planted_term;
static void store(volatile uint32_t *to) { *to = 0; } /* planted: through a parameter */
static void (*volatile indirect)(volatile uint32_t *) = store;

static void by_address(char *bytes, uint32_t address)
{
	*(volatile word *)(bytes + 8) = 0; /* planted: bytes and an offset */
	*(volatile word *)address = 0; /* planted: a number as an address */
	((volatile uid_t *)(void *)bytes)[2] = 0; /* planted: a pointer to the member's type */
	((volatile uint8_t *)bytes)[9] = 0; /* planted: one byte of four */
	*(volatile uint16_t *)(bytes + 10) = 0; /* planted: two bytes of four */
	*(volatile uint64_t *)(bytes + 4) &= 0xffffffff; /* planted: eight bytes across two members */
	*(volatile uint32_t *)(bytes + 5) = *(volatile uint32_t *)(bytes + 5); /* planted: not aligned */
}

static void by_type(void *object)
{
	((volatile struct lookalike *)object)->c = 0; /* planted: another struct */
	((volatile union overlay *)object)->words[2] = 0; /* planted: a union */
	((volatile struct bits *)object)->low = 0; /* planted: a bit-field */
	*(volatile struct lookalike *)object = *(volatile struct lookalike *)object; /* planted: a copy of another struct */
	((struct file *volatile *)object)[2] = NULL; /* planted: a pointer in its place */
}

static void by_bytes(void *object, const void *same)
{
	__builtin_memcpy(object, same, 16); /* planted: copied as bytes */
	__asm__ volatile("" : : : "memory");
	__builtin_memset((char *)object + 8, 0, 4); /* planted: filled as bytes */
	__asm__ volatile("" : : : "memory");
	for (volatile char *at = object, *end = at + 16; at < end; at++) *at = *at; /* planted: a loop over bytes */
}

static void by_asm(char *bytes)
{
	void *to = bytes + 8;
	uint32_t zero = 0;

	__asm__ volatile("movl $0, (%0)" : : "r"(to) : "memory"); /* planted: asm with an address */
	__asm__ volatile("rep stosl" : "+D"(to) : "a"(0), "c"(1) : "memory"); /* planted: a string instruction */
	to = bytes + 8;
	__asm__ volatile("xchgl %0, (%1)" : "+r"(zero) : "r"(to) : "memory"); /* planted: an exchange */
	__asm__ volatile("pushl $0; popl (%0)" : : "r"(to) : "memory"); /* planted: the stack's instruction */
}

static void by_others(char *bytes)
{
	indirect((volatile uint32_t *)(bytes + 8));
	__atomic_store_n(planted_term, 0, __ATOMIC_SEQ_CST); /* planted: an atomic store through a global pointer */
	__sync_fetch_and_and((uint32_t *)planted_object + 2, 0); /* planted: a locked change of a word */
	*((volatile gid_t *)&current->credentials.gid + 1) = 0; /* planted: behind its neighbour */
	((struct file *volatile *)&current->files)[-2] = NULL; /* planted: before an array */
}

/* A device writes: QEMU's table of firmware files tells four bytes of its own by DMA. */
static void by_device(void *to)
{
	static volatile uint32_t command[4];

	command[0] = 0x0a000000; /* select what is 0, and read; all words in big-endian order */
	command[1] = 0x04000000;
	command[3] = __builtin_bswap32(physical_address(to));
	__asm__ volatile("outl %0, %1" : : "a"(0), "Nd"((uint16_t)0x514) : "memory");
	__asm__ volatile("outl %0, %1" : : "a"(__builtin_bswap32(physical_address((void *)command))), "Nd"((uint16_t)0x518) : "memory");
	while (__builtin_bswap32(command[0]) & ~1u)
		;
}

void planted_writes(void)
{
	static struct credentials same;
	char *bytes = (char *)&current->credentials;

	same = current->credentials;
	planted_object = bytes;
	planted_term = (uint32_t *)(void *)(bytes + 8);
	by_address(bytes, (uint32_t)bytes + 8);
	by_type(bytes);
	by_bytes(bytes, &same);
	by_asm(bytes);
	by_others(bytes);
	by_device(bytes + 8);
	*(volatile uint32_t *)bytes = 0; /* planted: its neighbour, where what the device did is seen */
	*(volatile uint32_t *)(bytes + 8) = 0; /* planted: what the device wrote is taken back */
}
