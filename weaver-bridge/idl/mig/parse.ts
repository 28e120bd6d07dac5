/**
 * One `.defs` file of MIG to statements: recursive descent over the same preprocessed tokens as all other IDL. As mig, a
 * statement with an error is skipped to its `;`. Never throws.
 */
import {
  accept,
  atEnd,
  type Cursor,
  expect,
  fail,
  nextToken,
  peek,
  recover,
  spanFrom,
} from "../parse/cursor.js";
import { type Token, TokenKind } from "../parse/token.js";
import { parseFlags, parseNamedSpec } from "./parse-type.js";
import { failAt, identifier, keyword, number, punctuation } from "./read.js";
import type { ArgumentNode, ArgumentRole, MigStatement, RoutineNode } from "./tree.js";
import { DIRECTIONS, OBSOLETE_ROUTINES } from "./words.js";

export function parseStatements(cursor: Cursor): MigStatement[] {
  const statements: MigStatement[] = [];
  while (!atEnd(cursor)) {
    if (accept(cursor, ";")) continue;
    const before = cursor.index;
    const statement = parseStatement(cursor);
    if (statement !== undefined && punctuation(cursor, ";", "at the end of the statement"))
      statements.push(statement);
    else recover(cursor);
    if (cursor.index === before) nextToken(cursor);
  }
  return statements;
}

function parseStatement(cursor: Cursor): MigStatement | undefined {
  const first = peek(cursor);
  const word = keyword(cursor);
  switch (word) {
    case "subsystem":
      return parseSubsystem(cursor, first);
    case "type": {
      nextToken(cursor);
      const name = identifier(cursor, "the name of the type");
      const type = name && parseNamedSpec(cursor, name, first);
      return type && { kind: "type", type, span: spanFrom(cursor, first) };
    }
    case "routine":
    case "simpleroutine":
      return parseRoutine(cursor, first, word === "simpleroutine");
    case "skip":
      return parseSkip(cursor, first);
    case "serverprefix":
    case "userprefix":
    case "serverdemux": {
      nextToken(cursor);
      const value = identifier(cursor, `a name after ${first.text}`)?.text;
      return value === undefined ? undefined : setting(cursor, first, value);
    }
    case "msgoption":
    case "waittime":
      return parseOption(cursor, first);
    case "nowaittime":
      nextToken(cursor);
      return setting(cursor, first, "");
    case "import":
    case "uimport":
    case "simport":
      return parseImport(cursor, first);
    case "rcsid":
      nextToken(cursor);
      if (peek(cursor).kind === TokenKind.String) return setting(cursor, first, nextToken(cursor).text);
      failAt(cursor, "a string after rcsid", 'Write rcsid "text";.');
      return undefined;
    default:
      return unknown(cursor, word);
  }
}

function unknown(cursor: Cursor, word: string): undefined {
  if (OBSOLETE_ROUTINES.has(word))
    fail(
      cursor,
      `GNU MIG knows no ${word}`,
      "Write a routine: its result is an error code, and what it returned becomes an out argument.",
    );
  else
    failAt(
      cursor,
      "a statement of MIG",
      "Statements are subsystem, type, routine, simpleroutine, skip, import, serverprefix, userprefix, serverdemux, msgoption, waittime.",
    );
  return undefined;
}

function setting(cursor: Cursor, first: Token, value: string): MigStatement {
  return { kind: "setting", keyword: first.text.toLowerCase(), value, span: spanFrom(cursor, first) };
}

function parseSubsystem(cursor: Cursor, first: Token): MigStatement | undefined {
  nextToken(cursor);
  let kernelUser = false;
  let kernelServer = false;
  for (let word = keyword(cursor); word === "kerneluser" || word === "kernelserver"; word = keyword(cursor)) {
    const token = nextToken(cursor);
    if (word === "kerneluser" ? kernelUser : kernelServer)
      cursor.report.warning("idl/mig", token, `${token.text} is written twice`, "Once is enough.");
    kernelUser ||= word === "kerneluser";
    kernelServer ||= word === "kernelserver";
  }
  const name = identifier(cursor, "the name of the subsystem");
  const base = name && number(cursor, "the number of the subsystem's first message");
  if (name === undefined || base === undefined) return undefined;
  return { kind: "subsystem", name, base, kernelUser, kernelServer, span: spanFrom(cursor, first) };
}

function parseSkip(cursor: Cursor, first: Token): MigStatement | undefined {
  nextToken(cursor);
  const count = peek(cursor).kind === TokenKind.Number ? number(cursor, "a number") : 1;
  return count === undefined ? undefined : { kind: "skip", count, span: spanFrom(cursor, first) };
}

/** `msgoption MACH_RCV_INTERRUPT`: one word of letters, digits and `-/._$`. */
function parseOption(cursor: Cursor, first: Token): MigStatement | undefined {
  nextToken(cursor);
  let value = "";
  for (let token = peek(cursor); value === "" || !token.spaceBefore; token = peek(cursor)) {
    const isPart = token.kind === TokenKind.Word || token.kind === TokenKind.Number;
    if (!isPart && !"-/._$".includes(token.text || ";")) break;
    value += nextToken(cursor).text;
  }
  if (value !== "") return setting(cursor, first, value);
  failAt(cursor, `what ${first.text} is set to`, "Write one word: a number, or the name of a C macro.");
  return undefined;
}

/** `import <file>` or `import "file"`: a line of mig's C text, not read. */
function parseImport(cursor: Cursor, first: Token): MigStatement | undefined {
  nextToken(cursor);
  const token = peek(cursor);
  if (token.kind === TokenKind.String) return setting(cursor, first, nextToken(cursor).text);
  if (accept(cursor, "<"))
    for (let next = peek(cursor); !next.lineStart && next.kind !== TokenKind.End; next = peek(cursor)) {
      nextToken(cursor);
      if (next.text === ">") return setting(cursor, first, token.file.text.slice(token.start, next.end));
    }
  failAt(cursor, `a file after ${first.text}`, `Write ${first.text} <file>;.`);
  return undefined;
}

function parseRoutine(cursor: Cursor, first: Token, simple: boolean): RoutineNode | undefined {
  nextToken(cursor);
  const name = identifier(cursor, "the name of the routine");
  if (name === undefined || !punctuation(cursor, "(", `after ${name.text}`)) return undefined;
  const list: ArgumentNode[] = [];
  if (!accept(cursor, ")")) {
    do {
      const argument = parseArgument(cursor);
      if (argument === undefined) return undefined;
      list.push(argument);
    } while (accept(cursor, ";"));
    if (!expect(cursor, ")", `to close the arguments of ${name.text}; a ; separates them`)) return undefined;
  }
  return { kind: "routine", simple, name, arguments: list, span: spanFrom(cursor, first) };
}

function parseArgument(cursor: Cursor): ArgumentNode | undefined {
  const first = peek(cursor);
  const word = keyword(cursor);
  const role = DIRECTIONS.has(word) ? (word as ArgumentRole) : undefined;
  if (role !== undefined) nextToken(cursor);
  const name = identifier(cursor, "the name of an argument");
  if (name === undefined || !punctuation(cursor, ":", `and a type after argument ${name.text}`))
    return undefined;
  const start = peek(cursor);
  const typeName = identifier(cursor, `the type of ${name.text}`);
  if (typeName === undefined) return undefined;
  const type = peek(cursor).text === "=" ? parseNamedSpec(cursor, typeName, start) : typeName;
  if (type === undefined) return undefined;
  const flags = parseFlags(cursor);
  return flags && { role, name, type, flags, span: spanFrom(cursor, first) };
}
