/* fork, exec, wait, exit and process numbers. */
#include "user/runtime/runtime.h"

#define CHILDREN 8

static void test_fork_and_wait(void)
{
	int parent = getpid();
	int status = -1;
	int pid = fork();

	if (pid == 0)
		exit(getppid() == parent && getpid() != parent ? 42 : 1);
	check(pid > parent, "fork returns the child's pid");
	check(wait(pid, &status) == pid, "wait returns the child's pid");
	check(status == 42, "the child knows its parent; its status arrives: %d", status);
	check(wait(-1, &status) == -ECHILD, "wait without children fails");
}

static void test_many_children(void)
{
	int sum = 0;
	int expected = 0;
	int status;

	for (int i = 1; i <= CHILDREN; i++) {
		expected += i;
		if (fork() == 0) {
			yield();
			exit(i);
		}
	}
	for (int i = 1; i <= CHILDREN; i++)
		if (wait(-1, &status) > 0)
			sum += status;
	check(sum == expected, "%d children run and end with their own status", CHILDREN);
}

static int run(const char *path, char *const arguments[])
{
	int status = -1;
	int pid = fork();

	if (pid == 0)
		exit(-exec(path, arguments));
	wait(pid, &status);
	return status;
}

static void test_exec(void)
{
	char *arguments[] = { "show-arguments", "one", "two", NULL };
	int fd;

	check(run("/bin/show-arguments", arguments) == 3, "exec passes arguments");
	check(run("/bin/missing", arguments) == ENOENT, "exec of a missing file fails");
	fd = open("/tmp/not-a-program", O_WRONLY | O_CREAT, 0755);
	write(fd, "hello", 5);
	close(fd);
	check(run("/tmp/not-a-program", arguments) == ENOEXEC, "exec of a text file fails");
	unlink("/tmp/not-a-program");
}

static void make_orphan(void)
{
	if (fork() == 0) {
		while (getppid() != 1)
			yield();
		exit(0);
	}
}

static void test_orphan(void)
{
	check(run_in_child(make_orphan) == 0, "a parent may end before its child");
}

static void test_unknown_call(void)
{
	check(system_call((enum syscall_number)999, 0, 0, 0) == -ENOSYS,
	      "an unknown system call is refused");
}

int main(void)
{
	test_fork_and_wait();
	test_many_children();
	test_exec();
	test_orphan();
	test_unknown_call();
	return failed_checks();
}
