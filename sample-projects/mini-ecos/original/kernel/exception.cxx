#include "kernel/exception.hxx"

#include "kernel/thread.hxx"

void Exception::raise(unsigned number, word information)
{
	REPORT_FUNCTION();
#ifdef CONFIG_EXCEPTIONS
	if (Thread::self()->deliver_exception(number, information)) {
		REPORT_RETURN();
		return;
	}
#endif
	hal_print("exception ");
	hal_print_number(number);
	hal_print(", information ");
	hal_print_number(information);
	hal_print("\n");
	hal_panic("nobody handles the exception");
}

void kernel_exception(word number, word information)
{
	Exception::raise(number, information);
}

#ifdef CONFIG_EXCEPTIONS

#ifdef CONFIG_EXCEPTIONS_GLOBAL
ExceptionControl Thread::exception_control;
#endif

void Thread::register_exception(unsigned number, ExceptionHandler *handler, word data)
{
	Scheduler::lock();
	exception_control.install(number, handler, data);
	Scheduler::unlock();
}

void Thread::deregister_exception(unsigned number)
{
	Scheduler::lock();
	exception_control.install(number, 0, 0);
	Scheduler::unlock();
}

bool Thread::deliver_exception(unsigned number, word information)
{
	return exception_control.deliver(number, information);
}

#endif
