/*
 * Synchronous IPC: who meets whom. One operation sends to one thread, if asked, and then receives, if asked. What a
 * message looks like is in message.h; nothing here knows.
 */
#ifndef MINI_L4_IPC_H
#define MINI_L4_IPC_H

#include "thread.h"

/* Starts the IPC that `ipc_of(thread)` describes. */
void ipc_start(struct thread *thread);
/* The thread touched a page that it may not touch like that: asks its pager in its name. */
void ipc_page_fault(struct thread *thread, word_t address, enum access access);
/* The processor refused an instruction. False when nobody is told. */
bool ipc_exception(struct thread *thread);
/* Ends what waited too long. */
void ipc_tick(void);
/* The thread never runs again; whoever waits for it gets an error. */
void ipc_stop(struct thread *thread);
/* Interrupts `line` go to the thread from now on, as messages. False when they go to another. */
bool ipc_attach(struct thread *thread, word_t line);
void ipc_interrupt(word_t line);

#endif
