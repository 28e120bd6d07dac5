/* Time since boot, and sleeping. See kernel/clock.h. */
#include "kernel/clock.h"

#include "arch/cpu.h"
#include "kernel/scheduler.h"
#include "kernel/syscall.h"
#include "kernel/wait-queue.h"

volatile unsigned int clock_ticks;

static struct wait_queue sleepers = WAIT_QUEUE_INIT(sleepers);

static bool is_due(const struct process *process)
{
	return (int)(process->wake_tick - clock_ticks) <= 0;
}

void clock_tick(void)
{
	clock_ticks++;
	list_for_each_safe(node, &sleepers.waiting) {
		struct process *process = list_entry(node, struct process, queue_link);

		if (is_due(process))
			wake(process);
	}
	scheduler_tick();
}

int sys_sleep(unsigned int milliseconds)
{
	unsigned int ticks = (milliseconds + MILLISECONDS_PER_TICK - 1) / MILLISECONDS_PER_TICK;
	uint32_t flags = interrupts_save();

	current->wake_tick = clock_ticks + ticks;
	while (!is_due(current))
		wait_on(&sleepers);
	interrupts_restore(flags);
	return 0;
}

int sys_uptime(void)
{
	return (int)clock_milliseconds();
}
