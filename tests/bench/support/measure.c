/*
 * measure FILE COMMAND...: runs the command and writes "user-microseconds system-microseconds peak-kilobytes" of it and
 * all that it waited for to FILE. Peak is that of the largest single process. Exits as the command did.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static long microseconds(struct timeval time)
{
	return time.tv_sec * 1000000L + time.tv_usec;
}

int main(int argc, char **argv)
{
	struct rusage usage;
	int status;
	FILE *report;
	pid_t child;

	if (argc < 3)
		return 2;
	child = fork();
	if (child == 0) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child)
		return 2;
	report = fopen(argv[1], "w");
	if (report == NULL)
		return 2;
	fprintf(report, "%ld %ld %ld\n", microseconds(usage.ru_utime), microseconds(usage.ru_stime), usage.ru_maxrss);
	if (fclose(report) != 0)
		return 2;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
