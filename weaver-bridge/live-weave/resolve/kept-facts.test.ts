import { expect, test } from "vitest";
import { ACCESSES } from "../../../tests/support/object-code/accesses.js";
import { compile } from "../../../tests/support/object-code/compile.js";
import { type Columns, decodeColumns, encodeColumns, readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { inlinedCopies, namedAccesses, openImageCode, resolveInImage } from "./index.js";

const TEXT = 'execution("% ...::%(...)") || call("% ...::%(...)") || access("% ...::%")';

/** As bytes, the way they lie on disk. */
function createKeeper() {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    get: (kind: string) => decodeColumns("image", files.get(kind) ?? new Uint8Array(0)),
    put: (kind: string, columns: Columns) => void files.set(kind, encodeColumns("image", columns)),
  };
}

test.each([
  ["-O2", {}],
  ["-O0", {}],
  ["-O2", { machine: "x86_64" } as const],
])("what was kept of an image answers as reading it does, at %s, %o", (level, machine) => {
  const compiled = compile(ACCESSES, { compiler: "gcc", options: [level, "-g"], linked: true, ...machine });
  compiled.remove();
  const keeper = createKeeper();
  const answer = () => {
    const image = openImageCode(readElf(compiled.bytes), keeper);
    const { value } = parsePointcut(TEXT);
    return {
      ...resolveInImage(image, { pointcut: value, text: TEXT, files: [] }),
      inlined: ["note", "owner_of"].map((name) => inlinedCopies(image, name)),
      named: namedAccesses(image, new Set(["note"])),
    };
  };
  const read = answer();
  expect([...keeper.files.keys()].sort()).toEqual(["accesses", "functions", "names"]);
  expect(answer()).toEqual(read);
  expect(read.named.length).toBeGreaterThan(0);
  expect(read.inlined.flat().length > 0).toBe(level === "-O2");
  expect(read.joinPoints.filter(({ joinPoint }) => joinPoint.kind === "set").length).toBeGreaterThan(5);
  // Cut off, or of another image: it is read again.
  for (const [kind, bytes] of keeper.files) keeper.files.set(kind, bytes.slice(0, bytes.length - 9));
  expect(answer()).toEqual(read);
  for (const [kind, bytes] of keeper.files) {
    expect(decodeColumns("another image", bytes)).toBeUndefined();
    expect(decodeColumns("image", bytes)).toBeDefined();
    expect(kind).not.toBe("");
  }
});
