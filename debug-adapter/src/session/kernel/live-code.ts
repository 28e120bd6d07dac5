/**
 * Advice that `weft live` put into the machine: GDB gets its lines and call frames while it is woven, so that breakpoints
 * in it, steps and stacks are those of compiled code, and frames of what leads to it are left out.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LiveAdviceName, LiveFrames } from "@weft/weaver-bridge/model";
import { liveFrames, type RawFrame, type WeaveIndex } from "../../engine/index.js";
import { makeOwnFolder } from "../../qemu/index.js";
import { type GdbConnection, quote } from "../gdb/gdb-connection.js";

export interface LiveCode {
  /** Something else is woven than GDB knows. */
  isNew(): boolean;
  /** The machine stands: GDB knows what is woven now. */
  learn(gdb: GdbConnection): Promise<void>;
  /** What the weave map says, and of live advice what it is. */
  indexWith(index: WeaveIndex): WeaveIndex;
  /** With the symbols that {@link indexWith} knows. */
  named(frames: readonly RawFrame[]): readonly RawFrame[];
  /** The same where a breakpoint in that file was met: its advice is shown also where the optimizer moved it. */
  shown(frames: readonly RawFrame[], breakpointFile: string | undefined): readonly RawFrame[];
  /** GDB has read the kernel's symbols anew, and forgotten all others. */
  forget(): void;
  end(): Promise<void>;
}

const LIVE = "__weft_live_";
/** No symbol has it: the frame of the advice's own text, by its number at the hook. */
const BODY = "@";

export function createLiveCode(project: () => string): LiveCode {
  let folder: string | undefined;
  let known = "";
  let count = 0;
  let files: string[] = [];
  let told: LiveFrames | undefined;
  let ranges: readonly (readonly [number, number])[] = [];
  let titles = new Map<string, LiveAdviceName[]>();
  const file = () => join(project(), ".weft/live/frames.json");
  const stamp = () => {
    const status = statSync(file(), { throwIfNoEntry: false });
    return status === undefined || !existsSync(join(project(), ".weft/live/guest.json"))
      ? ""
      : `${status.mtimeMs} ${status.ino}`;
  };
  /** Of one of the functions of a hook; none for others. */
  const adviceOf = (symbol: string): readonly LiveAdviceName[] => {
    for (let name = symbol; name.length > LIVE.length; name = name.slice(0, name.lastIndexOf("_"))) {
      const advice = titles.get(name);
      if (advice !== undefined) return advice;
    }
    return [];
  };
  /** `body`: what its text is inlined from, where GDB knows it. */
  const bodyOf = (symbol: string, body: string) => {
    const all = adviceOf(symbol);
    const isAfter = /_(?:leave|behind)/.test(symbol);
    const own = all.find((one) => body === one.body || body.startsWith(`${one.body}_`));
    const meant = own ?? all.find((one) => one.isAfter === isAfter) ?? all[0];
    return `${symbol}${BODY}${meant === undefined ? 0 : all.indexOf(meant)}`;
  };
  const read = (): LiveFrames | undefined => {
    try {
      const all = JSON.parse(readFileSync(file(), "utf8")) as LiveFrames;
      const guest = JSON.parse(readFileSync(join(project(), ".weft/live/guest.json"), "utf8")) as {
        id: string;
      };
      return all.version === 1 && all.guest === guest.id ? all : undefined;
    } catch {
      return undefined; // It is being written, or gone.
    }
  };
  const live: LiveCode = {
    isNew: () => stamp() !== known,
    async learn(gdb) {
      known = stamp();
      for (const old of files) await gdb.consoleCommand(`remove-symbol-file ${quote(old)}`).catch(() => "");
      files = [];
      told = known === "" ? undefined : read();
      titles = new Map();
      for (const one of told?.advice ?? []) titles.set(one.symbol, [...(titles.get(one.symbol) ?? []), one]);
      ranges = (told?.trampolines ?? []).flatMap((frames) => {
        const [first, last] = [frames[0], frames.at(-1)];
        return first === undefined || last === undefined ? [] : [[first.start, last.end] as const];
      });
      if (told === undefined) return;
      folder ??= await makeOwnFolder();
      const [symbols, frames] = ["advice", "frames"].map((name) =>
        join(folder as string, `${name}-${count}.elf`),
      );
      count++;
      await copyFile(told.symbols, symbols as string);
      await writeFile(frames as string, liveFrames(told));
      for (const one of [symbols, frames] as string[]) {
        await gdb.consoleCommand(`add-symbol-file ${quote(one)}`);
        files.push(one);
      }
    },
    indexWith: (index) =>
      told === undefined
        ? index
        : {
            ...index,
            generated: (symbol, place) => {
              if (!symbol.startsWith(LIVE)) return index.generated(symbol, place);
              const [hook = "", number] = symbol.split(BODY);
              const advice = number === undefined ? undefined : adviceOf(hook)[Number(number)];
              if (advice === undefined) return { role: "shadow" };
              return { role: "advice", label: advice.title, aspect: advice.aspect };
            },
          },
    named: (frames) => {
      const named: RawFrame[] = [];
      for (const frame of frames) {
        const { symbol = "" } = frame;
        const at = Number(frame.address ?? -1);
        const inner = named.at(-1);
        if (ranges.some(([start, end]) => start <= at && at < end))
          named.push({ ...frame, symbol: `${LIVE}trampoline` });
        // The advice itself was inlined into what the hook calls, which knows its name.
        else if (adviceOf(symbol).length > 0 && inner?.symbol?.startsWith("__weft_advice_") === true)
          named.splice(-1, 1, { ...inner, symbol: bodyOf(symbol, inner.symbol) }, frame);
        else named.push(frame);
      }
      return named;
    },
    shown: (frames, file) => {
      const [top, ...outer] = live.named(frames);
      if (top === undefined) return [];
      const isMoved = file !== undefined && top.file === file && adviceOf(top.symbol ?? "").length > 0;
      return [isMoved ? { ...top, symbol: bodyOf(top.symbol ?? "", "") } : top, ...outer];
    },
    forget() {
      [known, files, told] = ["", [], undefined];
    },
    async end() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
  return live;
}
