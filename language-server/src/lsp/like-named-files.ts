/**
 * clangd's index knows what is static by its name and the last part of its file's name: `setup` of `net/init.c` and `setup`
 * of `disk/init.c` are one to it. Answers about the one are rid of what belongs to the other.
 */
import { basename } from "node:path";
import { type Place, pathOfUri } from "../workspace/index.js";

interface Symbol {
  readonly usr?: string | null;
  readonly definitionRange?: { readonly uri: string } | null;
  readonly declarationRange?: { readonly uri: string } | null;
}

interface Located {
  readonly uri?: string;
  readonly from?: { readonly uri: string };
}

/** What the request is about: a place, or an item that an earlier answer gave. */
interface Asked {
  readonly textDocument?: { readonly uri: string };
  readonly position?: Place;
  readonly item?: { readonly uri: string; readonly selectionRange: { readonly start: Place } };
}

const METHODS = /references$|rename$|incomingCalls$/;
/** Of symbols that other units can't name, the file stands before the first `@`. */
const INTERNAL = /^c:[^@]+@/;

/** `ask` puts a question to clangd; `textOf` is the text of a file as the editor has it, or as it is on disk. */
export async function withoutLikeNamedFiles(
  method: string,
  params: unknown,
  answer: unknown,
  ask: (method: string, params: object) => Promise<unknown>,
  textOf: (path: string) => string | undefined,
): Promise<unknown> {
  if (!METHODS.test(method) || !hasLikeNamedFiles(urisOf(answer))) return answer;
  const { textDocument, position, item } = params as Asked;
  const uri = item?.uri ?? textDocument?.uri;
  const place = item?.selectionRange.start ?? position;
  const symbols = await ask("textDocument/symbolInfo", { textDocument: { uri }, position: place });
  const [symbol] = (symbols ?? []) as Symbol[];
  const home = pathOfUri((symbol?.definitionRange ?? symbol?.declarationRange)?.uri ?? "");
  if (home === undefined || !INTERNAL.test(symbol?.usr ?? "")) return answer;
  const isForeign = (one: string): boolean => {
    const path = pathOfUri(one);
    return (
      path !== undefined &&
      path !== home &&
      basename(path) === basename(home) &&
      !includesLikeNamed(textOf(path) ?? "", home)
    );
  };
  return rid(answer, isForeign);
}

function urisOf(answer: unknown): readonly string[] {
  if (Array.isArray(answer)) return (answer as Located[]).map((one) => one.from?.uri ?? one.uri ?? "");
  const { changes, documentChanges } = (answer ?? {}) as Edit;
  return [
    ...Object.keys(changes ?? {}),
    ...(documentChanges ?? []).map((one) => one.textDocument?.uri ?? ""),
  ];
}

function hasLikeNamedFiles(uris: readonly string[]): boolean {
  const all = new Set(uris);
  return new Set([...all].map((uri) => basename(uri))).size < all.size;
}

/** A file may be nothing but another of its name with something around it. */
function includesLikeNamed(text: string, home: string): boolean {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^">]*)/gm)].some(
    ([, file = ""]) => basename(file) === basename(home),
  );
}

interface Edit {
  readonly changes?: Record<string, unknown>;
  readonly documentChanges?: readonly { readonly textDocument?: { readonly uri: string } }[];
}

function rid(answer: unknown, isForeign: (uri: string) => boolean): unknown {
  if (Array.isArray(answer))
    return (answer as Located[]).filter((one) => !isForeign(one.from?.uri ?? one.uri ?? ""));
  const { changes, documentChanges } = answer as Edit;
  return {
    ...(answer as object),
    ...(changes && {
      changes: Object.fromEntries(Object.entries(changes).filter(([uri]) => !isForeign(uri))),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.filter((one) => !isForeign(one.textDocument?.uri ?? "")),
    }),
  };
}
