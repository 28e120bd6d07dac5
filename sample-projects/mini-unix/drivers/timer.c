/* The 8253 interval timer. See drivers/timer.h. */
#include "drivers/timer.h"

#include "arch/cpu.h"
#include "arch/trap.h"
#include "kernel/clock.h"

#define TIMER_FREQUENCY 1193182 /* Hz */
#define TIMER_CHANNEL_0 0x40
#define TIMER_COMMAND 0x43
#define TIMER_RATE_GENERATOR 0x34
#define TIMER_LINE 0

void timer_init(unsigned int ticks_per_second)
{
	unsigned int divisor = TIMER_FREQUENCY / ticks_per_second;

	outb(TIMER_COMMAND, TIMER_RATE_GENERATOR);
	outb(TIMER_CHANNEL_0, divisor & 0xff);
	outb(TIMER_CHANNEL_0, (uint8_t)(divisor >> 8));
	interrupt_set_handler(TIMER_LINE, clock_tick);
}
