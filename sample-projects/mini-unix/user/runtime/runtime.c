/* Printing and checking. See user/runtime/runtime.h. */
#include "user/runtime/runtime.h"

#include "kernel/format.h"

#define LINE_SIZE 160

static int failures;

/* One write per line, so that lines of several processes do not mix. */
void print(const char *format, ...)
{
	char line[LINE_SIZE];
	va_list arguments;
	int length;

	va_start(arguments, format);
	length = format_text(line, sizeof(line), format, arguments);
	va_end(arguments);
	write(1, line, (size_t)length);
}

void check(bool passed, const char *format, ...)
{
	char text[LINE_SIZE];
	va_list arguments;

	va_start(arguments, format);
	format_text(text, sizeof(text), format, arguments);
	va_end(arguments);
	print("  %-4s %s\n", passed ? "ok" : "FAIL", text);
	write(RESULTS_FD, passed ? "P" : "F", 1);
	if (!passed)
		failures++;
}

int failed_checks(void)
{
	return failures;
}

int run_in_child(void (*function)(void))
{
	int status = -1;
	int pid = fork();

	if (pid == 0) {
		failures = 0;
		function();
		exit(failures);
	}
	if (pid < 0 || wait(pid, &status) != pid)
		return -1;
	return status;
}
