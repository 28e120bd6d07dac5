/** What a hook in the running kernel has to call, and what it hands over. */
import type { AspectEffect } from "../../model/index.js";
import type { WovenUnit } from "../woven-unit.js";
import { LIVE_ENDINGS } from "./live-functions.js";

/** What a hook in the running kernel has to call. */
export interface LiveHook {
  /** The C function that runs `before` advice; the others have its name with what {@link LIVE_ENDINGS} says. */
  readonly symbol: string;
  readonly runsBefore: boolean;
  /** `after` advice: the hook calls the function that ends in `enter` at the entry, and `leave` at the return. */
  readonly runsAfter: boolean;
  /** A function that ends in `around` runs in place of the target. */
  readonly around?: { readonly parameters: number };
  /** The function of the kernel at whose entry the hook is; with {@link call}, the one that is called. */
  readonly target: string;
  /** The hook is where this code calls the target. */
  readonly call?: { readonly file: string; readonly line: number; readonly within: string };
  /** The hook is at the instructions that do this; the target is the variable or member, `inode::i_uid`. */
  readonly access?: LiveAccess;
  readonly isStatic: boolean;
  /** Of the unit that defines the target, where it is not the one that the advice is compiled in. */
  readonly source?: string;
  /** The advice asks for nothing that is the place's own: it is the same at each access of a member of that struct, or at each function. */
  readonly isShared: boolean;
  readonly uses: LiveUse;
  readonly effects: readonly AspectEffect[];
  /** Its functions. */
  readonly text: string;
}

/** What the hook has to hand to the advice. */
export interface LiveUse {
  /** The address of the hooked instruction. */
  readonly pc: boolean;
  /** The object whose member is accessed. */
  readonly target: boolean;
  /** By number, those that are read: symbols that get the distance of the argument from the frame. */
  readonly arguments: ReadonlyMap<number, string>;
}

export interface LiveAccess {
  readonly kind: "get" | "set" | "ref";
  /** Of the source that accesses it. */
  readonly file: string;
  readonly line: number;
  /** Name of the function there. */
  readonly within: string;
}

export interface LiveAdvice {
  readonly unitText: string;
  /** Of it what the advice may need: see `without-bodies.ts`. */
  readonly shortText: string;
  /** Behind it, before the functions of hooks. */
  readonly prelude: string;
  readonly hooks: readonly LiveHook[];
  readonly problems: WovenUnit["problems"];
}

/** The same advice at another function: its functions have names of their own. */
export function sameAdviceAt(
  hook: LiveHook,
  number: number,
  at: Pick<LiveHook, "target" | "isStatic" | "effects"> & { readonly source: string },
): LiveHook {
  const symbol = `${hook.symbol}x${number}`;
  return { ...hook, ...at, symbol, text: hook.text.replaceAll(hook.symbol, symbol) };
}

/** For the compiler, latin1; `isWhole` with all of the unit. */
export const liveText = ({ unitText, shortText, prelude, hooks }: LiveAdvice, isWhole = false) =>
  [isWhole ? unitText : shortText, prelude, ...hooks.map(({ text }) => text), ""].join("\n");
