/** What functions of live advice are: frames of what leads to it are glue, and the advice carries its title. */
import type { LiveAdviceName, LiveFrames } from "@weft/weaver-bridge/model";
import type { RawFrame } from "./stack.js";
import type { WeaveIndex } from "./weave-map.js";

export interface LiveNames {
  /** What the weave map says, and of live advice what it is. */
  indexWith(index: WeaveIndex): WeaveIndex;
  /** With the symbols that {@link indexWith} knows. */
  named(frames: readonly RawFrame[]): readonly RawFrame[];
  /** The same where a breakpoint in that file was met: its advice is shown also where the optimizer moved it. */
  shown(frames: readonly RawFrame[], breakpointFile: string | undefined): readonly RawFrame[];
}

const LIVE = "__weft_live_";
/** No symbol has it: the frame of the advice's own text, by its number at the hook. */
const BODY = "@";

export function liveNames({ advice, trampolines }: Pick<LiveFrames, "advice" | "trampolines">): LiveNames {
  const byHook = new Map<string, LiveAdviceName[]>();
  for (const one of advice) byHook.set(one.symbol, [...(byHook.get(one.symbol) ?? []), one]);
  const ranges = trampolines.flatMap((frames) => {
    const [first, last] = [frames[0], frames.at(-1)];
    return first === undefined || last === undefined ? [] : [[first.start, last.end] as const];
  });
  /** Of one of the functions of a hook; none for others. */
  const adviceOf = (symbol = ""): readonly LiveAdviceName[] => {
    for (let name = symbol; name.length > LIVE.length; name = name.slice(0, name.lastIndexOf("_"))) {
      const own = byHook.get(name);
      if (own !== undefined) return own;
    }
    return [];
  };
  /** `body`: what its text is inlined from, where that is known. */
  const bodyOf = (symbol: string, body: string) => {
    const all = adviceOf(symbol);
    const isAfter = /_(?:leave|behind)/.test(symbol);
    const own = all.find((one) => body === one.body || body.startsWith(`${one.body}_`));
    const meant = own ?? all.find((one) => one.isAfter === isAfter) ?? all[0];
    return `${symbol}${BODY}${meant === undefined ? 0 : all.indexOf(meant)}`;
  };
  const named = (frames: readonly RawFrame[]) => {
    const done: RawFrame[] = [];
    for (const frame of frames) {
      const { symbol = "" } = frame;
      const at = Number(frame.address ?? -1);
      const inner = done.at(-1);
      if (ranges.some(([start, end]) => start <= at && at < end))
        done.push({ ...frame, symbol: `${LIVE}trampoline` });
      // The advice itself was inlined into what the hook calls, which knows its name.
      else if (inner?.symbol?.startsWith("__weft_advice_") === true && adviceOf(symbol).length > 0)
        done.splice(-1, 1, { ...inner, symbol: bodyOf(symbol, inner.symbol) }, frame);
      else done.push(frame);
    }
    return done;
  };
  return {
    indexWith: (index) => ({
      ...index,
      generated: (symbol, place) => {
        if (!symbol.startsWith(LIVE)) return index.generated(symbol, place);
        const [hook, number] = symbol.split(BODY);
        const meant = number === undefined ? undefined : adviceOf(hook)[Number(number)];
        if (meant === undefined) return { role: "shadow" };
        return { role: "advice", label: meant.title, aspect: meant.aspect };
      },
    }),
    named,
    shown: (frames, file) => {
      const [top, ...outer] = named(frames);
      if (top === undefined) return [];
      const isMoved = file !== undefined && top.file === file && adviceOf(top.symbol).length > 0;
      return [isMoved ? { ...top, symbol: bodyOf(top.symbol ?? "", "") } : top, ...outer];
    },
  };
}
