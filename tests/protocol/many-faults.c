/*
 * A kernel that meets thousands of exceptions at one instruction, again and again: its handler begins with one that
 * faults (#BR) until the stack has come down far enough. None of them counts as an instruction. Booted by litmus-boot.S.
 */
unsigned counter;
int within[2] = { 0, 0x1ef1000 };

static struct { unsigned short low, selector, kind, high; } __attribute__((packed)) gates[8];

void on_timer(void) { }
void second_processor(void) { }
void handler(void);

/* 5,120 exceptions of 12 bytes above it. */
#define TOP "$0x1f00000, %esp\n"

asm("handler: bound %esp, within\n"
    "incl counter\n"
    "mov " TOP
    "cmpl $60, counter\n"
    "jb handler\n"
    "mov $0x501, %dx\n"
    "outb %al, %dx\n"
    "1: hlt\n"
    "jmp 1b\n");

void first_processor(void)
{
	struct { unsigned short limit; void *base; } __attribute__((packed)) at = { sizeof gates - 1, gates };
	unsigned entry = (unsigned)handler;

	gates[5].low = entry;
	gates[5].high = entry >> 16;
	gates[5].selector = 8;
	gates[5].kind = 0x8e00;
	asm volatile("lidt %0; mov $0x1f00000, %%esp; jmp handler" :: "m"(at));
}
