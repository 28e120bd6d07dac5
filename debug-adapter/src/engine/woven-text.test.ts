import { expect, test } from "vitest";
import { readWovenText } from "./woven-text.js";

const COMPILED = `# 0 "a.c"
# 1 "k.h" 1
int header(void);
# 3 "a.c" 2
static __inline void __weft_advice_T_0_0(void);
static __inline int __weft_shadow_1(int __weft_arg0);
# 3 "a.c"
int f(void)

# 4 "a.c" 3
{ int __weft_result; __weft_advice_T_0_0();
# 4 "a.c"
{
 return g(
# 5 "a.c" 3
  __weft_shadow_1(1)
# 5 "a.c"
 );
}
# 6 "a.c" 3
}
#pragma GCC diagnostic push
# 2 "/k/t.ah" 3
static __inline void __weft_advice_T_0_0(void) {
# 3 "/k/t.ah"
 __weft_T_calls
# 3 "/k/t.ah"
       ++;
# 4 "/k/t.ah" 3
}
# 2 "/k/t.ah" 3
static __inline void __weft_advice_T_0_2(void) {
# 3 "/k/t.ah"
 __weft_T_calls
# 3 "/k/t.ah"
       ++;
# 4 "/k/t.ah" 3
}
`;

const woven = readWovenText(COMPILED, "/k", "/k/a.c");
const shown = (line: number, file = "/k/a.c", symbol?: string) => {
  const at = woven.lineOf({ file, line, ...(symbol === undefined ? {} : { symbol }) });
  return at === undefined ? undefined : `${at}: ${woven.text.split("\n")[at - 1]?.trim()}`;
};

test("the file's own lines with what was woven in, and the advice: no markers, headers or prototypes", () => {
  expect(woven.text).not.toMatch(/^#|header|__weft_shadow_1\(int/m);
  expect(woven.text).toContain(" __weft_T_calls++;");
});

test("an instruction of a kernel line is at that line, one of advice in the function that it is of", () => {
  expect(shown(3)).toMatch(/int f\(void\)$/);
  expect(shown(4)).toMatch(/__weft_advice_T_0_0\(\);$/);
  expect(shown(5)).toMatch(/return g\($/);
  const [first, second] = ["__weft_advice_T_0_0", "__weft_advice_T_0_2.isra.0"].map((symbol) =>
    shown(3, "/k/t.ah", symbol),
  );
  expect(first).toMatch(/__weft_T_calls\+\+;$/);
  expect(second).toMatch(/__weft_T_calls\+\+;$/);
  expect(Number.parseInt(second ?? "", 10)).toBeGreaterThan(Number.parseInt(first ?? "", 10));
  expect(shown(1, "/k/k.h")).toBeUndefined();
  expect(shown(9)).toBeUndefined();
});
