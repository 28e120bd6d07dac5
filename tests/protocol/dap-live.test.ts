/** Advice that was woven into the machine that is debugged: breakpoints in it, steps, and stacks at each instruction of its hooks. */
import { execFile } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter, Transcript } from "./dap-fixture.js";

const WEFT = fileURLToPath(new URL("../../weaver-bridge/dist/weft.js", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../sample-projects/mini-unix", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "weft live debugging "));
const kernel = { folder, file: (name: string) => join(folder, name) };
let client: DapClient;

const ASPECT = `aspect Opens {
  volatile unsigned entered, left, seen;
  advice execution("% sys_open(...)") : before() {
    entered++;
    seen ^= entered;
  }
  advice execution("% sys_open(...)") : after() {
    left++;
  }
};
`;

beforeAll(async () => {
  cpSync(SAMPLE, folder, { recursive: true, filter: (file) => !/\/(build|\.weft)$/.test(file) });
  appendFileSync(kernel.file("fs/open.c"), "\nint of_open_unit = 41;\n");
  await promisify(execFile)(process.execPath, [WEFT, "build", "--without-aspects"], { cwd: folder });
  writeFileSync(kernel.file("opens.ah"), ASPECT);
});
afterEach(() => client.dispose());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const live = async (...words: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [WEFT, "live", ...words, "--json"], {
    cwd: folder,
  });
  return JSON.parse(stdout) as {
    hooks: { place: string; address: number }[];
    problems: { message: string }[];
  };
};
const lineOf = (text: string) => ASPECT.split("\n").findIndex((line) => line.includes(text)) + 1;

async function stopped(): Promise<Transcript> {
  const session = new Transcript((client = startAdapter()), kernel);
  await session.launch({ build: "never", stopAt: "sys_fork", qemu: ["-append", "init=/bin/work"] });
  await session.stop(1);
  return session;
}

const names = async (session: Transcript, levels = 20) =>
  (await session.stack(levels)).stackFrames.map(({ name }) => name);

/** What is shown there, and what the kernel's file has. */
async function codeAt(address: number, count: number) {
  const { instructions } = await client.request<{ instructions: { address: string; instruction: string }[] }>(
    "disassemble",
    { memoryReference: `0x${address.toString(16)}`, instructionOffset: -count, instructionCount: 2 * count },
  );
  const from = instructions.findIndex((one) => Number(one.address) === address);
  const hooked = instructions.slice(from).map(({ instruction }) => instruction);
  const file = join(folder, "build/mini-unix.elf");
  const words = ["-d", "--no-show-raw-insn", `--start-address=${address}`, file];
  const { stdout } = await promisify(execFile)("objdump", words, { maxBuffer: 1 << 28 });
  const plain = [...stdout.matchAll(/^ *[0-9a-f]+:\t(.*?) *$/gm)].map(([, text = ""]) =>
    text.replace(/^(call|jmp) +/, "$&0x"),
  );
  return { hooked, plain: plain.slice(0, hooked.length) };
}

test("breakpoints in live advice are met, before and after, and steps lead into it and out again", async () => {
  const session = await stopped();
  const file = kernel.file("opens.ah");
  const wanted = ["entered++", "left++"].map((text) => ({ line: lineOf(text) }));
  // Set before anything is woven: it waits.
  const set = async () => {
    const source = { path: file };
    const { breakpoints } = await client.request<{ breakpoints: { verified: boolean }[] }>("setBreakpoints", {
      ...{ source, breakpoints: wanted },
    });
    return breakpoints.map(({ verified }) => verified);
  };
  expect(await set()).toEqual([false, false]);
  await client.request("continue", { threadId: 1 });
  await live("weave", "opens.ah");
  await session.stop(1);
  const at = async () => {
    const { stackFrames: frames } = await session.stack(20);
    return { names: frames.map(({ name }) => name), line: frames[0]?.line, path: frames[0]?.source?.path };
  };
  const first = await at();
  expect(first).toMatchObject({ line: lineOf("entered++"), path: file });
  expect(first.names.slice(0, 2)).toEqual(["Opens: before execution of sys_open", "sys_open"]);
  const callers = first.names.slice(first.names.indexOf("trap_dispatch"));
  await session.go("next", 1);
  expect(await at()).toMatchObject({ line: lineOf("seen ^= entered") });
  // Its own variables as the file spells them, the kernel's by their types.
  const frameId = (await session.stack(1)).stackFrames[0]?.id;
  const read = async (expression: string) => {
    const asked = { expression, frameId, context: "watch" };
    return (await client.request<{ result: string }>("evaluate", asked)).result;
  };
  const shown = async (scope: string) => {
    const { scopes } = await client.request<{ scopes: { name: string; variablesReference: number }[] }>(
      "scopes",
      { frameId },
    );
    const variablesReference = scopes.find(({ name }) => name === scope)?.variablesReference;
    const { variables } = await client.request<{ variables: { name: string }[] }>("variables", {
      variablesReference,
    });
    return variables.map(({ name }) => name);
  };
  const entered = Number(await read("entered"));
  expect(entered).toBeGreaterThan(0);
  expect(Number(await read("Opens::left"))).toBe(entered - 1);
  expect(await read("current->pid")).toMatch(/^\d+$/);
  expect(await shown("Globals")).toContain("Opens::entered");
  // What the unit has itself is where the kernel has it.
  expect(await read("of_open_unit")).toBe("41");
  await session.go("stepOut", 1);
  expect((await at()).names).toEqual(["sys_open", "syscall_dispatch", ...callers]);
  await client.request("continue", { threadId: 1 });
  await session.stop(1);
  const second = await at();
  expect(second).toMatchObject({ line: lineOf("left++"), path: file });
  expect(second.names[0]).toBe("Opens: after execution of sys_open");
  expect(second.names.slice(-callers.length)).toEqual(callers);
  // Out of the kernel while a processor stands in it: that one still leaves it as it came.
  expect((await live("unweave")).problems.map(({ message }) => message)).toEqual([
    expect.stringContaining("a processor stands in the advice"),
  ]);
  await session.go("stepOut", 1);
  expect((await at()).names.slice(-callers.length)).toEqual(callers);
  await client.request("continue", { threadId: 1 });
  await client.outputHas("stdout", "work: begins");
  // Nobody stands in it any more.
  expect(await set()).toEqual([true, true]);
  await live("unweave");
  expect(await set()).toEqual([false, false]);
});

test("the stack is whole at each single instruction from a hooked function's entry to behind its return", async () => {
  const session = await stopped();
  writeFileSync(
    kernel.file("closes.ah"),
    `aspect Closes { int n; advice execution("% sys_close(...)") : before() { n++; } advice execution("% sys_close(...)") : after() { n++; } };`,
  );
  const { hooks } = await live("weave", "closes.ah");
  const at = hooks[0]?.address ?? 0;
  await client.request("evaluate", { expression: `>tbreak *0x${at.toString(16)}`, context: "repl" });
  await client.request("continue", { threadId: 1 });
  await session.stop(1);
  // Code is shown as the kernel has it, with what the hook displaced; behind it, as it was before.
  const { hooked, plain } = await codeAt(at, 8);
  expect(hooked[0]).toMatch(
    /^push +%ebp +# hooked by a jump to 0x[0-9a-f]+: Closes: before execution of sys_close/,
  );
  expect(hooked[1]).toMatch(/# runs there$/);
  expect(hooked.map((text) => text.replace(/ +#.*/, ""))).toEqual(plain);
  // The one between jumps to it, and is not come back to.
  const [top, jumped, ...callers] = await names(session);
  expect([top, jumped]).toEqual(["sys_close", "syscall_dispatch"]);
  const seen = new Set<string>();
  for (let steps = 0; ; steps++) {
    await client.request("stepIn", { threadId: 1, granularity: "instruction" });
    await session.stop(1);
    const now = await names(session);
    expect(now.slice(-callers.length), `step ${steps}: ${now.join(" < ")}`).toEqual(callers);
    seen.add(now.slice(0, -callers.length).join(" < "));
    const isLeft = [...seen].some((one) => one.startsWith("Closes: after execution of sys_close"));
    if (isLeft && now.length === callers.length) break;
    expect(steps).toBeLessThan(400);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(["Closes: before execution of sys_close < sys_close < syscall_dispatch"]),
  );
});
