#include "s.h"

unsigned Scheduler::count;

void Scheduler::add(int priority)
{
	lock();
	if (priority > 3)
		switch_to(priority);
	unlock();
}

bool Scheduler::remove(int priority)
{
	bool found = false;

	lock();
	if (ready & 1u << priority) {
		ready &= ~(1u << priority);
		found = true;
	}
	unlock();
	return found;
}

void Scheduler::stop(int why)
{
	lock();
	ready = why;
	unlock();
}

void Scheduler::stop()
{
	switch_to(0);
}

void Scheduler::run()
{
	switch_to(1);
}
