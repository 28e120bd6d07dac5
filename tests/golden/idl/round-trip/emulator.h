/*
 * A microkernel in a signal handler: two contexts in one Linux process, client and server, whose IPC traps are served
 * here. Registers that an ABI does not define come back with garbage, so a stub that relies on them fails.
 * KERNEL is 0 (X0), 2 (V2) or 4 (V4).
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

typedef unsigned int word;
enum { CLIENT = 0x111, SERVER = 0x222, GARBAGE = 0xdeadbeef, BOOT = 0xb007 };

struct context {
  gregset_t registers;
  struct _libc_fpstate floating;
  int ready;
};
static struct context contexts[2];
static int current; /* 0 client, 1 server */
static unsigned char server_stack[1 << 18] __attribute__((aligned(16)));
static unsigned messages, cut;

static word *reg(gregset_t r, int index) { return (word *)&r[index]; }

#if KERNEL == 4
static word utcbs[2][128];
#define UTCB(context) (utcbs[context] + 64)
#define IDL4_UTCB UTCB(current)

__asm__(".globl emulated_ipc\nemulated_ipc:\n\tint $0x30\n\tret\n");
extern void emulated_ipc(void);
void (*__L4_Ipc)(void) = emulated_ipc;

static void transfer(gregset_t from, gregset_t to, int sender)
{
  word *out = UTCB(sender), *in = UTCB(!sender);
  word tag = *reg(from, REG_ESI);
  unsigned untyped = tag & 63, typed = (tag >> 6) & 63, string = 0;
  out[0] = tag;
  memcpy(in, out, 4 * (1 + untyped + typed));
  for (unsigned item = 0; item < typed; item += 2) {
    word *words = out + 1 + untyped + item;
    if (words[0] & 8) continue; /* map or grant: travels as it is */
    word size = words[0] >> 10;
    word *buffer = in - 16 - 1 - 2 * string++;
    if (!(in[-16] & 1) || size > buffer[0] >> 10) { cut++; tag |= 0x8000; in[-9] = 1; }
    else memcpy((void *)buffer[-1], (void *)words[1], size);
  }
  *reg(to, REG_ESI) = tag;
  *reg(to, REG_EBX) = in[1];
  *reg(to, REG_EBP) = in[2];
  in[1] = in[2] = GARBAGE;
  *reg(to, REG_EAX) = sender ? SERVER : CLIENT;
  *reg(to, REG_ECX) = *reg(to, REG_EDX) = *reg(to, REG_EDI) = GARBAGE;
}
static int sends(gregset_t r) { return *reg(r, REG_EAX) != 0; }
static int receives(gregset_t r) { return *reg(r, REG_EDX) != 0; }
#else
#define DATA (KERNEL == 0 ? 24 : 20)

static unsigned char *message(word descriptor, int receiving)
{
  if (receiving && (descriptor & 2)) return 0; /* a window for flexpages */
  return (unsigned char *)(descriptor & ~3u);
}
static void transfer(gregset_t from, gregset_t to, int sender)
{
  unsigned char *out = message(*reg(from, REG_EAX), 0), *in = message(*reg(to, REG_EBP), 1);
  word result = 0;
  if (out) {
    word dope = *(word *)(out + 8), room = in ? *(word *)(in + 4) : 0;
    unsigned words = dope >> 13, parts = (dope >> 8) & 31;
    if (!in || words > room >> 13 || parts > ((room >> 8) & 31)) { cut++; result = 0xe0; }
    else {
      word *source = (word *)(out + 12 + 4 * (*(word *)(out + 4) >> 13)), *target = (word *)(in + 12 + 4 * (room >> 13));
      if (words * 4 + 12 > DATA) memcpy(in + DATA, out + DATA, words * 4 + 12 - DATA);
      for (unsigned part = 0; part < parts; part++, source += 4, target += 4) {
        if (source[0] > target[2]) { cut++; result = 0xe0; }
        else memcpy((void *)target[3], (void *)source[1], source[0]);
      }
    }
  }
  *reg(to, REG_EAX) = result | (*reg(from, REG_EAX) & 2); /* whether flexpages came */
  *reg(to, REG_EDX) = *reg(from, REG_EDX);
  *reg(to, REG_EBX) = *reg(from, REG_EBX);
#if KERNEL == 0
  *reg(to, REG_EDI) = *reg(from, REG_EDI);
#else
  *reg(to, REG_EDI) = 0;
#endif
  *reg(to, REG_ESI) = sender ? SERVER : CLIENT;
  *reg(to, REG_ECX) = *reg(to, REG_EBP) = GARBAGE;
}
static int sends(gregset_t r) { return *reg(r, REG_EAX) != 0xffffffff; }
static int receives(gregset_t r) { return *reg(r, REG_EBP) != 0xffffffff; }
#endif

static void switch_to(ucontext_t *frame, int next)
{
  current = next;
  memcpy(frame->uc_mcontext.gregs, contexts[next].registers, sizeof(gregset_t));
  memcpy(frame->uc_mcontext.fpregs, &contexts[next].floating, sizeof(struct _libc_fpstate));
}

static void trap(int signal, siginfo_t *info, void *pointer)
{
  ucontext_t *frame = pointer;
  gregset_t *live = &frame->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)*reg(*live, REG_EIP);
  (void)signal;
  if ((word)code < 4096 || code[0] != 0xcd || code[1] != 0x30) {
    fprintf(stderr, "fault in the %s at %p, address %p\n", current ? "server" : "client", (const void *)code, info->si_addr);
    _exit(3);
  }
  *reg(*live, REG_EIP) += 2;
  struct context *self = &contexts[current], *other = &contexts[!current];
  memcpy(self->registers, live, sizeof(gregset_t));
  memcpy(&self->floating, frame->uc_mcontext.fpregs, sizeof(struct _libc_fpstate));
  self->ready = 0;
  if (*reg(*live, REG_EAX) == BOOT) {
    self->ready = 1;
    memcpy(other->registers, live, sizeof(gregset_t));
    memcpy(&other->floating, &self->floating, sizeof(struct _libc_fpstate));
    *reg(other->registers, REG_EIP) = *reg(*live, REG_EBX);
    *reg(other->registers, REG_ESP) = (word)(server_stack + sizeof(server_stack) - 64 - 4);
    switch_to(frame, 1);
    return;
  }
  if (sends(self->registers)) {
    if (other->ready) { /* try again when it waits */
      *reg(self->registers, REG_EIP) -= 2;
      self->ready = 1;
      switch_to(frame, !current);
      return;
    }
    messages++;
    transfer(self->registers, other->registers, current);
    other->ready = 1;
  }
  if (!receives(self->registers)) {
    self->ready = 1;
#if KERNEL == 4
    *reg(self->registers, REG_ESI) = 0;
#else
    *reg(self->registers, REG_EAX) = 0;
#endif
  }
  if (!other->ready) { fprintf(stderr, "both wait\n"); _exit(3); }
  switch_to(frame, !current);
}

static void boot(void (*server)(void))
{
  static unsigned char stack[1 << 16];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof(stack)};
  struct sigaction action = {.sa_sigaction = trap, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&alternate, 0);
  sigaction(SIGSEGV, &action, 0);
  word magic = BOOT;
  __asm__ volatile("int $0x30" : "+a"(magic) : "b"(server) : "memory");
}
