/* Servers as a person writes them: assembly, each service ends in its own trap and jumps to the next one. */
#include "bench_server.h"
#include "values.h"
#include "implementation.h"

/* The registers in which a request arrived. */
struct saved { idl4_word_t edi, esi, ebp, esp, ebx, edx, ecx, eax; };
#ifdef VERIFY
#define LOOK(operation) "pusha\n\tpush %esp\n\tcall hand_" #operation "\n\tadd $4, %esp\n\tpopa\n\t"
#else
#define LOOK(operation)
#endif
#define LOOKS(operation)                                         \
  void hand_##operation(const struct saved *r);                  \
  __attribute__((used)) void hand_##operation(const struct saved *r)
#define TABLE ".pushsection .rodata\nhand_table: .long s_tiny, s_small, s_large, s_strxfer, s_structxfer, s_arrayxfer, s_failed, s_failed\n.popsection\n"
extern void hand_start(void);
