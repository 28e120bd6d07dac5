/** Frames of functions that are swapped, by the symbols that the build made for them: which version runs. */

const VERSIONS: readonly (readonly [RegExp, (residual: string) => string])[] = [
  [/^__(\w+)_way_residual(?:\.\w+)*$/, (residual) => `${residual}_plugged (specialized)`],
  [/^__(\w+)_way_generic(?:\.\w+)*$/, (residual) => `${residual}_plugged (generic)`],
  [/^__(\w+)_way_try(?:\.\w+)*$/, (residual) => `${residual}_plugged (looks at its facts)`],
  [/^weft_hit_(\w+)_out(?:\.\w+)*$/, (residual) => `guard fired: ${residual} is taken out`],
];
const REGISTERS = /^weft_hit_\w+$/;

/** What a frame is called; `undefined` for all others. */
export function versionName(symbol: string): string | undefined {
  for (const [pattern, name] of VERSIONS) {
    const residual = pattern.exec(symbol)?.[1];
    if (residual !== undefined) return name(residual);
  }
  return undefined;
}

/** Keeps registers between a guard and what it calls; has no line of its own. */
export function isGuardGlue(symbol: string): boolean {
  return REGISTERS.test(symbol) && versionName(symbol) === undefined;
}
