/** The debug adapter on real GDB and real QEMU: launch, breakpoints, steps, stacks and values in woven code. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterEach, expect, test } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { startAdapter, Transcript } from "./dap-fixture.js";
import { buildTestKernel } from "./dap-kernel/build-kernel.js";

const kernel = buildTestKernel();
let client: DapClient;
const start = () => new Transcript((client = startAdapter()), kernel);

afterEach(() => client.dispose());

test("stops at the chosen function and shows the guest's console", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop();
  expect(client.output("stdout")).toContain("mini kernel up");
  await expect(session.text()).toMatchFileSnapshot("dap-stop-at.golden.txt");
});

test("steps from a kernel line into advice and back", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop();
  await session.go("stepIn");
  await session.evaluate("calls");
  await session.evaluate("tjp->arg0");
  await session.go("next");
  await session.go("stepOut");
  await session.go("next");
  await session.go("next");
  await expect(session.text()).toMatchFileSnapshot("dap-step-execution.golden.txt");
});

test("steps over advice", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open" });
  await session.stop(1);
  for (let line = 0; line < 5; line++) await session.go("next", 1);
  await expect(session.text()).toMatchFileSnapshot("dap-step-over.golden.txt");
});

test("steps through a call with after advice and a member access with before advice, glue never seen", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel.c:17" });
  await session.stop();
  for (let step = 0; step < 8; step++) await session.go("stepIn");
  await expect(session.text()).toMatchFileSnapshot("dap-step-glue.golden.txt");
});

test("steps through around advice and the original body", async () => {
  const session = new Transcript((client = startAdapter()), buildTestKernel({ optimize: "-O0" }));
  await session.launch({ stopAt: "schedule" });
  await session.stop();
  await session.go("stepIn");
  await session.evaluate("tjp->arg0");
  await session.go("next");
  await session.go("stepIn");
  await session.scope("Arguments");
  await session.go("stepOut");
  await session.go("next");
  await session.scope("Arguments");
  await session.scope("Locals");
  await session.evaluate("tjp->result + before");
  await session.evaluate("tjp->arg0 = 2");
  await session.evaluate("tjp->signature");
  await session.evaluate("tjp->target");
  await session.go("stepOut");
  await session.go("next");
  await expect(session.text()).toMatchFileSnapshot("dap-step-around.golden.txt");
});

test("steps go past advice that the user does not want, into what around advice encloses", async () => {
  const session = new Transcript((client = startAdapter()), buildTestKernel({ optimize: "-O0" }));
  await session.launch({ stopAt: "sys_open", stepIntoAdvice: [] });
  await session.stop();
  for (let line = 0; line < 5; line++) await session.go("stepIn", 2);
  const answer = await client.request("weft/stepInto", { advice: ["Trace"] });
  expect(answer).toEqual({ advice: ["Trace"], aspects: ["Trace"] });
  await session.go("weft/toNextAdvice", 2);
  await session.go("weft/toNextAdvice", 2);
  await client.request("weft/stepInto", { advice: [] });
  await expect(client.request("weft/toNextAdvice")).rejects.toThrow(
    "No advice is woven into this kernel that",
  );
  await expect(client.request("weft/stepInto", { advice: ["Nix"] })).rejects.toThrow("No aspect Nix affects");
  await session.breakpoints("kernel.c", [{ line: 49 }]);
  await session.go("continue", 2);
  for (let line = 0; line < 3; line++) await session.go("stepIn", 3);
  await expect(session.text()).toMatchFileSnapshot("dap-step-past.golden.txt");
});

test("a name in stepIntoAdvice that no aspect has is told at the start", async () => {
  await start().launch({ stopAt: "sys_open", stepIntoAdvice: ["Trace", "Nix"] });
  await client.outputHas(
    "important",
    '"stepIntoAdvice": No aspect Nix affects this kernel; there are Trace.',
  );
});

test("a breakpoint in an advice line stops at every function that has the advice", async () => {
  const session = start();
  await session.launch({}, { "trace.ah": [{ line: 9 }, { line: 26 }] });
  for (let stop = 0; stop < 3; stop++) {
    await session.stop(2);
    if (stop < 2) await client.request("continue", { threadId: 1 });
  }
  await expect(session.text()).toMatchFileSnapshot("dap-advice-breakpoint.golden.txt");
});

test("a breakpoint in an advised kernel line stops once a pass", async () => {
  const session = start();
  await session.launch({}, { "kernel.c": [{ line: 17 }] });
  for (let pass = 0; pass < 3; pass++) {
    await session.stop(1);
    await session.evaluate("open_count");
    if (pass < 2) await client.request("continue", { threadId: 1 });
  }
  await expect(session.text()).toMatchFileSnapshot("dap-kernel-breakpoint.golden.txt");
});

test("conditions, hit counts and logpoints", async () => {
  const session = start();
  await session.launch(
    {},
    {
      "kernel.c": [
        { line: 19, condition: "open_count == 2" },
        { line: 20, hitCondition: "5" },
        { line: 25, hitCondition: "% 3" },
        { line: 26, hitCondition: "nonsense" },
      ],
      "trace.ah": [{ line: 10, logMessage: "calls {calls} {{braces}} {nowhere}" }],
    },
  );
  for (let stop = 0; stop < 5; stop++) {
    await session.stop(1);
    await session.evaluate("open_count");
    if (stop < 4) await client.request("continue", { threadId: 1 });
  }
  session.say(client.output("console"));
  await expect(session.text()).toMatchFileSnapshot("dap-conditions.golden.txt");
});

test("breakpoints by pointcut stop at each place and say which join point it is", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  await session.functions([
    { name: 'execution("% sys_%(...)")', hitCondition: "> 1" },
    { name: 'set("% open_count") && within("% sys_close(...)")', condition: "fd == 10" },
    { name: 'get("% inode::i_uid")', hitCondition: "% 2" },
    { name: 'call("% may_open(...)")', condition: "flags == 8" },
    { name: 'execution("% sys_' },
    { name: 'execution("% closed(...)")' },
    { name: "schedule" },
  ]);
  for (let stop = 0; stop < 6; stop++) await session.go("continue", 1);
  await session.functions([{ name: "schedule" }]);
  await session.go("continue", 1);
  await session.go("continue", 1);
  await expect(session.text()).toMatchFileSnapshot("dap-pointcut-breakpoints.golden.txt");
});

test("a timer that ticks at every step makes no hit count twice", async () => {
  const session = new Transcript((client = startAdapter()), buildTestKernel({ fastTimer: true }));
  await session.launch(
    {},
    {
      "kernel.c": [{ line: 19, hitCondition: "150" }],
      "trace.ah": [{ line: 10, logMessage: "calls {calls}" }],
    },
  );
  await session.stop(1);
  const hits = client.output("console").match(/\d+/g) ?? [];
  expect(hits).toEqual(Array.from({ length: 299 }, (_, hit) => String(1 + hit + 100 * Math.ceil(hit / 2))));
});

test("a step goes on after a logpoint on its way", async () => {
  const session = start();
  await session.launch(
    { stopAt: "kernel.c:47" },
    { "kernel.c": [{ line: 19, logMessage: "opened {open_count}" }] },
  );
  await session.stop(1);
  await session.go("next", 1);
  expect(client.output("console")).toContain("opened 0\n");
  await expect(session.text()).toMatchFileSnapshot("dap-step-logpoint.golden.txt");
});

test("function and data breakpoints", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  const functions = await client.request("setFunctionBreakpoints", {
    breakpoints: [{ name: "sys_close" }, { name: "no_such_function" }],
  });
  session.say(JSON.stringify(functions));
  await session.go("continue", 1);
  await client.request("setFunctionBreakpoints", { breakpoints: [] });
  const info = await client.request<{ dataId: string; description: string }>("dataBreakpointInfo", {
    name: "open_count",
  });
  session.say(info.description);
  await client.request("setDataBreakpoints", { breakpoints: [{ dataId: info.dataId, accessType: "write" }] });
  await session.go("continue", 1);
  await session.go("continue", 1);
  await expect(session.text()).toMatchFileSnapshot("dap-other-breakpoints.golden.txt");
});

test("more variables are watched than a processor could, and all writes of a pointcut, each with its writer", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  const idOf = async (name: string) => {
    const info = await client.request<{ dataId: string | null; description: string }>("dataBreakpointInfo", {
      name,
    });
    session.say(info.description);
    return info.dataId;
  };
  const watch = async (...names: string[]) => {
    const breakpoints = await Promise.all(names.map(async (name) => ({ dataId: await idOf(name) })));
    const answer = await client.request<DebugProtocol.SetDataBreakpointsResponse["body"]>(
      "setDataBreakpoints",
      { breakpoints },
    );
    expect(answer.breakpoints.map(({ verified }) => verified)).toEqual(names.map(() => true));
  };
  await watch("root_inode.i_uid", "root_inode.i_mode", "root_inode.name", "current_inode", "tick_count");
  await session.go("continue", 1);
  await watch('set("% open_count")');
  await session.go("continue", 1);
  await session.go("continue", 1);
  expect(await idOf('execution("% sys_open(...)")')).toBeNull();
  await expect(session.text()).toMatchFileSnapshot("dap-writers.golden.txt");
});

test("locals, arguments, globals, registers, members; setting them", async () => {
  const session = start();
  await session.launch({ stopAt: "may_open" });
  await session.stop(1);
  const [inode] = await session.scope("Arguments");
  const members = await client.request<{
    variables: { name: string; value: string; evaluateName: string }[];
  }>("variables", {
    variablesReference: inode?.variablesReference ?? 0,
  });
  for (const member of members.variables) session.say(`  ${member.evaluateName} = ${member.value}`);
  await client.request("setVariable", {
    variablesReference: inode?.variablesReference,
    name: "i_mode",
    value: "0640",
  });
  await client.request("setVariable", {
    variablesReference: await session.scopeReference("Arguments"),
    name: "uid",
    value: "3+5",
  });
  await session.evaluate("inode->i_mode");
  await session.evaluate("uid");
  await session.scope("Globals");
  const list = async (variablesReference: number) =>
    (
      await client.request<DebugProtocol.VariablesResponse["body"]>("variables", {
        variablesReference,
      })
    ).variables;
  const registers = await list(await session.scopeReference("Registers"));
  const names = registers.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["eax", "esp", "eip", "eflags"]));
  const control = registers.find(({ name }) => name === "Control")?.variablesReference ?? 0;
  expect((await list(control)).map(({ name }) => name)).toContain("cr3");
  await client.request("setVariable", { variablesReference: control, name: "cr2", value: "5" });
  await session.evaluate("$cr2 == 5");
  await session.evaluate("nowhere + 1");
  await session.evaluate("> info line may_open", 0, "repl");
  await client.outputHas("console", 'Line 9 of "kernel.c"');
  await expect(session.text()).toMatchFileSnapshot("dap-variables.golden.txt");
});

test("memory and disassembly", async () => {
  const session = start();
  await session.launch({ stopAt: "may_open" });
  await session.stop(1);
  await client.request("writeMemory", {
    memoryReference: "&open_count",
    data: Buffer.from([1, 2, 3, 4]).toString("base64"),
  });
  const memory = await client.request<{ data: string }>("readMemory", {
    memoryReference: "&open_count",
    count: 4,
  });
  expect([...Buffer.from(memory.data, "base64")]).toEqual([1, 2, 3, 4]);
  const { stackFrames } = await session.stack();
  const code = await client.request<{ instructions: { address: string; instruction: string }[] }>(
    "disassemble",
    {
      memoryReference: stackFrames[0]?.instructionPointerReference,
      instructionCount: 4,
    },
  );
  expect(code.instructions).toHaveLength(4);
  expect(code.instructions[0]?.address).toBe(stackFrames[0]?.instructionPointerReference);
});

test("a stack deeper than a hundred frames is whole", async () => {
  const session = start();
  await session.launch({ stopAt: "deep" }, { "kernel.c": [{ line: 38 }] });
  await session.stop(1);
  await session.go("continue", 1);
  const whole = await session.stack(1000);
  expect(whole.totalFrames).toBe(153);
  expect(whole.stackFrames).toHaveLength(153);
  const page = await session.stack(2, 150);
  expect(page.stackFrames.map(({ name }) => name)).toEqual(["deep", "kernel_main"]);
});

test("pauses a running kernel, and sets a breakpoint in it while it runs", async () => {
  const session = start();
  await session.launch();
  await client.outputHas("stdout", "mini kernel up");
  const memory = { memoryReference: "&open_count", count: 4 };
  const unread = { address: "&open_count", unreadableBytes: 4 };
  expect(await client.request("readMemory", memory)).toEqual(unread);
  await client.request("pause", { threadId: 1 });
  const stopped = await client.event<{ reason: string }>("stopped");
  expect(stopped.reason).toBe("pause");
  const { threads } = await client.request<{ threads: object[] }>("threads");
  expect(threads).toMatchObject([{ id: 1, name: "CPU 0" }]);
  // Letting it run overtakes some of these; each is answered, and none is an error.
  const reads = Array.from({ length: 20 }, () => client.request<object>("readMemory", memory));
  await client.request("continue", { threadId: 1 });
  const overtaken = Array.from({ length: 20 }, () => client.request<object>("readMemory", memory));
  for (const body of await Promise.all(reads))
    expect(Object.keys(body)).toContain("data" in body ? "data" : "unreadableBytes");
  expect(await Promise.all(overtaken)).toContainEqual(unread);
  await session.breakpoints("kernel.c", [{ line: 26 }]);
  await session.stop(2);
  await expect(session.text()).toMatchFileSnapshot("dap-pause.golden.txt");
});

test("memory that is asked for while the session ends is answered, and is no error", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  const memory = { memoryReference: "&open_count", count: 4 };
  const unread = { address: "&open_count", unreadableBytes: 4 };
  const ask = () => Array.from({ length: 20 }, () => client.request<object>("readMemory", memory));
  const overtaken = ask();
  const end = client.request("terminate", {});
  const late = ask();
  await end;
  for (const body of await Promise.all(overtaken))
    expect(Object.keys(body)).toContain("data" in body ? "data" : "unreadableBytes");
  expect(await Promise.all(late)).toContainEqual(unread);
});

test("restarts the machine, with its breakpoints", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" }, { "kernel.c": [{ line: 17 }] });
  await session.stop(1);
  await session.go("continue", 1);
  await session.go("continue", 1);
  await session.evaluate("open_count");
  await client.request("restart");
  await session.stop(1);
  await session.evaluate("open_count");
  await session.go("continue", 1);
  await session.evaluate("open_count");
  expect(client.output("stdout").match(/mini kernel up/g)).toHaveLength(2);
  await expect(session.text()).toMatchFileSnapshot("dap-restart.golden.txt");
});

test("restarts a running machine", async () => {
  const session = start();
  await session.launch({}, { "kernel.c": [{ line: 17, condition: "open_count < 0" }] });
  await client.outputHas("stdout", "mini kernel up");
  await client.request("restart");
  await client.outputHas("stdout", "mini kernel up\nmini kernel up");
  await client.request("pause", { threadId: 1 });
  expect(await client.event("stopped")).toMatchObject({ reason: "pause" });
});

test("a running machine is left alone", async () => {
  const session = start();
  await session.launch();
  await client.outputHas("stdout", "mini kernel up");
  for (const [command, args] of [
    ["stackTrace", { threadId: 1 }],
    ["evaluate", { expression: "open_count" }],
    ["next", { threadId: 1 }],
  ] as const)
    await expect(client.request(command, args)).rejects.toThrow("The machine is running. Pause it first.");
  await client.request("pause", { threadId: 1 });
  expect(await client.event("stopped")).toMatchObject({ reason: "pause" });
});

test("data breakpoints are as many as one wants, not the four of the hardware", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  const { result } = await client.request<{ result: string }>("evaluate", {
    expression: "(unsigned)&open_count",
  });
  const others = Array.from({ length: 7 }, (_, index) => `*(int *)${Number(result) + 4096 * (index + 1)}`);
  const { breakpoints } = await client.request<{ breakpoints: { verified: boolean }[] }>(
    "setDataBreakpoints",
    {
      breakpoints: [...others, "open_count"].map((dataId) => ({ dataId, accessType: "write" })),
    },
  );
  expect(breakpoints.map(({ verified }) => verified)).toEqual(Array(8).fill(true));
  await client.request("continue", { threadId: 1 });
  expect(await client.event("stopped")).toMatchObject({
    text: expect.stringMatching(/^0 became 1, written by sys_open at kernel\.c:\d+$/),
  });
});

test("two CPUs are two threads", async () => {
  const session = start();
  await session.launch({ stopAt: "sys_open", qemu: ["-smp", "2,sockets=2,cores=1,threads=1"] });
  await session.stop(1);
  const { threads } = await client.request<{ threads: { name: string }[] }>("threads");
  expect(threads.map(({ name }) => name)).toEqual(["CPU 0", "CPU 1"]);
  await session.go("stepIn", 1);
  expect(session.text()).toContain("Trace: before execution of sys_open");
});

test("optimized code steps calmly from a kernel line into advice and back", async () => {
  const session = new Transcript((client = startAdapter()), buildTestKernel({ optimize: "-O2" }));
  await session.launch({ stopAt: "sys_close" });
  await session.stop(2);
  for (let step = 0; step < 2; step++) await session.go("stepIn", 2);
  await expect(session.text()).toMatchFileSnapshot("dap-step-optimized.golden.txt");
});

test("without a weave map frames are named by their symbols", async () => {
  const session = new Transcript((client = startAdapter()), buildTestKernel({ weaveMap: false }));
  await session.launch({}, { "trace.ah": [{ line: 14 }] });
  await session.stop(3);
  await expect(session.text()).toMatchFileSnapshot("dap-no-map.golden.txt");
});

test("text typed at the console reaches the machine, and the log can be read", async () => {
  const session = start();
  await session.launch({ stopAt: "kernel_main" });
  await session.stop(1);
  await client.request("weft/consoleInput", { text: "hi" });
  const { lines } = await client.request<{ lines: string[] }>("weft/recentLog");
  expect(lines.some((line) => line.includes("[mi] > -target-select remote"))).toBe(true);
});
