/**
 * Aspects by their names, with their bases and the object that runs their advice: `A::aspectof()`, as the user wrote it
 * or the one object of the aspect.
 */
import { type Aspect, type AspectFile, type AspectMember, buildLineMap } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { applyEdits } from "../../text/text-edits.js";
import { scanAdvice } from "./advice-scan.js";

export interface DeclaredAspect {
  readonly aspect: Aspect;
  readonly file: AspectFile;
}

export interface AspectIndex {
  readonly all: readonly DeclaredAspect[];
  /** By qualified name. */
  readonly byName: ReadonlyMap<string, DeclaredAspect>;
  /** Bases that are aspects. */
  basesOf(declared: DeclaredAspect): DeclaredAspect[];
  /** The aspect or base of it in which the user wrote `aspectof()`. */
  ownAspectOf(aspect: Aspect): DeclaredAspect | undefined;
}

export function indexAspects(files: readonly AspectFile[]): AspectIndex {
  const all = files.flatMap((file) => file.aspects.map((aspect): DeclaredAspect => ({ aspect, file })));
  const byName = new Map(all.map((declared) => [declared.aspect.name, declared]));
  const basesOf = ({ aspect }: DeclaredAspect) =>
    aspect.bases.flatMap((name) => lookUp(byName, aspect, name) ?? []);
  const ownAspectOf = (aspect: Aspect): DeclaredAspect | undefined => {
    const declared = all.find((candidate) => candidate.aspect === aspect);
    if (declared === undefined) return undefined;
    if (aspectofMember(declared) !== undefined) return declared;
    return basesOf(declared)
      .map((base) => ownAspectOf(base.aspect))
      .find((found) => found !== undefined);
  };
  return { all, byName, basesOf, ownAspectOf };
}

export const lastName = ({ name }: Aspect) => name.slice(name.lastIndexOf(":") + 1);

export function aspectofMember({ aspect }: Pick<DeclaredAspect, "aspect">): AspectMember | undefined {
  return aspect.members.find(({ kind, name }) => kind === "function" && name === "aspectof");
}

/** Members of the aspect's class that make its one object; what follows is private. */
export function instanceGetter(aspect: Aspect): string {
  const name = lastName(aspect);
  return `template <class __A> friend struct ::__weft_instance; public: static ${name} *aspectof() { return &::__weft_instance<${name}>::object; } private:`;
}

/** `static A *aspectof() { … tjp … }` as a template over the join point. */
export function genericAspectof(text: string): string {
  const tokens = tokenize(text);
  const at = tokens.findIndex((token, index) => token.text === "aspectof" && tokens[index + 1]?.text === "(");
  if (at === -1) return text;
  const open = tokens.findIndex((token, index) => index > at && /^[{;]$/.test(token.text));
  if (tokens[open]?.text !== "{") return text;
  const close = closingBracket(tokens, open);
  let first = at;
  while (first > 0 && !/^[;{}:]$/.test(tokens[first - 1]?.text ?? "")) first--;
  const [start, parenthesis, brace, end] = [tokens[first], tokens[at + 1], tokens[open], tokens[close]];
  if (start === undefined || parenthesis === undefined || brace === undefined || end === undefined)
    return text;
  const scanned = scanAdvice(text.slice(brace.start, end.end));
  if (!scanned.generic) return text;
  const edits = [
    { at: start.start, text: "template <class JoinPoint> " },
    { at: parenthesis.end, text: "JoinPoint *tjp" },
    ...scanned.insertions.map((insertion) => ({ at: insertion.at + brace.start, text: insertion.text })),
  ].map((edit) => ({ start: edit.at, end: edit.at, text: edit.text, role: "open" as const, rank: 0 }));
  return applyEdits(text, edits, buildLineMap(text)).text;
}

/** Its class can't be instantiated: a pure virtual function or pointcut. */
export function isAbstract({ aspect, file }: DeclaredAspect): boolean {
  return (
    aspect.pointcuts.some(({ expression }) => expression === undefined) ||
    aspect.members.some(
      ({ kind, range }) => kind === "function" && /=\s*0\s*;$/.test(file.text.slice(range.start, range.end)),
    )
  );
}

/** As names are looked up: in the enclosing scopes, innermost first. */
function lookUp(
  byName: ReadonlyMap<string, DeclaredAspect>,
  aspect: Aspect,
  name: string,
): DeclaredAspect | undefined {
  const scope = aspect.name.split("::").slice(0, -1);
  const bare = name.replace(/^::/, "");
  for (let depth = name.startsWith("::") ? 0 : scope.length; depth >= 0; depth--) {
    const found = byName.get([...scope.slice(0, depth), bare].join("::"));
    if (found !== undefined) return found;
  }
  return undefined;
}
