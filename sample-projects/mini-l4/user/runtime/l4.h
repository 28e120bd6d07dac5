/* What a program asks the kernel for, besides calls through stubs. */
#ifndef L4_H
#define L4_H

#include "layout.h"
#include "syscall.h"
#include "types.h"

#define NO_THREAD 0u
#define ANY_THREAD 0xffffffffu

/* Where a task starts, at its stack pointer: the root task writes it. */
#define TASKS 8
struct start_information {
	word_t role; /* which of the root's programs this is, from 0 */
	word_t count; /* of programs */
	word_t root; /* id of the root task, everybody's pager */
	word_t tasks[TASKS]; /* their threads' ids, by role */
};
#define STACK_TOP 0x80000000u
#define STACK_BYTES 0x20000u

struct l4_registers {
	word_t eax, ecx, edx, ebx, esi, edi, ebp;
};
void l4_trap(struct l4_registers *registers);

static inline word_t l4_self(void)
{
	word_t id;
	__asm__ volatile("int %1" : "=a"(id) : "i"(SYSCALL_SELF) : "memory");
	return id;
}
static inline void l4_unmap(word_t flexpage, word_t how)
{
	__asm__ volatile("int %2" : "+a"(flexpage) : "c"(how), "i"(SYSCALL_UNMAP) : "memory");
}
static inline void l4_yield(void)
{
	word_t id = NO_THREAD;
	__asm__ volatile("int %1" : "+a"(id) : "i"(SYSCALL_SWITCH) : "memory");
}
static inline word_t l4_create(const void *instruction, word_t stack, word_t pager, word_t space)
{
	word_t id = (word_t)instruction;
	__asm__ volatile("int %4" : "+a"(id) : "d"(stack), "b"(pager), "c"(space), "i"(SYSCALL_CREATE) : "memory");
	return id;
}
static inline word_t l4_stop(word_t id)
{
	__asm__ volatile("int %1" : "+a"(id) : "i"(SYSCALL_STOP) : "memory");
	return id;
}
static inline word_t l4_leader(word_t id)
{
	__asm__ volatile("int %1" : "+a"(id) : "i"(SYSCALL_LEADER) : "memory");
	return id;
}
static inline word_t l4_attach(word_t line)
{
	__asm__ volatile("int %1" : "+a"(line) : "i"(SYSCALL_ATTACH) : "memory");
	return line;
}
static inline word_t l4_debug(word_t what, word_t operand)
{
	__asm__ volatile("int %2" : "+a"(what) : "c"(operand), "i"(SYSCALL_DEBUG) : "memory");
	return what;
}

/* Messages by hand, for what stubs are not made for: two words each way, the same on every ABI. */
struct l4_message {
	word_t partner; /* to and from */
	word_t label; /* V4: of the tag; else the word behind the others, where there is one */
	word_t word[2];
};
#define L4_NEVER 0u
#if KERNEL_ABI == 4
#define L4_AT_ONCE 0x04000400u
#define L4_PAGE(address, log2, access) ((address) | (log2) << 4 | (access))
#define L4_READ 5u
#define L4_WRITE 7u
#else
#define L4_AT_ONCE 0x00000011u
#define L4_PAGE(address, log2, access) ((address) | (log2) << 2 | (access))
#define L4_READ 0u
#define L4_WRITE 2u
#endif
enum l4_what {
	L4_SEND = 1,
	L4_RECEIVE = 2, /* from the partner */
	L4_WAIT = 4, /* from anyone */
	L4_MAP = 8, /* the words are a page: where it goes, and L4_PAGE */
};
/* 0, or the kernel's error code. */
word_t l4_message(struct l4_message *message, unsigned what, word_t timeouts);

#endif
