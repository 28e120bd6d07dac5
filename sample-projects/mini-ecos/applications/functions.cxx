/* What the kernel does, told on the console: the same text from both versions of it. */
#include "support.hxx"

#include "kernel/clock.hxx"
#include "instrument.hxx"
#include "kernel/interrupt.hxx"

using namespace user_api;

static ThreadPlace driver, first, second, third;
static word semaphore_memory[sizeof(Semaphore) / sizeof(word)];
static word mutex_memory[sizeof(Mutex) / sizeof(word)];
static Semaphore *const semaphore = reinterpret_cast<Semaphore *>(semaphore_memory);
static Mutex *const mutex = reinterpret_cast<Mutex *>(mutex_memory);
static unsigned failures;

static void check(bool holds, const char *what)
{
	if (holds)
		return;
	failures++;
	hal_print("FAILED: ");
	print_line(what);
}

/* Runs the three (those that are not null), and then the driver again, which is the least urgent. */
static void together(ThreadEntry *one, ThreadEntry *two, ThreadEntry *three)
{
	ThreadEntry *const entries[] = { one, two, three };
	ThreadPlace *const places[] = { &first, &second, &third };
	static const char *const names[] = { "first", "second", "third" };

	for (int i = 0; i < 3; i++)
		if (entries[i])
			places[i]->create(12 - i, entries[i], names[i]);
	for (int i = 0; i < 3; i++)
		if (entries[i])
			thread_resume(places[i]->thread());
}

static void forget(int count)
{
	ThreadPlace *const places[] = { &first, &second, &third };

	for (int i = 0; i < count; i++) {
		check(places[i]->thread()->get_state() == Thread::EXITED, "a thread of the test has ended");
		thread_delete(places[i]->thread());
	}
}

/* Semaphores */

static void consume(word)
{
	for (int i = 0; i < 3; i++) {
		bool got = semaphore_wait(semaphore);

		print_number("consumer got", got);
	}
}

static void test_semaphore()
{
	print_line("-- semaphore");
	semaphore_init(semaphore_memory, 1);
	together(consume, 0, 0);
	print_line("posting");
	semaphore_post(semaphore);
	thread_release(first.thread());
	check(!semaphore_try_wait(semaphore), "nothing is left");
	semaphore_post(semaphore);
	check(semaphore_try_wait(semaphore), "a post can be claimed");
	semaphore_destroy(semaphore);
	forget(1);
}

/* Mutexes */

static void hold(word)
{
	mutex_lock(mutex);
	print_line("first holds the mutex");
	thread_suspend(first.thread());
	print_line("first lets go");
	print_number("priority while holding", first.thread()->get_priority());
	mutex_unlock(mutex);
	print_number("priority afterwards", first.thread()->get_priority());
}

static void want(word)
{
	bool got = mutex_lock(mutex);

	print_number("waiter got the mutex", got);
	if (got)
		mutex_unlock(mutex);
}

static void try_it(word)
{
	print_number("try_lock", mutex_try_lock(mutex));
}

static void test_mutex()
{
	print_line("-- mutex");
	mutex_init(mutex_memory);
#ifdef CONFIG_MUTEX_PROTOCOL_CEILING
	mutex->set_ceiling(5);
#endif
	together(hold, want, try_it);
	thread_resume(first.thread());
	forget(3);
	print_line("released");
	together(hold, want, 0);
	mutex_release(mutex);
	thread_resume(first.thread());
	forget(2);
#ifdef CONFIG_MUTEX_PROTOCOL_DYNAMIC
	static const Mutex::Protocol protocols[] = { Mutex::NONE, Mutex::INHERIT, Mutex::CEILING };
	for (int i = 0; i < 3; i++) {
		print_number("protocol", protocols[i]);
		mutex->set_protocol(protocols[i]);
		together(hold, want, 0);
		thread_resume(first.thread());
		forget(2);
	}
#endif
	mutex_destroy(mutex);
}

/* Priorities */

static void say_first(word)
{
	print_line("first runs");
	thread_set_priority(first.thread(), 20);
	print_line("first is less urgent");
}

static void say_second(word)
{
	print_line("second runs");
	thread_set_priority(first.thread(), 8);
	thread_yield();
	print_line("second ends");
}

static void test_priorities()
{
	print_line("-- priorities");
	first.create(12, say_first, "first");
	second.create(13, say_second, "second");
	thread_resume(second.thread());
	thread_resume(first.thread());
	thread_set_priority(driver.thread(), 25);
	thread_set_priority(driver.thread(), 15);
	forget(2);
}

static void killed(word)
{
	thread_yield();
	semaphore_wait(semaphore);
	print_line("FAILED: a killed thread runs");
}

static void test_kill()
{
	print_line("-- kill");
	semaphore_init(semaphore_memory, 0);
	together(killed, 0, 0);
	check(first.thread()->get_state() == Thread::SLEEPING, "first waits");
	thread_kill(first.thread());
	semaphore_post(semaphore);
	check(semaphore_try_wait(semaphore), "nobody took the post");
	semaphore_destroy(semaphore);
	forget(1);
}

/* Deferred routines */

static unsigned depth;

static bool software_isr(Interrupt *)
{
	print_number("isr, inside the deferred routine:", depth);
	return true;
}

static void software_dsr(Interrupt *, unsigned count)
{
	static unsigned runs;

	depth++;
	print_number("deferred routine begins, asked for", count);
	if (runs++ == 0) {
		hal_raise_interrupt();
		hal_raise_interrupt();
		semaphore_post(semaphore);
	}
	print_line("deferred routine ends");
	depth--;
}

static void wait_for_interrupt(word)
{
	semaphore_wait(semaphore);
	print_line("first woken by the deferred routine");
}

static void test_interrupts()
{
	Interrupt software(HAL_SOFTWARE_VECTOR, software_isr, software_dsr);

	print_line("-- interrupts");
	semaphore_init(semaphore_memory, 0);
	software.attach();
	together(wait_for_interrupt, 0, 0);
	hal_raise_interrupt();
	print_line("back in the driver");
	software.detach();
	hal_raise_interrupt();
	semaphore_destroy(semaphore);
	forget(1);
}

/* Options */

#ifdef CONFIG_THREAD_DATA
static void test_thread_data()
{
	int index = Thread::new_data_index();

	print_line("-- thread data");
	print_number("index", index);
	driver.thread()->set_data(index, 47);
	print_number("value", driver.thread()->get_data(index));
	print_number("next index", Thread::new_data_index());
	Thread::free_data_index(index);
	print_number("again index", Thread::new_data_index());
}
#endif

#ifdef CONFIG_THREAD_DESTRUCTORS
static void destructor(word data)
{
	print_number("destructor", data);
}

static void with_destructors(word)
{
	for (word data = 1; data <= 9; data++)
		print_number("added", first.thread()->add_destructor(destructor, data));
	print_number("removed", first.thread()->remove_destructor(destructor, 3));
	print_number("removed", first.thread()->remove_destructor(destructor, 3));
}

static void test_destructors()
{
	print_line("-- destructors");
	together(with_destructors, 0, 0);
	forget(1);
}
#endif

#ifdef CONFIG_THREAD_NAME
static void test_names()
{
	print_line("-- names");
	print_line(driver.thread()->get_name());
}
#endif

#ifdef CONFIG_THREAD_LIST
static void nothing(word)
{
}

static unsigned threads()
{
	unsigned count = 0;

	for (Thread *thread = Thread::get_list_head(); thread; thread = thread->get_list_next())
		count++;
	return count;
}

static void test_list()
{
	print_line("-- list");
	print_number("threads", threads());
	together(nothing, nothing, 0);
	print_number("threads", threads());
	check(Thread::get_list_head() == second.thread(), "the newest is the first");
	forget(2);
	print_number("threads", threads());
}
#endif

#ifdef CONFIG_THREAD_STACK_LIMIT
static void test_stack_limit()
{
	char *before = (char *)driver.thread()->get_stack_limit();

	print_line("-- stack limit");
	check(driver.thread()->increment_stack_limit(10) == before, "bytes are taken at the limit");
	print_number("moved by", (char *)driver.thread()->get_stack_limit() - before);
	check(driver.thread()->increment_stack_limit(100000) == 0, "no more than there is");
}
#endif

#ifdef CONFIG_THREAD_STACK_MEASUREMENT
static void test_stack_measurement()
{
	print_line("-- stack measurement");
	check(driver.thread()->measure_stack_usage() == driver.stack_used(), "as counted by hand");
	check(driver.thread()->measure_stack_usage() > 100, "some of it is used");
}
#endif

#ifdef CONFIG_EXCEPTIONS
static void on_exception(word data, unsigned number, word)
{
	hal_print("exception ");
	hal_print_number(number);
	print_number(" with", data);
}

static void other_thread(word)
{
	first.thread()->register_exception(HAL_EXCEPTION_BREAKPOINT, on_exception, 2);
	first.thread()->register_exception(6, on_exception, 3);
	hal_raise_breakpoint();
	first.thread()->deregister_exception(6);
}

static void test_exceptions()
{
	print_line("-- exceptions");
	driver.thread()->register_exception(HAL_EXCEPTION_BREAKPOINT, on_exception, 1);
	hal_raise_breakpoint();
	together(other_thread, 0, 0);
	print_number("handled", driver.thread()->deliver_exception(HAL_EXCEPTION_BREAKPOINT, 0));
	forget(1);
}
#endif

#ifdef CONFIG_INSTRUMENTATION
static void test_instrumentation()
{
	print_line("-- instrumentation");
	for (int event = 0; event < INSTRUMENT_EVENTS; event++) {
		hal_print("event ");
		hal_print_number(event);
		print_number(":", instrument_count((InstrumentEvent)event));
	}
}
#endif

/* The clock: from here on, when things happen depends on it. */

static volatile unsigned turns[2];

static void spin(unsigned index, unsigned other)
{
	unsigned seen = turns[other];

	while (turns[index] < 3) {
		turns[index]++;
		while (turns[other] == seen && turns[other] < 3)
			;
		seen = turns[other];
	}
}

static void spin_first(word)
{
	spin(0, 1);
}

static void spin_second(word)
{
	spin(1, 0);
}

static void delay_long(word)
{
	thread_delay(6);
	print_line("delayed 6");
}

static void delay_short(word)
{
	thread_delay(2);
	print_line("delayed 2");
}

static void test_clock()
{
	print_line("-- clock");
	Clock::start(1000);
	together(delay_long, delay_short, 0);
	thread_delay(10);
	print_line("delayed 10");
	forget(2);
	/* Neither ever yields. */
	thread_set_priority(driver.thread(), 5);
	first.create(12, spin_first, "first");
	second.create(12, spin_second, "second");
	thread_resume(first.thread());
	thread_resume(second.thread());
	thread_set_priority(driver.thread(), 15);
	check(turns[0] == 3 && turns[1] == 3, "time slices take turns");
	forget(2);
}

#ifdef CONFIG_THREAD_STACK_CHECKING
static void overflow(word)
{
	first.stack[0] = 0;
	thread_yield();
}
#endif

static void drive(word)
{
	test_semaphore();
	test_mutex();
	test_priorities();
	test_kill();
	test_interrupts();
#ifdef CONFIG_THREAD_DATA
	test_thread_data();
#endif
#ifdef CONFIG_THREAD_DESTRUCTORS
	test_destructors();
#endif
#ifdef CONFIG_THREAD_NAME
	test_names();
#endif
#ifdef CONFIG_THREAD_LIST
	test_list();
#endif
#ifdef CONFIG_THREAD_STACK_LIMIT
	test_stack_limit();
#endif
#ifdef CONFIG_THREAD_STACK_MEASUREMENT
	test_stack_measurement();
#endif
#ifdef CONFIG_EXCEPTIONS
	test_exceptions();
#endif
#ifdef CONFIG_INSTRUMENTATION
	test_instrumentation();
#endif
#ifdef CONFIG_TRACING
	trace_print(400);
#endif
	test_clock();
	print_number("mini-ecos: failures", failures);
#ifdef CONFIG_THREAD_STACK_CHECKING
	print_line("-- stack checking: the end is a panic");
	together(overflow, 0, 0);
#endif
	hal_exit(failures);
}

void application_start()
{
	thread_resume(driver.create(15, drive, "driver"));
}
