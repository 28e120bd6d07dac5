/* Threads, and what the kernel remembers of the one IPC that each of them may be in. */
#ifndef MINI_L4_THREAD_H
#define MINI_L4_THREAD_H

#include "space.h"
#include "types.h"

#define THREADS 64
#define FIRST_THREAD 32 /* number of the first; below are interrupts */
#define THREAD_ID(number) ((word_t)(number) << 14 | 1)
#define NO_THREAD 0u
#define ANY_THREAD 0xffffffffu

/* As trap-entry.S leaves it: pushal, then what the stub and the processor pushed. */
struct trap_frame {
	word_t edi, esi, ebp, kernel_esp, ebx, edx, ecx, eax;
	word_t vector, error;
	word_t eip, cs, eflags, esp, ss;
};

enum thread_state {
	THREAD_FREE,
	THREAD_READY,
	THREAD_SENDING, /* waits until `ipc.to` receives */
	THREAD_RECEIVING,
	THREAD_TRANSFER, /* in the middle of a message: `ipc.peer` or itself waits for a page */
	THREAD_STOPPED, /* for good: an exception that nobody handles */
};

/* Who writes and reads the message: the thread's program, or the kernel in its name. */
enum message_kind {
	MESSAGE_USER,
	MESSAGE_FAULT, /* page fault: address and instruction out, a mapping back */
	MESSAGE_EXCEPTION, /* V4: registers out, registers back */
};

struct ipc {
	enum message_kind kind;
	word_t to; /* NO_THREAD: nothing is sent */
	word_t from; /* NO_THREAD: nobody; ANY_THREAD */
	bool receives;
	word_t send_timeout, receive_timeout; /* ticks; NEVER */
	word_t deadline; /* tick; NEVER */
	struct thread *peer; /* in THREAD_TRANSFER */
	bool sends_to_peer;
	/* MESSAGE_FAULT */
	word_t address;
	enum access access;
};
#define NEVER 0xffffffffu

struct thread {
	uint8_t fpu[512] __attribute__((aligned(16)));
	struct trap_frame frame;
	word_t id;
	enum thread_state state;
	struct space *space;
	word_t utcb; /* address in the space */
	word_t *registers; /* the same, as the kernel sees it: word n is message register n */
	word_t pager;
	struct ipc ipc[2]; /* [0] the program's; [1] the kernel's in its name, which may be in the middle of [0] */
	int depth; /* which of them is going on */
	struct thread *next_ready, *next_sender;
	struct thread *senders; /* who waits to send to this thread, in order */
	word_t counted; /* instructions, see count.h */
	word_t last_eip;
};

static inline struct ipc *ipc_of(struct thread *thread) { return &thread->ipc[thread->depth]; }

extern struct thread *current;

/* The thread with that id, or NULL. */
struct thread *thread_find(word_t id);
/* A thread without state; NULL when there is no room in the space or at all. */
struct thread *thread_create(struct space *space, word_t eip, word_t esp, word_t pager);
void thread_make_ready(struct thread *thread);
/* `thread` will not run until it is made ready again. */
void thread_block(struct thread *thread, enum thread_state state);

#endif
