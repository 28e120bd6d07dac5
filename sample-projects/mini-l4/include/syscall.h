/*
 * System calls besides IPC, the same for every ABI. EAX says what comes back; 0 and NO_THREAD mean no.
 *
 *   int $0x31  thread_self       -> id
 *   int $0x32  unmap             EAX flexpage as messages spell it, ECX bit 0: here too, bit 1: only the right to write
 *   int $0x33  thread_switch     EAX id, or 0 for anyone
 *   int $0x34  thread_create     EAX instruction, EDX stack, EBX pager, ECX a thread of the space, 0: this space,
 *                                ANY_THREAD: a new, empty space -> id
 *   int $0x35  thread_stop       EAX id -> 1
 *   int $0x36  interrupt_attach  EAX line -> 1
 *   int $0x37  debug             EAX what (below), ECX operand
 *   int $0x38  thread_leader     EAX id -> the first thread of its space
 *
 * Only the root task's space creates and stops threads of other spaces.
 */
#ifndef MINI_L4_SYSCALL_H
#define MINI_L4_SYSCALL_H

#define SYSCALL_IPC 0x30
#define SYSCALL_SELF 0x31
#define SYSCALL_UNMAP 0x32
#define SYSCALL_SWITCH 0x33
#define SYSCALL_CREATE 0x34
#define SYSCALL_STOP 0x35
#define SYSCALL_ATTACH 0x36
#define SYSCALL_DEBUG 0x37
#define SYSCALL_LEADER 0x38
#define SYSCALL_LAST SYSCALL_LEADER

#define DEBUG_PUT 0 /* a character on the console */
#define DEBUG_EXIT 1 /* the machine ends */
#define DEBUG_COUNT 2 /* counting instructions on or off */
#define DEBUG_COUNTED 3 /* instructions of thread ECX */
#define DEBUG_TICKS 4 /* milliseconds since the start */

#ifndef __ASSEMBLER__
struct thread;
void syscall_dispatch(struct thread *thread, unsigned vector);
#endif

#endif
