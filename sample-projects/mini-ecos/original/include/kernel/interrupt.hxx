#ifndef KERNEL_INTERRUPT_HXX
#define KERNEL_INTERRUPT_HXX

#include "kernel/config.hxx"

/* A source of interrupts: a service routine that runs at once, and one that may be deferred. */
class Interrupt {
public:
	/* True: the deferred routine shall run. Interrupts are off. */
	typedef bool Isr(Interrupt *source);
	/* The scheduler is locked. `count` is how often it was asked for. */
	typedef void Dsr(Interrupt *source, unsigned count);

private:
	static Interrupt *attached[HAL_VECTORS];
	unsigned vector;
	Isr *isr;
	Dsr *dsr;
	unsigned dsr_count;
	Interrupt *next_dsr;
	static Interrupt *volatile dsr_list;

	void serve();
	void post_dsr();

public:
	Interrupt(unsigned vector, Isr *isr, Dsr *dsr);
	void attach();
	void detach();
	static void deliver(unsigned vector);
	static bool dsr_pending() { return dsr_list != 0; }
	static void call_pending_dsrs();
};

#endif
