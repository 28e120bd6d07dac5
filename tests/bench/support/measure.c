/*
 * measure FILE ROOM COMMAND...: runs the command and writes "user-microseconds system-microseconds peak-kilobytes
 * resident-microseconds resident-peak-kilobytes" of it and all that it waited for to FILE; the last two are what the
 * resident processes of Weft in the folder ROOM did meanwhile. Peaks are those of the largest single process. Exits as
 * the command did.
 */
#include <glob.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long microseconds(struct timeval time)
{
	return time.tv_sec * 1000000L + time.tv_usec;
}

struct resident {
	long pid;
	long microseconds;
};

static long clock_of(long pid)
{
	struct timespec time;

	/* The clock of a process that is not our own, as clock_getcpuclockid(3) makes it. */
	if (clock_gettime((clockid_t)(~pid << 3 | 2), &time) != 0)
		return 0;
	return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static long peak_of(long pid)
{
	char name[64], line[256];
	long peak = 0;
	FILE *status;

	snprintf(name, sizeof name, "/proc/%ld/status", pid);
	status = fopen(name, "r");
	while (status != NULL && fgets(line, sizeof line, status) != NULL)
		sscanf(line, "VmHWM: %ld", &peak);
	if (status != NULL)
		fclose(status);
	return peak;
}

#define MOST 64

static int residents_in(const char *room, struct resident *found)
{
	char pattern[4096];
	int count = 0;
	glob_t names;
	size_t i;

	snprintf(pattern, sizeof pattern, "%s/weft-*/*/resident", room);
	if (glob(pattern, 0, NULL, &names) != 0)
		return 0;
	for (i = 0; i < names.gl_pathc && count < MOST; i++) {
		FILE *file = fopen(names.gl_pathv[i], "r");
		long pid;

		if (file != NULL && fscanf(file, "%ld", &pid) == 1)
			found[count++] = (struct resident){ pid, clock_of(pid) };
		if (file != NULL)
			fclose(file);
	}
	globfree(&names);
	return count;
}

int main(int argc, char **argv)
{
	struct resident before[MOST], after[MOST];
	long resident = 0, resident_peak = 0;
	int old, now, i, j;
	struct rusage usage;
	int status;
	FILE *report;
	pid_t child;

	if (argc < 4)
		return 2;
	old = residents_in(argv[2], before);
	child = fork();
	if (child == 0) {
		execvp(argv[3], argv + 3);
		perror(argv[3]);
		_exit(127);
	}
	if (child < 0 || wait4(child, &status, 0, &usage) != child)
		return 2;
	now = residents_in(argv[2], after);
	for (i = 0; i < now; i++) {
		long peak = peak_of(after[i].pid);

		resident += after[i].microseconds;
		for (j = 0; j < old; j++)
			if (before[j].pid == after[i].pid)
				resident -= before[j].microseconds;
		if (peak > resident_peak)
			resident_peak = peak;
	}
	report = fopen(argv[1], "w");
	if (report == NULL)
		return 2;
	fprintf(report, "%ld %ld %ld %ld %ld\n", microseconds(usage.ru_utime), microseconds(usage.ru_stime),
		usage.ru_maxrss, resident, resident_peak);
	if (fclose(report) != 0)
		return 2;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
