/*
 * Never ends: processes, files and pauses, ten rounds a second. For watching a
 * kernel at work; boot into it with -append init=/bin/work.
 */
#include "user/runtime/runtime.h"

static void one_round(void)
{
	char byte;
	int fd = open("/bin/work", O_RDONLY, 0);

	read(fd, &byte, 1);
	close(fd);
}

int main(void)
{
	print("work: begins\n");
	for (;;) {
		int pid = fork();

		if (pid == 0) {
			one_round();
			exit(0);
		}
		wait(pid, NULL);
		sleep_milliseconds(100);
	}
}
