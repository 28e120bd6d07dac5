/*
 * Signals, to itself and to others: the generic delivery, the hand-written one and the one that Weft made of the generic
 * do the same, whatever is blocked and ignored.
 */
#include "user/runtime/runtime.h"

#define ALICE 1000
#define USR1 SIGNAL_MASK(SIGUSR1)

static uint32_t outcome(enum signal_route route, int signal, uint32_t blocked, uint32_t ignored)
{
	int result;

	signals(SIGNALS_TAKE, 0);
	signals(SIGNALS_BLOCK, blocked);
	signals(SIGNALS_IGNORE, ignored);
	result = kill(getpid(), signal, route);
	return (uint32_t)signals(SIGNALS_TAKE, 0) ^ ((uint32_t)result << 31);
}

static void test_all_routes(void)
{
	static const uint32_t masks[] = { 0, USR1, SIGNAL_MASK(SIGUSR2), ~0u };
	int different = 0;

	for (int signal = -1; signal <= SIGNAL_MAX + 1; signal++)
		for (int blocked = 0; blocked < 4; blocked++)
			for (int ignored = 0; ignored < 4; ignored++) {
				uint32_t generic = outcome(ROUTE_GENERIC, signal, masks[blocked],
							   masks[ignored]);
				different += generic != outcome(ROUTE_HAND, signal, masks[blocked],
								masks[ignored]);
				different += generic != outcome(ROUTE_SPECIALIZED, signal,
								masks[blocked], masks[ignored]);
			}
	signals(SIGNALS_BLOCK, 0);
	signals(SIGNALS_IGNORE, 0);
	check(different == 0, "three ways to deliver a signal do the same: %d differ", different);
	check(outcome(ROUTE_AGAIN, SIGUSR1, 0, 0) == USR1 && outcome(ROUTE_AGAIN, SIGUSR1, 0, USR1) == 0 &&
		      outcome(ROUTE_AGAIN, SIGUSR1, USR1, USR1) == USR1,
	      "and so does the one that knows to whom");
	signals(SIGNALS_BLOCK, 0);
	signals(SIGNALS_IGNORE, 0);
	check(outcome(ROUTE_SPECIALIZED, SIGUSR1, 0, 0) == USR1, "SIGUSR1 arrives");
}

/* A receiver that is gone is looked for again. */
static void test_gone(void)
{
	int pid = fork();

	if (pid == 0)
		exit(0);
	check(kill(pid, SIGUSR1, ROUTE_AGAIN) == 0 && kill(pid, SIGUSR1, ROUTE_AGAIN) == 0, "a child is signalled");
	wait(pid, NULL);
	check(kill(pid, SIGUSR1, ROUTE_AGAIN) == -ESRCH, "until it is gone");
}

static void test_other_process(enum signal_route route)
{
	int status = -1;
	int pid = fork();

	if (pid == 0) {
		pause();
		exit(signals(SIGNALS_TAKE, 0) == (int)USR1 ? 42 : 1);
	}
	yield();
	check(kill(pid, SIGUSR1, route) == 0, "a signal is sent to a sleeping process");
	wait(pid, &status);
	check(status == 42, "and wakes it: %d", status);
}

static void as_alice(void)
{
	setuid(ALICE);
	for (int route = ROUTE_GENERIC; route <= ROUTE_AGAIN; route++)
		check(kill(1, SIGUSR1, route) == -EPERM, "alice cannot signal root's process");
}

int main(void)
{
	test_all_routes();
	for (int route = ROUTE_GENERIC; route <= ROUTE_SPECIALIZED; route++)
		test_other_process(route);
	test_other_process(ROUTE_AGAIN);
	test_gone();
	check(run_in_child(as_alice) == 0, "alice is done");
	check(kill(9999, SIGUSR1, ROUTE_GENERIC) == -ESRCH, "nobody is signalled in vain");
	return failed_checks();
}
