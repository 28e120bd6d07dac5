/** Built-in operators and local variables as join points and context. */
import { describe, expect, test } from "vitest";
import { select } from "../../../tests/support/index.js";

describe("operators", () => {
  const text = "int a, b; int f(int *p) { a = b + 1; if (a && b) a += p[2]; return a ? -b : *p; }";
  test("built-in ones are named by their signatures", () => {
    expect(select(text, 'builtin("% operator %(...)")')).toMatchInlineSnapshot(`
      [
        "builtin int &operator =(int &,int) in int f(int *)",
        "builtin int operator +(int,int) in int f(int *)",
        "builtin bool operator &&(bool,bool) in int f(int *)",
        "builtin int &operator +=(int &,int) in int f(int *)",
        "builtin int &operator [](int *,int) in int f(int *)",
        "builtin int operator ?:(bool,int,int) in int f(int *)",
        "builtin int operator -(int) in int f(int *)",
        "builtin int &operator *(int *) in int f(int *)",
      ]
    `);
    expect(select(text, 'builtin("int& operator =(int&, int)")')).toMatchInlineSnapshot(`
      [
        "builtin int &operator =(int &,int) in int f(int *)",
      ]
    `);
    expect(select(text, 'builtin("% operator &&(...)") && args("bool", "bool")')).toMatchInlineSnapshot(`
      [
        "builtin bool operator &&(bool,bool) in int f(int *)",
      ]
    `);
  });
  test("are no calls", () => expect(select(text, 'call("% operator %(...)")')).toEqual([]));
});

describe("locals", () => {
  const text = `int g(int); int f(int n) { int i = g(1); { long i = g(2); g((int)i); } return g(i); }`;
  test("must be in scope with that type; an inner one hides an outer one", () => {
    expect(select(text, 'call("% g(...)") && local("int", "i")')).toHaveLength(2);
    expect(select(text, 'call("% g(...)") && local("long", "i")')).toHaveLength(1);
    expect(select(text, 'execution("% f(...)") && local("int", "n")')).toHaveLength(1);
    expect(select(text, 'execution("% f(...)") && local("int", "i")')).toEqual([]);
    expect(select(text, 'call("% g(...)") && local("%", "nothing")')).toEqual([]);
  });
});

describe("control flow, decided by the unit alone", () => {
  const text = `static void always() {} static void both() {} static void never() {} void shared() {}
void inside() { always(); both(); shared(); } void outside() { both(); never(); inside(); }
static void hook() {} void (*table[])() = { hook }; void caller() { hook(); }
`;
  const where = (pointcut: string) => select(text, `execution("% %()") && ${pointcut}`);
  test("what only the trigger calls is inside, what it never calls is outside, the rest is counted", () => {
    expect(where('cflow(execution("% inside()"))')).toMatchInlineSnapshot(`
      [
        "execution void always()",
        "execution void both()",
        "execution void never()",
        "execution void shared()",
        "execution void inside()",
        "execution void outside()",
        "execution void hook()",
        "execution void caller()",
      ]
    `);
    expect(where('!cflow(execution("% inside()"))')).toMatchInlineSnapshot(`
      [
        "execution void both()",
        "execution void never()",
        "execution void shared()",
        "execution void outside()",
        "execution void hook()",
        "execution void caller()",
      ]
    `);
  });
  test("a trigger that is a call makes its callee inside", () =>
    expect(select(text, 'execution("% never()") && !cflow(call("% never()"))')).toEqual([]));
});
