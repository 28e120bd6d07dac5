#include "console.h"

static unsigned square(unsigned number)
{
	return number * number;
}

static void show(unsigned number)
{
	console_number(number);
	console_text(" squared is ");
	console_number(square(number));
	console_text("\n");
}

void kernel_main(void)
{
	for (unsigned number = 1; number <= 10; number++)
		show(number);
	console_text("counted\n");
}
