/** Each check against a world in memory: what is right passes, and what is wrong gets a hint from what was done. */
import { expect, test } from "vitest";
import { checkStep, type World } from "./index.js";
import type { Check } from "./tutorial.js";

const aspect = 'aspect Helo {\n\tadvice execution("% sys_%(...)") : before()\n\t{\n\t}\n};\n';

function worldWith(changes: Partial<World> = {}, files: Record<string, string> = {}): World {
  const texts: Record<string, string> = {
    "fs/open.c": "int sys_open(int fd)\n{\n}\n",
    "aspects/helo.ah": aspect,
    ...files,
  };
  return {
    text: async (file) => texts[file],
    files: async () => Object.keys(texts),
    effects: async () => ({ value: [] }),
    why: async () => ({ value: [] }),
    select: async () => ({ value: { pointcut: "call(x)", total: 0, labels: [] } }),
    problems: async () => ({ value: [] }),
    build: async () => ({ value: { state: "none" } }),
    console: async () => ({ value: undefined }),
    frames: async () => ({ value: [] }),
    front: async () => ({ value: undefined }),
    weft: async () => ({ value: { code: 0, output: "sum 42 bytes\n" } }),
    answer: async () => "41",
    ...changes,
  };
}

async function verdict(check: object, world = worldWith()): Promise<string> {
  const [[kind, wanted] = []] = Object.entries(check);
  const step = { name: "01-a", title: "", text: "", buttons: [], solve: [] };
  const checks = [{ says: "", kind, wanted } as Check];
  const [found] = await checkStep({ ...step, checks }, world);
  return found?.state === "ok" ? "ok" : `${found?.state}: ${found?.hint}`;
}

test("a file that is missing, misnamed or elsewhere", async () => {
  expect(await verdict({ file: { path: "aspects/helo.ah" } })).toBe("ok");
  expect(await verdict({ file: { path: "aspects/hello.ah" } })).toContain(
    "`aspects/helo.ah`? The name differs",
  );
  expect(await verdict({ file: { path: "helo.ah" } })).toContain("stands in another folder");
  expect(await verdict({ file: { path: "notes.txt" } })).toBe("wrong: There is no `notes.txt` yet.");
});

test("a text that is nearly there: its line, and the word that differs", async () => {
  const file = { path: "aspects/helo.ah", contains: "aspect  Hello {" };
  expect(await verdict({ file })).toBe(
    "wrong: Line 1 of `aspects/helo.ah` comes near: `aspect Helo {`. Wanted is `aspect Hello {`: it has `Helo` where `Hello` is wanted.",
  );
  expect(await verdict({ file: { ...file, contains: "aspect Helo {" } })).toBe("ok");
  expect(await verdict({ file: { path: "fs/open.c", lacks: "int sys_open" } })).toContain(
    "line 1, still has",
  );
});

const effect = { file: "fs/open.c", line: "int sys_open(", by: "Hello", is: "before" };

test("an effect that is missing: problems first, then names, then why not", async () => {
  const titled = (title: string) => worldWith({ effects: async () => ({ value: [title] }) });
  expect(await verdict({ effect }, titled("Hello: before execution of sys_open"))).toBe("ok");
  expect(await verdict({ effect }, titled("Hello: after execution of sys_open"))).toContain("but otherwise");
  expect(await verdict({ effect }, titled("Other: before execution of sys_open"))).toContain(
    "no aspect `Hello`; `aspects/helo.ah` has one that is called `Helo`",
  );
  const problem = {
    file: "aspects/helo.ah",
    line: 2,
    message: "advice needs a body",
    code: "x",
    isError: true,
  };
  const broken = worldWith({ problems: async () => ({ value: [problem] }) });
  expect(await verdict({ effect }, broken)).toBe("wrong: `aspects/helo.ah`, line 2: advice needs a body.");
  const ofAll = { ...problem, file: "", message: "mine was not built yet. Run weft build" };
  const unbuilt = worldWith({ problems: async () => ({ value: [ofAll] }) });
  expect(await verdict({ effect }, unbuilt)).toBe("wrong: mine was not built yet. Run weft build.");
  const missed = { advice: "Helo: before call", applies: false, why: "the name is x", suggestion: "call(y)" };
  const why = worldWith({ why: async () => ({ value: [missed] }) });
  expect(await verdict({ effect: { ...effect, by: "Helo" } }, why)).toBe(
    "wrong: `Helo: before call` does not apply at line 1 of `fs/open.c`: the name is x. It would with `call(y)`.",
  );
  expect(await verdict({ effect: { ...effect, line: "int sys_gone(" } })).toContain("brings the line back");
});

test("a pointcut that selects too many, too few or others", async () => {
  const labels = ["execution int sys_open(int)", "execution int sys_dup(int)"];
  const world = worldWith({ select: async () => ({ value: { pointcut: "p()", total: 2, labels } }) });
  const pointcut = { file: "aspects/helo.ah", line: "advice execution" };
  expect(await verdict({ pointcut: { ...pointcut, selects: 2, includes: "sys_dup" } }, world)).toBe("ok");
  expect(await verdict({ pointcut: { ...pointcut, selects: 1 } }, world)).toBe(
    "wrong: `p()` selects 2 join points, wanted is 1: `execution int sys_open(int)`, `execution int sys_dup(int)`.",
  );
  expect(await verdict({ pointcut: { ...pointcut, includes: "sys_read" } }, world)).toContain(
    "not among them",
  );
  expect(await verdict({ pointcut: { ...pointcut, excludes: "sys_dup" } }, world)).toContain(
    "still among them",
  );
  expect(await verdict({ pointcut })).toBe("wrong: `call(x)` selects nothing.");
});

test("builds, the guest and the debugger", async () => {
  expect(await verdict({ build: "ok" })).toBe("wrong: The kernel was not built yet.");
  const running = worldWith({ build: async () => ({ value: { state: "running" } }) });
  expect(await verdict({ build: "ok" }, running)).toContain("waiting:");
  expect(await verdict({ printed: "^hello" })).toBe("wrong: No kernel was started yet.");
  const printed = worldWith({ console: async () => ({ value: "booting\nhello: x\n" }) });
  expect(await verdict({ printed: "^hello" }, printed)).toBe("ok");
  expect(await verdict({ printed: "^bye" }, printed)).toContain("The last is `hello: x`");
  const stopped = worldWith({
    ...printed,
    frames: async () => ({ value: ["Hello: before execution of sys_open", "sys_open"] }),
  });
  expect(await verdict({ printed: "^bye" }, stopped)).toContain("let it go on (F5)");
  expect(await verdict({ stopped: { frame: "^Hello:", under: "sys_open" } }, stopped)).toBe("ok");
  expect(await verdict({ stopped: { frame: "^Hello:", under: "sys_dup" } }, stopped)).toContain(
    "`sys_open` called it",
  );
  expect(await verdict({ stopped: { frame: "main" } })).toContain("has not been started yet");
});

test("a problem that shall not be there", async () => {
  const problem = {
    file: "a.ah",
    line: 3,
    message: "may sleep",
    code: "context/sleeps-in-atomic",
    isError: false,
  };
  const world = worldWith({ problems: async () => ({ value: [problem] }) });
  expect(await verdict({ noProblem: "sleeps-in-atomic" }, world)).toBe("wrong: `a.ah`, line 3: may sleep.");
  expect(await verdict({ noProblem: "unordered" }, world)).toBe("ok");
});

test("commands and answers", async () => {
  expect(await verdict({ weft: { arguments: ["cost"], prints: "\\d+ bytes" } })).toBe("ok");
  expect(await verdict({ weft: { arguments: ["cost"], lacks: "\\d+ bytes" } })).toContain(
    "still says `42 bytes`",
  );
  expect(await verdict({ weft: { arguments: ["cost"], fails: true } })).toContain("finds nothing wrong");
  const answer = { ask: "?", arguments: ["cost"], finds: "sum (\\d+)" };
  expect(await verdict({ answer })).toBe("wrong: 41 is too few. `weft cost` says it.");
  expect(await verdict({ answer }, worldWith({ answer: async () => " 42 " }))).toBe("ok");
  expect(await verdict({ answer: { ...answer, finds: "nothing" } })).toContain("not run:");
  expect(await verdict({ answer: { ask: "?", is: "forty" } })).toBe("wrong: “41” is not it.");
});
