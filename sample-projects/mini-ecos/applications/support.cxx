#include "support.hxx"

void print_line(const char *text)
{
	hal_print(text);
	hal_print("\n");
}

void print_number(const char *label, word number)
{
	hal_print(label);
	hal_print(" ");
	hal_print_number(number);
	hal_print("\n");
}

void ThreadPlace::prepare_stack()
{
	for (int i = 0; i < APPLICATION_STACK_WORDS; i++)
		stack[i] = STACK_UNUSED;
}

Thread *ThreadPlace::create(unsigned priority, ThreadEntry *entry, const char *name)
{
	prepare_stack();
	return create_again(priority, entry, name);
}

Thread *ThreadPlace::create_again(unsigned priority, ThreadEntry *entry, const char *name)
{
	return user_api::thread_create(object, priority, entry, 0, name, stack, sizeof(stack));
}

unsigned ThreadPlace::stack_used() const
{
	int unused = 0;

	while (unused < STACK_GUARD_WORDS && stack[unused] == STACK_GUARD)
		unused++;
	while (unused < APPLICATION_STACK_WORDS && stack[unused] == STACK_UNUSED)
		unused++;
	return (APPLICATION_STACK_WORDS - unused) * sizeof(word);
}

/* Two marks one after the other cost something themselves. */
void Measurement::print(const char *application, const char *const *names)
{
	word total = 0;
	Measurement empty;

	empty.begin();
	empty.mark();
	empty.mark();
	for (unsigned step = 0; step + 1 < steps && names[step]; step++) {
		word cost = starts[step + 1] - starts[step] - (empty.starts[1] - empty.starts[0]);

		if (names[step][0] == '-')
			continue;
		total += cost;
		hal_print("step ");
		hal_print(application);
		hal_print(" ");
		print_number(names[step], cost);
	}
	hal_print("total ");
	print_number(application, total);
}
