/* Serial port and the entry of the test kernel; nothing is woven here. */
#include "kernel.h"

static inline void outb(unsigned short port, unsigned char value) {
  __asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline unsigned char inb(unsigned short port) {
  unsigned char value;
  __asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
  return value;
}

void serial_init(void) {
#ifdef FAST_TIMER
  /* 24,000 ticks a second; nobody takes them, but each disturbs the machine. */
  outb(0x43, 0x34);
  outb(0x40, 50);
  outb(0x40, 0);
#endif
  outb(0x3f9, 0);
  outb(0x3fb, 3);
}

void serial_put(char c) {
  while (!(inb(0x3fd) & 0x20))
    ;
  outb(0x3f8, c);
}

void serial_write(const char *text) {
  while (*text)
    serial_put(*text++);
}

void panic(const char *reason) {
  serial_write(reason);
  for (;;)
    __asm__ volatile("hlt");
}
