/** Where a function begins with one of several values, code of its own for each; the last one is asked for no more. */
import type { Split } from "../declare/facts.js";
import { copyOf, type State } from "../objects/state.js";
import type { ResidualBlock } from "./residual-graph.js";

/** `enter`: where the function begins with what is known; `create`: an empty block. */
export function splitStart(
  splits: readonly Split[],
  state: State,
  enter: (state: State) => ResidualBlock,
  create: () => ResidualBlock,
): ResidualBlock {
  const [split, ...rest] = splits;
  if (split === undefined) return enter(state);
  const { text, key, number, ways } = split;
  const [last, ...others] = ways
    .map(({ label, cell }) => {
      const known = copyOf(state);
      known.cells.set(key, cell);
      return { label, to: splitStart(rest, known, enter, create) };
    })
    .reverse();
  if (last === undefined) return splitStart(rest, state, enter, create);
  const cases = others.reverse();
  const block = create();
  if (number !== undefined && cases.length > 1) {
    block.exit = { kind: "switch", value: number, cases, otherwise: last.to };
    return block;
  }
  // In the order in which they are written.
  return cases.reduceRight((otherwise, { label, to }) => {
    const asking = create();
    const condition = `${text} == ${/^&?\w+$/.test(label) ? label : `(${label})`}`;
    asking.exit = { kind: "branch", condition, pure: true, taken: to, otherwise };
    return asking;
  }, last.to);
}
