/**
 * The application configuration file: attributes of an interface that are kept apart from it (DCE's ACF), because they
 * say how one program wants to see it. Same lexer and preprocessor as IDL; names only, no types:
 *
 *     [local] interface M::I { include "x.h"; typedef [nocache] page; [ref] op([typ_size(16)] name, other); };
 */
import type { Attribute, Identifier, ScopedName } from "./ast.js";
import { parseAttributes } from "./attributes.js";
import {
  accept,
  atEnd,
  atText,
  type Cursor,
  expect,
  fail,
  identifierFrom,
  makeCursor,
  nextToken,
  peek,
  recover,
} from "./cursor.js";
import { describe, parseScopedName } from "./expression.js";
import { preprocess } from "./preprocessor.js";
import type { ReadInclude } from "./read-include.js";
import type { Report } from "./report.js";
import type { Span } from "./source.js";
import { TokenKind } from "./token.js";

/** A name with the attributes that it gets. */
export interface Configured {
  readonly name: Identifier;
  readonly attributes: readonly Attribute[];
}

export interface ConfiguredOperation extends Configured {
  readonly parameters: readonly Configured[];
}

export interface ConfiguredInterface {
  readonly name: ScopedName;
  readonly attributes: readonly Attribute[];
  readonly operations: readonly ConfiguredOperation[];
  readonly types: readonly Configured[];
}

export interface AcfFile {
  readonly interfaces: readonly ConfiguredInterface[];
  /** Headers that the outputs include. */
  readonly includes: readonly { readonly name: string; readonly span: Span }[];
}

const NO_TYPES = { type: () => undefined };

/** Never throws; whatever was understood is kept. */
export function parseAcf(
  file: string,
  text: string,
  readInclude: ReadInclude,
  defines: readonly string[],
  report: Report,
): AcfFile {
  const { tokens } = preprocess({ file, text, readInclude, defines }, report);
  const cursor = makeCursor(tokens, report, NO_TYPES);
  const interfaces: ConfiguredInterface[] = [];
  const includes: { name: string; span: Span }[] = [];
  while (!atEnd(cursor)) {
    if (accept(cursor, ";")) continue;
    const before = cursor.index;
    if (!readInclusion(cursor, includes)) {
      const found = parseConfiguredInterface(cursor, includes);
      if (found === undefined) recover(cursor);
      else interfaces.push(found);
    }
    if (cursor.index === before) nextToken(cursor);
  }
  return { interfaces, includes };
}

function readInclusion(cursor: Cursor, includes: { name: string; span: Span }[]): boolean {
  if (!atText(cursor, "include") || peek(cursor, 1).kind !== TokenKind.String) return false;
  nextToken(cursor);
  do {
    if (peek(cursor).kind !== TokenKind.String) break;
    const token = nextToken(cursor);
    includes.push({ name: token.text.slice(1, -1), span: token });
  } while (accept(cursor, ","));
  expect(cursor, ";", "after include");
  return true;
}

function parseConfiguredInterface(
  cursor: Cursor,
  includes: { name: string; span: Span }[],
): ConfiguredInterface | undefined {
  const attributes = parseAttributes(cursor);
  if (!expect(cursor, "interface", "at the start of a configuration")) return undefined;
  const name = parseScopedName(cursor);
  if (name === undefined || !expect(cursor, "{", `after interface ${name.parts[0]?.text}`)) return undefined;
  const operations: ConfiguredOperation[] = [];
  const types: Configured[] = [];
  while (!atText(cursor, "}") && !atEnd(cursor)) {
    if (accept(cursor, ";") || readInclusion(cursor, includes)) continue;
    const before = cursor.index;
    if (!(accept(cursor, "typedef") ? readTypes(cursor, types) : readOperation(cursor, operations)))
      recover(cursor);
    if (cursor.index === before) nextToken(cursor);
  }
  expect(cursor, "}", `to close interface ${name.parts[0]?.text}`);
  accept(cursor, ";");
  return { name, attributes, operations, types };
}

function readTypes(cursor: Cursor, types: Configured[]): boolean {
  const attributes = parseAttributes(cursor);
  do {
    const name = readName(cursor, "a type");
    if (name === undefined) return false;
    types.push({ name, attributes });
  } while (accept(cursor, ","));
  return expect(cursor, ";", "after the names of types");
}

function readOperation(cursor: Cursor, operations: ConfiguredOperation[]): boolean {
  const attributes = parseAttributes(cursor);
  const name = readName(cursor, "an operation");
  if (name === undefined) return false;
  const parameters: Configured[] = [];
  if (accept(cursor, "(")) {
    while (!atText(cursor, ")") && !atEnd(cursor)) {
      const own = parseAttributes(cursor);
      const parameter = readName(cursor, "a parameter");
      if (parameter === undefined) return false;
      parameters.push({ name: parameter, attributes: own });
      if (!accept(cursor, ",")) break;
    }
    if (!expect(cursor, ")", "after the names of parameters")) return false;
  }
  if (!expect(cursor, ";", `after operation ${name.text}`)) return false;
  operations.push({ name, attributes, parameters });
  return true;
}

function readName(cursor: Cursor, what: string): Identifier | undefined {
  const token = peek(cursor);
  if (token.kind === TokenKind.Word) return identifierFrom(nextToken(cursor));
  fail(
    cursor,
    `expected the name of ${what}, found ${describe(token.text)}`,
    "A configuration names what the interface declares, without types: [ref] op([typ_size(16)] name);",
  );
  return undefined;
}
