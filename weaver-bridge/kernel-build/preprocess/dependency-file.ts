/**
 * The make rule that `-MD` and its relatives write beside an object: where it goes and which targets it names, by the
 * rules of GCC and Clang (they differ), and its text. Used when the compiler preprocesses for the weaver, where its own
 * defaults would speak of standard input.
 */
import { basename, extname } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  hasOption,
  lastValue,
} from "../command/compiler-command.js";
import { compilerIdentity } from "../command/compiler-identity.js";

export interface DependencyRequest {
  /** File that the rule goes to, as spelled, relative to the command's directory. */
  readonly file: string;
  /** Options that make the preprocessor collect it: `-MMD -MP -MQ out.o`, without `-MF`. */
  readonly options: readonly string[];
}

/** A rule file's contents: the first rule, and the empty rules of `-MP` as they stand. */
export interface DependencyRule {
  readonly targets: readonly string[];
  readonly prerequisites: readonly string[];
  readonly phony: boolean;
}

/** What the command asks for one of its inputs; undefined when it asks for no dependency file. */
export function dependencyRequest(
  command: CompilerCommand,
  input: CompilerInput,
): DependencyRequest | undefined {
  const inner = preprocessorWords(command);
  const innerKind = inner.find((word) => word === "-MD" || word === "-MMD");
  const kind = innerKind ?? ["-MMD", "-MD"].find((name) => hasOption(command.items, name));
  if (kind === undefined) return undefined;
  const innerFile = innerKind === undefined ? undefined : inner[inner.indexOf(innerKind) + 1];
  const system = inner.includes("-MMD") || hasOption(command.items, "-MMD") ? "-MMD" : kind;
  const phony = inner.includes("-MP") || hasOption(command.items, "-MP") ? ["-MP"] : [];
  const file =
    lastValue(command.items, "-MF") ?? valueAfter(inner, "-MF") ?? innerFile ?? defaultFile(command, input);
  return {
    file,
    options: [system, ...phony, ...targetOptions(command, input, inner, innerKind !== undefined)],
  };
}

/** Reads what a compiler wrote: `\`-newlines joined, `\ ` and `$$` unescaped. */
export function parseDependencies(text: string): DependencyRule {
  const [first = "", ...rest] = text.replace(/\\\r?\n/g, " ").split("\n");
  const colon = first.search(/:(\s|$)/);
  return {
    targets: splitNames(first.slice(0, Math.max(colon, 0))),
    prerequisites: splitNames(first.slice(colon + 1)),
    phony: rest.some((line) => /:\s*$/.test(line)),
  };
}

/** GCC writes nothing at all where standard input includes nothing that is to be listed. */
export function withTargets(rule: DependencyRule, { options }: DependencyRequest): DependencyRule {
  if (rule.targets.length > 0) return rule;
  return { ...rule, targets: options.filter((_, at) => /^-M[TQ]$/.test(options[at - 1] ?? "")) };
}

/** One prerequisite a line: what make reads is the same as with the compilers' own wrapping. */
export function printDependencies(rule: DependencyRule): string {
  const names = rule.prerequisites.map(escapeName);
  const head = `${rule.targets.map(escapeName).join(" ")}:`;
  const phony = rule.phony ? names.slice(1).map((name) => `${name}:\n`) : [];
  return `${[head, ...names].join(" \\\n ")}\n${phony.join("")}`;
}

/** The rule with `source` as first prerequisite (as when the compiler reads the unit itself) and `more` at the end. */
export function completeRule(
  rule: DependencyRule,
  source: string | undefined,
  more: readonly string[],
): DependencyRule {
  const first = source === undefined ? [] : [source];
  return { ...rule, prerequisites: [...new Set([...first, ...rule.prerequisites, ...more])] };
}

function targetOptions(
  command: CompilerCommand,
  input: CompilerInput,
  inner: readonly string[],
  isInner: boolean,
): string[] {
  const options: string[] = [];
  for (const item of command.items)
    if (item.kind === "option" && (item.name === "-MT" || item.name === "-MQ"))
      options.push(item.name, item.value ?? "");
  if (isGcc(command, input) || options.length === 0)
    inner.forEach((word, at) => {
      if (word === "-MT" || word === "-MQ") options.push(word, inner[at + 1] ?? "");
    });
  if (options.length > 0) return options;
  if (command.output !== undefined && !(isInner && isGcc(command, input))) return ["-MQ", command.output];
  if (input.path === "-" && isGcc(command, input)) return ["-MQ", "-"];
  return ["-MQ", `${stem(basename(input.path))}.o`];
}

function defaultFile(command: CompilerCommand, input: CompilerInput): string {
  if (command.output !== undefined) return `${stem(command.output)}.d`;
  const own = `${stem(basename(input.path))}.d`;
  return command.mode === "link" && isGcc(command, input) ? `a-${own}` : own;
}

function isGcc(command: CompilerCommand, input: CompilerInput): boolean {
  return compilerIdentity(command, input).family === "gcc";
}

function preprocessorWords(command: CompilerCommand): string[] {
  return command.items.flatMap((item) =>
    item.kind === "option" && item.name.startsWith("-Wp,") ? item.name.split(",").slice(1) : [],
  );
}

function valueAfter(words: readonly string[], name: string): string | undefined {
  const at = words.indexOf(name);
  return at === -1 ? undefined : words[at + 1];
}

function stem(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}

function splitNames(text: string): string[] {
  const names = text.match(/(?:\\[ #:]|\$\$|[^\s])+/g) ?? [];
  return names.map((name) => name.replace(/\\([ #:])/g, "$1").replaceAll("$$", "$"));
}

function escapeName(name: string): string {
  return name.replace(/[ #]/g, "\\$&").replaceAll("$", "$$$$");
}
