import { expect, test } from "vitest";
import { showStack } from "./stack.js";
import { indexWeaveMap } from "./weave-map.js";

test("frames say which version of a swapped function runs, and which guard fired", () => {
  const index = indexWeaveMap([]);
  const symbols = [
    "weft_hit_fast_out",
    "weft_hit_fast",
    "sys_setuid",
    "fast",
    "__fast_way_residual",
    "__fast_way_generic.cold",
    "__fast_way_try",
    "sys_kill",
  ];
  const shown = showStack(
    symbols.map((symbol, level) => ({ level, symbol })),
    index,
  );
  expect(shown.map(({ level, name }) => `${level} ${name}`)).toEqual([
    "0 guard fired: fast is taken out",
    "2 sys_setuid",
    "3 fast",
    "4 fast_plugged (specialized)",
    "5 fast_plugged (generic)",
    "6 fast_plugged (looks at its facts)",
    "7 sys_kill",
  ]);
});
