#include "kernel/exception.hxx"

#include "kernel/thread.hxx"

void Exception::raise(unsigned number, word information)
{
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
