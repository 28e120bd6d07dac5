/* Two threads synchronize by a semaphore (the paper's Table 3, c). */
#include "support.hxx"

static ThreadPlace a, b;
static word memory[sizeof(Semaphore) / sizeof(word)];
static Semaphore *semaphore = reinterpret_cast<Semaphore *>(memory);
static Measurement measurement;

static const char *const steps[] = {
	"init", "post", "-", "wait", "try_wait", "try_wait", "wait", "post", "-", "destroy", 0
};

/* More urgent than a. */
static void run_b(word)
{
	for (;;) {
		measurement.mark();
		user_api::semaphore_wait(semaphore);
		measurement.mark();
		user_api::semaphore_try_wait(semaphore);
		measurement.mark();
		user_api::semaphore_try_wait(semaphore);
		measurement.mark();
		user_api::semaphore_wait(semaphore);
		/* a posted */
		measurement.mark();
		user_api::thread_suspend(b.thread());
	}
}

static void run_a(word)
{
	b.create(9, run_b, "b");
	for (int round = 0; round < MEASURED_ROUNDS; round++) {
		measurement.begin();
		measurement.mark();
		user_api::semaphore_init(memory, 0);
		measurement.mark();
		user_api::semaphore_post(semaphore);
		measurement.mark();
		user_api::thread_resume(b.thread());
		/* b waits */
		measurement.mark();
		user_api::semaphore_post(semaphore);
		measurement.mark();
		user_api::semaphore_destroy(semaphore);
		measurement.mark();
		measurement.print("semaphore", steps);
	}
	print_number("stack semaphore", a.stack_used() + b.stack_used());
	hal_exit(0);
}

void application_start()
{
	user_api::thread_resume(a.create(10, run_a, "a"));
}
