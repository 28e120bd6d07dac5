/* The two 8259 interrupt controllers of the PC. Lines are 0 to 15. */
#ifndef DRIVERS_INTERRUPT_CONTROLLER_H
#define DRIVERS_INTERRUPT_CONTROLLER_H

/* Moves the lines to vectors base to base + 15 and masks all of them. */
void interrupt_controller_init(unsigned int base);
void interrupt_controller_enable(unsigned int line);
void interrupt_controller_done(unsigned int line);

#endif
