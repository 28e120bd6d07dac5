#ifndef CONSOLE_H
#define CONSOLE_H

void console_put(char c);
void console_text(const char *text);
void console_number(unsigned number);

#endif
