/* The clock, sleeping, and sleeping in the right order. */
#include "user/runtime/runtime.h"

static void sleep_and_tell(int fd, unsigned int milliseconds, char name)
{
	if (fork() != 0)
		return;
	sleep_milliseconds(milliseconds);
	write(fd, &name, 1);
	exit(0);
}

int main(void)
{
	char order[4] = "";
	int fds[2];
	int start = uptime();
	int slept;

	sleep_milliseconds(50);
	slept = uptime() - start;
	check(slept >= 50, "sleeping 50 ms took %d ms", slept);

	pipe(fds);
	sleep_and_tell(fds[1], 150, 'c');
	sleep_and_tell(fds[1], 20, 'a');
	sleep_and_tell(fds[1], 80, 'b');
	for (int i = 0; i < 3; i++)
		read(fds[0], &order[i], 1);
	check(strcmp(order, "abc") == 0, "three sleepers wake in the order of their times: %s",
	      order);
	for (int i = 0; i < 3; i++)
		wait(-1, NULL);
	return failed_checks();
}
