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
typedef uint32_t quarter __attribute__((vector_size(16), aligned(4)));

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

/* Where the C of today has other words for it. */
static void by_language(void *object)
{
	volatile uint32_t *restrict const term = (volatile uint32_t *)object + 2;
	int n = (int)(uintptr_t)planted_object & 0 ? 1 : 4;

	*({ (volatile uint32_t *)object + 2; }) = 0; /* planted: a statement expression */
	*_Generic(term, volatile uint32_t *: term, default: NULL) = 0; /* planted: a generic selection */
	*(struct { volatile uint32_t *to; }){ term }.to = 0; /* planted: a compound literal */
	(*(volatile uint32_t (*)[n])object)[2] = 0; /* planted: an array of variable length */
	__auto_type same = term; *same = 0; /* planted: a type that is not written */
	*(volatile quarter *)object = *(volatile quarter *)object; /* planted: a vector */
	__asm__ volatile("" : : : "memory");
	if (__builtin_add_overflow((uint32_t)n * 0, 0u, (uint32_t *)object + 2)) return; /* planted: a checked sum */
	__asm__ volatile("" : : : "memory");
	*(term + 0 * n) = 0; /* planted: a restrict pointer */
}

static uint32_t *term_of(int count, ...)
{
	__builtin_va_list list;

	__builtin_va_start(list, count);
	uint32_t *found = __builtin_va_arg(list, uint32_t *);
	__builtin_va_end(list);
	return found;
}

static void clean(uint32_t **to) { *(volatile uint32_t *)*to = 0; } /* planted: what cleans a variable up */
static void old_style(to) volatile uint32_t *to; { *to = 0; } /* planted: a definition of 1978 */
extern uint32_t *planted_alias __attribute__((alias("planted_term")));

static void by_detours(char *bytes)
{
	static const void *const ways[] = { &&away, &&there };
	const uintptr_t mixed = (uintptr_t)(bytes + 8) ^ 0x5aa5;
	uint32_t *kept __attribute__((cleanup(clean))) = planted_term;

	*(volatile uint32_t *)term_of(1, planted_term) = 0; /* planted: an argument without a name */
	*(volatile uint32_t *)planted_alias = 0; /* planted: a variable with two names */
	*(volatile uint32_t *)(mixed ^ 0x5aa5) = 0; /* planted: a pointer that was mixed with a number */
	((volatile struct lookalike *)(bytes + 4 - __builtin_offsetof(struct credentials, gid)))->c = 0; /* planted: the object around its neighbour */
	old_style((volatile uint32_t *)kept);
	goto *ways[kept != NULL];
there:
	*(volatile uint32_t *)kept = 0; /* planted: behind a computed goto */
away:
	return;
}

static void by_processor(char *bytes)
{
	__asm__ goto("movl $0, (%0)" : : "r"(bytes + 8) : "memory" : on); /* planted: asm goto */
on:
	__asm__ volatile("andl $0, %0" : "+m"(*(uint32_t *)(bytes + 8)) : : "cc"); /* planted: an operand that asm changes */
	__asm__ volatile("lock btrl $3, %0" : "+m"(*(uint32_t *)(bytes + 8)) : : "cc"); /* planted: a bit of it */
	(void)__sync_val_compare_and_swap((uint64_t *)bytes + 1, *((uint64_t *)bytes + 1), *((uint64_t *)bytes + 1)); /* planted: compared and swapped */
}

/* The page stands at a second address, far behind the window; what is written there is taken back. */
static void by_mapping(char *bytes)
{
	uint32_t physical;

	__asm__ volatile("movl %%cr3, %0" : "=r"(physical));
	volatile uint32_t *directory = kernel_address(physical & ~0xfffu);
	volatile uint32_t *other = (volatile uint32_t *)(0xfe000000u + ((uint32_t)bytes & 0x3fffff) + 8);

	directory[0xfe000000u >> 22] = directory[(uint32_t)bytes >> 22];
	*other = 7; /* planted: at another address */
	*other = 0; /* planted: and taken back there */
	directory[0xfe000000u >> 22] = 0;
	__asm__ volatile("movl %0, %%cr3" : : "r"(physical) : "memory");
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
	by_language(bytes);
	by_detours(bytes);
	by_processor(bytes);
	by_mapping(bytes);
	by_device(bytes + 8);
	*(volatile uint32_t *)(bytes + 8) = 0; /* planted: what the device wrote is taken back */
	*(volatile uint32_t *)bytes = 0; /* planted: its neighbour, on which the version relies as well */
}
