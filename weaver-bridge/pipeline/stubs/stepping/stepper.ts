/** C of a program that runs a client and a server and counts what they execute: for `weft idl --count` and the benches. */
export const STEPPER = String.raw`/*
 * A microkernel made of ptrace: steps a client and a server, two freestanding 32-bit processes, one instruction at a
 * time, serves their system calls, and counts what they execute in user mode between two marks of the client.
 *
 *   stepper KERNEL CLIENT SERVER      KERNEL is 0 (X0), 2 (V2) or 4 (V4)
 *
 * prints a line MARK CLIENT SERVER MESSAGES per measured region and leaves with the status that a process asked for.
 * A repeated instruction (rep movs) counts once. Registers that a call leaves undefined come back with garbage.
 *
 *   int $0x30   IPC                      sysenter    IPC of X0; ECX points to the return
 *                                        address and the timeouts, which are popped; w0 comes back in EBP
 *   int $0x31   region EAX starts        int $0x32   region ends
 *   int $0x33   leave with EAX           int $0x34   body of V4's Ipc, reached by a call, not counted
 *   int $0x35   body of lipc, reached by a call, not counted
 *   int $0x36   counting pauses          int $0x37   it goes on, once for each pause
 *   int $0x38   the other runs until it waits
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned int word;
typedef struct user_regs_struct registers;
enum { CLIENT = 0x111, SERVER = 0x222, GARBAGE = 0xdeadbeef };

struct process {
  pid_t pid;
  registers at;
  int waits;       /* for a message, with the registers it trapped with */
  int by_sysenter; /* how it entered, which is how it is left */
  unsigned long count;
  int paused;
  word last_eip;
};
static struct process processes[2];
static int kernel;
static unsigned long messages;

static void die(const char *what, struct process *p)
{
  fprintf(stderr, "stepper: %s in the %s at eip %#x (errno %d)\n", what, p == processes ? "client" : "server", (word)p->at.rip, errno);
  exit(3);
}
static void move(struct process *p, word address, void *bytes, size_t size, int write)
{
  struct iovec here = {bytes, size}, there = {(void *)(size_t)address, size};
  if (size == 0) return;
  ssize_t done = write ? process_vm_writev(p->pid, &here, 1, &there, 1, 0) : process_vm_readv(p->pid, &here, 1, &there, 1, 0);
  if (done != (ssize_t)size) die("bad address in a message", p);
}
static word get(struct process *p, word address) { word value; move(p, address, &value, 4, 0); return value; }
static void put(struct process *p, word address, word value) { move(p, address, &value, 4, 1); }
static void copy(struct process *from, word source, struct process *to, word target, size_t size)
{
  void *bytes = malloc(size);
  move(from, source, bytes, size, 0);
  move(to, target, bytes, size, 1);
  free(bytes);
}

/* X0 and V2 */

static word memory_of(word descriptor, int receiving) { return receiving && (descriptor & 2) ? 0 : descriptor & ~3u; }

static void transfer_classic(struct process *from, struct process *to)
{
  const int data = kernel == 0 ? 24 : 20;
  word out = memory_of((word)from->at.rax, 0), in = memory_of((word)to->at.rbp, 1), result = 0;
  if (out) {
    word dope = get(from, out + 8), room = in ? get(to, in + 4) : 0;
    unsigned words = dope >> 13, parts = (dope >> 8) & 31;
    if (!in || words > room >> 13 || parts > ((room >> 8) & 31)) result = 0xe0;
    else {
      word source = out + 12 + 4 * (get(from, out + 4) >> 13), target = in + 12 + 4 * (room >> 13);
      if (words * 4 + 12 > (unsigned)data) copy(from, out + data, to, in + data, words * 4 + 12 - data);
      for (; parts > 0; parts--, source += 16, target += 16) {
        word size = get(from, source);
        if (size > get(to, target + 8)) result = 0xe0;
        else copy(from, get(from, source + 4), to, get(to, target + 12), size);
      }
    }
  }
  to->at.rax = result;
  to->at.rdx = to->by_sysenter ? GARBAGE : from->at.rdx;
  to->at.rbx = from->at.rbx;
  to->at.rdi = kernel == 0 ? from->at.rdi : 0;
  to->at.rsi = from == processes ? CLIENT : SERVER;
  to->at.rcx = GARBAGE;
  to->at.rbp = to->by_sysenter ? from->at.rdx : GARBAGE;
}

/* V4 */

static void transfer_v4(struct process *from, struct process *to)
{
  word out = (word)from->at.rdi, in = (word)to->at.rdi, tag = (word)from->at.rsi;
  unsigned untyped = tag & 63, typed = (tag >> 6) & 63, string = 0;
  copy(from, out + 4, to, in + 4, 4 * (untyped + typed));
  for (unsigned item = 0; item < typed; item += 2) {
    word head = get(from, out + 4 * (1 + untyped + item)), size = head >> 10, buffer = in - 4 * (16 + 1 + 2 * string);
    if (head & 8) continue; /* map or grant: travels as it is */
    string++;
    if (!(get(to, in - 64) & 1) || size > get(to, buffer) >> 10) {
      tag |= 0x8000;
      put(to, in - 36, 8);
    } else copy(from, get(from, out + 4 * (2 + untyped + item)), to, get(to, buffer - 4), size);
  }
  to->at.rsi = tag;
  to->at.rbx = get(to, in + 4);
  to->at.rbp = get(to, in + 8);
  if (untyped + typed > 0) put(to, in + 4, GARBAGE);
  if (untyped + typed > 1) put(to, in + 8, GARBAGE);
  to->at.rax = from == processes ? CLIENT : SERVER;
  to->at.rcx = to->at.rdx = GARBAGE;
}

static int sends(struct process *p) { return kernel == 4 ? (word)p->at.rax != 0 : (word)p->at.rax != 0xffffffff; }
static int receives(struct process *p) { return kernel == 4 ? (word)p->at.rdx != 0 : (word)p->at.rbp != 0xffffffff; }

static struct process *ipc(struct process *self)
{
  struct process *other = &processes[self == processes];
  if (sends(self)) {
    if (!other->waits) die("the partner does not wait", self);
    messages++;
    if (kernel == 4) transfer_v4(self, other);
    else transfer_classic(self, other);
    other->waits = 0;
  }
  self->waits = receives(self);
  if (!self->waits) {
    if (kernel == 4) self->at.rsi = 0;
    else self->at.rax = 0;
    return self;
  }
  if (other->waits) die("both wait", self);
  return other;
}

/* lipc: EAX 0 or 1, ESI partner, EDX, EBX, EDI words; keeps EBP. */
static struct process *local_ipc(struct process *self)
{
  struct process *other = &processes[self == processes];
  if (self->at.rsi) {
    if (!other->waits) die("the partner does not wait", self);
    messages++;
    other->at.rdx = self->at.rdx, other->at.rbx = self->at.rbx, other->at.rdi = self->at.rdi;
    other->at.rsi = self == processes ? CLIENT : SERVER;
    other->at.rax = other->at.rcx = GARBAGE;
    other->waits = 0;
  }
  self->waits = 1;
  if (other->waits) die("both wait", self);
  return other;
}

static void start(struct process *p, const char *program)
{
  int status;
  p->pid = fork();
  if (p->pid == 0) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execl(program, program, (char *)0);
    _exit(127);
  }
  if (waitpid(p->pid, &status, 0) < 0 || !WIFSTOPPED(status)) die("cannot start", p);
  ptrace(PTRACE_SETOPTIONS, p->pid, 0, PTRACE_O_EXITKILL);
  if (ptrace(PTRACE_GETREGS, p->pid, 0, &p->at) < 0) die("no registers", p);
}

/* One instruction that is none of ours (those of a repetition share an address); not counting, all up to a trap. */
static void step(struct process *p, const unsigned char *code, int counting)
{
  int status, repeats = code[0] == 0xf3 || code[0] == 0xf2;
  if (counting && (!repeats || p->last_eip != (word)p->at.rip)) p->count++;
  p->last_eip = repeats ? (word)p->at.rip : 0;
  if (ptrace(counting ? PTRACE_SINGLESTEP : PTRACE_CONT, p->pid, 0, 0) < 0 || waitpid(p->pid, &status, 0) < 0) die("cannot step", p);
  ptrace(PTRACE_GETREGS, p->pid, 0, &p->at);
  if (!counting && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSEGV) { /* at a trap, if all is well */
    unsigned char trap;
    move(p, (word)p->at.rip, &trap, 1, 0);
    if (trap != 0xcd) die("a fault", p);
  } else if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) die("a fault", p);
  if (repeats && p->last_eip != (word)p->at.rip) p->last_eip = 0;
}

static struct process *stay(struct process *p) { return p; }

static struct process *pass(struct process *p)
{
  struct process *other = &processes[p == processes];
  return other->waits ? p : other;
}

static struct process *enter(struct process *p, struct process *(*call)(struct process *))
{
  struct process *next = call(p);
  if (ptrace(PTRACE_SETREGS, p->pid, 0, &p->at) < 0) die("cannot set registers", p);
  if (next != p && ptrace(PTRACE_SETREGS, next->pid, 0, &next->at) < 0) die("cannot set registers", next);
  next->last_eip = 0;
  return next;
}

int main(int count, char **arguments)
{
  struct process *p = &processes[1];
  long long region = -1;
  unsigned long before = 0;
  if (count != 4) return 2;
  kernel = atoi(arguments[1]);
  start(&processes[0], arguments[2]);
  start(&processes[1], arguments[3]);
  for (;;) {
    unsigned char code[2];
    move(p, (word)p->at.rip, code, 2, 0);
    if (code[0] == 0x0f && code[1] == 0x34 && kernel != 4) {
      word stack = (word)p->at.rcx; /* return address, timeouts */
      p->count++;
      p->by_sysenter = 1;
      p->at.rip = get(p, stack);
      p->at.rsp = stack + 8;
      p = enter(p, ipc);
    } else if (code[0] != 0xcd || code[1] < 0x30 || code[1] > 0x38) step(p, code, (region >= 0 || p == &processes[1]) && !p->paused);
    else {
      p->at.rip += 2;
      switch (code[1]) {
      case 0x30:
        p->count++;
        p->by_sysenter = 0;
        p = enter(p, ipc);
        break;
      case 0x31:
        region = (word)p->at.rax;
        before = messages;
        processes[0].count = processes[1].count = 0;
        enter(p, stay);
        break;
      case 0x32:
        printf("%lld %lu %lu %lu\n", region, processes[0].count, processes[1].count, messages - before);
        region = -1;
        enter(p, stay);
        break;
      case 0x36:
      case 0x37:
        p->paused += code[1] == 0x36 ? 1 : -1;
        enter(p, stay);
        break;
      case 0x38: p = enter(p, pass); break;
      case 0x33: return (int)(word)p->at.rax;
      default:
        p->at.rip = get(p, (word)p->at.rsp);
        p->at.rsp += 4;
        p = enter(p, code[1] == 0x34 ? ipc : local_ipc);
      }
    }
  }
}
`;
