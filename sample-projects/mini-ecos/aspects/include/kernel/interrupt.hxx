#ifndef KERNEL_INTERRUPT_HXX
#define KERNEL_INTERRUPT_HXX

#include "hal.hxx"
#include "limits.hxx"

/* A source of interrupts: a service routine, and one that may run later (an aspect says when). */
class Interrupt {
public:
	/* True: the deferred routine shall run. Interrupts are off. */
	typedef bool Isr(Interrupt *source);
	/* `count` is how often it was asked for. */
	typedef void Dsr(Interrupt *source, unsigned count);

private:
	static Interrupt *attached[HAL_VECTORS];
	unsigned vector;
	Isr *isr;
	Dsr *dsr;

	void serve();
	void run_dsr(unsigned count) { dsr(this, count); }

public:
	Interrupt(unsigned vector, Isr *isr, Dsr *dsr);
	void attach();
	void detach();
	static void deliver(unsigned vector);
};

#endif
