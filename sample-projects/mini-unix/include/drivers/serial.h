/* The first serial port (COM1), our console. */
#ifndef DRIVERS_SERIAL_H
#define DRIVERS_SERIAL_H

void serial_init(void);
void serial_put(char character);

#endif
