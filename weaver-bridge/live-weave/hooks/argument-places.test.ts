/** Arguments are where callers put them, or none is said: whatever a compiler counts a function's frame from. */
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { compile } from "../../../tests/support/object-code/compile.js";
import { readElf } from "../../object-code/index.js";
import { openImageCode } from "../resolve/index.js";
import { argumentPlaces } from "./argument-places.js";

const FRAMES = ["-fomit-frame-pointer", "-fno-omit-frame-pointer"];
const BUILDS = ["gcc", CLANG].flatMap((compiler) =>
  ["-O0", "-O1", "-O2"].flatMap((level) => FRAMES.map((frame) => ({ compiler, options: [level, frame] }))),
);

/** Three registers and the return address are on the stack of a hook. */
const FIRST = 16;

test.each(BUILDS)("arguments on the stack, by $compiler $options", (build) => {
  const text = `int source(int, int);
int work(int a, int b) {
  int table[16];
  for (int i = 0; i < 16; i++) table[i] = source(a, i);
  return table[b & 15] + table[a & 15];
}`;
  const { bytes, remove } = compile(text, { ...build, options: [...build.options, "-g"], linked: false });
  remove();
  const image = openImageCode(readElf(bytes));
  const address = image.functions.own[0]?.start ?? -1;
  const found = argumentPlaces(image, address, [0, 1]);
  if (typeof found === "string") {
    // Optimized, clang says where they are only behind what sets up the frame.
    expect(`${build.compiler} ${build.options}`).toMatch(/^clang-\d+ -O[12],-fomit/);
    expect(found).toBe("the optimizer left no argument 'a' where the function begins");
  } else
    expect([...found]).toEqual([
      [0, FIRST],
      [1, FIRST + 4],
    ]);
});
