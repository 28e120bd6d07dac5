/*
 * Two processes that only compute and never give the processor away. If their
 * times overlap, the kernel must have taken it from them.
 */
#include "user/runtime/runtime.h"

#define BURST 200 /* milliseconds that each computes */

struct times {
	int start;
	int end;
};

static volatile unsigned int sink;

static void compute(int result_fd)
{
	struct times times = { .start = uptime() };

	do {
		for (unsigned int i = 0; i < 10000; i++)
			sink += i * i;
		times.end = uptime();
	} while (times.end - times.start < BURST);
	write(result_fd, &times, sizeof(times));
	exit(0);
}

int main(void)
{
	struct times times[2] = { { 0, 0 }, { 0, 0 } };
	int fds[2];
	int start;
	int end;

	check(pipe(fds) == 0, "a pipe for the results");
	for (int i = 0; i < 2; i++)
		if (fork() == 0)
			compute(fds[1]);
	for (int i = 0; i < 2; i++) {
		bool complete = read(fds[0], &times[i], sizeof(times[i])) == sizeof(times[i]);

		check(complete, "one computed from %d to %d ms", times[i].start, times[i].end);
	}
	wait(-1, NULL);
	wait(-1, NULL);
	start = times[0].start > times[1].start ? times[0].start : times[1].start;
	end = times[0].end < times[1].end ? times[0].end : times[1].end;
	check(end > start, "both computed at the same time, for %d ms", end - start);
	return failed_checks();
}
