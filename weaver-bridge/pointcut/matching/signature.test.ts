import { expect, test } from "vitest";
import { factsOf } from "../../../tests/support/index.js";
import { signatureOf } from "./signature.js";

function signatures(path: string, text: string): string {
  const facts = factsOf(path, text);
  return facts.entities
    .flatMap((entity, id) =>
      entity.kind === "class" || ("isImplicit" in entity && entity.isImplicit)
        ? []
        : [signatureOf(facts, id)],
    )
    .sort()
    .join("\n");
}

test("C: result, qualified name, types as declared", () => {
  expect(
    signatures(
      "/a.c",
      `typedef unsigned int u32;
struct inode { unsigned int i_uid; u32 i_gid : 3; int (*ops[4])(struct inode *, int); const char *const name; };
u32 counter;
static int table[4][2];
void (*hook)(void);
int add(int a, int b) { return a + b; }
void none(void) { counter = table[1][1]; hook = none; }
struct inode *iget(const char *path, u32 flags, ...) { return 0; }
int (*handler(int n))(char) { return 0; }
int rows(int (*m)[4], char *argv[], void f(int)) { return 0; }
void use(struct inode *i) { i->i_uid = i->i_gid; i->ops[0] = 0; (void)i->name; }
`,
    ),
  ).toMatchInlineSnapshot(`
    "const char *const inode::name
    int (*handler(int))(char)
    int (*inode::ops[4])(struct inode *,int)
    int add(int,int)
    int rows(int (*)[4],char **,void (*)(int))
    int table[4][2]
    struct inode *iget(const char *,u32,...)
    u32 counter
    u32 inode::i_gid
    unsigned int inode::i_uid
    void (*hook)()
    void none()
    void use(struct inode *)"
  `);
});

test("C++: scopes, references and operators", () => {
  expect(
    signatures(
      "/a.cc",
      `namespace n { struct D { int v; D &operator+=(int k) { v += k; return *this; } operator bool() { return v; } void f(const D &d, int *&p) { v = d.v; } }; }
`,
    ),
  ).toMatchInlineSnapshot(`
    "D &n::D::operator +=(int)
    int n::D::v
    n::D::operator bool()
    void n::D::f(const D &,int *&)"
  `);
});
