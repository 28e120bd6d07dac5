/** A declaration for a function, to be filled in: which file it goes into, and its text. */
import type { LookedUp } from "@weft/weaver-bridge/partial-eval";
import type { DeclareSpecializationResult, Position } from "../../protocol/index.js";
import { appendToFile } from "../../workspace/index.js";
import type { SpecSnapshot } from "./spec-snapshot.js";

/** The function that a place is in or names; by its text alone. */
export function functionAround(snapshot: SpecSnapshot, path: string, position: Position): string | undefined {
  const source = snapshot.text(path);
  if (source === undefined) return undefined;
  const { text, lines } = source;
  const offset = lines.offsetAt(position);
  const inside = [...functionHeads(text)].findLast(({ start }) => start <= lineEnd(text, offset));
  if (inside === undefined) return undefined;
  const end = text.indexOf("\n}", inside.start);
  return end !== -1 && offset > end + 2 ? undefined : inside.name;
}

/** What stands in front of each `{`, from a line that is not indented: the first name before parentheses. */
function* functionHeads(text: string): Generator<{ readonly name: string; readonly start: number }> {
  for (const { index, 0: said } of text.matchAll(/(?<![^;{}])[^;{}]*(?=\{)/g)) {
    const close = said.lastIndexOf(")");
    if (close < said.lastIndexOf("(")) continue;
    const LINE = /(?<![^\n])(?![ \t#/*}])/g;
    LINE.lastIndex = index;
    let start = LINE.exec(text)?.index;
    for (const { 1: name, index: at } of said.slice(0, close).matchAll(/(?<!\w)([A-Za-z_]\w*)\s*\(|#/g)) {
      if (start !== undefined && start <= index + at && name !== undefined) {
        yield { name, start };
        break;
      }
      // Neither directive nor what it says begins a function.
      if (start !== undefined && start <= index + at) {
        LINE.lastIndex = index + at;
        start = LINE.exec(text)?.index;
      }
    }
  }
}

const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
};

export function declarationTemplate(
  snapshot: SpecSnapshot,
  path: string,
  name: string,
  found: LookedUp,
): DeclareSpecializationResult {
  const taken = new Set(snapshot.specs.flatMap(({ spec }) => spec.declarations.map((one) => one.residual)));
  let residual = `${name}_special`;
  for (let number = 2; taken.has(residual); number++) residual = `${name}_special_${number}`;
  const facts = found.parameters.map((parameter) => `\t/* ${fact(parameter)} */`);
  const text = `specialize ${name} as ${residual} {\n${facts.join("\n")}\n}\n`;
  const file = path.replace(/\.[^./]*$/, ".spec");
  const known = snapshot.specs.find(({ source }) => source.path === file)?.source ?? snapshot.text(file);
  const insertion = appendToFile(file, known, text);
  const line = insertion.position.line + insertion.newText.indexOf("specialize") + 1;
  return { function: name, insertion, isNew: known === undefined, cursor: { line, character: 1 } };
}

/** What can be said of it. */
function fact({ name, type }: { readonly name: string; readonly type: string }): string {
  return type.includes("*") ? `${name} nonnull; ${name}->MEMBER == VALUE;` : `${name} == VALUE;`;
}
