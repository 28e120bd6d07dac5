/*
 * A fast version of SIGUSR1 that relies on its sender being root's: whoever stops being root is refused at once, by the
 * generic function. Built without Weft there is only that, and nothing is ever plugged.
 */
#include "user/runtime/runtime.h"

#define ALICE 1000
#define USR1 SIGNAL_MASK(SIGUSR1)
#define MANY 5000 /* calls, more than Weft ever waits before it looks at the facts again */

static int plugs(void)
{
	return signals(SIGNALS_PLUGS, 0);
}

static int replugs(void)
{
	return signals(SIGNALS_REPLUGS, 0);
}

/* All to itself; how many did not arrive. */
static int send_many(void)
{
	int lost = 0;

	for (int i = 0; i < MANY; i++)
		if (kill(getpid(), SIGUSR1, ROUTE_PLUGGED) != 0 ||
		    signals(SIGNALS_TAKE, 0) != (int)USR1)
			lost++;
	return lost;
}

static void stops_being_root(void)
{
	int before = replugs();
	int lost = send_many();

	check(lost == 0, "signals arrive before: %d lost", lost);
	setuid(ALICE);
	check(kill(1, SIGUSR1, ROUTE_PLUGGED) == -EPERM, "who is no longer root cannot signal init");
	check(plugs() == 0 || replugs() == before + 1, "a guard took the fast version out: %d", replugs());
	lost = send_many();
	check(lost == 0, "alice can signal herself: %d lost", lost);
	check(kill(1, SIGUSR1, ROUTE_PLUGGED) == -EPERM, "and still not init");
}

int main(void)
{
	int before;

	check(send_many() == 0, "root's signals arrive");
	before = plugs();
	for (int i = 0; i < 3; i++)
		check(run_in_child(stops_being_root) == 0, "child %d is done", i);
	check(send_many() == 0, "root's signals arrive again");
	check(before == 0 || plugs() > before, "and the fast version came back: %d plugs", plugs());
	print("plug: %d plugs, %d replugs\n", plugs(), replugs());
	return failed_checks();
}
