/* Private memory after fork, and what happens to programs that reach too far. */
#include "user/runtime/runtime.h"

#define KERNEL_ADDRESS 0xc0100000
#define EXCEPTION(number) (128 + (number))

static int shared = 1;
static char zeroes[8192];

static void change_and_exit(void)
{
	shared = 2;
	zeroes[5000] = 1;
	exit(shared + zeroes[5000]);
}

static void read_null(void)
{
	volatile int *pointer = (volatile int *)0;

	__asm__("" : "+r"(pointer));
	exit(*pointer);
}

static void read_kernel(void)
{
	exit(*(volatile int *)KERNEL_ADDRESS);
}

static void write_own_code(void)
{
	*(volatile char *)(uint32_t)&read_null = 0;
	exit(0);
}

static void divide_by_zero(void)
{
	volatile int dividend = 100;
	volatile int zero = 0;

	exit(dividend / zero);
}

static void halt(void)
{
	__asm__ volatile("hlt");
	exit(0);
}

static void overflow_stack(void)
{
	char buffer[32768];

	buffer[0] = 1;
	__asm__ volatile("" : : "r"(buffer) : "memory"); /* the whole of it is needed */
	exit(buffer[0]);
}

int main(void)
{
	check(run_in_child(change_and_exit) == 3, "a child writes to its memory");
	check(shared == 1 && zeroes[5000] == 0, "the parent does not see it");
	check(run_in_child(read_null) == EXCEPTION(14), "a null pointer ends the program");
	check(run_in_child(read_kernel) == EXCEPTION(14), "kernel memory is out of reach");
	check(run_in_child(write_own_code) == EXCEPTION(14), "code is read-only");
	check(run_in_child(divide_by_zero) == EXCEPTION(0), "a division by zero ends the program");
	check(run_in_child(halt) == EXCEPTION(13), "privileged instructions are refused");
	check(run_in_child(overflow_stack) == EXCEPTION(14), "the stack has an end");
	check(write(1, (void *)KERNEL_ADDRESS, 4) == -EFAULT, "write from kernel memory fails");
	check(stat("/bin", (struct stat *)KERNEL_ADDRESS) == -EFAULT,
	      "stat into kernel memory fails");
	check(open((const char *)0x10, O_RDONLY, 0) == -EFAULT, "a bad path pointer is refused");
	return failed_checks();
}
