/** Members that lie beside the place that the code names: chosen by a condition, or of another struct before or behind it. */
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { ACCESSES, compiled, LEVELS, resolved } from "../../../tests/support/object-code/resolved-object.js";

/** By function, what the source accesses: what is claimed for certain, what at all, and what is claimed with others at once. */
function claimsOf(found: ReturnType<typeof resolved>, within: string) {
  const claims = found.flatMap((one) =>
    one.within === within ? one.entries.map(({ address, doubt = [] }) => ({ ...one, address, doubt })) : [],
  );
  const namesOf = (list: typeof claims) => [...new Set(list.map(({ name }) => name))].sort();
  const certain = claims.filter(({ doubt }) => doubt.length === 0);
  const kindOf = ({ name, address }: (typeof claims)[number]) => `${name.slice(0, 3)} ${address}`;
  const isShared = (one: (typeof claims)[number]) =>
    claims.some((other) => other !== one && kindOf(other) === kindOf(one) && other.name !== one.name);
  return { all: namesOf(claims), certain: namesOf(certain), shared: namesOf(certain.filter(isShared)) };
}

// Clang makes an index of the condition.
test.each([...LEVELS, "gcc -O1", `${CLANG} -O1`])(
  "of members that a condition chooses between each is told, and none for certain, by %s",
  (options) => {
    const text = `struct queue { void *head; };
struct inode { int number, mode; void *operations; };
struct pipe { struct inode inode; char data[64]; unsigned rc, wc, readers, writers; struct queue changed; };
struct plain { int a, b, c, d; };
struct list { int n; struct list *next; };
struct pointers { int k; struct list *x, *y, *z; int t; };
struct wide { short s, t; long long u, v; char w[8]; };
struct pair { struct plain one, two; };
void wake(struct queue *);
struct pipe global_pipe;
int first, second;
static struct pipe *pipe_of(struct inode *inode) {
  return (struct pipe *)((char *)inode - __builtin_offsetof(struct pipe, inode));
}
void opened(struct inode *inode, int flags) {
  if (flags & 1)
    pipe_of(inode)->writers++;
  else
    pipe_of(inode)->readers++;
}
void closed(struct inode *inode, int flags) {
  struct pipe *pipe = pipe_of(inode);
  if (flags & 1)
    pipe->writers--;
  else
    pipe->readers--;
  wake(&pipe->changed);
}
void inline_choice(struct pipe *p, int c) { c ? p->readers++ : p->writers++; }
void boolean(struct plain *p, _Bool c) {
  if (c)
    p->a = 5;
  else
    p->b = 5;
}
void compared(struct plain *p, int c) {
  if (c == 7)
    p->b += 3;
  else
    p->c += 3;
}
void apart(struct plain *p, int c) {
  if (c & 1)
    p->a++;
  else
    p->d++;
}
int loaded(struct plain *p, int c) { return c ? p->b : p->c; }
int through(struct pointers *p, int c) { return c ? p->x->n : p->y->n; }
int three(struct pointers *p, unsigned c) { return (c == 0 ? p->x : c == 1 ? p->y : p->z)->n; }
void halves(struct wide *p, int c) {
  if (c & 1)
    p->s++;
  else
    p->t++;
}
void longs(struct wide *p, int c) {
  if (c & 1)
    p->u++;
  else
    p->v++;
}
void same(struct pair *p, int c) {
  if (c & 1)
    p->one.b++;
  else
    p->two.b++;
}
void two(struct plain *p, struct plain *q, int c) {
  if (c & 1)
    p->b++;
  else
    q->c++;
}
void global(int c) {
  if (c & 1)
    global_pipe.readers++;
  else
    global_pipe.writers++;
}
int indexed(struct pipe *p, unsigned i) { return p->data[i] + p->data[p->wc % 64]; }
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const stepped = (...members: string[]) => members.flatMap((one) => [`get ${one}`, `set ${one}`]).sort();
    const expected = {
      opened: stepped("pipe::writers", "pipe::readers"),
      closed: stepped("pipe::writers", "pipe::readers"),
      inline_choice: stepped("pipe::writers", "pipe::readers"),
      boolean: ["set plain::a", "set plain::b"],
      compared: stepped("plain::b", "plain::c"),
      apart: stepped("plain::a", "plain::d"),
      loaded: ["get plain::b", "get plain::c"],
      through: ["get list::n", "get pointers::x", "get pointers::y"],
      three: ["get list::n", "get pointers::x", "get pointers::y", "get pointers::z"],
      halves: stepped("wide::s", "wide::t"),
      longs: stepped("wide::u", "wide::v"),
      same: stepped("plain::b"),
      two: stepped("plain::b", "plain::c"),
      global: stepped("pipe::writers", "pipe::readers"),
      indexed: ["get pipe::data", "get pipe::wc"],
    };
    for (const [within, names] of Object.entries(expected)) {
      const { all, shared } = claimsOf(found, within);
      expect(all, within).toEqual(names);
      expect(shared, within).toEqual([]);
    }
    expect(claimsOf(found, "same").certain).toEqual(stepped("plain::b"));
    expect(claimsOf(found, "indexed").certain).toEqual(["get pipe::data", "get pipe::wc"]);
    // Without the sources nothing says what an index means that begins beside an array.
    const unread = resolved(compiled(text, options), ACCESSES);
    for (const [within, names] of Object.entries(expected))
      expect(names, within).toEqual(expect.arrayContaining(claimsOf(unread, within).certain));
  },
);

test.each([...LEVELS, "gcc -O1", `${CLANG} -O1`])(
  "structs that variables lead to beside an object are no neighbours of it, by %s",
  (options) => {
    const text = `typedef unsigned u32;
struct trap { u32 r[3]; u32 eip, esp, ss; };
struct frame { u32 edi, esi, ebx, ebp; void (*resume)(void); };
struct proc { int pid; struct trap *trap; u32 esp; };
void back(void), ready(struct proc *);
void fork(struct proc *child) {
  struct frame *frame = (struct frame *)child->trap - 1;
  child->trap->eip = 0;
  *frame = (struct frame){ .resume = back };
  child->esp = (u32)frame;
}
void start(struct proc *process, void (*function)(void)) {
  u32 *caller;
  struct frame *frame;
  caller = (u32 *)process->trap - 1;
  *caller = 0;
  frame = (struct frame *)caller - 1;
  *frame = (struct frame){ .resume = function };
  process->esp = (u32)frame;
  ready(process);
}
void plain(struct proc *child) {
  struct frame *frame = (struct frame *)child->trap - 1;
  frame->ebx = 1;
  frame->resume = back;
}
void indexed(struct proc *child) {
  struct frame *frame = (struct frame *)child->trap;
  frame[-1].ebx = 1;
  frame[-2].esi = 1;
}
void cast(struct trap *t) {
  ((struct frame *)t - 1)->ebx = 1;
  ((struct frame *)t)[-1].ebp = 1;
}
void shifted(struct trap *t) {
  ((struct frame *)((u32 *)t - 1) - 1)->ebx = 1;
}
void behind(struct trap *t) {
  struct frame *frame = (struct frame *)(t + 1);
  frame->ebx = 1;
  frame->resume = back;
}
void own(struct trap *t) {
  t[-1].eip = 1;
  (t - 2)->ss = 3;
  struct trap *s = t - 1;
  s->esp = 9;
}
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const frame = ["ebp", "ebx", "edi", "esi", "resume"].map((name) => `set frame::${name}`);
    const allowed: Record<string, readonly string[]> = {
      fork: ["get proc::trap", "set trap::eip", "set proc::esp", ...frame],
      start: ["get proc::trap", "set proc::esp", ...frame],
      plain: ["get proc::trap", "set frame::ebx", "set frame::resume"],
      indexed: ["get proc::trap", "set frame::ebx", "set frame::esi"],
      cast: ["set frame::ebx", "set frame::ebp"],
      shifted: ["set frame::ebx"],
      behind: ["set frame::ebx", "set frame::resume"],
      own: ["set trap::eip", "set trap::ss", "set trap::esp"],
    };
    const of64 = resolved(compiled(text, options, "x86_64"), ACCESSES, new Map([["sample.c", text]]));
    for (const [within, names] of Object.entries(allowed)) {
      expect(names, `${within}, x86_64`).toEqual(expect.arrayContaining(claimsOf(of64, within).certain));
      const { all, certain } = claimsOf(found, within);
      expect(names, within).toEqual(expect.arrayContaining(certain));
      // What is assigned as a whole may be made elsewhere and copied; the last one's place is not said by the code.
      const isWhole = options === `${CLANG} -O0` && ["fork", "start"].includes(within);
      if (!isWhole && within !== "shifted")
        expect(all, within).toEqual(
          expect.arrayContaining(
            names.filter((name) => !/edi|esi|ebx|ebp/.test(name) || !["fork", "start"].includes(within)),
          ),
        );
    }
  },
);

test.each([...LEVELS, "gcc -O1", `${CLANG} -O1`])(
  "of a number's struct its other members are found by container_of, by %s",
  (options) => {
    const text = `typedef unsigned u32;
struct list { struct list *next; };
struct task { int pid; struct list link; u32 first, work; int z; };
struct other { u32 work; int pid; };
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
int cast(u32 *w) { return container_of(w, struct task, work)->pid; }
void put(u32 *w, int v) { container_of(w, struct task, work)->z = v; }
int variable(u32 *w) { struct task *t = container_of(w, struct task, work); return t->z; }
int first(u32 *w) { return container_of(w, struct task, first)->z; }
u32 itself(u32 *w) { return *w + w[1]; }
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const named = (within: string) => found.flatMap((one) => (one.within === within ? one.name : [])).sort();
    expect(named("cast")).toEqual(["get task::pid"]);
    expect(named("put")).toEqual(["set task::z"]);
    expect(named("variable")).toEqual(["get task::z"]);
    expect(named("first")).toEqual(["get task::z"]);
    expect(named("itself")).toEqual([]);
  },
);

test.each(LEVELS)(
  "where a cast and an element beside the object have members of one name, none is certain, by %s",
  (options) => {
    const text = `struct head { int data; short table; };
struct part { short mode[4]; int table; };
struct whole { int data, flags; struct part parts[3]; };
void cast(struct whole *o, int r) { ((struct head *)o - 1)->table = r; }
struct inner { int a; struct list *next; int mode; };
struct list { int owner; };
struct outer { int owner, n, m, k; struct inner two; int x, y; };
int part(struct inner *o) { return ((struct outer *)o - 1)->two.next->owner; }
`;
    const found = resolved(compiled(text, options), ACCESSES, new Map([["sample.c", text]]));
    const [cast, part] = [claimsOf(found, "cast"), claimsOf(found, "part")];
    expect(cast.all).toContain("set head::table");
    expect(cast.certain).not.toContain("set part::table");
    expect(part.all).toContain("get inner::next");
    expect(part.certain).not.toContain("get outer::owner");
  },
);
