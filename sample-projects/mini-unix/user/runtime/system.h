/* The system calls, as programs see them: a negated errno means failure. */
#ifndef USER_SYSTEM_H
#define USER_SYSTEM_H

#include "abi/errno.h"
#include "abi/fcntl.h"
#include "abi/net.h"
#include "abi/signal.h"
#include "abi/stat.h"
#include "abi/syscall.h"
#include "abi/types.h"

static inline int system_call(enum syscall_number number, uint32_t a, uint32_t b, uint32_t c)
{
	int result;

	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(number), "b"(a), "c"(b), "d"(c)
			 : "memory");
	return result;
}

static inline void __attribute__((noreturn)) exit(int status)
{
	system_call(SYS_exit, (uint32_t)status, 0, 0);
	__builtin_unreachable();
}

static inline int fork(void)
{
	return system_call(SYS_fork, 0, 0, 0);
}

/* arguments: as in argv, ended by NULL. Returns only on failure. */
static inline int exec(const char *path, char *const arguments[])
{
	return system_call(SYS_exec, (uint32_t)path, (uint32_t)arguments, 0);
}

/* pid -1: any child. */
static inline int wait(pid_t pid, int *status)
{
	return system_call(SYS_wait, (uint32_t)pid, (uint32_t)status, 0);
}

static inline int getpid(void)
{
	return system_call(SYS_getpid, 0, 0, 0);
}

static inline int getppid(void)
{
	return system_call(SYS_getppid, 0, 0, 0);
}

static inline int yield(void)
{
	return system_call(SYS_yield, 0, 0, 0);
}

static inline int sleep_milliseconds(unsigned int milliseconds)
{
	return system_call(SYS_sleep, milliseconds, 0, 0);
}

/* Milliseconds since boot. */
static inline int uptime(void)
{
	return system_call(SYS_uptime, 0, 0, 0);
}

static inline int getuid(void)
{
	return system_call(SYS_getuid, 0, 0, 0);
}

static inline int geteuid(void)
{
	return system_call(SYS_geteuid, 0, 0, 0);
}

static inline int getgid(void)
{
	return system_call(SYS_getgid, 0, 0, 0);
}

static inline int setuid(uid_t uid)
{
	return system_call(SYS_setuid, uid, 0, 0);
}

static inline int setgid(gid_t gid)
{
	return system_call(SYS_setgid, gid, 0, 0);
}

static inline int poweroff(bool failed)
{
	return system_call(SYS_poweroff, failed, 0, 0);
}

static inline int open(const char *path, int flags, mode_t mode)
{
	return system_call(SYS_open, (uint32_t)path, (uint32_t)flags, mode);
}

static inline int close(int fd)
{
	return system_call(SYS_close, (uint32_t)fd, 0, 0);
}

static inline int dup(int fd)
{
	return system_call(SYS_dup, (uint32_t)fd, 0, 0);
}

static inline int pipe(int fds[2])
{
	return system_call(SYS_pipe, (uint32_t)fds, 0, 0);
}

static inline int read(int fd, void *buffer, size_t size)
{
	return system_call(SYS_read, (uint32_t)fd, (uint32_t)buffer, size);
}

static inline int write(int fd, const void *buffer, size_t size)
{
	return system_call(SYS_write, (uint32_t)fd, (uint32_t)buffer, size);
}

static inline int lseek(int fd, off_t offset, int origin)
{
	return system_call(SYS_lseek, (uint32_t)fd, (uint32_t)offset, (uint32_t)origin);
}

static inline int stat(const char *path, struct stat *status)
{
	return system_call(SYS_stat, (uint32_t)path, (uint32_t)status, 0);
}

static inline int fstat(int fd, struct stat *status)
{
	return system_call(SYS_fstat, (uint32_t)fd, (uint32_t)status, 0);
}

static inline int chown(const char *path, uid_t uid, gid_t gid)
{
	return system_call(SYS_chown, (uint32_t)path, uid, gid);
}

static inline int chmod(const char *path, mode_t mode)
{
	return system_call(SYS_chmod, (uint32_t)path, mode, 0);
}

static inline int mkdir(const char *path, mode_t mode)
{
	return system_call(SYS_mkdir, (uint32_t)path, mode, 0);
}

static inline int rmdir(const char *path)
{
	return system_call(SYS_rmdir, (uint32_t)path, 0, 0);
}

static inline int unlink(const char *path)
{
	return system_call(SYS_unlink, (uint32_t)path, 0, 0);
}

/* route: which version of the kernel's code delivers it. */
static inline int kill(pid_t pid, int signal, enum signal_route route)
{
	return system_call(SYS_kill, (uint32_t)pid, (uint32_t)signal, route);
}

static inline int signals(enum signal_operation operation, uint32_t mask)
{
	return system_call(SYS_signals, operation, mask, 0);
}

/* Sleeps until a signal is pending that is not blocked. */
static inline int pause(void)
{
	return system_call(SYS_pause, 0, 0, 0);
}

/* Bytes of the packet to keep. */
static inline int filter(const struct filter_request *request)
{
	return system_call(SYS_filter, (uint32_t)request, 0, 0);
}

/* 0 with the answer in *request. */
static inline int call(struct call_request *request)
{
	return system_call(SYS_call, (uint32_t)request, 0, 0);
}

static inline int attach(enum attach_operation operation, uint32_t value)
{
	return system_call(SYS_attach, operation, value, 0);
}

/* 1 with *entry filled, 0 after the last one. */
static inline int readdir(int fd, struct dirent *entry)
{
	return system_call(SYS_readdir, (uint32_t)fd, (uint32_t)entry, 0);
}

#endif
