/* Threads of applications, and measurements in their output. */
#ifndef APPLICATION_SUPPORT_HXX
#define APPLICATION_SUPPORT_HXX

#include "user-api.hxx"

enum { APPLICATION_STACK_WORDS = 512, MEASURED_ROUNDS = 3 };

/* A thread with its memory. */
struct ThreadPlace {
	word object[sizeof(Thread) / sizeof(word)];
	word stack[APPLICATION_STACK_WORDS];

	/* Begins suspended; what of the stack is used can be told later. */
	Thread *create(unsigned priority, ThreadEntry *entry, const char *name);
	/* As create(), on a stack that is prepared already. */
	Thread *create_again(unsigned priority, ThreadEntry *entry, const char *name);
	Thread *thread() { return reinterpret_cast<Thread *>(object); }
	void prepare_stack();
	/* Bytes. */
	unsigned stack_used() const;
};

/* What the steps of a sequence of system calls cost. Each step ends where the next begins, also in another thread. */
class Measurement {
	enum { STEPS = 16 };
	cycles starts[STEPS + 1];
	unsigned steps;

public:
	void begin() { steps = 0; }
	/* The next system call begins here, or the last has ended. */
	void mark() { starts[steps++] = hal_cycles(); }
	void print(const char *application, const char *const *names);
};

void print_number(const char *label, word number);
void print_line(const char *text);

#endif
