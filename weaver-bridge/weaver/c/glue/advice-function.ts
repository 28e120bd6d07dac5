/**
 * An advice body as a function. Its parameters are exactly what the body uses of the join point; fields of `tjp`
 * become those parameters or literals, context variables become local copies, names of aspect members become their
 * symbols. Join points that need the same text share one function. Body lines stay those of the `.ah` file.
 */
import { buildLineMap } from "../../../model/index.js";
import type { ContextReference, Mode } from "../../aspect-text/advice-use.js";
import { aspectLines } from "../../aspect-text/aspect-lines.js";
import { memberReferences, usedMembers } from "../../aspect-text/aspect-members.js";
import { applyEdits, type Edit, lineMarker } from "../../text/text-edits.js";
import { type GeneratedCode, SYMBOL } from "./generated-code.js";
import { type Level, mergeNeeds, type Needs, type Operation } from "./operation.js";
import {
  bindingKeys,
  type Continuation,
  continuationCall,
  levelNeeds,
  parametersFor,
  withoutConstants,
} from "./passing.js";
import { declare } from "./spell-type.js";

/** How an advice function gets and gives the result: not at all, as a parameter, returned, or both. */
interface ResultPassing {
  readonly taken: boolean;
  readonly returned: boolean;
}

/**
 * Defines (or finds) the function for `level`. Its parameters, in order, are the needs; `result` comes first.
 * When it returns the result, its caller assigns it.
 */
export function adviceFunction(
  level: Level,
  operation: Operation,
  code: GeneratedCode,
  continuation?: Continuation,
): { symbol: string; needs: Needs; returnsResult: boolean } {
  const { advice, aspect, file } = level.match;
  const inside = level.body.use.proceeds > 0 ? (continuation?.needs ?? new Map()) : new Map();
  const passed = withoutConstants(mergeNeeds(levelNeeds(level), inside), operation);
  const passing = resultPassing(level, operation);
  const { taken, returned } = passing;
  const byAddress = taken && operation.aggregate === true;
  const { parameters: list, frame } = parametersFor(passed, operation, byAddress);
  const result = operation.result ?? "void";
  const value = taken && !byAddress;
  const parameters = [
    ...(value ? [declare(result, "__weft_result")] : []),
    ...(value && passed.size === 0 ? [] : [list]),
  ];
  const { line } = aspectLines(file).positionAt(advice.header.start);
  const text = {
    marker: lineMarker(file.file, line, true),
    header: `${declare(returned ? result : "void", SYMBOL)}(${parameters.join(", ")})`,
    body: functionBody(level, operation, frame, passing, continuation),
    role: "advice" as const,
    members: usedMembers(level.body.text, aspect),
  };
  const prefix = `__weft_advice_${aspect.name.replaceAll("::", "_")}_${advice.index}`;
  const symbol = code.define(prefix, text, [level.effect.id], level.effect.title);
  const needs: Needs = taken
    ? new Map<string, Mode>([["result", byAddress ? "pointer" : "value"], ...passed])
    : passed;
  return { symbol, needs, returnsResult: returned };
}

/** The body's text with `tjp` fields, members and `proceed()` replaced, columns kept. */
function functionBody(
  level: Level,
  operation: Operation,
  frame: (key: string) => string,
  { taken, returned }: ResultPassing,
  continuation: Continuation | undefined,
): string {
  const { body, match } = level;
  const edits = [
    ...body.use.references.map((reference) =>
      replacement(reference, fieldText(reference, operation, frame, continuation)),
    ),
    ...(returned ? body.use.returns : []).map((at) => replacement(at, "return __weft_result")),
    ...memberReferences(body.text, match.aspect).map(({ token, symbol }) => replacement(token, symbol)),
  ];
  const text = applyEdits(body.text, edits, buildLineMap(body.text)).text;
  const variables = bindingKeys(match).map(
    (key, index) => `${body.parameters[index]?.trimEnd() ?? ""}\n = ${valueText(key, operation, frame)};\n`,
  );
  const result = returned && !taken ? `${declare(operation.result ?? "void", "__weft_result")};` : "";
  const { file, line } = buildLineMap(body.text).positionAt(body.text.trimEnd().length - 1);
  const end = `${lineMarker(file, line, true)}\n${returned ? "return __weft_result; }" : "}"}`;
  return `{ ${result}\n${variables.join("")}${text.trimEnd()}\n${end}`;
}

function fieldText(
  { name }: ContextReference,
  operation: Operation,
  frame: (key: string) => string,
  continuation: Continuation | undefined,
): string {
  if (name !== "proceed") return valueText(name, operation, frame);
  if (continuation === undefined) return "((void)0)";
  const call = continuationCall(continuation, operation, frame);
  if (operation.result === undefined) return call;
  const result = frame("result");
  return continuation.storesResult === true
    ? `__extension__ ({ ${call}; ${result}; })`
    : `(${result} = ${call})`;
}

function valueText(key: string, operation: Operation, frame: (key: string) => string): string {
  return operation.constants.get(key) ?? frame(key);
}

function replacement({ start, end }: { start: number; end: number }, text: string): Edit {
  return { start, end, text, role: "replace", rank: 0 };
}

function resultPassing(level: Level, operation: Operation): ResultPassing {
  const { kind } = level.match.advice;
  const { proceeds, modes } = level.body.use;
  if (operation.result === undefined || kind === "before") return { taken: false, returned: false };
  const used = modes.has("result") || bindingKeys(level.match).includes("result");
  if (operation.aggregate === true) return { taken: used || proceeds > 0, returned: false };
  if (kind === "around") return { taken: false, returned: used || proceeds > 0 };
  return { taken: used, returned: modes.get("result") === "pointer" };
}
