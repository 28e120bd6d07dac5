/**
 * Cuts preprocessed C into its declarations at file scope and says, by tokens alone, which names each declares:
 * functions, variables, typedefs, tags and enumerators, also those nested in a struct. Old-style definitions and
 * anything else unusual come out as some chunk; nothing here can fail.
 */
import { markerAt } from "@weft/weaver-bridge/model";

export interface Chunk {
  /** The declaration; a function's body is replaced by `;`. */
  readonly text: string;
  readonly file: string;
  /** Line of its first token in `file`. */
  readonly line: number;
  readonly declares: ReadonlySet<string>;
  /** Kept whatever is asked for: a pragma. */
  readonly always: boolean;
}

const TOKEN =
  /[A-Za-z_$][\w$]*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\.){0,16}'|^#.*$|[{}()[\];,=:*]|[^\s\w"'#{}()[\];,=:*$]+|[\d.][\w.]*|["'#]/gm;
const ATTRIBUTE =
  /^(?:__attribute__|__attribute|__asm__|__asm|asm|_Alignas|__declspec|typeof|__typeof__|__typeof)$/;
const TAG = /^(?:struct|union|enum)$/;
const KEYWORD =
  /^(?:auto|char|const|double|enum|extern|float|inline|int|long|register|restrict|short|signed|static|struct|typedef|union|unsigned|void|volatile|_Bool|_Noreturn|_Static_assert|__extension__|__inline|__inline__|__const|__volatile__|__restrict|__signed__)$/;
const WORD = /^[A-Za-z_$]/;

export function* readChunks(text: string): Generator<Chunk> {
  const place = createPlace(text);
  let reader = createReader();
  for (const match of text.matchAll(TOKEN)) {
    const token = match[0];
    const at = match.index;
    if (token.startsWith("#") && token.length > 1) {
      const marker = markerAt(token);
      if (marker !== undefined) place.mark(at + token.length + 1, marker.line, marker.name);
      else if (reader.start === undefined && /^#\s*pragma/.test(token))
        yield { text: token, ...place.at(at), declares: new Set(), always: true };
      continue;
    }
    if (reader.start === undefined) reader.begin(at, place.at(at));
    const end = reader.take(token, at);
    if (end === undefined) continue;
    const body = reader.body;
    const source = body === undefined ? text.slice(reader.start, end) : `${text.slice(reader.start, body)};`;
    if (reader.declares.size > 0)
      yield { text: source, ...reader.place, declares: reader.declares, always: false };
    reader = createReader();
  }
}

/** Source places of ascending offsets. */
function createPlace(text: string) {
  let [counted, line, file] = [0, 1, ""];
  return {
    mark(offset: number, newLine: number, newFile: string) {
      [counted, line, file] = [offset, newLine, newFile];
    },
    at(offset: number): { file: string; line: number } {
      for (let at = text.indexOf("\n", counted); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
        line++;
        counted = at + 1;
      }
      return { file, line };
    },
  };
}

interface Bracket {
  readonly open: string;
  /** The braces of an enum: all names in it are enumerators. */
  readonly isEnum: boolean;
  /** Holds a function's body. */
  readonly isBody: boolean;
}

/** Reads one declaration, token by token. */
function createReader() {
  const declares = new Set<string>();
  const brackets: Bracket[] = [];
  /** Last token that is no attribute, at each depth of brackets the newest. */
  let last = "";
  let beforeLast = "";
  /** Brackets that are open since an attribute began; its content says nothing. */
  let attributeDepth: number | undefined;
  let pendingAttribute = false;
  let expectsPointerName = false;

  const declare = (name: string) => {
    if (WORD.test(name) && !KEYWORD.test(name)) declares.add(name);
  };
  const note = (token: string) => {
    beforeLast = last;
    last = token;
  };
  const reader = {
    start: undefined as number | undefined,
    place: { file: "", line: 1 },
    /** Offset of the `{` of a function's body. */
    body: undefined as number | undefined,
    declares,
    begin(at: number, place: { file: string; line: number }) {
      reader.start = at;
      reader.place = place;
    },
    /** End of the declaration when this token ends it. */
    take(token: string, at: number): number | undefined {
      if (token === "(" || token === "[" || token === "{") return void open(token, at);
      if (token === ")" || token === "]" || token === "}") return close(at);
      if (attributeDepth !== undefined || brackets.some(({ isBody }) => isBody)) return undefined;
      if (ATTRIBUTE.test(token)) pendingAttribute = true;
      else if (brackets.length === 0) return atFileScope(token, at);
      else inside(token);
      return undefined;
    },
  };

  const open = (token: string, at: number) => {
    const fileScope = brackets.length === 0;
    const isBody = fileScope && token === "{" && last === ")";
    if (pendingAttribute && token === "(") attributeDepth ??= brackets.length;
    pendingAttribute = false;
    const isEnum = token === "{" && (last === "enum" || beforeLast === "enum");
    if (isBody) reader.body = at;
    if (attributeDepth === undefined) {
      if (token === "{" && TAG.test(beforeLast)) declare(last);
      if (fileScope && token !== "{") declare(last);
      note(token);
      expectsPointerName = fileScope && token === "(";
    }
    brackets.push({ open: token, isEnum, isBody });
  };

  const close = (at: number): number | undefined => {
    const closed = brackets.pop();
    if (attributeDepth !== undefined) {
      if (brackets.length <= attributeDepth) attributeDepth = undefined;
      return undefined;
    }
    if (closed?.isBody === true) return brackets.length === 0 ? at + 1 : undefined;
    if (brackets.length === 0 && closed?.open === "(" && beforeLast === "(") declare(last);
    note(closed?.open === "(" ? ")" : closed?.open === "{" ? "}" : "]");
    return undefined;
  };

  const atFileScope = (token: string, at: number): number | undefined => {
    if (/^[,;=:]$/.test(token)) declare(last);
    note(token);
    return token === ";" ? at + 1 : undefined;
  };

  /** `(*name` declares a pointer; names between the braces of an enum are its enumerators. */
  const inside = (token: string) => {
    const bracket = brackets.at(-1);
    if (bracket?.isEnum === true) declare(token);
    if (expectsPointerName && brackets.length === 1 && WORD.test(token)) {
      if (last === "*") declare(token);
      if (!KEYWORD.test(token)) expectsPointerName = false;
    }
    note(token);
  };

  return reader;
}
