#include "kernel/interrupt.hxx"

#include "kernel/scheduler.hxx"

Interrupt *Interrupt::attached[HAL_VECTORS];
Interrupt *volatile Interrupt::dsr_list;

Interrupt::Interrupt(unsigned new_vector, Isr *new_isr, Dsr *new_dsr)
	: vector(new_vector), isr(new_isr), dsr(new_dsr), dsr_count(0), next_dsr(0)
{
	REPORT_FUNCTION();
	REPORT_RETURN();
}

void Interrupt::attach()
{
	REPORT_FUNCTION();
	attached[vector] = this;
	REPORT_RETURN();
}

void Interrupt::detach()
{
	REPORT_FUNCTION();
	attached[vector] = 0;
	REPORT_RETURN();
}

void Interrupt::serve()
{
	INSTRUMENT_INTERRUPT(DELIVER, this, vector);
	if (isr(this))
		post_dsr();
}

/* Interrupts are off. */
void Interrupt::deliver(unsigned vector)
{
	Scheduler::lock();
	if (attached[vector])
		attached[vector]->serve();
	Scheduler::unlock();
}

void kernel_interrupt(word vector)
{
	Interrupt::deliver(vector);
}

void Interrupt::post_dsr()
{
	word interrupts = hal_interrupts_off();

	if (dsr_count++ == 0) {
		next_dsr = dsr_list;
		dsr_list = this;
	}
	hal_interrupts_restore(interrupts);
}

void Interrupt::call_pending_dsrs()
{
	while (dsr_list) {
		word interrupts = hal_interrupts_off();
		Interrupt *source = dsr_list;
		unsigned count = source->dsr_count;

		dsr_list = source->next_dsr;
		source->dsr_count = 0;
		hal_interrupts_restore(interrupts);
		INSTRUMENT_INTERRUPT(DSR, source, count);
		source->dsr(source, count);
	}
}
