/**
 * The woven text in place of the source: each frame of woven code leads to the line of the compiled text that its
 * instruction is of. Clients ask for the texts by numbers (`sourceReference`), which hold as long as the session.
 */
import { basename, extname } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { readWovenText, type ShownFrame, type WeaveIndex, type WovenText } from "../../engine/index.js";

export interface WovenSources {
  /** Frames as they are asked for from now on. */
  show(woven: boolean): void;
  readonly isShown: boolean;
  /** Text and line of each frame that has woven text, by level; empty while the source is shown. Never throws. */
  placesOf(frames: readonly ShownFrame[]): Promise<ReadonlyMap<number, WovenFrame>>;
  /** `undefined` for a number that is none of ours. */
  content(reference: number): string | undefined;
  /** Another kernel. */
  forget(): void;
}

export interface WovenFrame {
  readonly source: DebugProtocol.Source;
  readonly line: number;
}

export interface WovenSourcesParts {
  readonly index: () => WeaveIndex;
  /** The text of the unit whose source this is; throws with the reason why there is none. */
  readonly weave: (source: string) => Promise<string>;
  readonly tell: (sentence: string) => void;
}

interface Shown extends WovenText {
  readonly reference: number;
}

export function createWovenSources({ index, weave, tell }: WovenSourcesParts): WovenSources {
  let isShown = false;
  let units = new Map<string, Promise<string | undefined>>();
  let texts = new Map<string, Shown>();
  /** Numbers hold: a client keeps what it once read. */
  const contents: string[] = [];

  const compiled = (unit: string) => {
    const known =
      units.get(unit) ??
      weave(unit).catch((error: Error) => {
        tell(`${error.message}. The source is shown.`);
        return undefined;
      });
    units.set(unit, known);
    return known;
  };
  const textOf = async (unit: string, directory: string, file: string): Promise<Shown | undefined> => {
    const key = JSON.stringify([unit, file]);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = await compiled(unit);
    if (text === undefined) return undefined;
    const made = readWovenText(text, directory, file);
    const shown = { ...made, reference: contents.push(made.text) };
    texts.set(key, shown);
    return shown;
  };
  const placeOf = async (
    frame: ShownFrame,
    outer: readonly ShownFrame[],
  ): Promise<WovenFrame | undefined> => {
    const { file, line, symbol } = frame;
    if (file === undefined || line === undefined) return undefined;
    const around = [frame, ...outer];
    const [unit] = around.flatMap(({ file: source = "" }) => {
      const directory = index().wovenDirectory(source);
      return directory === undefined ? [] : [{ source, directory }];
    });
    // Advice stands in the text of the kernel's file that it was woven into, which may be a header.
    const host = around.find((one) => one.kind !== "advice" && one.kind !== "member")?.file;
    if (unit === undefined || host === undefined) return undefined;
    const shown = await textOf(unit.source, unit.directory, host);
    const at = shown?.lineOf({ file, line, ...(symbol === undefined ? {} : { symbol }) });
    if (shown === undefined || at === undefined) return undefined;
    const name = basename(host, extname(host));
    const source = { name: `${name}.woven${extname(host)}`, sourceReference: shown.reference };
    return { source: { ...source, origin: `woven into ${basename(host)}` }, line: at };
  };

  return {
    get isShown() {
      return isShown;
    },
    show: (woven) => {
      isShown = woven;
    },
    async placesOf(frames) {
      const places = new Map<number, WovenFrame>();
      if (!isShown) return places;
      for (const [position, frame] of frames.entries()) {
        const place = await placeOf(frame, frames.slice(position + 1));
        if (place !== undefined) places.set(frame.level, place);
      }
      return places;
    },
    content: (reference) => contents[reference - 1],
    forget() {
      units = new Map();
      texts = new Map();
    },
  };
}
