/** Text of an aspect file that is no code: nothing compiles it where no aspect is woven, so nobody else would tell. */
import { withoutComments } from "../../c-text/index.js";
import type { AspectFile } from "../../model/index.js";
import type { ProblemSink } from "./problem-sink.js";

/** What ordinary code ends in has to end a declaration; a word alone on its line may be a macro. */
export function reportStrayText(file: Omit<AspectFile, "problems">, sink: ProblemSink): void {
  const last = file.prelude.at(-1);
  if (last === undefined) return;
  const code = withoutDirectives(withoutComments(file.text.slice(last.start, last.end)));
  const end = code.trimEnd().length;
  const start = 1 + Math.max(...[";", "{", "}"].map((ending) => code.lastIndexOf(ending, end - 1)));
  const rest = code.slice(start, end);
  const words = rest.trim();
  const isAlone = isEmpty(file) && last === file.prelude[0] && words === code.trim();
  const line = file.text.lastIndexOf("\n", last.start + end - 1) + 1;
  const lineText = withoutComments(file.text.slice(line, last.start + end));
  const isMacro = /^\s*\w+$/.test(lineText) && !isAlone;
  // What ends in `)` may be a macro too.
  if (!/[\w@\\`$]$/.test(words) || isMacro) return;
  const at = last.start + start + (rest.length - rest.trimStart().length);
  sink.error(
    "aspect/stray-text",
    { start: at, end: last.start + end },
    `\`${words.replace(/\s+/g, " ").slice(0, 60)}\` is no declaration: nothing ends it`,
    "End it with `;`, or make it a comment.",
  );
}

const isEmpty = ({ aspects, pointcuts, slices = [], attributes = [] }: Omit<AspectFile, "problems">) =>
  aspects.length + pointcuts.length + slices.length + attributes.length === 0;

/** Their lines made blank, continued ones too. */
const withoutDirectives = (text: string) =>
  text.replace(/^[ \t]*#(?:[^\\\n]|\\[\s\S])*/gm, (found) => found.replace(/[^\n]/g, " "));
