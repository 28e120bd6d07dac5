/*
 * Weft's program in a Linux guest: loads the module that it carries, and passes requests that come through a serial or
 * virtio port to it. Talks to the kernel directly, so that no C library is needed:
 *
 *     weft-agent [PORT]     PORT is a file of /dev, ttyS1 by default; - is standard input, answered there
 *
 * As the first program of the guest (rdinit=/weft-agent) it leaves a child that serves, and becomes /init.
 *
 * A frame is END, bytes of which END and ESC are escaped, END; the bytes are number, request, what belongs to it, CRC-32.
 */
typedef unsigned char byte;
typedef unsigned int word;

#include "machine/i686/program.h"

enum { END = 0xc0, ESC = 0xdb, ESCAPED_END = 0xdc, ESCAPED_ESC = 0xdd };
enum { O_RDWR = 2, O_NOCTTY = 0400, O_NONBLOCK = 04000, EEXIST = 17, ENOSYS = 38, MNT_DETACH = 2, TCSETS = 0x5402, CHARACTERS = 020600 };
enum { UNLOAD = 100 };
enum { NO_MODULE = 100, GARBLED = 101, REFUSED = 102 };

#define MOST ((4 << 20) + 16)

__asm__(".section .rodata\n.globl module, module_end\nmodule:\n.incbin \"weft_agent.ko\"\nmodule_end:\n.previous\n");
extern const byte module[], module_end[];

static int call3(int number, word a, word b, word c)
{
	return call5(number, a, b, c, 0, 0);
}

static void say(const char *text)
{
	word n = 0;
	while (text[n])
		n++;
	call3(SYS_WRITE, 2, (word)text, n);
}

static void quit(const char *text)
{
	say("weft-agent: ");
	say(text);
	say("\n");
	call3(SYS_EXIT, 1, 0, 0);
}

static void join(char *to, const char *folder, const char *name)
{
	word n = 0;
	while (*folder)
		to[n++] = *folder++;
	to[n++] = '/';
	while (*name && n < 255)
		to[n++] = *name++;
	to[n] = 0;
}

static int begins(const char *text, const char *with)
{
	while (*with && *text == *with)
		text++, with++;
	return *with == 0;
}

static const char own[] = "/.weft-dev";

/* Of the driver's device with this name, as /proc/misc has it: `NUMBER NAME` in each line. Negative where it has none. */
static int minor_of(const char *name)
{
	static char text[4096];
	const char *at;
	int file, minor = 0, got = 0;

	if (call5(SYS_MOUNT, (word) "weft", (word)own, (word) "proc", 0, 0) < 0)
		return -1;
	file = call3(SYS_OPEN, (word) "/.weft-dev/misc", 0, 0);
	if (file >= 0)
		got = call3(SYS_READ, file, (word)text, sizeof text - 1);
	call3(SYS_CLOSE, file, 0, 0);
	call3(SYS_UMOUNT2, (word)own, MNT_DETACH, 0);
	text[got < 0 ? 0 : got] = 0;
	for (at = text; *at; at++) {
		if (begins(at, name))
			return minor;
		if (*at == '\n')
			minor = 0;
		else if (*at >= '0' && *at <= '9')
			minor = 10 * minor + *at - '0';
	}
	return -1;
}

/* Where no file of /dev says it. Negative where it is not known. */
static int device_number(const char *name)
{
	int minor;

	if (begins(name, "ttyS") && name[4] >= '0' && name[4] <= '9' && !name[5])
		return 4 << 8 | (64 + name[4] - '0');
	minor = minor_of(name);
	return minor < 0 || minor > 255 ? -1 : 10 << 8 | minor;
}

/* In /dev, or where the kernel shows its devices by itself, or by its number. */
static int open_device(const char *name)
{
	char path[256];
	int file, number;

	join(path, "/dev", name);
	file = call3(SYS_OPEN, (word)path, O_RDWR | O_NOCTTY, 0);
	if (file >= 0)
		return file;
	call3(SYS_MKDIR, (word)own, 0700, 0);
	join(path, own, name);
	if (call5(SYS_MOUNT, (word) "weft", (word)own, (word) "devtmpfs", 0, 0) >= 0) {
		file = call3(SYS_OPEN, (word)path, O_RDWR | O_NOCTTY, 0);
		call3(SYS_UMOUNT2, (word)own, MNT_DETACH, 0);
	} else if ((number = device_number(name)) >= 0 && call3(SYS_MKNOD, (word)path, CHARACTERS, number) >= 0) {
		file = call3(SYS_OPEN, (word)path, O_RDWR | O_NOCTTY, 0);
		call3(SYS_UNLINK, (word)path, 0, 0);
	}
	call3(SYS_RMDIR, (word)own, 0, 0);
	return file;
}

/* Bytes as they are, also where it is no terminal and says so. */
static void make_raw(int port)
{
	struct { word input, output, control, local; byte line, characters[19]; } settings = { 0, 0, 0x18b2, 0, 0, { 0 } };

	settings.characters[6] = 1; /* VMIN; 0x18b2: CS8, CREAD, CLOCAL, 115200 */
	call3(SYS_IOCTL, port, TCSETS, (word)&settings);
}

static word crc_table[256];

static void make_crc_table(void)
{
	word n, bit, crc;
	for (n = 0; n < 256; n++) {
		for (crc = n, bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
		crc_table[n] = crc;
	}
}

static word crc_of(const byte *bytes, word size)
{
	word crc = 0xffffffff;
	while (size--)
		crc = crc >> 8 ^ crc_table[(crc ^ *bytes++) & 255];
	return ~crc;
}

static void set_word(byte *at, word value)
{
	at[0] = value;
	at[1] = value >> 8;
	at[2] = value >> 16;
	at[3] = value >> 24;
}

static word get_word(const byte *at)
{
	return at[0] | at[1] << 8 | at[2] << 16 | (word)at[3] << 24;
}

static byte frame[MOST], reply[MOST], out[2 * MOST + 16];

static void send(int port, word size)
{
	word n = 0, i, done;
	int written;

	set_word(reply + size, crc_of(reply, size));
	out[n++] = END;
	for (i = 0; i < size + 4; i++) {
		if (reply[i] == END || reply[i] == ESC) {
			out[n++] = ESC;
			out[n++] = reply[i] == END ? ESCAPED_END : ESCAPED_ESC;
		} else {
			out[n++] = reply[i];
		}
	}
	out[n++] = END;
	for (done = 0; done < n; done += written) {
		written = call3(SYS_WRITE, port, (word)(out + done), n - done);
		if (written <= 0)
			return;
	}
}

static void refuse(int port, word number, word status, word why)
{
	set_word(reply, number);
	set_word(reply + 4, status);
	set_word(reply + 8, why);
	send(port, 12);
}

/* Negative where there is none; `failure` is why. */
static int open_module(int *failure)
{
	int file = open_device("weft-agent");
	int loaded;

	if (file >= 0)
		return file;
	loaded = call3(SYS_INIT_MODULE, (word)module, module_end - module, (word) "");
	*failure = loaded < 0 && loaded != -EEXIST ? -loaded : 0;
	file = open_device("weft-agent");
	if (file < 0 && *failure == 0)
		*failure = -file;
	return file;
}

/* The device is open only during a request, so that the module can be unloaded. */
static void answer(int port, word size)
{
	word all = 0;
	int failure = 0, device, got;

	if (size < 12 || crc_of(frame, size - 4) != get_word(frame + size - 4)) {
		refuse(port, 0, GARBLED, 0);
		return;
	}
	if (get_word(frame + 4) == UNLOAD) {
		got = call3(SYS_DELETE_MODULE, (word) "weft_agent", O_NONBLOCK, 0);
		refuse(port, get_word(frame), got < 0 ? REFUSED : 0, -got);
		return;
	}
	device = open_module(&failure);
	if (device < 0) {
		refuse(port, get_word(frame), NO_MODULE, failure);
		return;
	}
	got = call3(SYS_WRITE, device, (word)frame, size - 4);
	if (got < 0)
		refuse(port, get_word(frame), REFUSED, -got);
	while (got > 0 && all < MOST - 4) {
		got = call3(SYS_READ, device, (word)(reply + all), MOST - 4 - all);
		if (got > 0)
			all += got;
	}
	call3(SYS_CLOSE, device, 0, 0);
	if (all >= 8)
		send(port, all);
}

/* 20 ms. A kernel may know times of 64 bits only, one before 5.1 only those of 32. */
static void pause(void)
{
	word time[2] = { 0, 20000000 }, wide[4] = { 0, 0, 20000000, 0 };

	if (call5(SYS_CLOCK_NANOSLEEP, 1, 0, (word)wide, 0, 0) == -ENOSYS)
		call3(SYS_NANOSLEEP, (word)time, 0, 0);
}

static void serve(int port)
{
	static byte chunk[4096];
	word size = 0, isEscaped = 0;
	int i, got;

	for (;;) {
		got = call3(SYS_READ, port, (word)chunk, sizeof chunk);
		if (got <= 0) {
			/* A virtio port reads nothing while nobody is at its other end; standard input has ended then. */
			if (port == 0)
				call3(SYS_EXIT, 0, 0, 0);
			pause();
		}
		for (i = 0; i < got; i++) {
			byte one = chunk[i];

			if (one == END) {
				if (size > 0)
					answer(port, size);
				size = isEscaped = 0;
				continue;
			}
			if (one == ESC) {
				isEscaped = 1;
				continue;
			}
			if (isEscaped)
				one = one == ESCAPED_END ? END : ESC;
			isEscaped = 0;
			if (size < MOST)
				frame[size++] = one;
		}
	}
}

void start(word *stack)
{
	word count = stack[0];
	char **words = (char **)(stack + 1), **environment = words + count + 1;
	int isFirst = call3(SYS_GETPID, 0, 0, 0) == 1, failure = 0, port = 0, device;
	const char *name = !isFirst && count > 1 ? words[1] : "ttyS1";

	make_crc_table();
	if (name[0] == '-')
		serve(port);
	if (call3(SYS_FORK, 0, 0, 0) > 0) {
		if (!isFirst)
			call3(SYS_EXIT, 0, 0, 0);
		words[0] = "/init";
		call3(SYS_EXECVE, (word) "/init", (word)words, (word)environment);
		quit("there is no /init to go on with");
	}
	call3(SYS_SETSID, 0, 0, 0);
	port = open_device(name);
	if (port < 0)
		quit("the port can't be opened; name one of /dev: weft-agent ttyS1");
	make_raw(port);
	device = open_module(&failure);
	if (device < 0)
		say("weft-agent: the kernel does not take the module; weft live list on the host says why\n");
	else
		call3(SYS_CLOSE, device, 0, 0);
	serve(port);
}
