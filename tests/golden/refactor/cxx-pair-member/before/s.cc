#include "s.h"

void Scheduler::run()
{
	enter();
	switch_to(1);
}

void Scheduler::stop()
{
	enter();
	ready = 0;
}
