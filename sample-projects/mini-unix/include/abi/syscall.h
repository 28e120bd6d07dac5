/*
 * Numbers of the system calls. The number goes into eax, up to three
 * arguments into ebx, ecx and edx; int 0x80 returns the result in eax.
 */
#ifndef ABI_SYSCALL_H
#define ABI_SYSCALL_H

#define SYSCALL_VECTOR 0x80

enum syscall_number {
	/* processes */
	SYS_exit = 1,
	SYS_fork,
	SYS_exec,
	SYS_wait,
	SYS_getpid,
	SYS_getppid,
	SYS_yield,
	SYS_sleep,
	SYS_uptime,
	SYS_getuid,
	SYS_geteuid,
	SYS_getgid,
	SYS_setuid,
	SYS_setgid,
	SYS_poweroff,
	/* files */
	SYS_open,
	SYS_close,
	SYS_dup,
	SYS_pipe,
	SYS_read,
	SYS_write,
	SYS_lseek,
	SYS_stat,
	SYS_fstat,
	SYS_chown,
	SYS_chmod,
	SYS_mkdir,
	SYS_rmdir,
	SYS_unlink,
	SYS_readdir,
	/* signals */
	SYS_kill,
	SYS_signals,
	SYS_pause,
	/* the loopback network */
	SYS_filter,
	SYS_call,
	SYS_attach,
	SYSCALL_COUNT
};

#endif
