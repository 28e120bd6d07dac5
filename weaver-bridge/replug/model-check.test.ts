// All interleavings of a writer, a caller and an interrupt that calls, on processors with store buffers: none sees a wrong
// version. More of each are walked by `npm run bench -- replug-model`.
import { expect, test } from "vitest";
import { litmusPlug } from "../../tests/support/litmus.js";
import { REPLUG_WAYS } from "./index.js";
import { checkModel, hitSteps, type Model, trySteps } from "./model-check.js";

const MODELS: Model[] = REPLUG_WAYS.flatMap((way) => [
  { way, wait: "counted" as const },
  { way, wait: "epoch" as const },
]);

const ALONE = ["writer 1", "caller 1", "interrupt"] as const;
const WALKED: Model[] = [
  ...REPLUG_WAYS.map((way) => ({ way, wait: "counted" as const, parts: ALONE })),
  { way: "boolean", wait: "epoch", parts: ["writer 1", "caller 1"] },
];

test.each(WALKED)("no call gets a wrong version: $way, $wait", { timeout: 300_000 }, (model) => {
  const checked = checkModel(model);
  expect(checked.wrong ?? []).toEqual([]);
  expect(checked.ran).toBe(true);
  expect(checked.states).toBeGreaterThan(10_000);
});

test.each(REPLUG_WAYS)("where nothing is waited for, the walk finds a wrong version: %s", (way) => {
  const { wrong } = checkModel({ way, wait: "none", parts: ALONE });
  expect(wrong?.at(-1)).toMatch(/: residual$/);
});

test.each(MODELS)(
  "its steps are those of the text that is generated, in their order: $way, $wait",
  (model) => {
    const text = litmusPlug(model.way);
    const out = /_out\(void\)\n\{([\s\S]*?)\n\}/.exec(text)?.[1] ?? "";
    const tried = /_way_try\(int signal\)\n\{([\s\S]*?)\n\}/.exec(text)?.[1] ?? "";
    for (const [steps, body] of [
      [hitSteps(model), out],
      [trySteps(model), tried],
    ] as const) {
      let from = 0;
      for (const { name, text: said } of steps) {
        if (said === undefined) continue;
        const found = body.indexOf(said, from);
        expect(found, `${name}: ${said}`).toBeGreaterThanOrEqual(0);
        from = found;
      }
    }
  },
);
