/* A kernel that writes a variable over and over, and then runs on for long without. Booted by litmus-boot.S. */
unsigned counter;

#define EIGHT(x) x x x x x x x x

void on_timer(void) { }
void second_processor(void) { }

void first_processor(void)
{
	for (unsigned i = 0; i < 20000; i++)
		asm volatile(EIGHT(EIGHT("incl counter\n")) ::: "memory");
	for (unsigned i = 0; i < 300000; i++)
		asm volatile("nop; nop; nop");
	asm volatile("outb %%al, %0" :: "Nd"((unsigned short)0x501));
	for (;;)
		asm volatile("hlt");
}
