/* Each stub and what is made of it, with the same arguments and the same answers: `main 0 INPUTS`; `main 1 STUB WAY` for counts. */
#include "stubs.c"
#include "stubs-residual.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned seed, hash;
static int counts;
static unsigned next(void) { seed = seed * 1664525u + 1013904223u; return seed >> 8; }
static void see(const void *at, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		hash = (hash ^ ((const unsigned char *)at)[i]) * 16777619u;
}
static files_failed failures[4];
static int taken;
void *CORBA_alloc(idl4_word_t bytes) { (void)bytes; return next() % 8 ? &failures[taken++ % 4] : 0; }
void CORBA_free(void *at) { (void)at; }

/* Registers, the message as far as it is sent, and what its one part leads to; then any answer. */
idl4_word_t seen_call(CORBA_Object partner, idl4_word_t send, idl4_word_t receive, const CORBA_Environment *env,
		      idl4_word_t *w0, idl4_word_t *w1, idl4_word_t *w2)
{
	idl4_word_t result = 0;
	if (counts) {
		*w2 = 0;
		return 0;
	}
	const idl4_word_t id = *w2, *message = (const idl4_word_t *)send;
	see(&partner, 4); see(w0, 4); see(w2, 4); see(env, env ? sizeof *env : 0);
	if (id == 0x80 || id == 0x82) see(w1, 4);
	if (receive != IDL4_NOTHING) see(message, 8);
	see(message + 2, 4);
	if (id == 0x82) {
		const idl4_part_t *part = (const idl4_part_t *)(message + 8);
		see(part, 12); see(part->snd_str, part->snd_size);
	} else see(message + 6, *w0);
	if (next() % 4 == 0) result = next();
	*w0 = next(); *w1 = next(); *w2 = next() % 2 ? 0 : next() % 3;
	if (receive != IDL4_NOTHING) for (int i = 6; i < 9; i++) ((idl4_word_t *)receive)[i] = next();
	return result;
}

static unsigned char bytes[64];
static files_content content = { 64, 64, bytes };
static CORBA_Environment env;

__attribute__((noinline)) static int open_generic(void) { return files_storage_open(5, motd, files_mode_writing, &env); }
__attribute__((noinline)) static int open_made(void) { return files_storage_open_special(5, motd, files_mode_writing, &env); }
__attribute__((noinline)) static int write_generic(void) { return files_storage_write(5, 7, &content, &env); }
__attribute__((noinline)) static int write_made(void) { return files_storage_write_special(5, 7, &content, &env); }
__attribute__((noinline)) static int look_generic(void) { return files_storage_look(5, motd, 0).size; }
__attribute__((noinline)) static int look_made(void) { return files_storage_look_special(5, motd, 0).size; }
__attribute__((noinline)) static int touch_generic(void) { files_storage_touch(5, motd, &env); return 0; }
__attribute__((noinline)) static int touch_made(void) { files_storage_touch_special(5, motd, &env); return 0; }
static int (*const ways[4][2])(void) = {
	{ open_generic, open_made }, { write_generic, write_made }, { look_generic, look_made }, { touch_generic, touch_made },
};

int main(int count, char **words)
{
	if (count > 3 && atoi(words[1]) == 1) {
		counts = 1;
		for (int i = 0; i < 1000; i++) ways[atoi(words[2])][atoi(words[3])]();
		return 0;
	}
	for (int i = 0; i < atoi(words[2]); i++)
		for (int stub = 0; stub < 4; stub++) {
			unsigned seen[2]; int values[2];
			for (int way = 0; way < 2; way++) {
				seed = i * 977u + stub; hash = 2166136261u; taken = 0;
				memset(failures, 0, sizeof failures); memset(&env, 0, sizeof env);
				for (int k = 0; k < 64; k++) bytes[k] = next();
				env._timeout = next(); env._rcv_window = next();
				values[way] = ways[stub][way]();
				if (env._data) see(env._data, sizeof(files_failed));
				env._data = env._data ? (void *)1 : 0;
				see(&env, sizeof env);
				seen[way] = hash;
			}
			if (seen[0] != seen[1] || values[0] != values[1]) { printf("stub %d differs for %d\n", stub, i); return 1; }
		}
	return 0;
}
