/**
 * The ordinary code of an aspect file: everything between aspects and pointcuts, as ranges. Namespaces, `extern "C"`
 * and classes around aspects are followed; their braces stay in the prelude only if something else stands inside.
 */
import type { TextRange } from "../../model/index.js";
import { scanToken } from "./scan-token.js";
import { skipBlock, startsAspectDeclaration } from "./skip-block.js";
import type { TokenCursor } from "./token-cursor.js";

interface Scope {
  /** Undefined for `extern "C"` and unnamed namespaces. */
  readonly name: string | undefined;
  readonly head: TextRange;
  readonly isClass: boolean;
  used: boolean;
}

export class Prelude {
  private readonly taken: TextRange[] = [];
  private readonly scopes: Scope[] = [];
  private readonly unused: (Scope & { readonly tail: TextRange })[] = [];
  /** `using namespace n;`, with the scope that it stands in. */
  readonly usings: { scope: string; namespace: string }[] = [];
  private start: number | undefined;

  constructor(private readonly cursor: TokenCursor) {}

  /** Names of the namespaces around the cursor. */
  get scope(): string[] {
    return scopeNames(this.scopes);
  }

  /** The innermost scope that is still open. */
  get open(): TextRange | undefined {
    return this.scopes.at(-1)?.head;
  }

  /** Takes the current token into the prelude. */
  add(): void {
    this.begin();
    this.useScopes();
    this.cursor.take();
  }

  /** Takes one declaration, up to its `;` or the end of its block, or an access label. */
  addDeclaration(): void {
    const { cursor } = this;
    this.begin();
    this.useScopes();
    const using = USING.exec(cursor.text.slice(cursor.token.start, cursor.token.start + 200))?.[1];
    if (using !== undefined) this.usings.push({ scope: this.scope.join("::"), namespace: using });
    const isLabel = this.scopes.at(-1)?.isClass === true && LABEL.test(cursor.textOf(cursor.token));
    while (cursor.token.kind !== "end") {
      if (cursor.token.kind === "directive" || startsAspectDeclaration(cursor)) break;
      if (cursor.at("{")) {
        skipBlock(cursor);
        break;
      }
      const { token } = cursor;
      if (cursor.at("}") && token.start !== this.start && this.scopes.length > 0) break;
      cursor.take();
      const end = cursor.text[token.start];
      if (token.kind === "punctuation" && token.end === token.start + 1)
        if (end === ";" || (isLabel && end === ":")) break;
    }
  }

  /** `namespace n {`, `extern "C" {`, or the head of a class with aspects or pointcuts in it, at the cursor. */
  openScope(): boolean {
    const { cursor } = this;
    if (cursor.token.kind !== "identifier") return false;
    const head = scopeHead(cursor);
    if (head === undefined) return false;
    this.end();
    const from = cursor.token.start;
    while (cursor.token.start < head.open) cursor.take();
    this.start = from;
    cursor.take();
    const { name, isClass } = head;
    this.scopes.push({ name, isClass, head: { start: from, end: cursor.lastEnd }, used: isClass });
    if (isClass) this.useScopes();
    this.end();
    return true;
  }

  /** The `}` of a scope that {@link openScope} opened. */
  closeScope(): boolean {
    const { cursor } = this;
    const scope = this.scopes.at(-1);
    if (scope === undefined || !cursor.at("}")) return false;
    this.end();
    const start = cursor.token.start;
    this.start = start;
    cursor.take();
    const tail = { start, end: cursor.lastEnd };
    this.end();
    this.scopes.pop();
    if (!scope.used) this.unused.push({ ...scope, tail });
    return true;
  }

  /** What is taken from here on is a range of its own. */
  end(): void {
    const { start, cursor } = this;
    if (start !== undefined && cursor.lastEnd > start) this.taken.push({ start, end: cursor.lastEnd });
    this.start = undefined;
  }

  /** Without the braces of scopes in which nothing else stands. */
  get ranges(): TextRange[] {
    const gone = this.unused
      .filter(({ name }) => !this.isNamedByUsing(name))
      .flatMap(({ head, tail }) => [head, tail]);
    return this.taken.filter(
      (range) => !gone.some(({ start, end }) => start === range.start && end === range.end),
    );
  }

  private isNamedByUsing(name: string | undefined): boolean {
    return name !== undefined && this.usings.some(({ namespace }) => namespace.split("::").includes(name));
  }

  private begin(): void {
    this.start ??= this.cursor.token.start;
  }

  private useScopes(): void {
    for (const scope of this.scopes) scope.used = true;
  }
}

const LABEL = /^(?:public|protected|private)$/;
const USING = /^using\s+namespace\s+(?:::)?([\w:]+)\s*;/;
const NAMESPACE =
  /^(?:inline\s+)?namespace\b\s*(?:\[\[[^\]]*\]\]\s*)*(?:([\w:]+)\s*)?\{|^extern\s*"C(?:\+\+)?"\s*\{/;
const CLASS = /^(?:class|struct|union)\s+(?:\[\[[^\]]*\]\]\s*)*(\w+)(?:\s+final)?\s*(?::[^{};()]*)?\{/;
const KEYWORDS =
  /\baspect\s+(?:\[\[(?:[^[\]]|\[(?!\[))*\]\]\s*)*\w+\s*[:{;]|\bpointcut\s+\w+\s*\(|\bslice\s+\w|\battribute\s+\w+\s*\(/;

function scopeNames(scopes: readonly Scope[]): string[] {
  return scopes.flatMap((scope) => scope.name ?? []);
}

/** The scope that begins at the cursor, with the offset of its `{`. */
function scopeHead(
  cursor: TokenCursor,
): { name: string | undefined; open: number; isClass: boolean } | undefined {
  const { start } = cursor.token;
  const text = cursor.text.slice(start, start + 400);
  const scope = NAMESPACE.exec(text);
  if (scope !== null) return { name: scope[1], open: start + scope[0].length - 1, isClass: false };
  const found = CLASS.exec(text);
  if (found === null) return undefined;
  const open = start + found[0].length - 1;
  const inside = cursor.text.slice(open, blockEnd(cursor.text, open));
  return KEYWORDS.test(inside) ? { name: found[1], open, isClass: true } : undefined;
}

/** Behind the `}` that closes the `{` at `open`, or the end of the text. */
function blockEnd(text: string, open: number): number {
  let depth = 0;
  for (let token = scanToken(text, open); token.kind !== "end"; token = scanToken(text, token.end)) {
    const char = token.kind === "punctuation" ? text[token.start] : "";
    if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return token.end;
  }
  return text.length;
}
