// What a mark in the margin says when one points at it: which advice, of which kind, under which condition, what it
// costs, how its drawing reads, and where to go from here. Markdown, whose links are commands. Pure.
import {
  type EditorEffect,
  effectKinds,
  joinPointColours,
  showPlacesCommand,
} from "@weft/language-server/protocol";
import { lookUp } from "@weft/weaver-bridge/model";
import type { LineMark } from "./line-marks.js";

/** So many are told one by one; the rest is counted. */
const MOST_EFFECTS = 4;
const MOST_PLACES = 20;

/** All that the links run. */
export const markCommands = ["weft.goAcross", "weft.peekLine", showPlacesCommand, "weft.showCost"];

export interface MarkSurroundings {
  /** Of the file; commands get it. */
  readonly uri: string;
  /** The user chose the colour himself, so that it says nothing about the kind. */
  readonly hasOwnColour: boolean;
  /** Of one effect's advice, as it was measured; undefined where it was not. */
  costOf(effect: EditorEffect): string | undefined;
}

export function markWords(mark: LineMark, around: MarkSurroundings): string {
  const told = mark.effects.slice(0, MOST_EFFECTS).map((effect) => effectWords(effect, around));
  const others = mark.effects.length - told.length;
  return [
    ...told,
    ...(others > 0 ? [`and ${others} more`] : []),
    links(mark, around),
    `*${escaped(drawingWords(mark, around.hasOwnColour))}*`,
  ].join("\n\n");
}

function effectWords(effect: EditorEffect, { costOf }: MarkSurroundings): string {
  const lines = [`**${escaped(effect.title)}**`, escaped(effect.reason)];
  lines.push(escaped(conditionWords(effect)));
  const cost = costOf(effect);
  if (cost !== undefined) lines.push(escaped(cost));
  return lines.filter((line) => line !== "").join("  \n");
}

/** Empty for what is no advice: that is decided when the program is built. */
export function conditionWords(effect: EditorEffect): string {
  return isAdvice(effect) ? whenWords(effect) : "";
}

function whenWords({ certainty, condition, role }: EditorEffect): string {
  if (certainty === "certain")
    return role === "source"
      ? "Runs each time, wherever it matches."
      : "Runs each time: nothing is tested first.";
  return condition === undefined
    ? "Runs only under a condition that is tested at run time."
    : `Runs only ${condition}, which is tested at run time.`;
}

function links({ line, effects }: LineMark, { uri, costOf }: MarkSurroundings): string {
  const places = effects.flatMap(({ other }) => other);
  const isSource = effects.some(({ role }) => role === "source");
  const across =
    places.length === 0
      ? []
      : places.length > MOST_PLACES
        ? [link("Go to what it affects", "weft.goAcross", [{ lineNumber: line + 1 }], "Alt+Shift+G")]
        : [
            link(
              isSource ? "Go to what it affects" : effects.every(isAdvice) ? "Go to the advice" : "Go there",
              showPlacesCommand,
              [uri, { line, character: 0 }, places],
              "Alt+Shift+G",
            ),
          ];
  const isMeasured = effects.some((effect) => costOf(effect) !== undefined);
  const measure =
    effects.some(isAdvice) && !isMeasured ? [link("Measure what it costs", "weft.showCost", [])] : [];
  const peek = link("What happens here", "weft.peekLine", [{ lineNumber: line + 1 }], "Alt+Shift+E");
  return [...across, peek, ...measure].join(" · ");
}

function link(words: string, command: string, given: readonly unknown[], key?: string): string {
  const target = `command:${command}?${encodeURIComponent(JSON.stringify(given)).replace(/[()]/g, (found) => (found === "(" ? "%28" : "%29"))}`;
  return `[${words}](${target})${key === undefined ? "" : ` (${key})`}`;
}

/** `Orange bar: execution. Arrow above: before, arrow below: after.` */
export function drawingWords({ effects, icon }: LineMark, hasOwnColour: boolean): string {
  if (icon === "source-unmatched") return "Broken bar with a cross: the advice matches nothing.";
  const targets = effects.filter(({ role }) => role === "target");
  const words = targets.length < effects.length ? ["Arrow to the right: advises other lines."] : [];
  const advice = targets.filter(isAdvice);
  if (advice.length > 0) words.push(barWords(advice, hasOwnColour), arrowWords(advice));
  if (effects.some((effect) => isAdvice(effect)) && icon.includes("-conditional"))
    words.push("Dashed: tested at run time.");
  for (const kind of new Set(targets.filter((effect) => !isAdvice(effect)).map((effect) => effect.kind)))
    words.push(glyphWords(kind, hasOwnColour));
  return words.join(" ");
}

const onBar = {
  execution: "bar",
  call: "bar with an arrow head",
  get: "bar with a ring",
  set: "bar with a dot",
  ref: "bar with a diamond",
  builtin: "bar with a cross",
  construction: "bar with a rising stroke",
  destruction: "bar with a falling stroke",
  class: "bar",
} as const;

const joinPointWords = {
  execution: "execution of a function",
  call: "call",
  get: "read",
  set: "write",
  ref: "taking a reference",
  builtin: "built-in operator",
  construction: "construction",
  destruction: "destruction",
  class: "class",
} as const;

function barWords(advice: readonly EditorEffect[], hasOwnColour: boolean): string {
  const kinds = [...new Set(advice.map(({ joinPoint }) => joinPoint ?? "execution"))];
  const [kind] = kinds;
  if (kinds.length > 1 || kind === undefined)
    return `Grey bar: ${kinds.map((one) => joinPointWords[one]).join(" and ")}.`;
  const drawn = onBar[kind];
  return `${capital(hasOwnColour ? drawn : `${joinPointColours[kind].name} ${drawn}`)}: ${joinPointWords[kind]}.`;
}

function arrowWords(advice: readonly EditorEffect[]): string {
  const kinds = new Set(advice.map(({ kind }) => kind));
  const words = [
    ...(kinds.has("before") ? ["arrow above: before"] : []),
    ...(kinds.has("after") ? ["arrow below: after"] : []),
    ...(kinds.has("around") ? ["brackets: around, in place of the code"] : []),
  ];
  return `${capital(words.join(", "))}.`;
}

function glyphWords(kind: EditorEffect["kind"], hasOwnColour: boolean): string {
  const row = effectKinds[kind];
  const drawn = lookUp({ plus: "plus in a frame", fold: "folded sheet" }, row.glyph as string) ?? row.glyph;
  const colour = "colour" in row && !hasOwnColour ? `${row.colour.name} ` : "";
  return `${capital(`${colour}${drawn}`)}: ${row.plural}.`;
}

function isAdvice({ kind }: EditorEffect): boolean {
  return effectKinds[kind].group === "advice";
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names of the kernel are no Markdown; what stands between backquotes is code already. */
function escaped(words: string): string {
  return words
    .split(/((?<!`)`[^`\n]+`(?!`))/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/[\\`*_{}[\]<>#|~]/g, "\\$&")))
    .join("");
}
