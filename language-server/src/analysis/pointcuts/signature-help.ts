/** Signature help inside pointcut functions and uses of named pointcuts. */
import type { AspectDocument, Snapshot } from "../../workspace/index.js";
import { pointcutAt } from "./pointcut-at.js";
import { functionText } from "./pointcut-functions-text.js";
import { namedPointcuts } from "./pointcut-names.js";

export interface CallHelp {
  readonly label: string;
  readonly parameters: readonly string[];
  readonly active: number;
  readonly documentation: string;
}

/** `offset` counts UTF-16 units. */
export function callHelp(snapshot: Snapshot, document: AspectDocument, offset: number): CallHelp | undefined {
  const pointcut = pointcutAt(document, offset);
  if (pointcut === undefined) return undefined;
  const call = innermostCall(pointcut.text.slice(0, offset - pointcut.range.start));
  if (call === undefined) return undefined;
  const known = functionText(call.name);
  if (known !== undefined) {
    const active = known.repeats ? 0 : Math.min(call.argument, known.parameters.length - 1);
    return { label: known.label, parameters: known.parameters, active, documentation: known.documentation };
  }
  const named = snapshot.aspects
    .flatMap(namedPointcuts)
    .find(({ name }) => name === call.name.replace(/^::/, ""));
  if (named === undefined) return undefined;
  const parameters = named.parameters.map(
    ({ type, name }) => `${type}${type.endsWith("*") ? "" : " "}${name}`,
  );
  return {
    label: `${named.name}(${parameters.join(", ")})`,
    parameters,
    active: call.argument,
    documentation: "Named pointcut.",
  };
}

const CALLED = /(?<=((?:::)?\w+(?:::\w+)*)\s*)/y;

/** Read backwards from its end: the text before it may be long. */
function nameBefore(text: string, at: number): string {
  CALLED.lastIndex = at;
  return CALLED.exec(text)?.[1] ?? "";
}

/** The function whose brackets are open at the end of the text. */
function innermostCall(text: string): { name: string; argument: number } | undefined {
  const open: { name: string; argument: number }[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (char === "(") open.push({ name: nameBefore(text, at), argument: 0 });
    else if (char === ")") open.pop();
    else if (char === ",") {
      const call = open.at(-1);
      if (call !== undefined) call.argument++;
    }
  }
  return open.filter(({ name }) => name !== "").at(-1);
}
