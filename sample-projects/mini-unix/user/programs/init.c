/*
 * The first program: runs all test programs one after the other, counts what
 * they recorded, and switches the machine off.
 */
#include "user/runtime/runtime.h"

static const char *const tests[] = {
	"/bin/test-process", "/bin/test-preemption", "/bin/test-memory", "/bin/test-files",
	"/bin/test-owner",   "/bin/test-pipe",	     "/bin/test-time",
	"/bin/test-signal",  "/bin/test-net",      "/bin/test-plug",
};

static int passed;
static int failed;

static void count_results(void)
{
	char results[64];
	int length;
	int fd = open(RESULTS_PATH, O_RDONLY, 0);

	passed = 0;
	failed = 0;
	while ((length = read(fd, results, sizeof(results))) > 0) {
		for (int i = 0; i < length; i++) {
			passed += results[i] == 'P';
			failed += results[i] == 'F';
		}
	}
	close(fd);
}

/* A program that crashes, or that checks nothing, is a failed check of its own. */
static void run_test(const char *path)
{
	char *arguments[] = { (char *)path, NULL };
	int before = passed + failed;
	int failed_before = failed;
	int status = -1;
	int pid;

	print("%s\n", path);
	pid = fork();
	if (pid == 0)
		exit(-exec(path, arguments));
	if (pid > 0)
		wait(pid, &status);
	count_results();
	if (passed + failed == before || (status != 0 && failed == failed_before))
		check(false, "%s ended with status %d", path, status);
}

int main(void)
{
	int fd = open(RESULTS_PATH, O_RDWR | O_CREAT | O_APPEND, 0666);

	if (fd != RESULTS_FD) {
		print("init: cannot open %s: %d\n", RESULTS_PATH, fd);
		poweroff(true);
	}
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		run_test(tests[i]);
	while (wait(-1, NULL) > 0) /* orphans */
		;
	count_results();
	print("mini-unix: %d passed, %d failed\n", passed, failed);
	poweroff(failed > 0);
	return 1;
}
