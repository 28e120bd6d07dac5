/* See runtime.h. */
#include "runtime.h"

#include "kip.h"

#include <stdarg.h>

#define HEAP_BYTES (1 << 17)
#define BLOCK_MARK 0x5eed0000u

void program_start(const struct start_information *information);

static word_t root;

#if KERNEL_ABI == 4
void (*__L4_Ipc)(void); /* stubs call through it */
#endif

void program_start(const struct start_information *information)
{
#if KERNEL_ABI == 4
	__L4_Ipc = (void (*)(void))(KIP_PAGE + *(const word_t *)(KIP_PAGE + KIP_IPC));
#endif
	root = information->root;
	program_main(information);
	for (;;)
		l4_stop(l4_self());
}

word_t root_task(void) { return root; }

word_t thread_start(void (*function)(void), void *stack, word_t bytes, word_t pager)
{
	__builtin_memset(stack, 0, bytes);
	word_t top = ((word_t)stack + bytes) & ~15u;
	return l4_create((const void *)function, top - 4, pager, NO_THREAD);
}

static void put(char character) { l4_debug(DEBUG_PUT, (word_t)(unsigned char)character); }

static void put_number(word_t value, word_t base)
{
	char digits[12];
	int count = 0;
	do {
		digits[count++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value != 0);
	while (count > 0)
		put(digits[--count]);
}

void print(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	for (; *format != 0; format++) {
		if (*format != '%') {
			put(*format);
			continue;
		}
		switch (*++format) {
		case 's':
			for (const char *text = va_arg(arguments, const char *); *text != 0; text++)
				put(*text);
			break;
		case 'c':
			put((char)va_arg(arguments, int));
			break;
		case 'd': {
			int value = va_arg(arguments, int);
			if (value < 0)
				put('-');
			put_number(value < 0 ? -(word_t)value : (word_t)value, 10);
			break;
		}
		case 'u':
			put_number(va_arg(arguments, word_t), 10);
			break;
		case 'x':
			put_number(va_arg(arguments, word_t), 16);
			break;
		default:
			put('%');
		}
	}
	va_end(arguments);
}

bool same_text(const char *one, const char *other)
{
	while (*one != 0 && *one == *other) {
		one++;
		other++;
	}
	return *one == *other;
}

void copy_text(char *to, const char *from)
{
	while ((*to++ = *from++) != 0)
		;
}

/* Blocks stand one behind the other; the free ones are taken first fit and never joined: programs free all in the end. */
struct block {
	word_t bytes, mark; /* BLOCK_MARK, + 1 while in use */
	word_t unused[2];
};

static unsigned char heap[HEAP_BYTES] __attribute__((aligned(16)));
static word_t heap_used;
word_t heap_in_use;

void *CORBA_alloc(word_t bytes)
{
	bytes = (bytes + 15 + (bytes == 0)) & ~15u;
	if (heap_in_use == 0)
		heap_used = 0;
	for (word_t at = 0; at < heap_used;) {
		struct block *block = (struct block *)(heap + at);
		if (block->mark == BLOCK_MARK && block->bytes >= bytes) {
			block->mark = BLOCK_MARK + 1;
			heap_in_use++;
			return block + 1;
		}
		at += sizeof(*block) + block->bytes;
	}
	if (bytes > HEAP_BYTES || heap_used + sizeof(struct block) + bytes > HEAP_BYTES)
		return NULL;
	struct block *block = (struct block *)(heap + heap_used);
	*block = (struct block){bytes, BLOCK_MARK + 1, {0, 0}};
	heap_used += sizeof(*block) + bytes;
	heap_in_use++;
	return block + 1;
}

void CORBA_free(void *pointer)
{
	if (pointer == NULL)
		return;
	struct block *block = (struct block *)pointer - 1;
	if (block->mark != BLOCK_MARK + 1) {
		print("FAIL heap: freed twice, or overrun from below\n");
		l4_debug(DEBUG_EXIT, 17);
	}
	block->mark = BLOCK_MARK;
	heap_in_use--;
}
