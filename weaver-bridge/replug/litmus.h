/*
 * The litmus of a plugged function, the same for threads of a program (litmus.c) and for processors of a guest
 * (litmus-guest.c): one breaks a fact and mends it again, others call, from interrupts as well, nested and recursively. A
 * wrong version is one that was called after a write of the fact was over, and returned before the next one began, and did
 * what it had been made for although the fact did not hold; or one that still ran after it was said to be gone. The text of
 * the plugged function stands where plug.h is included, that of a write with its guard, as a build weaves it, where write.h is.
 *
 * Before it: GAP is what happens between a guard and its write, LINGER() what the residual function does sometimes,
 * BROKEN() what is done once the fact does not hold, HAS_GONE whether this way says when nobody is in it any more, and EPOCH whether the kernel tells when all have passed a
 * point between two writes; without it, writes are counted.
 */
#ifndef PROCESSORS
#define PROCESSORS 2
#endif

/* Counts of points between two writes, one for each thread; the epoch goes on when all have moved. */
static volatile unsigned long passed[2];
#ifdef EPOCH
#define WEFT_EPOCH
static unsigned long weft_epoch(void)
{
	static unsigned long seen[2];
	static volatile unsigned long epoch;
	static int busy;

	__sync_synchronize();
	if (__sync_lock_test_and_set(&busy, 1))
		return epoch;
	if (passed[0] != seen[0] && (PROCESSORS == 1 || passed[1] != seen[1])) {
		seen[0] = passed[0];
		seen[1] = passed[1];
		epoch++;
	}
	__sync_lock_release(&busy);
	return epoch;
}
#endif
/* What follows must not be read before this is seen, or a write counts as over that has only just been begun. */
static void quiescent(int thread)
{
	passed[thread]++;
	__sync_synchronize();
}

struct cred {
	int euid;
};
static struct cred own, *cred = &own;
/* Gone while the residual function is: what it needs is given back then. */
static volatile int is_there = 1;
static unsigned long used_when_gone;
int send_root_plugged(int signal);

static int send(int signal)
{
	return signal > 1 ? 100 + signal + 0 * send_root_plugged(signal - 1) : 100 + signal;
}
static int send_root(int signal)
{
	used_when_gone += !is_there;
	if (signal > 1)
		send_root_plugged(signal - 1);
	LINGER();
	used_when_gone += !is_there;
	return 200 + signal;
}
#include "plug.h"
#include "write.h"

/* Odd while a write goes on; then 4n: the fact holds, 4n + 2: it does not. */
static volatile unsigned long phase;
static volatile int is_over;

/* What one caller saw; an interrupt is another caller. */
struct caller {
	unsigned long calls, specialized, wrong;
};

static void call_once(struct caller *caller, int signal)
{
	unsigned long before = phase;
	int result = send_root_plugged(signal);
	unsigned long after = phase;

	caller->calls++;
	caller->specialized += result == 200 + signal;
	if (result != 100 + signal && (result != 200 + signal || (before == after && before % 4 == 2)))
		caller->wrong++;
}

static void write_fact(int value)
{
	phase++;
	store_fact(value);
	phase++;
	quiescent(0);
}

/* While the fact is broken nobody puts it in again, so it is gone once the last one has left it. */
static void take_away(void)
{
#ifdef HAS_GONE
	for (unsigned i = 0; !send_root_is_gone(); i++) {
		quiescent(0);
		if (i % 256 == 255)
			PAUSE();
	}
	is_there = 0;
	for (int i = 0; i < 200; i++)
		quiescent(0);
	is_there = 1;
	__sync_synchronize();
#endif
}

/* The nth time; PAUSE() lets others run. */
static void break_and_mend(unsigned long n)
{
	/* Until it is plugged again, mostly; sometimes into the middle of that. */
	for (int i = 0; i < (n & 7 ? 20000 : (int)(n & 1023)) && !*(volatile unsigned *)&weft_plug_send_root.is_plugged; i++) {
		quiescent(0);
		if (i % 256 == 255)
			PAUSE();
	}
	write_fact(1);
	BROKEN();
	for (int i = 0; i < (int)(n & 63); i++)
		quiescent(0);
	if (n % 16 == 5)
		take_away();
	write_fact(0);
}
