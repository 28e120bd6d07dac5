/**
 * One kernel, one truth about its files: five programs with a `main`, two static `init`s in sources of one name, units that
 * are compiled in folders of their own, by absolute and mapped names and outside of the project's folder, linked by `ld`.
 * Whoever is asked, the same code is in the same file, line and function.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AspectEffect, JoinPoint, UnitWeaveMap } from "@weft/weaver-bridge/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter } from "./dap-fixture.js";

const WEFT = fileURLToPath(new URL("../../weaver-bridge/dist/weft.js", import.meta.url));
const top = realpathSync(mkdtempSync(join(tmpdir(), "weft one truth ")));
const root = join(top, "kernel");
let client: DapClient | undefined;
afterAll(async () => {
  await client?.dispose();
  rmSync(top, { recursive: true, force: true });
});

const MAKEFILE = `F = -m32 -g -O1 -ffreestanding -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables
KERNEL = boot.o core/main.o lib.o core/sched/init.o core/net/net.o core/away.o
all: kernel.elf _cat _ls _sh _wc
kernel.elf: $(KERNEL)
	ld -m elf_i386 --no-warn-rwx-segments -T link.ld -o $@ $(KERNEL)
boot.o: boot.S
	$(CC) -m32 -Dkernel_main=main -c boot.S
core/main.o: core/main.c
	$(CC) $F -c "$(CURDIR)/core/main.c" -o $@
core/sched/init.o: core/sched/init.c
	$(MAKE) -C core/sched -f ../../sched.mk init.o CC='$(CC)' F='$F'
core/net/net.o: core/net/init.c
	cd core/net && $(CC) $F -I../../include "-ffile-prefix-map=$(CURDIR)=." -c init.c -o net.o
core/away.o: core/away.c
	cd core && $(CC) $F "-fdebug-prefix-map=$(CURDIR)=/src" -c away.c
lib.o: ../lib/string.c
	$(CC) $F -c ../lib/string.c -o lib.o
_%: user/%.c
	$(CC) $F -c user/$*.c -o user/$*.o
	ld -m elf_i386 -Ttext=0x1000 -e main -o $@ user/$*.o
`;

const FILES: Record<string, string> = {
  "kernel/Makefile": MAKEFILE,
  "kernel/sched.mk": "init.o: init.c\n\t$(CC) $F -c init.c -o init.o\n",
  "kernel/include/kernel.h":
    "extern volatile int ticks, depth;\nvoid sched_init(void);\nvoid net_init(void);\nint length(const char *);\nstatic inline int twice(int n)\n{\n\tdepth = n;\n\treturn 2 * n;\n}\n",
  "kernel/core/main.c":
    '#include "../include/kernel.h"\nstatic void init(void)\n{\n\tticks = 1;\n}\nint main(void)\n{\n\tinit();\n\tsched_init();\n\tnet_init();\n\treturn length("kernel") + twice(3);\n}\nvolatile int met;\n',
  "kernel/core/sched/init.c":
    '#include "../../include/kernel.h"\nvolatile int depth;\nstatic void init(void)\n{\n\tdepth = ticks + 1;\n}\nvoid sched_init(void)\n{\n\tinit();\n\ttwice(ticks);\n}\n',
  "kernel/core/net/init.c":
    '#include "kernel.h"\nvolatile int ticks;\nstatic void init(void)\n{\n\tdepth = ticks + 2;\n}\nvoid net_init(void)\n{\n\tinit();\n}\n',
  "kernel/core/away.c": "int away(int n)\n{\n\treturn n + 1;\n}\n",
  "lib/string.c":
    "int length(const char *text)\n{\n\tint n = 0;\n\twhile (*text++)\n\t\tn++;\n\treturn n;\n}\n",
  ...Object.fromEntries(
    ["cat", "ls", "sh", "wc"].map((name) => [
      `kernel/user/${name}.c`,
      "volatile int depth, met;\nint main(void)\n{\n\tdepth = 1;\n\treturn 0;\n}\n",
    ]),
  ),
  "kernel/steps.ah":
    'extern volatile int met;\naspect Steps {\n  advice execution("% main(...)" || "% init(...)" || "% length(...)" || "% twice(...)") : before() {\n    met++;\n  }\n  advice set("% depth") : after() {\n    met += 2;\n  }\n};\n',
  "kernel/weft.json": JSON.stringify({
    name: "one truth",
    aspects: ["*.ah"],
    build: { make: ["make", "-s", "all"], image: "kernel.elf", symbols: "kernel.elf" },
    run: { kernel: "kernel.elf", memory: 32 },
  }),
};
/** `file:line kind in function`: what the sources say; of the kernel, and of the programs beside it. */
const KERNEL = [
  "../lib/string.c:1 execution in length",
  "core/main.c:2 execution in init",
  "core/main.c:6 execution in main",
  "core/net/init.c:3 execution in init",
  "core/net/init.c:5 set in init",
  "core/sched/init.c:3 execution in init",
  "core/sched/init.c:5 set in init",
  "include/kernel.h:5 execution in twice",
  "include/kernel.h:7 set in twice",
];
const PROGRAMS = ["cat", "ls", "sh", "wc"].flatMap((name) => [
  `user/${name}.c:2 execution in main`,
  `user/${name}.c:4 set in main`,
]);
const FOUND = [...KERNEL, ...PROGRAMS].sort();
const POINTCUT =
  'execution("% main(...)" || "% init(...)" || "% length(...)" || "% twice(...)") || set("% depth")';

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
  for (const name of ["boot.S", "link.ld"])
    cpSync(fileURLToPath(new URL(`dap-kernel/${name}`, import.meta.url)), join(root, name));
  makeBundles("weft");
  weft("build");
});

const functionOf = (signature: string) => /(\w+)\(/.exec(signature)?.[1];
const spelled = (file: string, line: number, { kind, within }: Pick<JoinPoint, "kind" | "within">) =>
  `${relative(root, resolve(root, file))}:${line} ${kind} in ${functionOf(within)}`;
const each = (found: readonly string[]) => [...new Set(found)].sort();
const ask = <T>(...words: string[]) => JSON.parse(weft(...words, "--json")) as T;

function weft(...words: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [WEFT, ...words], {
    ...{ cwd: root, encoding: "utf8", timeout: 120_000 },
  });
  if (status !== 0) throw new Error(`weft ${words.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

test("joinpoints, effects, why and the weave map", () => {
  const { joinPoints } = ask<{ joinPoints: (JoinPoint & { range: { file: string; startLine: number } })[] }>(
    ...["joinpoints", "--pointcut", POINTCUT],
  );
  expect(each(joinPoints.map((one) => spelled(one.range.file, one.range.startLine, one)))).toEqual(FOUND);
  const { units } = JSON.parse(readFileSync(join(root, ".weft/weave-map.json"), "utf8")) as {
    units: UnitWeaveMap[];
  };
  const mapped = units.flatMap(({ directory, effects }) =>
    (effects as AspectEffect[]).map(({ target, binding: { joinPoint } }) =>
      spelled(resolve(directory, target.file), target.startLine, joinPoint),
    ),
  );
  expect(each(mapped)).toEqual(FOUND);
  for (const file of new Set(KERNEL.map((one) => one.slice(0, one.indexOf(":"))))) {
    const { effects } = ask<{ effects: AspectEffect[] }>("effects", file);
    const own = FOUND.filter((one) => one.startsWith(`${file}:`));
    const told = effects.map(({ target, binding }) =>
      spelled(target.file, target.startLine, binding.joinPoint),
    );
    expect(each(told)).toEqual(own);
    // The command takes a second each time.
    for (const one of own.filter((each) => / set in /.test(each) || each.startsWith(".."))) {
      const place = one.slice(0, one.indexOf(" "));
      const { joinPoints: explained } = ask<{
        joinPoints: { joinPoint: JoinPoint & { range: { file: string; startLine: number } } }[];
      }>("why", place);
      expect(
        explained.map(({ joinPoint }) => spelled(joinPoint.range.file, joinPoint.range.startLine, joinPoint)),
      ).toContain(one);
    }
  }
});

test("the linked image, which is the kernel alone", () => {
  const { joinPoints } = ask<{
    joinPoints: { joinPoint: JoinPoint & { range: { file: string; startLine: number } } }[];
  }>("live", "resolve", "--image", "kernel.elf", "--pointcut", POINTCUT);
  const found = joinPoints.map(({ joinPoint }) =>
    spelled(joinPoint.range.file, joinPoint.range.startLine, joinPoint),
  );
  expect(each(found)).toEqual(KERNEL);
  const within = 'set("% depth") && within("% init(...)")';
  const inInit = ask<{ joinPoints: { joinPoint: { within: string } }[] }>(
    ...["live", "resolve", "--image", "kernel.elf", "--pointcut", within],
  );
  expect(inInit.joinPoints.map(({ joinPoint }) => functionOf(joinPoint.within))).toEqual(["init", "init"]);
});

test("stops and frames of the running kernel", async () => {
  client = startAdapter();
  await client.request("initialize", {
    ...{ adapterID: "weft", linesStartAt1: true, columnsStartAt1: true, pathFormat: "path" },
  });
  await client.request("launch", { type: "weft", request: "launch", project: root, build: "never" });
  await client.event("initialized");
  await client.request("setFunctionBreakpoints", { breakpoints: [{ name: POINTCUT }] });
  const source = { path: join(root, "steps.ah") };
  await client.request("setBreakpoints", { source, breakpoints: [{ line: 4 }, { line: 7 }] });
  await client.request("configurationDone");
  const met: string[] = [];
  for (let stop = 0; stop < 14; stop++) {
    const { text } = await client.event<DebugProtocol.StoppedEvent["body"]>("stopped");
    const { stackFrames } = await client.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", {
      ...{ threadId: 1, startFrame: 0, levels: 4 },
    });
    const frames = stackFrames.map(
      ({ name, line, source: at }) => `${name} ${relative(root, at?.path ?? "?")}:${line}`,
    );
    met.push(`${text ?? ""} | ${frames.join(" < ")}`);
    if (/length/.test(frames[0] ?? "")) break;
    await client.request("continue", { threadId: 1 });
  }
  await expect(`${met.join("\n")}\n`).toMatchFileSnapshot("one-truth.golden.txt");
  for (const [file, line] of [
    ["core/net/init.c", 5],
    ["core/sched/init.c", 5],
    ["../lib/string.c", 5],
    ["core/away.c", 3],
  ] as const) {
    const path = resolve(root, file);
    const { breakpoints } = await client.request<DebugProtocol.SetBreakpointsResponse["body"]>(
      "setBreakpoints",
      { source: { path }, breakpoints: [{ line }] },
    );
    expect(breakpoints).toMatchObject([{ verified: true, line }]);
  }
});
