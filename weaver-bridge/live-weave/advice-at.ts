/** Of what advice an address is: of the advice itself, of what its hooks displaced, or of the code around it. */

import type { SourceRange } from "../model/index.js";
import type { CodeRange, Journal, JournalGap, JournalHook } from "./index.js";

export interface Reason {
  /** `hooked`: advice is woven there; `unreachable`: advice matches and can't be; `not-advised`: no advice that is woven does; `no-code`: the kernel has no instruction of it. */
  readonly verdict: "hooked" | "unreachable" | "not-advised" | "no-code";
  /** `execution of sys_open`. */
  readonly what: string;
  readonly reason: string;
  readonly advice: readonly { readonly title: string; readonly origin: SourceRange }[];
}

export function reasonOf(
  verdict: Reason["verdict"],
  effects: JournalHook["effects"] | JournalGap["effects"],
  reason: string,
): Reason {
  const advice = effects.map(({ title, origin }) => ({ title, origin }));
  const joinPoint = effects[0]?.binding.joinPoint;
  return { verdict, what: joinPoint === undefined ? "" : titleOf(joinPoint), reason, advice };
}

export const titleOf = ({ kind, signature }: { readonly kind: string; readonly signature: string }) =>
  `${kind} of ${signature}`;

export function reasonsAt(address: number, { hooks, generations }: Journal): Reason[] {
  const holds = ({ start, end }: CodeRange) => start <= address && address < end;
  const told = (found: readonly JournalHook[], where: string) =>
    found.map(({ effects, place }) => reasonOf("hooked", effects, `the address is in ${where} at ${place}`));
  const advised = hooks.filter(({ advice = [] }) => advice.some(holds));
  if (advised.length > 0) return told(advised, "its advice, which is woven");
  const displaced = hooks.filter((hook) =>
    holds({ start: hook.address, end: hook.address + hook.original.length / 2 }),
  );
  if (displaced.length > 0) return told(displaced, "what its hook displaced");
  const generation = generations.find(holds);
  if (generation === undefined) return [];
  const before = hooks.filter(
    ({ trampoline }) =>
      generation.start <= trampoline && trampoline <= address && generation === generations.at(-1),
  );
  const nearest = Math.max(...before.map(({ trampoline }) => trampoline));
  const around = before.filter(({ trampoline }) => trampoline === nearest);
  if (around.length > 0) return told(around, "the code around its advice");
  const reason = "the address is in advice, its data or the code around it";
  return [{ verdict: "hooked", what: "what was woven", reason, advice: [] }];
}
