/*
 * Two processors, or two threads that are preempted anywhere: one breaks a fact and mends it again, the other calls the
 * plugged function. A wrong version is one that was called after a write of the fact was over, and returned before the next
 * one began, and did what it had been made for although the fact did not hold. The text of the plugged function stands
 * where plug.h is included; GAP is what happens between a guard and its write.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#define WEFT_WRITE_TEXT
static void __attribute__((unused)) weft_write_text(int *at, int value)
{
	*(volatile int *)at = value;
}

/* Counts of points between two writes, one for each thread; the epoch goes on when all have moved. */
#define WEFT_EPOCH
static volatile unsigned long passed[2];
static unsigned long weft_epoch(void)
{
	static unsigned long seen[2], epoch;

	__sync_synchronize();
	if (passed[0] != seen[0] && passed[1] != seen[1]) {
		seen[0] = passed[0];
		seen[1] = passed[1];
		epoch++;
	}
	return epoch;
}
static void quiescent(int thread)
{
	passed[thread]++;
}

struct cred {
	int euid;
};
static struct cred own, *cred = &own;
static int send(int signal)
{
	return 100 + signal;
}
static int send_root(int signal)
{
	return 200 + signal;
}
#include "plug.h"

/* Odd while a write goes on; then 4n: the fact holds, 4n + 2: it does not. */
static volatile unsigned long phase;
static volatile int is_over;
static unsigned long replugs_wanted, wrong, calls, specialized;

static void write_fact(int value)
{
	phase++;
	if (__builtin_expect(weft_object_send_root_cred == (void *)cred, 0))
		__asm__ volatile("call weft_hit_send_root" : : : "cc", "memory");
	GAP;
	*(volatile int *)&cred->euid = value;
	phase++;
	quiescent(0);
}

static void *writer(void *unused)
{
	struct timespec start, now;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (unsigned long n = 0; *(volatile unsigned *)&weft_plug_send_root.replugs < replugs_wanted; n++) {
		/* Until it is plugged again, mostly; sometimes into the middle of that. */
		for (int i = 0; i < (n & 7 ? 20000 : (int)(n & 1023)) && !*(volatile unsigned *)&weft_plug_send_root.is_plugged; i++) {
			quiescent(0);
			if (i % 256 == 255)
				sched_yield();
		}
		write_fact(1);
		for (int i = 0; i < (int)(n & 63); i++)
			quiescent(0);
		write_fact(0);
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec - start.tv_sec > DEADLINE)
			break;
	}
	is_over = 1;
	return unused;
}

int main(int count, char **words)
{
	pthread_t thread;
	uintptr_t page = (uintptr_t)main & ~4095ul;

	replugs_wanted = count > 1 ? strtoul(words[1], NULL, 0) : 1000;
	mprotect((void *)(page - 65536), 131072 + 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
	mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
	pthread_create(&thread, NULL, writer, NULL);
	while (!is_over) {
		unsigned long before = phase;
		int result = send_root_plugged(1);
		unsigned long after = phase;

		calls++;
		specialized += result == 201;
		if (result != 101 && (result != 201 || (before == after && before % 4 == 2)))
			wrong++;
		/* Each call is a system call of a kernel, say: no hit waits for thousands of them. */
		if (weft_plug_send_root.step > 64)
			weft_plug_send_root.step = 8;
		quiescent(1);
	}
	pthread_join(thread, NULL);
	printf("%u %lu %lu %lu\n", weft_plug_send_root.replugs, wrong, calls, specialized);
	return 0;
}
