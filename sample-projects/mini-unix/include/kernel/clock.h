/* Time since boot. */
#ifndef KERNEL_CLOCK_H
#define KERNEL_CLOCK_H

#define TICKS_PER_SECOND 100
#define MILLISECONDS_PER_TICK (1000 / TICKS_PER_SECOND)

extern volatile unsigned int clock_ticks;

/* From the timer interrupt: counts, wakes sleepers, charges the running process. */
void clock_tick(void);

static inline unsigned int clock_milliseconds(void)
{
	return clock_ticks * MILLISECONDS_PER_TICK;
}

#endif
