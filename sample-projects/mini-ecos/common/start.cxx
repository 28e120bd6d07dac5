/* The first threads. */
#include "kernel/thread.hxx"
#include "placement.hxx"

void application_start();

static word idle_memory[sizeof(Thread) / sizeof(word)];
static word idle_stack[256];

static void idle(word)
{
	for (;;)
		hal_wait();
}

void kernel_start()
{
	Thread *thread = new (idle_memory)
		Thread(IDLE_PRIORITY, idle, 0, "idle", idle_stack, sizeof(idle_stack));

	Scheduler::prepare(thread);
	thread->resume();
	application_start();
	Scheduler::start();
}

