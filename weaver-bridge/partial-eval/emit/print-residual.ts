/** Residual code as C: what has one way into it stands where it is reached, the rest gets a label. */

import { saidAttributes } from "../lower/variables.js";
import { Refusal } from "../refusal.js";
import type { ResidualBlock, ResidualExit } from "../specialize/residual-graph.js";
import type { ClangNode, ClangPlace } from "../tree/clang-tree.js";
import type { PrintedLine, StructuredLine } from "./lines.js";
import { negated } from "./negated.js";
import { isSameFlow } from "./same-flow.js";
import { structureLines } from "./structure-lines.js";

/** The body, without the function's outer braces. `variables` have their final names; `end` leaves it without a value. */
export function printBody(
  entry: ResidualBlock,
  variables: readonly { readonly name: string; readonly node: ClangNode }[],
  spelling: (node: ClangNode) => string | undefined,
  end: string,
): PrintedLine[] {
  shorten(entry);
  const ways = countWays(entry);
  const lines: StructuredLine[] = [];
  const printed = new Set<ResidualBlock>();
  const waiting: ResidualBlock[] = [entry];
  const say = (depth: number, text: string, from?: ClangPlace, positive?: string) =>
    lines.push({
      text: `${"\t".repeat(depth)}${text}`,
      ...(from === undefined ? {} : { from }),
      ...(positive === undefined ? {} : { positive }),
    });

  const follow = (block: ResidualBlock, depth: number): void => {
    if (ways.get(block) === 1 && !printed.has(block)) print(block, depth);
    else if (depth === 1 && !printed.has(block)) place(block);
    else {
      say(depth, `goto ${labelOf(block)};`);
      if (!printed.has(block)) waiting.push(block);
    }
  };
  const print = (block: ResidualBlock, depth: number): void => {
    printed.add(block);
    for (const { text, from } of block.lines) say(depth, text, from);
    const { exit, from } = block;
    if (exit.kind === "jump") follow(exit.to, depth);
    else if (exit.kind === "return")
      say(depth, exit.value === undefined ? end : `return ${exit.value};`, from);
    else if (exit.kind === "branch" && ways.get(exit.taken) === 1 && (ways.get(exit.otherwise) ?? 0) > 1) {
      // What leaves the common way is said first, so that the way itself is not indented.
      say(depth, `if (${negated(exit.condition)})`, from, meantAsTest(exit.condition));
      say(depth + 1, `goto ${labelOf(exit.otherwise)};`);
      if (!printed.has(exit.otherwise)) waiting.push(exit.otherwise);
      follow(exit.taken, depth);
    } else if (exit.kind === "branch") {
      say(depth, `if (${meantAsTest(exit.condition)}) {`, from);
      follow(exit.taken, depth + 1);
      say(depth, "}");
      follow(exit.otherwise, depth);
    } else {
      say(depth, `switch (${exit.value}) {`, from);
      for (const { label, to } of exit.cases) {
        say(depth, `case ${label}:`);
        follow(to, depth + 1);
      }
      say(depth, "}");
      follow(exit.otherwise, depth);
    }
  };
  const place = (block: ResidualBlock): void => {
    lines.push({ text: `${labelOf(block)}:;` });
    print(block, 1);
  };
  for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) {
    if (!printed.has(block)) place(block);
  }
  const straight = provedLines(entry, lines, end);
  const text = straight.map((line) => line.text).join("\n");
  const own = new Set(
    variables.flatMap(({ name, node }) =>
      node.storageClass === "static" || /\bvolatile$/.test(node.type?.qualType ?? "") ? [] : [name],
    ),
  );
  const idle = new Set(straight.flatMap((line) => idleCopy(line.text, text, own) ?? []));
  // Not as members.
  const used = new Set(text.match(/(?<![.>\w])[A-Za-z_]\w*/g));
  const declared = variables
    .filter(({ name }) => used.has(name) && !idle.has(name))
    .map(({ name, node }) => ({
      text: `\t${node.storageClass === "static" ? (spelling(node) ?? notSpelled(node)) : declareWhole(node, name, spelling)};`,
    }));
  return [...declared, ...straight.filter((line) => idleCopy(line.text, text, own) === undefined)];
}

/** With loops and choices where they are shown to do what the graph does, else with its jumps. Throws {@link Refusal}. */
function provedLines(entry: ResidualBlock, lines: readonly StructuredLine[], end: string): PrintedLine[] {
  const plain = withoutIdleJumps(lines);
  const structured = structureLines(plain);
  const found = [structured, plain, [...lines]].find((one) => isSameFlow(entry, one, end));
  if (found === undefined)
    throw new Refusal("a fault of Weft: what is printed is not what was made", undefined);
  return found.map(({ text, from }) => ({ text, ...(from === undefined ? {} : { from }) }));
}

/** A jump to what follows anyway is none, and a label that nobody jumps to neither. */
function withoutIdleJumps(lines: readonly StructuredLine[]): StructuredLine[] {
  const isIdle = (at: number): boolean => {
    const label = /^\s*goto (at_\d+);$/.exec(lines[at]?.text ?? "")?.[1];
    let next = at + 1;
    while (/^\s*\}$/.test(lines[next]?.text ?? "")) next++;
    const isAlone = !/^\s*if \(.*\)$/.test(lines[at - 1]?.text ?? "");
    return label !== undefined && isAlone && lines[next]?.text === `${label}:;`;
  };
  const kept = lines.filter((_, at) => !isIdle(at));
  const targets = new Set(kept.flatMap(({ text }) => /^\s*goto (at_\d+);$/.exec(text)?.[1] ?? []));
  return kept.filter(({ text }) => {
    const label = /^(at_\d+):;$/.exec(text)?.[1];
    return label === undefined || targets.has(label);
  });
}

/** The function's own variable that a line keeps a pointer in under a second name, or an address, and that nothing uses. */
function idleCopy(line: string, all: string, own: ReadonlySet<string>): string | undefined {
  const name =
    /^\s*(\w+_object) = /.exec(line)?.[1] ?? /^\s*(\w+) = &\w+(?:->\w+)?(?:\.\w+)*;$/.exec(line)?.[1];
  if (name === undefined || !own.has(name)) return undefined;
  return (all.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0) <= 1 ? name : undefined;
}

/** Compilers warn of an assignment in place of a comparison. */
const meantAsTest = (condition: string): string => {
  const plain = unwrapped(condition);
  return /^[\w>.\-[\]]+ (?:<<|>>|[-+*/%&|^])?= /.test(plain) ? `(${plain})` : plain;
};

/** Without parentheses around the whole: those of the statement are enough. */
function unwrapped(text: string): string {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined || /["'{]/.test(inner)) return text;
  let depth = 0;
  for (const character of inner) {
    if (character === "(") depth++;
    else if (character === ")" && --depth < 0) return text;
  }
  return unwrapped(inner);
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
    else if (exit.kind === "branch") {
      const [taken, otherwise] = [target(exit.taken), target(exit.otherwise)];
      block.exit =
        taken === otherwise && exit.pure ? { kind: "jump", to: taken } : { ...exit, taken, otherwise };
    } else if (exit.kind === "switch")
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

function notSpelled({ name, range }: ClangNode): never {
  throw new Refusal(`${name} is declared in a macro`, range?.begin.offset);
}

/** With what of its attributes changes where it is. Throws {@link Refusal}. */
function declareWhole(
  node: ClangNode,
  name: string,
  spelling: (node: ClangNode) => string | undefined,
): string {
  return saidAttributes(node).reduce(
    (text, attribute) => {
      const said = spelling(attribute) ?? notSpelled(node);
      if (attribute.kind === "AsmLabelAttr") return `register ${text} __asm__(${said})`;
      return said.startsWith("_Alignas") ? `${said} ${text}` : `${text} __attribute__((${said}))`;
    },
    declare(node, name),
  );
}

/** A variable of any function, that can be written. Throws {@link Refusal}. */
export function declare({ type, range }: ClangNode, name: string): string {
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
