#include "thread-queue.hxx"

#include "kernel/thread.hxx"

void ThreadQueue::enqueue(Thread *thread)
{
	if (head == 0) {
		head = thread->next = thread->previous = thread;
	} else {
		thread->next = head;
		thread->previous = head->previous;
		thread->previous->next = thread;
		head->previous = thread;
	}
	thread->queue = this;
}

void ThreadQueue::remove(Thread *thread)
{
	if (thread->next == thread) {
		head = 0;
	} else {
		thread->next->previous = thread->previous;
		thread->previous->next = thread->next;
		if (head == thread)
			head = thread->next;
	}
	thread->next = thread->previous = 0;
	thread->queue = 0;
}

Thread *ThreadQueue::dequeue()
{
	Thread *thread = head;

	if (thread)
		remove(thread);
	return thread;
}

void ThreadQueue::rotate()
{
	if (head)
		head = head->next;
}
