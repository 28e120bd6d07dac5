/**
 * How large functions and files are: the measure behind `sizes.json`, which says what is over a limit and may only get
 * shorter. `npx tsx tests/architecture/sizes.ts` prints the numbers and what is over; with `--lower` it takes out of
 * the list what has become small enough, and lowers what has become smaller. It adds nothing: who wants a function to
 * stay large writes it into the list by hand, for parameters with the reason.
 *
 * What stands inside of a function counts as its lines, while a function inside of it, with a name or without, has
 * branches of its own. Branches are McCabe's: one, and one more for each `if`, loop, `?:`, `catch`, `&&`, `||`, `??`
 * and each group of `case` labels with statements. Median and percentile are those of declarations and methods; limits
 * hold for arrow functions, too.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));
const listFile = join(import.meta.dirname, "sizes.json");

interface FunctionSize {
  /** Is a declaration or a method. */
  named: boolean;
  /** Lines from the first word to the closing brace. */
  lines: number;
  branches: number;
  parameters: number;
}

export interface Sizes {
  /** By `FILE NAME`, an arrow's being that of what it is given to; of several functions with one name the largest of each number. */
  functions: Map<string, FunctionSize>;
  /** Lines by path from the repository's root. */
  files: Map<string, number>;
}

/** What is over a limit, by `FILE NAME` or `FILE`; a number is the most that it may have. */
export interface KnownSizes {
  lines: Record<string, number>;
  branches: Record<string, number>;
  /** Why a function takes more than five. */
  parameters: Record<string, string>;
  files: Record<string, number>;
}

export const LIMITS = { lines: 90, branches: 15, parameters: 5, files: 350 };

const BRANCHES = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CatchClause,
]);
const EITHER = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

/** The sizes of what the product is made of; tests are not measured. */
export function measureSources(): Sizes {
  const paths = globSync(
    [
      "weaver-bridge/**/*.ts",
      "language-server/src/**/*.ts",
      "debug-adapter/**/*.ts",
      "ide/{extension,weft-theia}/src/**/*.{ts,tsx}",
    ],
    {
      cwd: root,
      ignore: [
        "**/node_modules/**",
        "**/lib/**",
        "**/dist/**",
        "**/*.test.{ts,tsx}",
        "**/*.d.ts",
        "**/test/**",
        // Of a test beside this one.
        "**/planted-violation/**",
      ],
    },
  ).sort();
  const sizes: Sizes = { functions: new Map(), files: new Map() };
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    sizes.files.set(path, text.trimEnd().split("\n").length);
    for (const [name, size] of functionSizes(path, text)) {
      const key = `${path} ${name}`;
      sizes.functions.set(key, larger(sizes.functions.get(key), size));
    }
  }
  return sizes;
}

/** Name and size of each function of a text, outer ones first. */
export function functionSizes(path: string, text: string): [name: string, size: FunctionSize][] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const sizes: [string, FunctionSize][] = [];
  const lineAt = (offset: number): number => source.getLineAndCharacterOfPosition(offset).line;
  const visit = (node: ts.Node, around: FunctionSize | undefined, near: string): void => {
    let owner = around;
    const name = ("name" in node ? (node.name as ts.Node | undefined)?.getText(source) : undefined) ?? near;
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const lines = lineAt(node.end) - lineAt(node.getStart(source)) + 1;
      const named = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
      owner = { named, lines, branches: 1, parameters: node.parameters.length };
      sizes.push([name, owner]);
    }
    if (owner !== undefined && isBranch(node)) owner.branches++;
    ts.forEachChild(node, (child) => visit(child, owner, name));
  };
  visit(source, undefined, "default");
  return sizes;
}

function isBranch(node: ts.Node): boolean {
  if (ts.isCaseClause(node)) return node.statements.length > 0;
  return BRANCHES.has(node.kind) || (ts.isBinaryExpression(node) && EITHER.has(node.operatorToken.kind));
}

function larger(one: FunctionSize | undefined, other: FunctionSize): FunctionSize {
  if (one === undefined) return other;
  return {
    named: one.named || other.named,
    lines: Math.max(one.lines, other.lines),
    branches: Math.max(one.branches, other.branches),
    parameters: Math.max(one.parameters, other.parameters),
  };
}

/** What is over each limit: `FILE NAME` or `FILE` to the number. */
export function overLimits({ functions, files }: Sizes): Record<keyof KnownSizes, Map<string, number>> {
  const over = (part: "lines" | "branches" | "parameters"): Map<string, number> =>
    new Map(
      [...functions].flatMap(([key, size]) =>
        size[part] > LIMITS[part] ? [[key, size[part]] as const] : [],
      ),
    );
  return {
    lines: over("lines"),
    branches: over("branches"),
    parameters: over("parameters"),
    files: new Map([...files].filter(([, lines]) => lines > LIMITS.files)),
  };
}

export function readKnown(): KnownSizes {
  return JSON.parse(readFileSync(listFile, "utf8")) as KnownSizes;
}

/** The list without what is small enough by now, and with each number at most what it is. */
function lowered(known: KnownSizes, over: ReturnType<typeof overLimits>): KnownSizes {
  const numbers = (part: "lines" | "branches" | "files"): Record<string, number> =>
    Object.fromEntries(
      Object.entries(known[part]).flatMap(([key, most]) => {
        const now = over[part].get(key);
        return now === undefined ? [] : [[key, Math.min(most, now)]];
      }),
    );
  const parameters = Object.entries(known.parameters).filter(([key]) => over.parameters.has(key));
  return {
    lines: numbers("lines"),
    branches: numbers("branches"),
    parameters: Object.fromEntries(parameters),
    files: numbers("files"),
  };
}

function report(sizes: Sizes): string {
  const lines = [...sizes.functions.values()]
    .filter(({ named }) => named)
    .map((size) => size.lines)
    .sort((one, other) => one - other);
  const part = (share: number): number | undefined => lines[Math.floor(lines.length * share)];
  const over = overLimits(sizes);
  const listed = (Object.keys(over) as (keyof KnownSizes)[]).flatMap((name) => [
    `\n${name} over ${LIMITS[name]}: ${over[name].size}`,
    ...[...over[name]]
      .sort(([, one], [, other]) => other - one)
      .map(([key, number]) => `  ${number}  ${key}`),
  ]);
  return [
    `${lines.length} functions: median ${part(0.5)} lines, 90th percentile ${part(0.9)}, longest ${lines.at(-1)}`,
    ...listed,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = measureSources();
  console.log(report(sizes));
  if (process.argv.includes("--lower"))
    writeFileSync(listFile, `${JSON.stringify(lowered(readKnown(), overLimits(sizes)), undefined, 2)}\n`);
}
