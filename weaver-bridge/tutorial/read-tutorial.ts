/**
 * (Names and texts of the files of a tutorial's folder) to the tutorial, and what is wrong with it. Front matter is
 * YAML, held against the two schemas; a problem stands at the line of the front matter that it is about.
 */
import { Ajv, type ErrorObject } from "ajv";
import { isMap, isNode, LineCounter, type Node, parseDocument } from "yaml";
import { isRegularExpression, type Problem } from "../model/index.js";
import headSchema from "../schemas/tutorial-head.schema.json" with { type: "json" };
import stepSchema from "../schemas/tutorial-step.schema.json" with { type: "json" };
import type { Check, CheckKind, SolveAction, Step, StepButton, Tutorial } from "./tutorial.js";

/** Of the same folder: `text` of the file `name`. */
export interface TutorialFile {
  readonly name: string;
  readonly text: string;
}

export interface ReadTutorial {
  /** Absent where there is an error. */
  readonly value?: Tutorial;
  readonly problems: readonly Problem[];
}

const HEAD = "tutorial.md";
const STEP = /^(\d+-[\w-]+)\.md$/;
const KINDS: readonly CheckKind[] = [
  ...([
    "file",
    "effect",
    "noEffect",
    "pointcut",
    "problems",
    "noProblem",
    "build",
    "printed",
    "stopped",
  ] as const),
  ...(["open", "weft", "answer"] as const),
];

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  formats: { regex: isRegularExpression },
});
const isHead = ajv.compile(headSchema);
const isStep = ajv.compile(stepSchema);

interface Head {
  readonly title: string;
  readonly minutes: number;
  readonly order?: number;
  readonly sample: string;
  readonly without?: readonly string[];
  readonly large?: boolean;
}

type WrittenCheck = { readonly says: string } & Readonly<Record<string, unknown>>;

interface WrittenStep {
  readonly title: string;
  readonly do?: readonly StepButton[];
  readonly check: readonly WrittenCheck[];
  readonly solve?: readonly SolveAction[];
}

/** `folder` is where problems are said to be. Never throws. */
export function readTutorial(folder: string, files: readonly TutorialFile[]): ReadTutorial {
  const problems: Problem[] = [];
  const head = files.find(({ name }) => name === HEAD);
  const stepFiles = files
    .filter(({ name }) => STEP.test(name))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  if (head === undefined)
    problems.push(problemAt(`${folder}/${HEAD}`, 1, "no-head", `${folder} has no ${HEAD}`, HOW));
  if (stepFiles.length === 0)
    problems.push(problemAt(`${folder}/${HEAD}`, 1, "no-steps", `${folder} has no steps`, HOW));
  const matter = head && readFrontMatter<Head>(`${folder}/${HEAD}`, head.text, isHead, problems);
  const steps = stepFiles.map((file) => readStep(folder, file, problems));
  if (matter === undefined || steps.some((step) => step === undefined) || stepFiles.length === 0)
    return { problems };
  const { title, minutes, order = Number.MAX_SAFE_INTEGER, sample, without = [], large } = matter.value;
  const name = folder.split("/").at(-1) ?? folder;
  const read = steps.filter((step) => step !== undefined);
  const isLarge = large === true;
  const value = { name, title, minutes, order, sample, without, isLarge, text: matter.text, steps: read };
  return { value, problems };
}

const HOW = "A tutorial is a folder with tutorial.md and one file NN-name.md for each step.";

function readStep(folder: string, { name, text }: TutorialFile, problems: Problem[]): Step | undefined {
  const path = `${folder}/${name}`;
  const matter = readFrontMatter<WrittenStep>(path, text, isStep, problems);
  if (matter === undefined) return undefined;
  const checks = matter.value.check.map((written, at) => {
    const kinds = KINDS.filter((kind) => kind in written);
    const [kind] = kinds;
    if (kind !== undefined && kinds.length === 1)
      return { says: written.says, kind, wanted: written[kind] } as Check;
    const message = kinds.length === 0 ? "checks nothing" : `checks ${kinds.join(" and ")} at once`;
    const hint = `A check has "says" and exactly one of ${KINDS.join(", ")}.`;
    problems.push(
      problemAt(path, matter.lineOf(["check", at]), "check", `"${written.says}" ${message}`, hint),
    );
    return undefined;
  });
  if (checks.includes(undefined)) return undefined;
  return {
    name: name.replace(/\.md$/, ""),
    title: matter.value.title,
    text: matter.text,
    buttons: matter.value.do ?? [],
    checks: checks.filter((check) => check !== undefined),
    solve: matter.value.solve ?? [],
  };
}

interface FrontMatter<Value> {
  readonly value: Value;
  /** What stands below it. */
  readonly text: string;
  lineOf(path: readonly (string | number)[]): number;
}

function readFrontMatter<Value>(
  path: string,
  whole: string,
  isRight: typeof isHead,
  problems: Problem[],
): FrontMatter<Value> | undefined {
  const [, matter, text] = /^---\r?\n([\s\S]*?\n)---[ \t]*(?:\r?\n([\s\S]*))?$/.exec(whole) ?? [];
  if (matter === undefined) {
    const hint = "It begins with a line ---, and another line --- ends it.";
    problems.push(problemAt(path, 1, "front-matter", "the file has no front matter", hint));
    return undefined;
  }
  const lines = new LineCounter();
  const document = parseDocument(matter, { lineCounter: lines });
  for (const error of document.errors)
    problems.push(problemAt(path, lines.linePos(error.pos[0]).line + 1, "yaml", firstLine(error.message)));
  if (document.errors.length > 0) return undefined;
  const lineOf = (where: readonly (string | number)[]) => {
    const offset = offsetOf(document.contents, where);
    return lines.linePos(offset).line + 1;
  };
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // An alias without its anchor.
    problems.push(problemAt(path, 2, "yaml", firstLine((error as Error).message)));
    return undefined;
  }
  if (isRight(value)) return { value: value as Value, text: (text ?? "").trim(), lineOf };
  for (const error of toldErrors(isRight.errors ?? [])) {
    const where = error.instancePath.split("/").slice(1).map(numberOrName);
    const extra = error.params.additionalProperty as string | undefined;
    const line = lineOf(extra === undefined ? where : [...where, extra]);
    problems.push(problemAt(path, line, "schema", messageOf(error, where), hintOf(error)));
  }
  return undefined;
}

/** Of a choice only the whole is told, unless the alternative that was meant can be seen. */
function toldErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  return errors.filter(({ schemaPath }) => !/\/anyOf\//.test(schemaPath));
}

function messageOf(error: ErrorObject, where: readonly (string | number)[]): string {
  const name = where.length === 0 ? "the front matter" : where.join(".");
  if (error.keyword === "additionalProperties")
    return `unknown property "${error.params.additionalProperty}" in ${name}`;
  if (error.keyword === "required") return `${name} lacks the property "${error.params.missingProperty}"`;
  if (error.keyword === "format") return `${name} is no valid regular expression`;
  if (error.keyword === "pattern") return `${name} is no path inside the learner's copy`;
  if (error.keyword === "anyOf") return `${name} is none of what can stand there`;
  return `${name} ${error.message ?? "is wrong"}`;
}

function hintOf(error: ErrorObject): string | undefined {
  const alternatives = error.parentSchema?.anyOf as { required?: string[] }[] | undefined;
  if (error.keyword === "anyOf" && alternatives?.every(({ required }) => required))
    return `Each has: ${alternatives.map(({ required }) => required?.join(" and ")).join("; ")}.`;
  if (error.keyword === "additionalProperties")
    return `Known here: ${Object.keys((error.parentSchema?.properties as object | undefined) ?? {}).join(", ")}.`;
  return error.parentSchema?.description as string | undefined;
}

/** Where the value at the path begins; of what is not there, the nearest that is around it. */
function offsetOf(node: unknown, path: readonly (string | number)[]): number {
  let offset = isNode(node) ? startOf(node) : 0;
  let current: unknown = node;
  for (const part of path) {
    const parent = current as { get?(key: unknown, keep: boolean): unknown; items?: unknown[] } | undefined;
    const key = isMap(parent)
      ? parent.items.find(({ key }) => String(key) === String(part))?.key
      : parent?.items?.[part as number];
    if (isNode(key)) offset = startOf(key);
    current = parent?.get?.(part, true);
    if (current === undefined) break;
  }
  return offset;
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function numberOrName(part: string): string | number {
  return /^\d+$/.test(part) ? Number(part) : part;
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? text).replace(/:$/, "");
}

/** A problem of a tutorial's file; lines from 1. */
export function problemAt(file: string, line: number, code: string, message: string, hint?: string): Problem {
  const range = { file, startLine: line, startColumn: 1, endLine: line, endColumn: 1 };
  return {
    code: `tutorial/${code}`,
    severity: "error",
    range,
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}
