/* Traps: the interrupt table, and what each vector means. */
#ifndef MINI_L4_TRAP_H
#define MINI_L4_TRAP_H

void traps_init(void);

#endif
