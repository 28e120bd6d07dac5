#include "s.h"

unsigned Scheduler::count;

void Scheduler::run()
{
	switch_to(1);
}

bool Scheduler::remove(int priority)
{
	ready &= ~(1u << priority);
	return true;
}
