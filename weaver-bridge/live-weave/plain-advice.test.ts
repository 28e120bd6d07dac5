import { expect, test } from "vitest";
import { parseAspectFile } from "../pointcut/index.js";
import { plainAdvice } from "./plain-advice.js";

test.each([
  ["n += 1;", true],
  ["unsigned long now = jiffies; u64 *p = &at; if (now > last) { last = now; } p[0]++;", true],
  ['weft_log("in %d at %x", current->pid, tjp->pc);', true],
  ["unsigned long long t; DO_RDTSC(t); STORE_DATA(t); grow(t);", true],
  ["__sync_fetch_and_add(&n, 1);", true],
  // Each unit says what these mean.
  ['pr_info("in\\n");', false],
  ["n += count;", false],
  ["struct entry *one = first;", false],
  ["n += now->pid;", false],
  // What is the place's own.
  ["weft_log(tjp->signature);", false],
  ["n += tjp->arg0;", false],
])("%s", (body, isPlain) => {
  const text = `aspect A {
  unsigned n, last; u64 at; void *first;
  void grow(int by) { n += by; }
  advice execution("% f(...)") : before() { ${body} }
  advice execution("% f(...)") && args(a) : before(int a) { n++; }
  advice execution("% f(...)") : around() { n++; }
};`;
  const files = [parseAspectFile("a.ah", text)];
  expect([...plainAdvice(files)]).toEqual(isPlain ? ["a.ah A 0"] : []);
});
