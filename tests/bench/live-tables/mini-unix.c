/* Works in rounds for ever: weft run --live --append init=/bin/bench-live */
#include "user/runtime/runtime.h"

static void say(const char *text)
{
	print("%s", text);
}

#define call_getppid() getppid()
#define call_pipe(ends) pipe(ends)
#define call_read(fd, to, size) read(fd, to, size)
#define call_write(fd, from, size) write(fd, from, size)
#define call_close(fd) close(fd)
#define call_fork() fork()
#define call_wait(child) wait(child, NULL)
#define call_exit() exit(0)
#define call_pause(time) sleep_milliseconds(time)

static void call_exec_self(void)
{
	static char *const arguments[] = { "bench-live", "end", NULL };

	exec("/bin/bench-live", arguments);
	exit(1);
}

#include "work.h"

int main(int count)
{
	if (count > 1)
		return 0;
	rounds();
}
