/** `tracee.h`: start and marks of a program that {@link STEPPER} runs. Freestanding C for i686. */
export const TRACEE = String.raw`/* What both processes of a measurement share: start and marks. */
typedef unsigned int tracee_word;
void *memcpy(void *to, const void *from, tracee_word size);
void *memset(void *to, int value, tracee_word size);

#define LEAVE(status) __asm__ volatile("int $0x33" : : "a"(status) : "memory")
/* Nothing may be computed ahead of a region or behind it: all registers are taken away at its borders. */
#define REGION(number)                                                                                                          \
  do {                                                                                                                          \
    int region_ = (number);                                                                                                     \
    __asm__ volatile("int $0x31" : "+a"(region_) : : "memory", "cc", "ebx", "ecx", "edx", "esi", "edi");                         \
  } while (0)
#define REGION_END __asm__ volatile("int $0x32" : : : "memory", "cc", "eax", "ebx", "ecx", "edx", "esi", "edi")
/* What is not to be counted inside of a region. */
#define PAUSE __asm__ volatile("int $0x36" : : : "memory")
#define GO_ON __asm__ volatile("int $0x37" : : : "memory")
/* The other runs until it waits. */
#define PASS __asm__ volatile("int $0x38" : : : "memory")
#ifdef __clang__
#define APART __attribute__((noinline, unused))
#else
#define APART __attribute__((noinline, noclone, unused))
#endif

void *memcpy(void *to, const void *from, tracee_word size)
{
  void *result = to;
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
  return result;
}
void *memset(void *to, int value, tracee_word size)
{
  void *result = to;
  __asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(value) : "memory");
  return result;
}

void tracee_main(void);
#if KERNEL == 4
static tracee_word utcb_area[256];
static tracee_word *utcb_pointer = utcb_area + 128;
__asm__(".globl kip_ipc\nkip_ipc: int $0x34\n");
extern void kip_ipc(void);
void (*__L4_Ipc)(void) = kip_ipc;
/* %gs:0 points to the UTCB, as on a real kernel. */
static APART void prepare(void)
{
  struct { int entry; void *base; tracee_word limit, flags; } segment = {-1, &utcb_pointer, 0xfffff, 0x51};
  tracee_word result = 243;
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(&segment) : "memory");
  if (result != 0) LEAVE(4);
  __asm__ volatile("mov %0, %%gs" : : "r"(segment.entry * 8 + 3));
}
#else
static APART void prepare(void) {}
#endif
__asm__(".globl lipc\nlipc: int $0x35\n");
__asm__(".globl _start\n_start: and $-16, %esp\n call tracee_start\n");
void tracee_start(void);
void tracee_start(void)
{
  prepare();
  tracee_main();
  LEAVE(0);
}
`;
