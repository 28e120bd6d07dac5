/**
 * An `.ah` file as C that clangd understands, of exactly the same shape:
 *
 *     aspect Trace {                                                 (blank)
 *       advice execution("% f(...)") : before() { log(tjp->arg0); }    __weft_0_0()                      { log(tjp->arg0); }
 *     };                                                             (blank)
 *
 * Bodies, members and file-scope C keep every character in its place, so the map between both is the identity and
 * needs no table. `__weft_A_N` is a macro of the generated header (see `join-point-header.ts`) that opens a function
 * with a typed `tjp`; context variables stay where they are, as its parameters.
 */
import type { TextRange } from "@weft/weaver-bridge/model";
import type { AspectDocument } from "../workspace/index.js";

export interface Projection {
  /** Same length and line ends as the `.ah` text (UTF-16). */
  readonly text: string;
  /** UTF-16 offsets of what is verbatim, in order: there, and only there, clangd's answers mean the `.ah` file. */
  readonly verbatim: readonly TextRange[];
}

/** Name of the header's macro that opens the advice function. */
export function adviceMacro(aspectIndex: number, adviceIndex: number): string {
  return `__weft_${aspectIndex}_${adviceIndex}`;
}

export function projectAspect(document: AspectDocument): Projection {
  const { text, bytes } = document.source;
  const utf16 = (range: TextRange): TextRange => ({
    start: bytes.toUtf16(range.start),
    end: bytes.toUtf16(range.end),
  });
  const verbatim: TextRange[] = document.file.prelude.map(utf16);
  const openings: Opening[] = [];
  document.file.aspects.forEach((aspect, aspectIndex) => {
    verbatim.push(...aspect.members.map(({ range }) => utf16(range)));
    for (const advice of aspect.advice) {
      const header = utf16(advice.header);
      const macro = adviceMacro(aspectIndex, advice.index);
      const first = advice.parameters[0];
      const last = advice.parameters.at(-1);
      verbatim.push(utf16(advice.body));
      if (first === undefined || last === undefined) {
        openings.push({ at: header.start, until: header.end, text: `${macro}()` });
        continue;
      }
      const parameters = utf16({ start: first.range.start, end: last.range.end });
      verbatim.push(parameters);
      openings.push({ at: header.start, until: parameters.start, text: `${macro}(` });
      openings.push({ at: parameters.end, until: header.end, text: ")" });
    }
  });
  verbatim.sort((a, b) => a.start - b.start);
  return { text: compose(text, verbatim, openings), verbatim };
}

/** True where clangd's view of this place is the user's: inside C, or at its very end. */
export function isVerbatim(projection: Projection, offset: number): boolean {
  return projection.verbatim.some(({ start, end }) => start <= offset && offset <= end);
}

interface Opening {
  readonly at: number;
  readonly until: number;
  readonly text: string;
}

function compose(text: string, verbatim: readonly TextRange[], openings: readonly Opening[]): string {
  const pieces = [
    ...verbatim.map(({ start, end }) => ({ at: start, text: text.slice(start, end) })),
    ...openings.flatMap((opening) => fit(text, opening)),
  ].sort((a, b) => a.at - b.at);
  let result = "";
  for (const piece of pieces) {
    if (piece.at < result.length) continue;
    result += blank(text.slice(result.length, piece.at)) + piece.text;
  }
  return result + blank(text.slice(result.length));
}

/** The first place where the opening covers no line end. A header is longer than its opening, so there is one. */
function fit(text: string, opening: Opening): { at: number; text: string }[] {
  const { length } = opening.text;
  for (let at = opening.at; at + length <= opening.until; at++)
    if (!/[\r\n]/.test(text.slice(at, at + length))) return [{ at, text: opening.text }];
  return [];
}

function blank(text: string): string {
  return text.replace(/[^\n\r]/g, " ");
}
