/** How the steps of a value's origin are shown, whoever shows them. */
import type { OriginPlace, OriginStep } from "./messages.js";

/** Without what was only saved: what was loaded, and the store of the same register before it, are no way that a value takes. */
export function withoutSaved(steps: readonly OriginStep[]): OriginStep[] {
  return steps.filter(({ how }, at) => how !== "restored" && steps[at + 1]?.how !== "restored");
}

/** `FILE:LINE in FUNCTION`; the address where no line is known. */
export function placeText({ line, symbol, address = "" }: OriginPlace): string {
  return [line ?? address, symbol === undefined ? "" : `in ${symbol}`]
    .filter((part) => part !== "")
    .join(" ");
}
