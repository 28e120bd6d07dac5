/** Residual code as C: what has one way into it stands where it is reached, the rest gets a label. */
import type { ClangNode } from "./clang-tree.js";
import { Refusal } from "./refusal.js";
import type { ResidualBlock, ResidualExit } from "./specialize.js";

export interface PrintedLine {
  readonly text: string;
  /** Where it comes from in the function's file, in bytes; absent for braces, labels and declarations. */
  readonly offset?: number;
}

/** The body, without the function's outer braces. `variables` have their final names. */
export function printBody(
  entry: ResidualBlock,
  variables: readonly { readonly name: string; readonly node: ClangNode }[],
): PrintedLine[] {
  shorten(entry);
  const ways = countWays(entry);
  const lines: PrintedLine[] = [];
  const printed = new Set<ResidualBlock>();
  const waiting: ResidualBlock[] = [entry];
  const say = (depth: number, text: string, offset?: number) =>
    lines.push({ text: `${"\t".repeat(depth)}${text}`, ...(offset === undefined ? {} : { offset }) });

  const follow = (block: ResidualBlock, depth: number): void => {
    if (ways.get(block) === 1 && !printed.has(block)) print(block, depth);
    else {
      say(depth, `goto ${labelOf(block)};`);
      if (!printed.has(block)) waiting.push(block);
    }
  };
  const print = (block: ResidualBlock, depth: number): void => {
    printed.add(block);
    for (const { text, offset } of block.lines) say(depth, text, offset);
    const { exit } = block;
    if (exit.kind === "jump") follow(exit.to, depth);
    else if (exit.kind === "return")
      say(depth, exit.value === undefined ? "return;" : `return ${exit.value};`);
    else if (exit.kind === "branch") {
      say(depth, `if (${exit.condition}) {`);
      follow(exit.taken, depth + 1);
      say(depth, "}");
      follow(exit.otherwise, depth);
    } else {
      say(depth, `switch (${exit.value}) {`);
      for (const { label, to } of exit.cases) {
        say(depth, `case ${label}:`);
        follow(to, depth + 1);
      }
      say(depth, "}");
      follow(exit.otherwise, depth);
    }
  };
  for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) {
    if (printed.has(block)) continue;
    if ((ways.get(block) ?? 0) > 1 || block !== entry) lines.push({ text: `${labelOf(block)}:;` });
    print(block, 1);
  }
  const text = lines.map((line) => line.text).join("\n");
  const declared = variables
    .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text))
    .map(({ name, node }) => ({ text: `\t${declare(node, name)};` }));
  return [...declared, ...lines];
}

const labelOf = ({ number }: ResidualBlock) => `at_${number}`;

/** Blocks that only go on are left out. */
function shorten(entry: ResidualBlock): void {
  const target = (block: ResidualBlock): ResidualBlock => {
    const seen = new Set<ResidualBlock>();
    let at = block;
    while (at.lines.length === 0 && at.exit.kind === "jump" && !seen.has(at)) {
      seen.add(at);
      at = at.exit.to;
    }
    return at;
  };
  const done = new Set<ResidualBlock>();
  const visit = [entry];
  for (let block = visit.pop(); block !== undefined; block = visit.pop()) {
    if (done.has(block)) continue;
    done.add(block);
    const { exit } = block;
    if (exit.kind === "jump") block.exit = { ...exit, to: target(exit.to) };
    else if (exit.kind === "branch")
      block.exit = { ...exit, taken: target(exit.taken), otherwise: target(exit.otherwise) };
    else if (exit.kind === "switch")
      block.exit = {
        ...exit,
        cases: exit.cases.map((one) => ({ ...one, to: target(one.to) })),
        otherwise: target(exit.otherwise),
      };
    visit.push(...successors(block.exit));
  }
}

function successors(exit: ResidualExit): ResidualBlock[] {
  if (exit.kind === "jump") return [exit.to];
  if (exit.kind === "branch") return [exit.taken, exit.otherwise];
  return exit.kind === "switch" ? [...exit.cases.map(({ to }) => to), exit.otherwise] : [];
}

function countWays(entry: ResidualBlock): Map<ResidualBlock, number> {
  const ways = new Map<ResidualBlock, number>([[entry, 0]]);
  const visit = [entry];
  for (let block = visit.pop(); block !== undefined; block = visit.pop())
    for (const next of successors(block.exit)) {
      if (!ways.has(next)) visit.push(next);
      ways.set(next, (ways.get(next) ?? 0) + 1);
    }
  return ways;
}

function declare({ type, range }: ClangNode, name: string): string {
  const spelled = type?.qualType ?? "";
  if (/\(unnamed|\(anonymous/.test(spelled))
    throw new Refusal(`${name} has a type without a name`, range?.begin.offset);
  if (/\[[^\]\d]/.test(spelled))
    throw new Refusal(`${name} is an array whose length is only known at run time`, range?.begin.offset);
  const bare = spelled.replace(/\*\s*(?:const|volatile|restrict)$/, "*");
  const mutable = /[*([]/.test(bare) ? bare : bare.replace(/\bconst\b\s*/g, "");
  const array = /^([^[(]*?)((?:\[\d*\])+)$/.exec(mutable);
  if (array !== null) return `${array[1]?.replace(/\bconst\b\s*/g, "")} ${name}${array[2]}`;
  if (/[([]/.test(mutable)) return `__typeof__(${mutable}) ${name}`;
  return mutable.endsWith("*") ? `${mutable}${name}` : `${mutable} ${name}`;
}
