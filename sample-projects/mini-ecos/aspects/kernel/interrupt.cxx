#include "kernel/interrupt.hxx"

Interrupt *Interrupt::attached[HAL_VECTORS];

Interrupt::Interrupt(unsigned new_vector, Isr *new_isr, Dsr *new_dsr)
	: vector(new_vector), isr(new_isr), dsr(new_dsr)
{
}

void Interrupt::attach()
{
	attached[vector] = this;
}

void Interrupt::detach()
{
	attached[vector] = 0;
}

void Interrupt::serve()
{
	if (isr(this))
		run_dsr(1);
}

/* Interrupts are off. */
void Interrupt::deliver(unsigned vector)
{
	if (attached[vector])
		attached[vector]->serve();
}

void kernel_interrupt(word vector)
{
	Interrupt::deliver(vector);
}
