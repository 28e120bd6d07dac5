/* Two threads that are preempted anywhere. */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define WEFT_WRITE_TEXT
static void __attribute__((unused)) weft_write_text(int *at, int value)
{
	*(volatile int *)at = value;
}
/* Sometimes it sleeps in the middle of what may be taken out. */
#define LINGER() do { static unsigned n; if (++n % 4096 == 0) usleep(50); } while (0)
#define PAUSE() sched_yield()
#define BROKEN()
#include "litmus.h"

static unsigned long replugs_wanted;

static void *writer(void *unused)
{
	struct timespec start, now;

	clock_gettime(CLOCK_MONOTONIC, &start);
	for (unsigned long n = 0; *(volatile unsigned *)&weft_plug_send_root.replugs < replugs_wanted; n++) {
		break_and_mend(n);
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
	struct caller caller = { 0 };

	replugs_wanted = count > 1 ? strtoul(words[1], NULL, 0) : 1000;
	mprotect((void *)(page - 65536), 131072 + 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
	mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
	pthread_create(&thread, NULL, writer, NULL);
	while (!is_over) {
		call_once(&caller, 1 + (caller.calls & 1));
		quiescent(1);
	}
	pthread_join(thread, NULL);
	printf("%u %lu %lu %lu\n", weft_plug_send_root.replugs, caller.wrong + used_when_gone, caller.calls,
	       caller.specialized);
	return 0;
}
