import { expect, test } from "vitest";
import { filesOfMarkers, lineMarkers, markerAt } from "./line-marker.js";

test("markers of gcc, of clang and of the standard are read with their flags", () => {
  expect(markerAt('# 12 "a.h" 1 3 4\nint a;')).toEqual({
    ...{ start: 0, end: 16, line: 12, name: "a.h", flags: " 1 3 4" },
    ...{ enters: true, leaves: false, isSystem: true },
  });
  expect(markerAt('#line 7 "a.c"')).toMatchObject({ line: 7, name: "a.c", enters: false, isSystem: false });
  expect(markerAt('# 3 "a.c" 2')).toMatchObject({ enters: false, leaves: true });
  expect(markerAt('int a; # 3 "a.c"', 7)).toMatchObject({ line: 3 });
  for (const none of ["", "#pragma once", '# 1 "a', "# 12", '#define A 1 "a"', '# 1 "a" b'])
    expect(markerAt(none)).toBeUndefined();
});

test("names with quotes, and in octal as clang spells them, are one file each", () => {
  const text =
    '# 1 "a\\"b.c"\n# 1 "<built-in>"\n# 1 "/build//"\n# 1 "\\303\\244.h" 1\n# 1 "\u00c3\u00a4.h"\n# 2 "a\\"b.c" 2\n';
  expect(filesOfMarkers(text)).toEqual(['a"b.c', "ä.h"]);
  expect(Array.from(lineMarkers(text), ({ line }) => line)).toEqual([1, 1, 1, 1, 1, 2]);
});
