/* Two threads synchronize by a mutex (the paper's Table 3, b). */
#include "support.hxx"

static ThreadPlace a, b;
static word memory[sizeof(Mutex) / sizeof(word)];
static Mutex *mutex = reinterpret_cast<Mutex *>(memory);
static Measurement measurement;

static const char *const steps[] = {
	"init", "lock", "unlock", "try_lock", "-", "try_lock", "lock", "unlock", "-", "destroy", 0
};

/* More urgent than a. */
static void run_b(word)
{
	for (;;) {
		measurement.mark();
		user_api::mutex_try_lock(mutex);
		measurement.mark();
		user_api::mutex_lock(mutex);
		/* a unlocked it */
		measurement.mark();
		user_api::mutex_unlock(mutex);
		user_api::thread_suspend(b.thread());
	}
}

static void run_a(word)
{
	b.create(9, run_b, "b");
	for (int round = 0; round < MEASURED_ROUNDS; round++) {
		measurement.begin();
		measurement.mark();
		user_api::mutex_init(memory);
		measurement.mark();
		user_api::mutex_lock(mutex);
		measurement.mark();
		user_api::mutex_unlock(mutex);
		measurement.mark();
		user_api::mutex_try_lock(mutex);
		measurement.mark();
		user_api::thread_resume(b.thread());
		/* b waits */
		measurement.mark();
		user_api::mutex_unlock(mutex);
		measurement.mark();
		user_api::mutex_destroy(mutex);
		measurement.mark();
		measurement.print("mutex", steps);
	}
	print_number("stack mutex", a.stack_used() + b.stack_used());
	hal_exit(0);
}

void application_start()
{
	user_api::thread_resume(a.create(10, run_a, "a"));
}
