// A pipe in place of a kernel's file, or of what is read for a specialization: whoever asks is told, and nobody waits.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { bundle, folderWith, weft } from "../test/weft-process.js";

beforeAll(() => void bundle());

const FILES = {
  "weft.json": JSON.stringify({
    name: "u",
    aspects: ["*.ah"],
    specializations: ["*.spec"],
    commands: { files: ["*.c"] },
    build: { make: ["true"], image: "k.elf", symbols: "k.elf" },
    run: { kernel: "k.elf" },
  }),
  "t.ah": 'aspect T { advice execution("% f(...)") : before() { } };\n',
  "a.c": '#include "p.h"\nint f(int x) { return x + 1; }\n',
  "p.h": "\n",
  "x.spec": "specialize f as f_of_two { x == 2; }\n",
  "k.elf": "",
};

const POINTCUT = ["--pointcut", 'execution("% f(...)")'];
const NO_FILE = /k\.elf.*EINVAL|EINVAL.*k\.elf/;
/** By the file that is a pipe: what asks for it, and what is told. */
const ASKING: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["k.elf", ["live", "resolve", "--image", "k.elf", ...POINTCUT], NO_FILE],
  ["k.elf", ["live", "resolve", "--image", "k.elf", ...POINTCUT, "--accounts"], NO_FILE],
  ["k.elf", ["live", "weave", "t.ah", "--image", "k.elf", "--stub", "127.0.0.1:1"], NO_FILE],
  ["k.elf", ["live", "why", "a.c:2"], /./],
  ["p.h", ["specialize"], /stood still/],
];

test.each(ASKING)(
  "a pipe in place of %s keeps weft %j waiting for nobody",
  (pipe, words, told) => {
    const folder = folderWith(FILES);
    rmSync(join(folder, pipe));
    execFileSync("mkfifo", [join(folder, pipe)]);
    const { signal, out, err } = weft(folder, words, { timeout: 20_000 });
    expect([signal, out + err]).toEqual([null, expect.stringMatching(told)]);
    expect(err).not.toMatch(/fault of Weft/);
  },
  60_000,
);
