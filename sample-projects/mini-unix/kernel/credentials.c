/* System calls about who a process is and what it may. */
#include "abi/errno.h"
#include "kernel/process.h"
#include "kernel/scheduler.h"
#include "kernel/syscall.h"

int sys_getpid(void)
{
	return current->pid;
}

int sys_getppid(void)
{
	return current->parent->pid;
}

int sys_yield(void)
{
	schedule();
	return 0;
}

int sys_getuid(void)
{
	return (int)current->credentials.uid;
}

int sys_geteuid(void)
{
	return (int)current->credentials.euid;
}

int sys_getgid(void)
{
	return (int)current->credentials.gid;
}

/* Root becomes anybody, for good; others may only drop back to themselves. */
int sys_setuid(uid_t uid)
{
	if (!current_is_root() && uid != current->credentials.uid)
		return -EPERM;
	current->credentials.uid = uid;
	current->credentials.euid = uid;
	return 0;
}

int sys_setgid(gid_t gid)
{
	if (!current_is_root() && gid != current->credentials.gid)
		return -EPERM;
	current->credentials.gid = gid;
	current->credentials.egid = gid;
	return 0;
}
