/* counter BEGIN END PROGRAM: instructions from the call of BEGIN to that of END, by single steps. Addresses in hex. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	unsigned long begin = strtoul(argv[1], 0, 16), end = strtoul(argv[2], 0, 16);
	pid_t child = fork();
	if (child == 0) {
		alarm(20);
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		execl(argv[3], argv[3], (char *)0);
		_exit(127);
	}
	long count = -1;
	int status;
	while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
		struct user_regs_struct registers;
		if (WSTOPSIG(status) != SIGTRAP || ptrace(PTRACE_GETREGS, child, 0, &registers) != 0)
			break;
		unsigned long at = (unsigned int)registers.rip;
		if (at == begin)
			count = 0;
		else if (count >= 0)
			count++;
		if (at == end) {
			printf("%ld\n", count);
			kill(child, SIGKILL);
			return 0;
		}
		ptrace(PTRACE_SINGLESTEP, child, 0, 0);
	}
	kill(child, SIGKILL);
	return 1;
}
