/* Programs that lie at one address: the kernel calls the one, and goes on to the other. Booted by litmus-boot.S. */
struct task {
	char name[8];
	int number;
	void *stack;
	struct task *next;
};

struct task second = { "second", 2 }, first = { "first", 1, 0, &second };
struct task *current = &first;
volatile int number;

__attribute__((regparm(1))) void work(volatile int *counted);

__attribute__((noinline)) void mark(void)
{
	number++;
}

void first_processor(void)
{
	for (;;) {
		current = &first;
		mark();
		current = &second;
		work(&number);
	}
}

void second_processor(void)
{
}

void on_timer(void)
{
}
