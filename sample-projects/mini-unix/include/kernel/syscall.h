/*
 * The system calls. Each returns zero or a positive result, or a negated errno.
 * Each takes at most three arguments of one machine word.
 */
#ifndef KERNEL_SYSCALL_H
#define KERNEL_SYSCALL_H

#include "abi/net.h"
#include "abi/signal.h"
#include "abi/stat.h"
#include "kernel/types.h"

struct trap_frame;

/* From the trap handler: calls the function that the registers in frame ask for. */
void syscall_dispatch(struct trap_frame *frame);

/* kernel/ */
int sys_exit(int status) __noreturn;
int sys_fork(void);
int sys_exec(const char __user *path, char *const __user *arguments);
int sys_wait(pid_t pid, int __user *status);
int sys_getpid(void);
int sys_getppid(void);
int sys_yield(void);
int sys_sleep(unsigned int milliseconds);
int sys_uptime(void);
int sys_getuid(void);
int sys_geteuid(void);
int sys_getgid(void);
int sys_setuid(uid_t uid);
int sys_setgid(gid_t gid);
int sys_poweroff(int failed);
int sys_kill(pid_t pid, int signal, enum signal_route route);
int sys_signals(enum signal_operation operation, uint32_t mask);
int sys_pause(void);

/* net/ */
struct filter_request;
struct call_request;
int sys_filter(const struct filter_request __user *asked);
int sys_call(struct call_request __user *asked);
int sys_attach(enum attach_operation operation, uint32_t value);

/* fs/ */
int sys_open(const char __user *path, int flags, mode_t mode);
int sys_close(int fd);
int sys_dup(int fd);
int sys_pipe(int __user *fds);
int sys_read(int fd, char __user *buffer, size_t size);
int sys_write(int fd, const char __user *buffer, size_t size);
int sys_lseek(int fd, off_t offset, int origin);
int sys_stat(const char __user *path, struct stat __user *status);
int sys_fstat(int fd, struct stat __user *status);
int sys_chown(const char __user *path, uid_t uid, gid_t gid);
int sys_chmod(const char __user *path, mode_t mode);
int sys_mkdir(const char __user *path, mode_t mode);
int sys_rmdir(const char __user *path);
int sys_unlink(const char __user *path);
int sys_readdir(int fd, struct dirent __user *entry);

#endif
