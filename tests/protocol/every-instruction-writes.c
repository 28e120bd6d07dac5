/* A kernel nearly all of whose instructions write one variable. Booted by litmus-boot.S. */
unsigned counter;
struct { unsigned short first, second, third; } beside;

#define EIGHT(x) x x x x x x x x

void on_timer(void) { }
void second_processor(void) { }

void first_processor(void)
{
	for (unsigned i = 0; i < 10000; i++)
		asm volatile(EIGHT(EIGHT("incl counter\n")) ::: "memory");
	beside.first = 7;
	asm volatile("movl $9, beside + 2" ::: "memory");
	asm volatile("incl counter; outb %%al, %0" :: "Nd"((unsigned short)0x501) : "memory");
	for (;;)
		asm volatile("hlt");
}
