/* What both processes of a measurement share: start, marks, and values that each side can compute for itself. */
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

#ifdef VERIFY
enum { ROUNDS = 8 };
#else
enum { ROUNDS = 2 };
#endif
/* A number that depends on the round, the operation and the place in it; small ones for lengths. */
static APART tracee_word value(int round, int operation, int place)
{
  tracee_word x = (tracee_word)(round * 7919 + operation * 104729 + place * 1299709 + 12345);
  x ^= x << 13, x ^= x >> 17, x ^= x << 5;
  return x * 2654435761u;
}
static inline unsigned char byte_of(int round, int operation, int place) { return (unsigned char)((round * 59 + operation * 7 + place * 3) | 1); }
#ifdef VERIFY
static APART tracee_word length_of(int round, int operation, int most) { return value(round, operation, 9999) % (tracee_word)(most < 1000 ? most + 1 : 1000); }
#else
static APART tracee_word length_of(int round, int operation, int most) { (void)round; return operation == 3 ? 24 : (tracee_word)(most < 100 ? most : 100); }
#endif
static APART void fill(void *object, tracee_word size, int round, int operation)
{
  for (tracee_word i = 0; i < size; i++) ((unsigned char *)object)[i] = byte_of(round, operation, (int)i);
}
static APART void expect(int good, int where) { if (!good) LEAVE(100 + where); }
static APART void expect_bytes(const void *object, tracee_word size, int round, int operation)
{
  for (tracee_word i = 0; i < size; i++) if (((const unsigned char *)object)[i] != byte_of(round, operation, (int)i)) expect(0, operation);
}
