/**
 * The templates of a staged function as C, a function for each block: what is known when the code is made are addresses of
 * symbols that are nowhere, and the ways on are calls at their end, which compilers make jumps. What variables hold goes from
 * one to the next in registers, or where there are more than these, in a frame.
 */
import type { ClangNode } from "../tree/clang-tree.js";
import type { Stage, Staged } from "./stages.js";

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
export function templatesText(request: TemplatesRequest): string {
  const { staged, names } = request;
  const layout = layoutOf(request);
  const blocks = staged.stages.flatMap((stage) => blockText(request, layout, stage));
  const lifts = staged.carried.map((node) => liftText(request, layout, node));
  const body = [...blocks, ...lifts, entryText(request, layout)].join("\n");
  const text = body.replace(
    /WEFT_HOLE\((\d+)\)/g,
    (_, number: string) => `(unsigned long)${names.hole(Number(number))}`,
  );
  const holes = namesIn(body, /WEFT_HOLE\((\d+)\)/g).map((number) => names.hole(number));
  const continued = namesIn(body, new RegExp(`\\b${names.way(0).slice(0, -1)}(\\d+)`, "g"));
  return [
    layout.places === undefined ? `${layout.frame} {\n${localsText(request, staged.carried)}};` : "",
    ...holes.map((name) => `extern char ${name}[] __attribute__((weak, visibility("hidden")));`),
    ...continued.map(
      (number) => `extern ${layout.signature(names.way(number)).replace(", noinline, used", "")};`,
    ),
    text,
  ].join("\n");
}

const WORDS = Array.from({ length: REGISTERS }, (_, at) => `weft_${at}`);

/** How what is carried goes from one template to the next. */
interface Layout {
  /** Undefined: in a frame. */
  readonly places: ReadonlyMap<ClangNode, number> | undefined;
  /** The frame's type. */
  readonly frame: string;
  readonly signature: (name: string) => string;
  readonly registerOf: (node: ClangNode) => number;
}

function layoutOf({ staged, names, result }: TemplatesRequest): Layout {
  const places = registersOf(staged);
  const frame = `struct ${names.prefix}_frame`;
  const incoming =
    places === undefined ? `${frame} *weft_f` : WORDS.map((word) => `unsigned ${word}`).join(", ");
  return {
    ...{ places, frame },
    signature: (name) =>
      `${result} __attribute__((regparm(${REGISTERS}), noinline, used)) ${name}(${incoming})`,
    registerOf: (node) => places?.get(node) ?? 0,
  };
}

function blockText(request: TemplatesRequest, layout: Layout, { block, late, ways }: Stage): string[] {
  if (late === undefined) return [];
  const { staged, names } = request;
  const here = staged.carriedBy(block);
  const all = late.join("\n");
  const has = (node: ClangNode) => here.includes(node) || new RegExp(`\\b${node.name} = `).test(all);
  const held = staged.carried.filter(has);
  const text = late
    .map((line) =>
      line.replace(/\$(\d+)/g, (_, number: string) => {
        const to = ways[Number(number)] ?? [];
        const there = held.filter((node) => to.some((one) => staged.carriedBy(one).includes(node)));
        return goOn(layout, names.way(Number(number)), there);
      }),
    )
    .map((line) => `\t${line}\n`)
    .join("");
  const used = staged.variables.filter(
    (node) => here.includes(node) || new RegExp(`\\b${node.name}\\b`).test(text),
  );
  const received = here.map((node) => receiveText(layout, node)).join("");
  return [
    `${layout.signature(names.block(block.number))}\n{\n${localsText(request, used)}${received}${text}}\n`,
  ];
}

/** Goes on with these. */
function goOn({ places, registerOf }: Layout, way: string, there: readonly ClangNode[]): string {
  if (places === undefined)
    return `{ ${there.map(({ name }) => `weft_f->${name} = ${name};`).join(" ")} return ${way}(weft_f); }`;
  const given = [...WORDS];
  for (const node of there) given[registerOf(node)] = `(unsigned)${node.name}`;
  return `return ${way}(${given.join(", ")})`;
}

function localsText({ declare }: TemplatesRequest, nodes: readonly ClangNode[]): string {
  return nodes.map((node) => `\t${declare(node, node.name ?? "")};\n`).join("");
}

function receiveText({ places, registerOf }: Layout, node: ClangNode): string {
  const { name } = node;
  const from = places === undefined ? `weft_f->${name}` : `(__typeof__(${name}))${WORDS[registerOf(node)]}`;
  return `\t${name} = ${from};\n`;
}

/** What was known until here becomes a value that the code has. */
function liftText({ names, declare }: TemplatesRequest, layout: Layout, node: ClangNode): string {
  const { name = "" } = node;
  const value = `(__typeof__(${name}))WEFT_HOLE(0)`;
  const go =
    layout.places === undefined
      ? `weft_f->${name} = ${name};\n\treturn ${names.way(0)}(weft_f);`
      : `${goOn(layout, names.way(0), [node])};`;
  return `${layout.signature(names.lift(node))}\n{\n\t${declare(node, name)} = ${value};\n\t${go}\n}\n`;
}

/** Called as the function is. */
function entryText({ staged, names, head }: TemplatesRequest, layout: Layout): string {
  const first = staged.carriedBy(staged.entry.to).filter(({ kind }) => kind === "ParmVarDecl");
  // What is in the other registers does not matter.
  const nothing = WORDS.map((word) => `\tunsigned ${word};\n\t__asm__("" : "=r"(${word}));\n`).join("");
  const stored = first.map(({ name }) => `\tweft_f.${name} = ${name};\n`).join("");
  const start =
    layout.places === undefined
      ? `\t${layout.frame} weft_f;\n${stored}\treturn ${names.way(0)}(&weft_f);`
      : `${nothing}\t${goOn(layout, names.way(0), first)};`;
  return `${head(names.entry)}\n{\n${start}\n}\n`;
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
