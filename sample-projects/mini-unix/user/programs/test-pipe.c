/* Pipes: order, more data than fits, end of file, and a missing reader. */
#include "user/runtime/runtime.h"

#define TOTAL 10000

static unsigned char data[TOTAL];

static unsigned char byte_at(int i)
{
	return (unsigned char)(i * 13 + 5);
}

static void send_all(int fd)
{
	for (int i = 0; i < TOTAL; i++)
		data[i] = byte_at(i);
	exit(write(fd, data, TOTAL) == TOTAL ? 0 : 1);
}

static int receive_all(int fd)
{
	int received = 0;
	int length;

	while ((length = read(fd, data + received, 700)) > 0)
		received += length;
	return length < 0 ? length : received;
}

int main(void)
{
	int fds[2];
	int received;
	int status = -1;
	int wrong = 0;

	check(pipe(fds) == 0, "pipe gives two descriptors");
	if (fork() == 0) {
		close(fds[0]);
		send_all(fds[1]);
	}
	close(fds[1]);
	received = receive_all(fds[0]);
	check(received == TOTAL, "%d bytes arrive, then the end", received);
	for (int i = 0; i < TOTAL; i++)
		wrong += data[i] != byte_at(i);
	check(wrong == 0, "in the right order");
	check(wait(-1, &status) > 0 && status == 0, "the writer wrote all");
	check(lseek(fds[0], 0, SEEK_SET) == -ESPIPE, "a pipe has no position");
	close(fds[0]);

	pipe(fds);
	close(fds[0]);
	check(write(fds[1], "x", 1) == -EPIPE, "a write without a reader fails");
	close(fds[1]);
	return failed_checks();
}
