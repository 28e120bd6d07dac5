/**
 * Aspects whose own member functions may be join points. Their files come into the unit's text, behind all else, where
 * their classes stand like those of aspects that the unit includes:
 *
 *     # 1 "<weft-aspects>"
 *     # 1 "/src/log.ah"
 *     aspect Log { void write(int n) { … } … };
 */
import { type AspectFile, type AspectMember, markerName } from "../../model/index.js";
import { tokenize } from "../text/c-tokens.js";
import {
  type LocateInclude,
  TAIL_FILE,
  TAIL_MARKERS,
  tailStart,
  withoutAspectIncludes,
} from "./aspect-tail.js";

const START = '# 1 "<weft-aspects>"';
const [BEGIN, END] = ["__weft_advised_begin", "__weft_advised_end"] as const;

/** With what these files need of the others; `mayMatch` is asked for the text of member functions. */
export function advisedAspects(
  files: readonly AspectFile[],
  mayMatch: (text: string) => boolean,
): readonly AspectFile[] {
  const candidates = files.filter(({ ordinarySource }) => ordinarySource !== true);
  const chosen = new Set(candidates.filter((file) => mayMatch(memberFunctions(file))));
  // Visited as well: a set's loop sees what is added meanwhile.
  for (const file of chosen) for (const other of neededBy(file, candidates)) chosen.add(other);
  return candidates.filter((file) => chosen.has(file));
}

/** For the beginning of a unit's tail. */
export function renderAdvised(
  files: readonly AspectFile[],
  all: readonly AspectFile[],
  locate: LocateInclude,
): string {
  if (files.length === 0) return "";
  const texts = files.map(
    (file) => `#line 1 "${markerName(file.file)}"\n${withoutAspectIncludes(file, file.text, all, locate)}\n`,
  );
  return `\n#line 1 "${TAIL_FILE}"\n${BEGIN}\n${texts.join("")}#line 1 "${TAIL_FILE}"\n${END}\n`;
}

/** Takes that beginning out of the tail of a preprocessed text, to the unit's end. */
export function advisedInUnit(preprocessed: string): string {
  const begin = preprocessed.indexOf(`\n${BEGIN}\n`);
  const end = preprocessed.indexOf(`\n${END}\n`, begin);
  const start = tailStart(preprocessed);
  if (begin === -1 || end === -1 || start === undefined) return preprocessed;
  const classes = preprocessed.slice(begin + BEGIN.length + 2, end + 1).replace(TAIL_MARKERS, "");
  return `${preprocessed.slice(0, start)}\n${START}\n${classes}${preprocessed.slice(end + END.length + 2)}`;
}

/** Where they begin in the text of a unit. */
export function startOfAdvised(unitText: string): number | undefined {
  const at = unitText.lastIndexOf(`\n${START}\n`);
  return at === -1 ? undefined : at + 1;
}

/** The text that may be code, in a class of the aspect's name; empty without any. */
function memberFunctions({ aspects, file, text }: AspectFile): string {
  const classes = aspects.map(({ name, members }) => {
    const own = members.filter((member) => isOrdinary(member, name));
    const bodies = own.map(({ range }) => text.slice(range.start, range.end));
    return bodies.length === 0 ? "" : `class ${name} {\n${bodies.join("\n")}\n};\n`;
  });
  const all = classes.join("");
  return all === "" ? "" : `# 1 "${markerName(file)}"\n${all}`;
}

const isOrdinary = ({ kind, name }: AspectMember, aspect: string) =>
  kind === "function" && name !== "aspectof" && name !== aspect.slice(aspect.lastIndexOf(":") + 1);

function neededBy(file: AspectFile, files: readonly AspectFile[]): readonly AspectFile[] {
  const words = new Set(tokenize(file.text).map(({ text }) => text));
  return files.filter((other) =>
    other.aspects.some(({ name }) => other !== file && words.has(name.slice(name.lastIndexOf(":") + 1))),
  );
}
