#include "kernel/semaphore.hxx"

#include "kernel/thread.hxx"

Semaphore::Semaphore(unsigned first_count) : count(first_count)
{
}

Semaphore::~Semaphore()
{
	if (!waiters.empty())
		hal_panic("a semaphore in use was destroyed");
}

void Semaphore::post()
{
	count++;
	if (!waiters.empty())
		waiters.first()->wake(Thread::DONE);
}

bool Semaphore::wait()
{
	Thread *self = Thread::self();

	while (count == 0) {
		Thread::sleep();
		waiters.enqueue(self);
		Scheduler::reschedule();
		if (self->wake_reason != Thread::DONE)
			return false;
	}
	count--;
	return true;
}

bool Semaphore::try_wait()
{
	bool result = false;

	if (count > 0) {
		count--;
		result = true;
	}
	return result;
}
