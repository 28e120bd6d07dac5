/**
 * What a rename of a function, variable, field or type does to the pointcuts: match expressions that name it are to be
 * edited with it, and those with wildcards may gain or lose it.
 */
import { type DeclaredName, everyPart, mayName, pointcutsIn } from "@weft/weaver-bridge/pointcut";
import type { LabelledPlace } from "../../protocol/index.js";
import type { AspectDocument, Snapshot } from "../../workspace/index.js";
import { rangeOfBytes, textOfBytes } from "../advice-text.js";
import { patternTokens } from "../pointcuts/pattern-tokens.js";

export type { DeclaredName };

export interface PatternEdits {
  /** The name itself inside match expressions. */
  readonly edits: readonly LabelledPlace[];
  /** Expressions with wildcards whose answer changes, in words. */
  readonly warnings: readonly string[];
}

export function patternEdits(snapshot: Snapshot, declared: DeclaredName, newName: string): PatternEdits {
  const edits = new Map<string, LabelledPlace>();
  const warnings = new Set<string>();
  for (const document of snapshot.aspects)
    for (const { expression } of pointcutsIn(document.file))
      for (const part of everyPart(expression)) {
        if (part.kind !== "match") continue;
        const named = namesIn(part.text, declared);
        for (const { start, end } of named) {
          const range = { start: part.range.start + 1 + start, end: part.range.start + 1 + end };
          // A string in pieces or with escapes has no simple places.
          if (document.file.text.slice(range.start, range.end) !== declared.name) {
            warnings.add(
              `${where(document, part.range.start)} names \`${declared.name}\` in a string that has to be edited by hand`,
            );
            continue;
          }
          const label = `${textOfBytes(document, part.range)} in a pointcut`;
          edits.set(`${document.source.path}:${range.start}`, {
            uri: document.source.uri,
            range: rangeOfBytes(document, range),
            label,
          });
        }
        if (named.length > 0) continue;
        const before = mayName(part.text, declared);
        const after = mayName(part.text, { ...declared, name: newName });
        if (before === after) continue;
        const loses = `matches \`${declared.name}\` and would lose it: \`${newName}\` does not fit`;
        const gains = `does not match \`${declared.name}\` and would gain \`${newName}\``;
        warnings.add(`"${part.text}" (${where(document, part.range.start)}) ${before ? loses : gains}`);
      }
  return { edits: [...edits.values()], warnings: [...warnings] };
}

/** Places of the name in the text of a match expression, where it can mean the declaration. */
function namesIn(text: string, declared: DeclaredName): { start: number; end: number }[] {
  return patternTokens(text).filter((token) => {
    if (token.text !== declared.name) return false;
    if (declared.kind === "type") return token.kind === "type" || token.kind === "scope";
    return token.kind === "name" && mayName(text, declared);
  });
}

function where({ source }: AspectDocument, byte: number): string {
  const { line } = source.lines.placeAt(source.bytes.toUtf16(byte));
  return `${source.path.split("/").at(-1)}:${line + 1}`;
}

/** What clangd says of a name. */
export interface ClangdSymbol {
  readonly name: string;
  readonly containerName?: string | null;
  readonly usr?: string | null;
}

/** A constant of an enumeration. */
function isConstant({ usr }: ClangdSymbol): boolean {
  return /@E[a]?@[^@]*@[^@]*$/.test(usr ?? "");
}

/** As what its uses in code look like: a declared name, or a constant, which no match expression can name. */
export function nameInCode(symbol: ClangdSymbol): DeclaredName | undefined {
  const { name } = symbol;
  return declaredName(symbol) ?? (isConstant(symbol) ? { kind: "variable", name, scope: [] } : undefined);
}

/** Undefined for what no match expression can name. */
export function declaredName(symbol: ClangdSymbol): DeclaredName | undefined {
  const { name } = symbol;
  const usr = symbol.usr ?? "";
  if (isConstant(symbol)) return undefined;
  const scope = (symbol.containerName ?? "").split("::").filter((part) => part !== "");
  if (/@FI@[^@]*$/.test(usr)) return { kind: "variable", name, scope };
  if (/@(?:S|U|C|E|T|SA|ST)@[^@#]*$/.test(usr)) return { kind: "type", name, scope };
  if (/@FT?@[^@]*$/.test(usr)) return { kind: "function", name, scope };
  // What stands in a function is no join point.
  return /@F@/.test(usr) ? undefined : { kind: "variable", name, scope };
}
