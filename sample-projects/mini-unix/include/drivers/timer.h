/* The 8253 interval timer, which drives the clock. */
#ifndef DRIVERS_TIMER_H
#define DRIVERS_TIMER_H

void timer_init(unsigned int ticks_per_second);

#endif
