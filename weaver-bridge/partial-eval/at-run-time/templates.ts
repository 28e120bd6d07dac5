/**
 * The templates of a staged function as C, a function for each block: what is known when the code is made are addresses of
 * symbols that are nowhere, and the ways on are calls at their end, which compilers make jumps. What variables hold goes from
 * one to the next in registers, or where there are more than these, in a frame.
 */
import type { ClangNode } from "../clang-tree.js";
import type { Block } from "../lower.js";
import type { Staged } from "./stages.js";

export interface TemplateNames {
  readonly prefix: string;
  readonly hole: (number: number) => string;
  readonly way: (number: number) => string;
  readonly block: (number: number) => string;
  readonly entry: string;
  readonly lift: (variable: ClangNode) => string;
}

export function templateNames(residual: string): TemplateNames {
  const prefix = `weft_${residual}`;
  return {
    prefix,
    hole: (number) => `${prefix}_hole_${number}`,
    way: (number) => `${prefix}_way_${number}`,
    block: (number) => `${prefix}_block_${number}`,
    entry: `${prefix}_entry`,
    lift: ({ name }) => `${prefix}_lift_${name}`,
  };
}

export interface TemplatesRequest {
  readonly staged: Staged;
  readonly names: TemplateNames;
  /** Of the function. */
  readonly result: string;
  /** The function's head with another name. */
  readonly head: (name: string) => string;
  readonly declare: (node: ClangNode, name: string) => string;
}

const REGISTERS = 3;

/** To be compiled behind the unit's own text. */
export function templatesText({ staged, names, result, head, declare }: TemplatesRequest): string {
  const { carried } = staged;
  const places = registersOf(staged);
  const frame = `struct ${names.prefix}_frame`;
  const words = Array.from({ length: REGISTERS }, (_, at) => `weft_${at}`);
  const incoming =
    places === undefined ? `${frame} *weft_f` : words.map((word) => `unsigned ${word}`).join(", ");
  const signature = (name: string) =>
    `${result} __attribute__((regparm(${REGISTERS}), noinline, used)) ${name}(${incoming})`;
  const registerOf = (node: ClangNode) => places?.get(node) ?? 0;

  /** Goes on with what is carried to these blocks, as far as `has` says that it has a value. */
  const goOn = (way: number, to: readonly Block[], has: (node: ClangNode) => boolean): string => {
    const there = carried.filter(
      (node) => has(node) && to.some((one) => staged.carriedBy(one).includes(node)),
    );
    if (places === undefined)
      return `{ ${there.map(({ name }) => `weft_f->${name} = ${name};`).join(" ")} return ${names.way(way)}(weft_f); }`;
    const given = [...words];
    for (const node of there) given[registerOf(node)] = `(unsigned)${node.name}`;
    return `return ${names.way(way)}(${given.join(", ")})`;
  };
  const locals = (nodes: readonly ClangNode[]) =>
    nodes.map((node) => `\t${declare(node, node.name ?? "")};\n`).join("");
  const receive = (nodes: readonly ClangNode[]) =>
    nodes
      .map((node) => {
        const from =
          places === undefined
            ? `weft_f->${node.name}`
            : `(__typeof__(${node.name}))${words[registerOf(node)]}`;
        return `\t${node.name} = ${from};\n`;
      })
      .join("");

  const blocks = staged.stages.flatMap(({ block, late, ways }) => {
    if (late === undefined) return [];
    const here = staged.carriedBy(block);
    const all = late.join("\n");
    const has = (node: ClangNode) => here.includes(node) || new RegExp(`\\b${node.name} = `).test(all);
    const lines = late.map((line) =>
      line.replace(/\$(\d+)/g, (_, number: string) => goOn(Number(number), ways[Number(number)] ?? [], has)),
    );
    const text = lines.map((line) => `\t${line}\n`).join("");
    const used = staged.variables.filter(
      (node) => here.includes(node) || new RegExp(`\\b${node.name}\\b`).test(text),
    );
    return [`${signature(names.block(block.number))}\n{\n${locals(used)}${receive(here)}${text}}\n`];
  });
  const lifts = carried.map((node) => {
    const value = `(__typeof__(${node.name}))WEFT_HOLE(0)`;
    const given = words.map((word, at) => (at === registerOf(node) ? `(unsigned)${node.name}` : word));
    const go =
      places === undefined
        ? `weft_f->${node.name} = ${node.name};\n\treturn ${names.way(0)}(weft_f);`
        : `return ${names.way(0)}(${given.join(", ")});`;
    return `${signature(names.lift(node))}\n{\n\t${declare(node, node.name ?? "")} = ${value};\n\t${go}\n}\n`;
  });
  const first = staged.carriedBy(staged.entry.to).filter(({ kind }) => kind === "ParmVarDecl");
  const given = words.map((_, at) => {
    const node = first.find((one) => registerOf(one) === at);
    return node === undefined ? `weft_${at}` : `(unsigned)${node.name}`;
  });
  // What is in the other registers does not matter.
  const nothing = words.map((word) => `\tunsigned ${word};\n\t__asm__("" : "=r"(${word}));\n`).join("");
  const start =
    places === undefined
      ? `\t${frame} weft_f;\n${first.map(({ name }) => `\tweft_f.${name} = ${name};\n`).join("")}\treturn ${names.way(0)}(&weft_f);`
      : `${nothing}\treturn ${names.way(0)}(${given.join(", ")});`;
  const entry = `${head(names.entry)}\n{\n${start}\n}\n`;
  const body = [...blocks, ...lifts, entry].join("\n");
  const text = body.replace(
    /WEFT_HOLE\((\d+)\)/g,
    (_, number: string) => `(unsigned long)${names.hole(Number(number))}`,
  );
  const holes = namesIn(body, /WEFT_HOLE\((\d+)\)/g).map((number) => names.hole(number));
  const continued = namesIn(body, new RegExp(`\\b${names.way(0).slice(0, -1)}(\\d+)`, "g"));
  return [
    places === undefined ? `${frame} {\n${locals(carried)}};` : "",
    ...holes.map((name) => `extern char ${name}[] __attribute__((weak, visibility("hidden")));`),
    ...continued.map((number) => `extern ${signature(names.way(number)).replace(", noinline, used", "")};`),
    text,
  ].join("\n");
}

function namesIn(text: string, pattern: RegExp): number[] {
  return [...new Set([...text.matchAll(pattern)].map(([, number]) => Number(number)))].sort((a, b) => a - b);
}

/** A register for each variable such that none is wanted by two at once; undefined where that can't be. */
function registersOf({ carried, stages, carriedBy }: Staged): ReadonlyMap<ClangNode, number> | undefined {
  const together = stages.map(({ block }) => carriedBy(block));
  const registers = new Map<ClangNode, number>();
  for (const node of carried) {
    if (!isOneWord(node)) return undefined;
    const others = together.filter((nodes) => nodes.includes(node)).flat();
    const used = new Set(others.map((other) => registers.get(other)));
    const free = Array.from({ length: REGISTERS }, (_, at) => at).find((at) => !used.has(at));
    if (free === undefined) return undefined;
    registers.set(node, free);
  }
  return registers;
}

const isOneWord = ({ type }: ClangNode): boolean =>
  !/^(?:const\s+)?(?:unsigned\s+)?(?:long long|float|double|long double|u?int64_t|[us]64)\b/.test(
    type?.desugaredQualType ?? type?.qualType ?? "",
  );
