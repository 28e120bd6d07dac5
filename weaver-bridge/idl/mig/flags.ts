/** `IsLong`, `Dealloc` and their kin: which of them count, and what they make of a type or an argument. */
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import type { IpcFlag } from "./tree.js";
import { type Dealloc, isPolymorphic, type MigType } from "./types.js";
import { POLYMORPHIC } from "./words.js";

export interface Flags {
  readonly long: boolean;
  readonly notLong: boolean;
  readonly dealloc: boolean;
  readonly notDealloc: boolean;
  readonly maybeDealloc: boolean;
  readonly serverCopy: boolean;
  readonly countInOut: boolean;
}

/** `name` is of the type or argument that carries them. */
export function checkFlags(report: Report, written: readonly IpcFlag[], name: string, span: Span): Flags {
  const warn = (at: Span, text: string) => report.warning("idl/mig", at, text, "Remove what has no effect.");
  const seen = writtenFlags(written, warn);
  const has = (flag: string) => seen.has(`${flag}false`);
  const maybeDealloc = seen.has("dealloctrue");
  const bothLong = has("islong") && has("isnotlong");
  const bothDealloc = has("dealloc") && has("notdealloc");
  if (bothLong) warn(span, `${name}: IsLong and IsNotLong cancel each other`);
  if (maybeDealloc && (has("dealloc") || has("notdealloc")))
    warn(span, `${name}: Dealloc[] overrides Dealloc and NotDealloc`);
  else if (bothDealloc) warn(span, `${name}: Dealloc and NotDealloc cancel each other`);
  const plain = !maybeDealloc && !bothDealloc;
  return {
    long: has("islong") && !bothLong,
    notLong: has("isnotlong") && !bothLong,
    dealloc: plain && has("dealloc"),
    notDealloc: plain && has("notdealloc"),
    maybeDealloc,
    serverCopy: has("servercopy"),
    countInOut: has("countinout"),
  };
}

/** Each as its name, and whether it is known at run time alone. */
function writtenFlags(written: readonly IpcFlag[], warn: (at: Span, text: string) => void): Set<string> {
  const seen = new Set<string>();
  for (const { name, variable, span } of written) {
    const isDealloc = name === "dealloc";
    if (variable && !isDealloc) warn(span, "only Dealloc[] is known at run time alone");
    else if (seen.has(`${name}${variable}`)) warn(span, "this flag is written twice");
    if (!variable || isDealloc) seen.add(`${name}${variable}`);
  }
  return seen;
}

/** What carries flags: a type, or an argument of one. */
export interface Flagged {
  readonly name: string;
  readonly span: Span;
  readonly type: MigType;
  readonly flags: Flags;
}

/** `before`: what holds without the flags. */
export function deallocOf(report: Report, { name, span, type, flags }: Flagged, before: Dealloc): Dealloc {
  let dealloc = before;
  if (flags.maybeDealloc) dealloc = "maybe";
  if (flags.dealloc) dealloc = "yes";
  if (flags.notDealloc) dealloc = "no";
  const isWritten = flags.maybeDealloc || flags.dealloc || flags.notDealloc;
  if (isWritten && dealloc === before)
    report.warning("idl/mig", span, `${name}: what is written about Dealloc is so already`, "Remove it.");
  else if (isWritten && dealloc !== "no" && type.inLine && !type.indefinite)
    report.warning(
      "idl/mig",
      span,
      `${name}: nothing of it is out of line, so that Dealloc makes sending fail`,
      "Remove Dealloc.",
    );
  return dealloc;
}

export type UseLong = "no" | "can" | "should" | "must" | "too long";

/** Whether the short descriptor can hold size and number: 8 bits and 12. */
export function useLong(type: MigType): UseLong {
  if (type.size >= 1 << 16 || tooLarge(type.sent) || tooLarge(type.received)) return "too long";
  if (type.size >= 1 << 8 || type.number >= 1 << 12) return "must";
  if ((type.variable && !type.inLine) || type.indefinite) return "should";
  return isPolymorphic(type) || type.variable ? "can" : "no";
}

function tooLarge(name: number): boolean {
  return name !== POLYMORPHIC && name >= 1 << 8;
}

/** `before`: what holds without the flags. */
export function isLong(report: Report, { name, span, type, flags }: Flagged, before: boolean): boolean {
  const long = flags.long || (!flags.notLong && before);
  if (!flags.long && !flags.notLong) return long;
  const use = useLong(type);
  if (long === before)
    report.warning(
      "idl/mig",
      span,
      `${name}: its descriptor is ${long ? "long" : "short"} anyway`,
      "Remove the flag.",
    );
  else if (long && use === "no")
    report.warning("idl/mig", span, `${name}: a short descriptor is enough`, "Remove IsLong.");
  else if (!long && (use === "must" || use === "too long"))
    report.warning(
      "idl/mig",
      span,
      `${name}: a short descriptor holds neither its size nor its number`,
      "Remove IsNotLong.",
    );
  return long;
}
