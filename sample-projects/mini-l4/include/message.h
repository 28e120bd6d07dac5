/* The form of messages: message-classic.c for X0 and V2, message-v4.c for V4. The Makefile's KERNEL_ABI says which. */
#ifndef MINI_L4_MESSAGE_H
#define MINI_L4_MESSAGE_H

#include "thread.h"

enum message_error {
	MESSAGE_FINE,
	MESSAGE_NOT_EXISTENT,
	MESSAGE_TIMEOUT,
	MESSAGE_CANCELLED,
	MESSAGE_MAP_FAILED,
	MESSAGE_CUT,
	MESSAGE_ABORTED,
	MESSAGE_FAULT_NEEDED, /* not an error: a page is missing, see struct missing */
};

struct missing {
	struct thread *thread;
	word_t address;
	enum access access;
};

/* Reads the registers of int $0x30 into thread->ipc[0]. */
void message_decode(struct thread *thread);
/* All of it, into the receiver's memory and registers; may be repeated from the start after MESSAGE_FAULT_NEEDED. */
enum message_error message_transfer(struct thread *sender, struct thread *receiver, struct missing *missing);
/* An interrupt as a message. */
void message_interrupt(struct thread *receiver, word_t line);
word_t message_interrupt_id(word_t line);
/* A flexpage as programs spell it; log2 is 0 when it is none. */
struct region message_region(word_t flexpage);
/* What the program sees: a finished send without receive, or an error. */
void message_sent(struct thread *thread);
void message_failed(struct thread *thread, bool sending, enum message_error error);
/* Whether the kernel of this ABI reports exceptions to the pager. */
bool message_reports_exceptions(void);

#endif
