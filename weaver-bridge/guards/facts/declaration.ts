/**
 * What optimistic code relies on and what protects it, written beside specializations in `.spec` files:
 *
 *     optimistic guard struct credentials { uid, euid }, current
 *       protects send_usr1
 *       fresh process_allocate
 *       harmless sys_fork because "nobody knows the child yet"
 *       replug counting
 *       again after 8 to 4096 calls
 *       harmless given to sleep, wakeup because "a channel is only compared"
 *       epoch kernel_epoch
 *       aliases told because "the tests run under weft guards --watch";
 *
 * Reads text alone; what the names mean is the unit's to say.
 */
import { withoutComments } from "../../c-text/index.js";
import { REPLUG_WAYS, type ReplugAgain, type ReplugWay } from "../../replug/index.js";

export interface GuardDeclaration {
  /** `credentials` of `struct credentials`, or a typedef's name; undefined: the terms are variables. */
  readonly type: string | undefined;
  /** Of the type; undefined where it may be a typedef's name. */
  readonly key?: "struct" | "union";
  /** Members, or variables of file scope. */
  readonly terms: readonly string[];
  /** Residual functions that rely on the terms. */
  readonly protects: readonly string[];
  /** Functions that return an object which nobody else knows, beside the usual allocators. */
  readonly fresh: readonly string[];
  /** Functions whose writes need no guard. */
  readonly harmless: ReadonlyMap<string, string>;
  /** Functions that write nothing of an object which they get. */
  readonly harmlessGiven?: ReadonlyMap<string, string>;
  /** The function that guards are calls of, where they are written by hand. */
  readonly byHand: string | undefined;
  /** How what it protects is swapped. */
  readonly replug?: ReplugWay;
  /** When it comes back after a guard took it out. */
  readonly again?: ReplugAgain;
  /** The kernel's function that says when every processor was outside of all writes. */
  readonly epoch?: string;
  /** Writes are counted while they go on: a build does that where nobody names an epoch. */
  readonly isCounted?: boolean;
  /** Other names by which a term may be written are listed, and keep no build from going on. */
  readonly areAliasesTold?: boolean;
  /** Where it stands in the text of its file. */
  readonly offset: number;
  readonly end: number;
}

export interface GuardFile {
  readonly guards: readonly GuardDeclaration[];
  readonly mistakes: readonly GuardMistake[];
}

interface GuardMistake {
  readonly message: string;
  /** Of the whole declaration. */
  readonly offset: number;
  readonly end: number;
}

const CLAUSE =
  /\s*\b(protects|fresh|harmless\s+given\s+to|harmless|replug|again|epoch|aliases|by\s+hand)\s+/y;
const AGAIN =
  /\s*(?:(never)\b|(?:after\s+(\d{1,8})(?:\s+to\s+(\d{1,8}))?\s+calls\b)?\s*(?:at\s+most\s+(\d{1,8})\s+times\b)?)/y;
const NAMES = /[A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*/y;
const SUBJECT = /\s*(?:,\s*)?(?:(?:(struct|union)\s+)?([A-Za-z_]\w*)\s*\{([^{}]*)\}|([A-Za-z_]\w*))/y;
const BECAUSE = /\s*because\s*"([^"\n]*)"/y;

/** Never throws. Reads only guards; `specialize` declarations are others'. */
export function readGuards(text: string): GuardFile {
  const plain = withoutComments(text);
  const mistakes: GuardMistake[] = [];
  const guards: GuardDeclaration[] = [];
  for (const found of plain.matchAll(/\boptimistic\s+guard\b/g)) {
    const one = readGuard(plain, found.index, found.index + found[0].length);
    if (typeof one === "string")
      mistakes.push({ message: one, offset: found.index, end: endOfWrong(plain, found.index) });
    else guards.push(...one);
  }
  return { guards, mistakes };
}

/** Where a guard ends that is not understood: the declaration that follows is not lost with it. */
function endOfWrong(text: string, offset: number): number {
  const end = /;|\b(?=specialize\b|optimistic\b)/g;
  end.lastIndex = offset + "optimistic".length;
  const found = end.exec(text);
  return found === null ? text.length : found.index + found[0].length;
}

function readGuard(text: string, offset: number, from: number): GuardDeclaration[] | string {
  let at = from;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found ?? undefined;
  };
  const subjects: Pick<GuardDeclaration, "type" | "key" | "terms">[] = [];
  for (let isFirst = true; ; isFirst = false) {
    const next = /^\s*(,?)\s*(\w*)/.exec(text.slice(at, at + 200));
    const isClause = /^(protects|fresh|harmless|replug|again|epoch|aliases|by)$/.test(next?.[2] ?? "");
    if (!isFirst && (next?.[1] !== "," || isClause)) break;
    const found = take(SUBJECT);
    const [, key, type, members = "", variable] = found ?? [];
    if (found === undefined || /^(struct|union)$/.test(variable ?? "")) break;
    const terms = variable === undefined ? words(members) : [variable];
    if (terms.length === 0) return `${type} { } names no member that is guarded`;
    subjects.push({ type, terms, ...(key === undefined ? {} : { key: key as "struct" | "union" }) });
  }
  if (subjects.length === 0)
    return "expected: optimistic guard struct NAME { MEMBER, … }; or a variable's name";
  const lists = { protects: [] as string[], fresh: [] as string[] };
  const harmless = new Map<string, string>();
  const harmlessGiven = new Map<string, string>();
  let byHand: string | undefined;
  let epoch: string | undefined;
  let areAliasesTold = false;
  let replug: ReplugWay | undefined;
  let again: ReplugAgain | undefined;
  for (let clause = take(CLAUSE); clause !== undefined; clause = take(CLAUSE)) {
    if (clause[1] === "again") {
      again = againOf(take(AGAIN));
      if (again === undefined)
        return "again is followed by: never; after N to M calls; at most K times; with N from 1 to M";
      continue;
    }
    const names = words(take(NAMES)?.[0] ?? "");
    if (names.length === 0) return `${clause[1]} is followed by no name`;
    if (clause[1] === "aliases") {
      if (names[0] !== "told" || take(BECAUSE) === undefined)
        return 'aliases is followed by told, and a reason: aliases told because "…"';
      areAliasesTold = true;
    } else if (clause[1] === "epoch") epoch = names[0];
    else if (clause[1] === "protects" || clause[1] === "fresh") lists[clause[1]].push(...names);
    else if (clause[1] === "replug") {
      replug = REPLUG_WAYS.find((way) => way === names[0]);
      if (replug === undefined)
        return `replug ${names[0]} is no way to swap a function. Known are: ${REPLUG_WAYS.join(", ")}`;
    } else if (!clause[1]?.startsWith("harmless")) byHand = names[0];
    else {
      const reason = take(BECAUSE)?.[1];
      if (reason === undefined) return 'harmless FUNCTION needs a reason: because "…"';
      const said = clause[1] === "harmless" ? harmless : harmlessGiven;
      for (const name of names) said.set(name, reason);
    }
  }
  const rest = /^\s*(\S[^\n]{0,30})?/.exec(text.slice(at))?.[1] ?? "";
  if (!/^(;|$|optimistic\b|specialize\b)/.test(rest))
    return `this is not understood: ${rest}. Known are: protects RESIDUAL; fresh FUNCTION; harmless FUNCTION because "…"; harmless given to FUNCTION because "…"; replug ${REPLUG_WAYS.join(" or ")}; again after N to M calls; epoch FUNCTION; aliases told because "…"; by hand FUNCTION; and ; at the end`;
  const end = rest.startsWith(";") ? text.indexOf(";", at) + 1 : at;
  return subjects.map((subject) => ({
    ...subject,
    ...lists,
    harmless,
    byHand,
    ...(replug === undefined ? {} : { replug }),
    ...(again === undefined ? {} : { again }),
    ...(epoch === undefined ? {} : { epoch }),
    ...(harmlessGiven.size === 0 ? {} : { harmlessGiven }),
    ...(areAliasesTold ? { areAliasesTold } : {}),
    offset,
    end,
  }));
}

/** Undefined: it says nothing, or what can't be. */
function againOf(found: RegExpExecArray | undefined): ReplugAgain | undefined {
  if (found === undefined || found[0].trim() === "") return undefined;
  const [, never, after = "8", to, times] = found;
  const first = Number(after);
  const most = to === undefined ? Math.max(first, 4096) : Number(to);
  if (first < 1 || most < first) return undefined;
  if (never !== undefined) return { first, most, times: 0 };
  return { first, most, ...(times === undefined ? {} : { times: Number(times) }) };
}

const words = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? [];

/** `struct credentials::uid`, `current` */
export function termName({ type }: Pick<GuardDeclaration, "type">, term: string): string {
  return type === undefined ? term : `${type}.${term}`;
}

/** The text without guards, right or wrong, of the same length: what other declarations are read from. */
export function withoutGuards(text: string): string {
  let plain = text;
  const { guards, mistakes } = readGuards(text);
  for (const { offset, end } of [...guards, ...mistakes])
    plain = plain.slice(0, offset) + text.slice(offset, end).replace(/[^\n]/g, " ") + plain.slice(end);
  return plain;
}
