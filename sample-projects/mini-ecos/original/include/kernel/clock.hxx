#ifndef KERNEL_CLOCK_HXX
#define KERNEL_CLOCK_HXX

#include "kernel/interrupt.hxx"
#include "thread-queue.hxx"

/* Ticks, time slices, and threads that wait for a while. */
class Clock {
	static unsigned ticks;
	static ThreadQueue sleepers;

	static bool isr(Interrupt *source);
	static void dsr(Interrupt *source, unsigned count);

public:
	static void start(unsigned ticks_per_second);
	static unsigned now() { return ticks; }
	static void tick();
	static void wake_later(Thread *thread, unsigned delay);
};

#endif
