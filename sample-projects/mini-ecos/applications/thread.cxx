/* Three threads activate each other (the paper's Table 3, a). */
#include "support.hxx"

static ThreadPlace a, b, c;
static Measurement measurement;

static const char *const steps[] = {
	"create", "resume", "resume", "yield", "exit", "yield", "resume", "kill",
	"suspend", "suspend", "suspend", "resume", "resume", "delete", 0
};

static void run_b(word)
{
	measurement.mark();
	user_api::thread_resume(c.thread());
	measurement.mark();
	user_api::thread_yield();
	/* c ended, so we are here again */
	measurement.mark();
	user_api::thread_yield();
	measurement.mark();
	user_api::thread_resume(a.thread());
	measurement.mark();
	user_api::thread_kill(c.thread());
	measurement.mark();
	user_api::thread_suspend(b.thread());
	hal_panic("a suspended thread runs");
}

static void run_c(word)
{
	measurement.mark();
	user_api::thread_exit();
}

static void run_a(word)
{
	b.prepare_stack();
	c.prepare_stack();
	for (int round = 0; round < MEASURED_ROUNDS; round++) {
		c.create_again(9, run_c, "c");
		measurement.begin();
		measurement.mark();
		b.create_again(9, run_b, "b");
		measurement.mark();
		user_api::thread_resume(b.thread());
		/* b suspended itself */
		measurement.mark();
		user_api::thread_suspend(b.thread());
		measurement.mark();
		user_api::thread_suspend(b.thread());
		measurement.mark();
		user_api::thread_resume(b.thread());
		measurement.mark();
		user_api::thread_resume(b.thread());
		measurement.mark();
		user_api::thread_delete(b.thread());
		measurement.mark();
		user_api::thread_delete(c.thread());
		measurement.print("thread", steps);
	}
	print_number("stack thread", a.stack_used() + b.stack_used() + c.stack_used());
	hal_exit(0);
}

void application_start()
{
	user_api::thread_resume(a.create(10, run_a, "a"));
}
