import { expect, test } from "vitest";
import { atomicUpdates } from "./atomic-updates.js";

test("the statement behind '#pragma omp atomic' is left as it is, and nothing else", () => {
  const text = `void f(void) {
  a = 1;
#pragma omp atomic
# 4 "k.c"
  s++;
  b = 2;
  #pragma omp atomic capture
  { v = s; s = c; }
  d = 3;
#pragma omp parallel
  e = 4;
}`;
  const refused = atomicUpdates(text);
  const at = (part: string) => {
    const start = text.indexOf(part);
    return refused({ start, end: start + part.length })?.code;
  };
  expect(["s++", "v = s", "s = c"].map(at)).toEqual(Array(3).fill("atomic-update"));
  expect(["a = 1", "b = 2", "d = 3", "e = 4"].map(at)).toEqual(Array(4).fill(undefined));
});
