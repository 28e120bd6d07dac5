/* Threads in the order of their coming. A thread is in one queue at most. */
#ifndef THREAD_QUEUE_HXX
#define THREAD_QUEUE_HXX

class Thread;
class ThreadQueue;

/* What a thread needs to be in a queue. */
class QueueItem {
	friend class ThreadQueue;

	Thread *next, *previous;
	ThreadQueue *queue;

public:
	QueueItem() : next(0), previous(0), queue(0) {}
	ThreadQueue *get_queue() const { return queue; }
	Thread *get_next() const { return next; }
};

class ThreadQueue {
	Thread *head;

public:
	ThreadQueue() : head(0) {}
	bool empty() const { return head == 0; }
	Thread *first() const { return head; }
	void enqueue(Thread *thread);
	Thread *dequeue();
	void remove(Thread *thread);
	/* The first becomes the last. */
	void rotate();
};

#endif
