/** The walks that are too long for the gate: how many states each had, and whether one gives a wrong version. */
import { REPLUG_WAYS } from "../../../weaver-bridge/replug/index.js";
import { checkModel } from "../../../weaver-bridge/replug/model-check.js";
import type { Model } from "../../../weaver-bridge/replug/model-steps.js";
import { printTable } from "../support/table.js";

/** Processors that pass between writes make far more states of each. */
const WITH_EPOCH: readonly NonNullable<Model["parts"]>[] = [
  ["writer 1", "caller 1", "interrupt"],
  ["writer 1", "caller 1", "caller 2"],
  ["writer 1", "writer 2", "caller 1"],
];
const MOST = 8_000_000;

export function benchReplugModel(): Promise<void> {
  const counted = REPLUG_WAYS.map((way) => walked({ way, wait: "counted" }));
  const passed = REPLUG_WAYS.flatMap((way) =>
    WITH_EPOCH.map((parts) => walked({ way, wait: "epoch", parts })),
  );
  printTable(
    ["way", "facts wait for", "who takes part", "states", "wrong version"],
    [...counted, ...passed],
    "replug-model",
  );
  return Promise.resolve();
}

function walked(model: Model): string[] {
  const head = [
    model.way,
    model.wait === "counted" ? "counted writes" : "the epoch",
    model.parts?.join(", ") ?? "two writers, two callers, an interrupt",
  ];
  try {
    const { states, wrong } = checkModel(model, MOST);
    return [...head, String(states), wrong === undefined ? "none" : wrong.join("; ")];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [...head, error.message, "not walked to its end"];
  }
}
