/* printf-style formatting. See kernel/format.h. */
#include "kernel/format.h"

#include "kernel/string.h"

#define DIGITS_MAX 12 /* 32 bits in octal, and a zero */

struct output {
	char *next;
	char *end; /* of the space for characters */
};

struct directive {
	bool left;
	bool zeroes;
	int width;
};

static void put(struct output *output, char character)
{
	if (output->next < output->end)
		*output->next++ = character;
}

static void put_padding(struct output *output, char character, int count)
{
	while (count-- > 0)
		put(output, character);
}

static void put_text(struct output *output, const struct directive *directive,
		     const char *text)
{
	int padding = directive->width - (int)strlen(text);

	if (!directive->left)
		put_padding(output, ' ', padding);
	while (*text)
		put(output, *text++);
	if (directive->left)
		put_padding(output, ' ', padding);
}

static void put_number(struct output *output, struct directive *directive,
		       unsigned int value, unsigned int base, bool negative)
{
	char digits[DIGITS_MAX + 1];
	char *text = digits + sizeof(digits);

	*--text = '\0';
	do {
		*--text = "0123456789abcdef"[value % base];
		value /= base;
	} while (value);

	if (directive->zeroes && !directive->left) {
		if (negative)
			put(output, '-');
		put_padding(output, '0', directive->width - (int)strlen(text) - negative);
		directive->width = 0;
	} else if (negative) {
		*--text = '-';
	}
	put_text(output, directive, text);
}

static const char *read_directive(const char *format, struct directive *directive)
{
	*directive = (struct directive){ 0 };
	for (; *format == '-' || *format == '0'; format++) {
		directive->left |= *format == '-';
		directive->zeroes |= *format == '0';
	}
	for (; *format >= '0' && *format <= '9'; format++)
		directive->width = directive->width * 10 + (*format - '0');
	while (*format == 'l')
		format++;
	return format;
}

int format_text(char *buffer, size_t size, const char *format, va_list arguments)
{
	struct output output = { buffer, buffer + size - 1 };
	struct directive directive;
	char character[2] = "";
	const char *text;
	int value;

	while (*format) {
		if (*format != '%') {
			put(&output, *format++);
			continue;
		}
		format = read_directive(format + 1, &directive);
		switch (*format) {
		case 'd':
		case 'i':
			value = va_arg(arguments, int);
			put_number(&output, &directive,
				   value < 0 ? 0u - (unsigned int)value : (unsigned int)value, 10,
				   value < 0);
			break;
		case 'u':
			put_number(&output, &directive, va_arg(arguments, unsigned int), 10, false);
			break;
		case 'o':
			put_number(&output, &directive, va_arg(arguments, unsigned int), 8, false);
			break;
		case 'x':
		case 'p':
			put_number(&output, &directive, va_arg(arguments, unsigned int), 16, false);
			break;
		case 's':
			text = va_arg(arguments, const char *);
			put_text(&output, &directive, text ? text : "(null)");
			break;
		case 'c':
			character[0] = (char)va_arg(arguments, int);
			put_text(&output, &directive, character);
			break;
		case '\0':
			*output.next = '\0';
			return (int)(output.next - buffer);
		default:
			put(&output, *format);
		}
		format++;
	}
	*output.next = '\0';
	return (int)(output.next - buffer);
}
