import { expect, test } from "vitest";
import { commandOfWords, shellWords } from "./shell-command.js";
import { unitOf } from "./unit-of-command.js";

const found = (line: string) => {
  const { directory, words } = commandOfWords(shellWords(line), "/w");
  return `${directory}: ${words.join(" ")}`;
};

test.each([
  ["gcc -c b.c", "/w: gcc -c b.c"],
  ["cd x && gcc -c b.c", "/w/x: gcc -c b.c"],
  ["cd x; mkdir -p out && gcc -c b.c -o out/b.o && touch done", "/w/x: gcc -c b.c -o out/b.o"],
  ["(cd x&&gcc -c b.c)", "/w/x: gcc -c b.c"],
  [`sh -c "cd x && LANG=C gcc -DA='1;2' -c b.c"`, "/w/x: env LANG=C gcc -DA=1;2 -c b.c"],
  ["LANG=C gcc -c b.c", "/w: env LANG=C gcc -c b.c"],
  ["exec ccache gcc -c b.c", "/w: ccache gcc -c b.c"],
  ["sh -c 'A=1 exec gcc -c b.c'", "/w: env A=1 gcc -c b.c"],
  ["/bin/bash -ec 'nice gcc -c b.c'", "/w: nice gcc -c b.c"],
  ["env -C x gcc -c b.c", "/w/x: env gcc -c b.c"],
  ["env -Cx A=1 gcc -c b.c", "/w/x: env A=1 gcc -c b.c"],
  ["env --chdir=x gcc -C -c b.c", "/w/x: env gcc -C -c b.c"],
  ["A=1 sh -c 'cd x; gcc -c b.c'", "/w/x: env A=1 gcc -c b.c"],
  ["env LANG=C sh -c 'gcc -c b.c'", "/w: env LANG=C gcc -c b.c"],
  ["env -S 'A=1 gcc -c b.c'", "/w: env A=1 gcc -c b.c"],
  ["env --split-string='A=1 gcc -O2' -c b.c", "/w: env A=1 gcc -O2 -c b.c"],
  ["A=1 sudo -u me flock lock gcc -c b.c", "/w: env A=1 gcc -c b.c"],
  ["/bin/sh ../libtool --tag=CC --mode=compile ccache gcc -c b.c", "/w: ccache gcc -c b.c"],
  ["cmake -E __run_co_compile --tidy=clang-tidy --source=b.c -- gcc -c b.c", "/w: gcc -c b.c"],
  ["linux32 gcc -c b.c", "/w: linux32 gcc -c b.c"],
  ["bash -e -o pipefail -c 'gcc -c b.c'", "/w: gcc -c b.c"],
  ["if test -f a; then gcc -c b.c; fi", "/w: gcc -c b.c"],
  ["[ -d o ] || { mkdir o; }; gcc -c b.c -o o/b.o", "/w: gcc -c b.c -o o/b.o"],
  ["/usr/bin/weft cc --aspects a.ah -- gcc -c b.c", "/w: gcc -c b.c"],
  ["gcc -DX=$(date +%s) -c b.c", "/w: gcc -DX=$(date +%s) -c b.c"],
  ["gcc -DT='\"a;b && c\"' -c b.c", '/w: gcc -DT="a;b && c" -c b.c'],
])("finds the compiler's call in %s", (line, expected) => expect(found(line)).toBe(expected));

test("reads what Clang's driver runs as a command of the driver", () => {
  const line =
    "clang-19 -cc1 -triple x86_64-pc-linux-gnu -emit-obj -main-file-name b.c -mrelocation-model static -target-cpu x86-64 -target-feature -sse -resource-dir /r -internal-isystem /r/include -D X=1 -DY -std=gnu11 -ferror-limit 19 -o b.o -x c b.c";
  expect(found(line)).toMatchInlineSnapshot(
    `"/w: clang-19 --target=x86_64-pc-linux-gnu -c -march=x86-64 -mno-sse -isystem /r/include -D X=1 -DY -std=gnu11 -o b.o -x c b.c -nostdlibinc"`,
  );
  const { directory, words } = commandOfWords(shellWords(line), "/w");
  const unit = unitOf({ directory, file: "b.c", arguments: words });
  expect([unit?.input.path, unit?.command.mode, unit?.command.output]).toEqual(["b.c", "object", "b.o"]);
});
