/** Structs in arrays, copied, reached past their ends, or parts of others: what is claimed for certain is what the source accesses. */
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { ACCESSES, compiled, LEVELS, resolved } from "../../../tests/support/object-code/resolved-object.js";

const ALL = [...LEVELS, "gcc -O1", "gcc -O3", `${CLANG} -O1`];
const MACHINES = [undefined, "x86_64"] as const;

const TEXT = `struct part { long long mode[4]; void *owner[5]; int data[3][3]; unsigned pid : 1; };
struct whole { struct part mode[5]; unsigned ref : 1; void *head; char kind; };
int before(struct whole *p, int i) { return p[-2].mode[3].mode[i]; }

struct small { int data, pid, ref; unsigned kind : 3; };
struct middle { struct small mode; unsigned table : 12; unsigned short next[3]; short ref[2]; };
struct large { struct small link[3]; int state[3]; struct middle table[2]; unsigned owner; };
void copy(struct large *p, struct large *q) { *p = *q; }

struct part2 { unsigned mode : 9; void *size; unsigned head : 10; short table; int count; int owner; };
struct held { unsigned owner : 6; struct part2 kind; unsigned char count[3][3]; struct part2 size, next[2]; unsigned state; };
int contained(struct part2 *l, unsigned n, const short *v) {
  int r = 1;
  for (int k = 0; k < n; k++)
    r += v[k];
  struct held *t = (struct held *)((char *)l - __builtin_offsetof(struct held, size));
  r += t->next[1].count ? 7 : 2;
  return r;
}

struct bits { long long data[3]; unsigned pid : 13, head : 6; unsigned table; int link; };
struct plain { long long count; void *flags[2], *kind; char link; };
struct array { struct bits link[5]; short flags; long long table; };
void cast(struct plain *o) { ((struct array *)o - 1)->link[4].head++; }

struct inner { int data, pid, ref; };
struct stepped { struct inner mode; unsigned table : 12; unsigned short next[3]; short ref[2]; };
struct other { struct inner next; void *size; int head; void *pid; int n[3][3]; };
int folded(struct stepped *o, struct stepped *p, int i) {
  int r = 1;
  r = r * 3 + ((struct other *)o - 1)->head;
  for (struct stepped *q = p + 3; --q >= p;)
    r += q->ref[i];
  return r;
}

struct three { struct small link[3]; int state[3]; int owner; };
struct five { struct three flags[2]; short mode[5]; };
int elements(struct three *o, int i) { return ((struct five *)o - 1)->flags[i].state[1] ? 7 : 2; }

struct either { union { long long kind; char bytes[4]; }; int n; };
struct lead { char data; };
extern struct either pool[12];
extern struct lead *current;
int unions(void) {
  int r = 1;
  r += current->data ? 7 : 2;
  for (int k = 0; k < 12; k++)
    r += pool[k].kind;
  return r;
}
`;
const get = (...members: string[]) => members.map((one) => `get ${one}`);
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  before: get("part::mode"),
  copy: [],
  contained: get("part2::count"),
  cast: ["get bits::head", "set bits::head"],
  folded: get("other::head", "stepped::ref"),
  elements: get("three::state"),
  unions: get("lead::data", "either::kind"),
};

const isOfMember = ({ name }: { readonly name: string }) => name.includes("::");

test.each(ALL.flatMap((options) => MACHINES.map((machine) => [options, machine] as const)))(
  "what is claimed there for certain is what the source accesses, by %s for %s",
  (options, machine) => {
    const found = resolved(compiled(TEXT, options, machine), ACCESSES, new Map([["sample.c", TEXT]]));
    for (const [within, names] of Object.entries(EXPECTED)) {
      const certain = found.flatMap((one) =>
        one.within === within && isOfMember(one) && one.entries.some(({ doubt }) => doubt === undefined)
          ? one.name
          : [],
      );
      expect(names, within).toEqual(expect.arrayContaining(certain));
    }
  },
);

test("a word that is copied into is none of an element's members before its array", () => {
  const found = resolved(compiled(TEXT, "gcc -O3", "x86_64"), ACCESSES, new Map([["sample.c", TEXT]]));
  const copied = found.filter(({ within }) => within === "copy");
  // The first of the words that touch `table` begins 12 bytes before it: of its first element it has `data` alone.
  const words = (name: string) => new Set(copied.flatMap((one) => (one.name === name ? one.where : [])));
  const [data, table] = [words("get small::data"), words("get middle::table")];
  expect([...table].some((at) => data.has(at) && words("get large::state").has(at))).toBe(false);
  expect(copied.flatMap(({ entries }) => entries.filter(({ doubt }) => doubt === undefined))).toEqual([]);
});
