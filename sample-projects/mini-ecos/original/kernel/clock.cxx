#include "kernel/clock.hxx"

#include "kernel/thread.hxx"
#include "placement.hxx"

unsigned Clock::ticks;
ThreadQueue Clock::sleepers;

void Clock::start(unsigned ticks_per_second)
{
	static word memory[sizeof(Interrupt) / sizeof(word)];

	REPORT_FUNCTION();
	(new (memory) Interrupt(HAL_TIMER_VECTOR, isr, dsr))->attach();
	hal_timer_start(ticks_per_second);
	REPORT_RETURN();
}

bool Clock::isr(Interrupt *)
{
	return true;
}

void Clock::dsr(Interrupt *, unsigned count)
{
	while (count-- > 0)
		tick();
}

void Clock::tick()
{
	Thread *thread;
	Thread *first = 0;

	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_CLOCK(TICK, 0, ticks);
	ticks++;
	/* Each sleeper once: those that go on sleeping come back to the end. */
	while ((thread = sleepers.first()) != 0 && thread != first) {
		if ((int)(thread->wake_tick - ticks) <= 0) {
			thread->wake(Thread::DONE);
			continue;
		}
		if (first == 0)
			first = thread;
		sleepers.rotate();
	}
	Scheduler::timeslice();
	Scheduler::unlock();
	REPORT_RETURN();
}

void Clock::wake_later(Thread *thread, unsigned delay)
{
	REPORT_FUNCTION();
	thread->wake_tick = ticks + delay;
	sleepers.enqueue(thread);
	REPORT_RETURN();
}
