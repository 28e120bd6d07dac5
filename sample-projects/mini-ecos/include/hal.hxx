/* What the kernel needs of the machine: contexts, interrupts, time, a console. */
#ifndef HAL_HXX
#define HAL_HXX

typedef unsigned int word;
typedef unsigned long long cycles;

enum {
	HAL_TIMER_VECTOR = 32,
	HAL_SOFTWARE_VECTOR = 48,
	HAL_VECTORS = 64,
	HAL_EXCEPTIONS = 32,
	HAL_EXCEPTION_BREAKPOINT = 3
};

/* Stops here, saving the stack pointer in *save, and goes on where `restore` stopped. */
extern "C" void hal_switch(word **save, word *restore);

/* The context of a thread that will begin in `entry` on the stack below `top`, interrupts on. */
word *hal_first_context(word *top, void (*entry)());

inline word hal_interrupts_off()
{
	word flags;

	__asm__ volatile("pushfl; popl %0; cli" : "=r"(flags) : : "memory");
	return flags;
}

inline void hal_interrupts_restore(word flags)
{
	__asm__ volatile("pushl %0; popfl" : : "r"(flags) : "memory", "cc");
}

inline void hal_interrupts_on()
{
	__asm__ volatile("sti" : : : "memory");
}

/* Interrupts on, and nothing to do until the next one. */
inline void hal_wait()
{
	__asm__ volatile("sti; hlt" : : : "memory");
}

inline void hal_raise_interrupt()
{
	__asm__ volatile("int $48" : : : "memory");
}

inline void hal_raise_breakpoint()
{
	__asm__ volatile("int3" : : : "memory");
}

/* Under QEMU's -icount shift=0 one per instruction. */
inline cycles hal_cycles()
{
	cycles now;

	__asm__ volatile("rdtsc" : "=A"(now));
	return now;
}

/* Nothing is moved across. */
inline void hal_barrier()
{
	__asm__ volatile("" : : : "memory");
}

inline word *hal_stack_pointer()
{
	word *pointer;

	__asm__ volatile("movl %%esp, %0" : "=r"(pointer));
	return pointer;
}

/*
 * Goes on with the same frame, which the frame pointer holds, but calls on the
 * stack below `top`; the old stack pointer is kept in `old`, in the frame: a
 * register would have to be saved there first.
 */
#define HAL_TO_STACK(top, old) \
	__asm__ volatile("movl %%esp, %0; movl %1, %%esp" : "=m"(old) : "r"(top) : "memory")
#define HAL_FROM_STACK(old) __asm__ volatile("movl %0, %%esp" : : "m"(old) : "memory")

void hal_timer_start(unsigned int ticks_per_second);
void hal_print(const char *text);
void hal_print_number(word number);

/* Ends the machine; QEMU's isa-debug-exit turns 0 into 1 and 1 into 3. */
void hal_exit(word status) __attribute__((noreturn));
void hal_panic(const char *why) __attribute__((noreturn));

/* Given by the kernel. */
void kernel_interrupt(word vector);
void kernel_exception(word number, word information);
void kernel_start() __attribute__((noreturn));

#endif
