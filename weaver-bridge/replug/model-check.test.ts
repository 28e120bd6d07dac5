// All interleavings of writers and callers, one of them an interrupt, on processors with store buffers: none sees a wrong
// version, and each mistake in the protocol is found. Four at once are walked by `npm run bench -- replug-model`.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { litmusPlug, litmusWrite } from "../../tests/support/litmus.js";
import { REPLUG_WAYS } from "./index.js";
import { checkModel } from "./model-check.js";
import {
  callSteps,
  hitSteps,
  MISTAKES,
  type Mistake,
  type Model,
  type Part,
  type Step,
  trySteps,
  writeSteps,
} from "./model-steps.js";

const PAIR: readonly Part[] = ["writer 1", "caller 1"];
const INTERRUPTED: readonly Part[] = ["writer 1", "caller 1", "interrupt"];
const TWO_WRITERS: readonly Part[] = ["writer 1", "writer 2", "caller 1"];
const TWO_CALLERS: readonly Part[] = ["writer 1", "caller 1", "caller 2"];

const WALKED: Model[] = [
  ...REPLUG_WAYS.flatMap((way) =>
    [INTERRUPTED, TWO_WRITERS, TWO_CALLERS].map((parts) => ({ way, wait: "counted" as const, parts })),
  ),
  ...(["boolean", "rcu"] as const).map((way) => ({ way, wait: "epoch" as const, parts: PAIR })),
];

test.each(WALKED)("no call gets a wrong version: $way, $wait, $parts", { timeout: 300_000 }, (model) => {
  const checked = checkModel(model);
  expect(checked.wrong ?? []).toEqual([]);
  expect(checked.ran).toBe(true);
  expect(checked.states).toBeGreaterThan(1000);
});

/** Those of whom it takes more than a writer and a caller. */
const NEEDED: Partial<Record<Mistake, readonly Part[]>> = {
  "word first": TWO_WRITERS,
  "not one at a time": TWO_CALLERS,
};

const BROKEN: Model[] = REPLUG_WAYS.flatMap((way) => [
  { way, wait: "none" as const, parts: INTERRUPTED },
  ...(Object.keys(MISTAKES) as Mistake[])
    .filter((mistake) => mistake !== "jump alone" || way === "jump")
    .map((mistake) => ({ way, wait: "counted" as const, mistake, parts: NEEDED[mistake] ?? INTERRUPTED })),
]);

test.each(BROKEN)("a mistake is found: $mistake, $way, $wait", ({ ...model }) => {
  expect(checkModel(model).wrong?.at(-1)).toMatch(/, residual$/);
});

/** Steps whose C stands in `body`, in this order. */
function expectInOrder(steps: readonly Step[], body: string): void {
  let from = 0;
  for (const { name, text } of steps) {
    if (text === undefined) continue;
    const found = body.indexOf(text, from);
    expect(found, `${name}: ${text} in ${body}`).toBeGreaterThanOrEqual(0);
    from = found;
  }
}

const MODELS: Model[] = REPLUG_WAYS.flatMap((way) => [
  { way, wait: "counted" as const },
  { way, wait: "epoch" as const },
]);

test.each(MODELS)("its steps are those of what is generated, in their order: $way, $wait", (model) => {
  const text = litmusPlug(model.way);
  const body = (head: string) => text.slice(text.indexOf(head)).split(/\n\}/)[0] ?? "";
  expectInOrder(hitSteps(model), body("_out(void)\n{"));
  expectInOrder(trySteps(model), body("_way_try(int signal)\n{"));
  const asks = ["count in", "theirs?", "count out of it"];
  const residual = text.slice(text.lastIndexOf("static int __send_root_way_residual(int signal)"));
  const way =
    model.wait === "epoch" ? residual : (residual.split("#ifndef __send_root_way_EPOCH")[1] ?? residual);
  expectInOrder(
    callSteps(model).filter(({ name }) => asks.includes(name)),
    way,
  );
  const hits = new Set(hitSteps(model).map(({ name }) => name));
  expectInOrder(
    writeSteps(model, 1).filter(({ name }) => !hits.has(name)),
    litmusWrite(model.wait === "counted" ? "counted" : "epoch"),
  );
});

test.each(["-O0", "-O1", "-O2", "-Os"])("gcc keeps the order of a counted write: %s", (optimize) => {
  const folder = mkdtempSync(join(tmpdir(), "weft-write-order-"));
  try {
    const head = "#define GAP\nstruct cred { int euid; }; extern struct cred *cred;\n";
    const call = "\nvoid write(int value); void write(int value) { store_fact(value); }\n";
    const unit = head + litmusWrite("counted") + call;
    writeFileSync(join(folder, "a.c"), unit);
    const words = ["-m32", optimize, "-fno-pie", "-fno-asynchronous-unwind-tables", "-S", "a.c", "-o", "-"];
    const said = execFileSync("gcc", words, { cwd: folder, encoding: "utf8", timeout: 30_000 });
    const places = [
      /lock; ?incl\s+weft_writing_cred/,
      /\bweft_object_send_root_cred\b/,
      /\tmovl\t%e\w\w, \(%e\w\w\)/,
      /lock; ?decl\s+weft_writing_cred/,
    ].map((one) => said.search(one));
    expect(places, said).toEqual([...places].sort((left, right) => left - right));
    expect(Math.min(...places), said).toBeGreaterThan(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
