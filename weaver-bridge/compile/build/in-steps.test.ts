/** Builds that preprocess in a step of their own: their units are those of the sources, as they are now. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, run, weft } from "../../cli/test/weft-process.js";

beforeAll(() => void bundle());

const STEPS = `program: lib/a.o main.o
\t$(CC) $^ -o $@
lib/a.o: lib/a.c
\tcd lib && $(CC) -DSTEP=4 -E -o a.i a.c
\tcd lib && $(CC) -g -S -o ../a.s a.i
\t$(CC) -c -o $@ a.s
main.o: main.c
\t$(CC) -c main.c
`;

test("what is asked of a source whose text an earlier step made", () => {
  const folder = folderWith({
    "weft.json":
      '{ "name": "steps", "aspects": ["*.ah"], "build": { "make": ["make"], "image": "program" } }\n',
    "trace.ah":
      'aspect Trace {\n  int calls;\n  advice execution("% step4(...)") : before() { calls++; }\n};\n',
    "lib/a.c":
      "#define JOINED(a, b) a##b\n#define NAMED(a, b) JOINED(a, b)\nint NAMED(step, STEP)(int n) { return n; }\n",
    "main.c": "int step4(int);\nint main(void) { return step4(0); }\n",
    Makefile: STEPS,
    weft: `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(bundle(), "cc.cjs")}" cc "$@"\n`,
  });
  run(folder, ["chmod", "+x", "weft"]);
  const built = weft(folder, ["build"], { environment: { WEFT_LAUNCHERS: folder } });
  expect(built.code, built.err).toBe(0);
  const effects = () => weft(folder, ["effects", "lib/a.c"]);
  expect(effects().out).toMatch(/^lib\/a\.c:3:5: Trace: before execution of step4/);
  expect(weft(folder, ["joinpoints", "--pointcut", 'execution("% step4(...)")']).out).toMatch(
    /^lib\/a\.c:3:5: /,
  );
  const source = join(folder, "lib/a.c");
  writeFileSync(source, `\n${readFileSync(source, "utf8")}`);
  expect(effects().out).toMatch(/^lib\/a\.c:4:5: /);
});
