// What happens at one line, as a text that is read from above: what applies, in its order, with reason, condition, cost and
// live counts; why it nests so; and what does not apply, with the reason. Pure.
import type { EditorEffect, WhyAdvice, WhyOrder, WhyResult } from "@weft/language-server/protocol";
import { conditionWords } from "../effects/mark-words.js";
import { plainWords } from "../trees/plain-words.js";

export interface LineQuestion {
  /** `fs/open.c:82` */
  readonly place: string;
  /** The line itself. */
  readonly source: string;
  /** Of the line, outermost first. */
  readonly effects: readonly EditorEffect[];
  /** Why there may be more effects than these, as a sentence. */
  readonly unsure: string | undefined;
  /** Undefined where it could not be asked. */
  readonly why: WhyResult | undefined;
  /** `aspects/trace.ah:12` of the other end. */
  placeOf(effect: EditorEffect): string;
  costOf(effect: EditorEffect): string | undefined;
}

/** Reasons wrap here: the text stands beside a list in an editor of a laptop. */
const WIDTH = 78;
const NOT_MEASURED = "Cost: not measured. The command Show Cost of Aspects measures it.";

export function lineText(question: LineQuestion): string {
  const { place, source, effects, unsure, why } = question;
  const none =
    unsure === undefined ? "Nothing affects this line." : "What affects this line is not known yet.";
  return [
    `What happens at ${place}`,
    `    ${source.trim()}`,
    "",
    ...(unsure === undefined ? [] : wrapped(unsure)),
    effects.length === 0 ? none : "In this order, outermost first:",
    ...effects.flatMap((effect, at) => effectLines(effect, at + 1, question)),
    ...whyLines(why),
    "",
  ].join("\n");
}

function effectLines(effect: EditorEffect, number: number, { placeOf, costOf }: LineQuestion): string[] {
  const head = `${number}. `;
  const { live } = effect;
  const met = live?.hits === undefined ? "hits unknown" : `met ${live.hits} times`;
  const last = live?.last === undefined ? "" : `, last: ${live.last}`;
  return [
    "",
    ...wrapped(`${effect.title}   (${placeOf(effect)})`, head, " ".repeat(head.length)),
    ...below(effect.reason),
    ...below(conditionWords(effect)),
    ...(live === undefined ? [] : below(`In the running kernel: ${met}${last}.`)),
    ...below(costOf(effect) ?? (conditionWords(effect) === "" ? "" : NOT_MEASURED)),
  ];
}

function whyLines(why: WhyResult | undefined): string[] {
  if (why === undefined)
    return ["", "Why other advice does not apply is not known: no answer from the server."];
  if ("message" in why)
    return ["", ...wrapped(`Why other advice does not apply is not known: ${why.message}`)];
  const points = why.joinPoints;
  const order = points.flatMap((point) => point.order);
  const not = points.flatMap(({ place, advice }) =>
    advice.filter(({ applies }) => applies === "no").map((one) => ({ label: place.label, one })),
  );
  return [
    ...why.notes.flatMap((note) => ["", ...wrapped(note)]),
    ...(why.none === undefined ? [] : ["", ...wrapped(`No join point here: ${why.none}.`)]),
    ...(order.length === 0 ? [] : ["", "Why in this order:", ...order.flatMap(orderLines)]),
    ...(not.length === 0 ? [] : ["", "What does not apply, and why not:"]),
    ...not.flatMap(({ label, one }) => notLines(label, one)),
  ];
}

function orderLines({ label, why }: WhyOrder): string[] {
  return wrapped(`${label}: ${why}`, " - ", "   ");
}

function notLines(label: string, { place, why }: WhyAdvice): string[] {
  return ["", ...wrapped(place.label, " - ", "   "), ...below(`at ${label}: ${why}`)];
}

function below(words: string): string[] {
  return words === "" ? [] : wrapped(words, "   ", "   ");
}

function wrapped(words: string, first = "", next = first): string[] {
  const lines: string[] = [];
  let line = first;
  for (const word of plainWords(words).split(/\s+/)) {
    const isEmpty = line === first || line === next;
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = next + word;
    } else line += isEmpty ? word : ` ${word}`;
  }
  return [...lines, line];
}
