/* One filter by its code, made here, and by the interpreter: `run-time FILTER`. Ends with 1 where they differ. */
#include "subjects.c"
#include "run-time-residual.c"
#include <stdlib.h>
#include <sys/mman.h>

void *weft_code_pages(unsigned long bytes)
{
	void *pages = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return pages == MAP_FAILED ? 0 : pages;
}
int weft_code_seal(void *pages, unsigned long bytes) { return mprotect(pages, bytes, PROT_READ | PROT_EXEC); }
void weft_code_release(void *pages, unsigned long bytes) { munmap(pages, bytes); }

typedef u32 filter_function(const struct insn *, const u8 *, u32);
#define MEASURED __attribute__((noinline, noclone, used))
MEASURED filter_function *make(const struct insn *pc) { return filter_loaded_make(pc, 60); }
MEASURED u32 by_code(filter_function *code, const struct insn *pc, const u8 *p) { return code(pc, p, 60); }
MEASURED u32 by_interpreter(const struct insn *pc, const u8 *p) { return filter(pc, p, 60); }
static u32 seed = 1;
static u32 next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }

int main(int count, char **words)
{
	const struct insn *const programs[] = { six, ten, fifteen };
	const struct insn *pc = programs[count > 1 ? atoi(words[1]) : 0];
	filter_function *code = make(pc);
	int different = !code;
	for (int i = 0; i < 1000 && code; i++) {
		u8 p[60];
		for (int k = 0; k < 60; k++)
			p[k] = (u8)next();
		p[12] = 8, p[13] = 0, p[14] = 0x45, p[20] = p[21] = 0, p[23] = next() % 4 ? 17 : 6;
		p[26] = 10, p[27] = 0, p[28] = 1, p[30] = 10, p[31] = 0, p[32] = 1, p[36] = 0, p[37] = next() % 2 ? 53 : 80;
		different |= by_code(code, pc, p) != by_interpreter(pc, p);
	}
	filter_loaded_free(code);
	return different;
}
