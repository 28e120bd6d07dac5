#include "kernel/semaphore.hxx"

#include "kernel/thread.hxx"

Semaphore::Semaphore(unsigned first_count) : count(first_count)
{
	REPORT_FUNCTION();
	INSTRUMENT_SEMAPHORE(CREATE, this, first_count);
	REPORT_RETURN();
}

Semaphore::~Semaphore()
{
	REPORT_FUNCTION();
	INSTRUMENT_SEMAPHORE(DELETE, this, 0);
	if (!waiters.empty())
		hal_panic("a semaphore in use was destroyed");
	REPORT_RETURN();
}

void Semaphore::post()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_SEMAPHORE(POST, this, count);
	count++;
	if (!waiters.empty()) {
		INSTRUMENT_SEMAPHORE(WAKE, this, (word)waiters.first());
		waiters.first()->wake(Thread::DONE);
	}
	Scheduler::unlock();
	REPORT_RETURN();
}

bool Semaphore::wait()
{
	Thread *self = Thread::self();

	REPORT_FUNCTION();
	Scheduler::lock();
	while (count == 0) {
		INSTRUMENT_SEMAPHORE(WAIT, this, (word)self);
		Thread::sleep();
		waiters.enqueue(self);
		Scheduler::reschedule();
		if (self->wake_reason != Thread::DONE) {
			Scheduler::unlock();
			REPORT_RETURN();
			return false;
		}
	}
	count--;
	INSTRUMENT_SEMAPHORE(CLAIM, this, count);
	Scheduler::unlock();
	REPORT_RETURN();
	return true;
}

bool Semaphore::try_wait()
{
	bool result = false;

	REPORT_FUNCTION();
	Scheduler::lock();
	if (count > 0) {
		count--;
		result = true;
	}
	INSTRUMENT_SEMAPHORE(TRY, this, result);
	Scheduler::unlock();
	REPORT_RETURN();
	return result;
}
