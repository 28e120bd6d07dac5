/** Images whose code begins at address 0, which linkers also give to code that they leave out. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { readElf } from "../../object-code/index.js";
import { parsePointcut } from "../../pointcut/index.js";
import { openImageCode, resolveInImage } from "./index.js";

/** Of a file of which nothing is left the linker drops the debug information too: its variable stays. */
const DROPPED = `int counter;
int larger(int a) { counter += a; counter ^= a << 3; return counter * 3 + a / 7; }
int less(int a) { return a; }
`;
const KEPT = `extern int counter;
volatile int started;
int unused(int a) { counter += a; counter ^= a << 3; return counter * 3 + a / 7 + a % 5; }
static int helper(int a) { return a * 7 + counter; }
void begin(void) { started = helper(started) + 1; for (;;) started++; }
`;
const FLAGS = "-m32 -g -c -ffreestanding -fno-pie -ffunction-sections -fno-asynchronous-unwind-tables";
const LINK = "-m elf_i386 --gc-sections -e begin -Tdata=0x1000 -o image dropped.o kept.o";

function linkedAt(start: number, compiler: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "weft-at-zero-"));
  const run = (line: string) => {
    const [program = "", ...words] = line.split(" ");
    execFileSync(program, words, { cwd: folder, stdio: "pipe" });
  };
  try {
    writeFileSync(join(folder, "dropped.c"), DROPPED);
    writeFileSync(join(folder, "kept.c"), KEPT);
    for (const unit of ["dropped", "kept"]) run(`${compiler} ${FLAGS} ${unit}.c`);
    run(`ld ${LINK} -Ttext=${start}`);
    return readFileSync(join(folder, "image"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function told(image: Uint8Array, text: string): string[] {
  const code = openImageCode(readElf(image));
  const { joinPoints } = resolveInImage(code, { pointcut: parsePointcut(text).value, text, files: [] });
  return joinPoints.map(
    ({ joinPoint: { kind, within, signature }, places, account }) =>
      `${kind} ${signature} ${within}: ${places.map(({ address }) => code.spell(address))} ${account}`,
  );
}

test.each(["gcc -O0", "gcc -O1", "gcc -O2", `${CLANG} -O0`, `${CLANG} -O2`])(
  "what is at 0 and what was dropped are told apart, as in an image elsewhere, by %s",
  (compiler) => {
    const [zero, elsewhere] = [linkedAt(0, compiler), linkedAt(0x10_0000, compiler)];
    const executions = told(zero, 'execution("% ...::%(...)")');
    expect(executions).toEqual(told(elsewhere, 'execution("% ...::%(...)")'));
    const gone = executions.filter((one) => one.endsWith(" gone"));
    expect(gone.map((one) => /\w+(?=\()/.exec(one)?.[0]).sort()).toEqual(["larger", "less", "unused"]);
    expect(executions.find((one) => one.includes("begin()"))).toMatch(/: begin(,.*)? hooked$/);
    const accesses = 'get("% counter") || set("% started")';
    expect(told(zero, accesses)).toEqual(told(elsewhere, accesses));
    expect(told(zero, accesses).length).toBeGreaterThan(1);
  },
);
