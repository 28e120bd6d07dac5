/* The table of system calls. See kernel/syscall.h and abi/syscall.h. */
#include "kernel/syscall.h"

#include "abi/errno.h"
#include "abi/syscall.h"
#include "arch/trap.h"

/* The C calling convention lets a caller pass more arguments than are taken. */
typedef int (*syscall_function)(uint32_t, uint32_t, uint32_t);

#define ENTRY(name) [SYS_##name] = (syscall_function)(void (*)(void))sys_##name

static const syscall_function syscall_table[SYSCALL_COUNT] = {
	ENTRY(exit),
	ENTRY(fork),
	ENTRY(exec),
	ENTRY(wait),
	ENTRY(getpid),
	ENTRY(getppid),
	ENTRY(yield),
	ENTRY(sleep),
	ENTRY(uptime),
	ENTRY(getuid),
	ENTRY(geteuid),
	ENTRY(getgid),
	ENTRY(setuid),
	ENTRY(setgid),
	ENTRY(poweroff),
	ENTRY(open),
	ENTRY(close),
	ENTRY(dup),
	ENTRY(pipe),
	ENTRY(read),
	ENTRY(write),
	ENTRY(lseek),
	ENTRY(stat),
	ENTRY(fstat),
	ENTRY(chown),
	ENTRY(chmod),
	ENTRY(mkdir),
	ENTRY(rmdir),
	ENTRY(unlink),
	ENTRY(readdir),
	ENTRY(kill),
	ENTRY(signals),
	ENTRY(pause),
	ENTRY(filter),
	ENTRY(call),
	ENTRY(attach),
};

void syscall_dispatch(struct trap_frame *frame)
{
	uint32_t number = frame->eax;
	uint32_t result = (uint32_t)-ENOSYS;

	if (number < SYSCALL_COUNT && syscall_table[number])
		result = (uint32_t)syscall_table[number](frame->ebx, frame->ecx, frame->edx);
	frame->eax = result;
}
