/** The code that makes the code, as C: the known part of the function, which puts a template where something is left. */
import { factsOfWord } from "../../machine/index.js";
import type { ClangNode } from "../tree/clang-tree.js";
import { MAKER_TEXT } from "./maker-text.js";
import type { Edge, Stage, Staged } from "./stages.js";
import type { Patch, Template } from "./template-code.js";
import type { TemplateNames } from "./templates.js";

const { padding: PADDING } = factsOfWord(4).bytes;

export interface GeneratorRequest {
  readonly staged: Staged;
  readonly names: TemplateNames;
  readonly templates: ReadonlyMap<string, Template>;
  readonly function: string;
  readonly residual: string;
  /** Head of what makes the code. */
  readonly head: string;
  /** Parameters that are known, with the C that says what they are. */
  readonly given: readonly { readonly node: ClangNode; readonly value: string }[];
  readonly declare: (node: ClangNode, name: string) => string;
  readonly bytes: number;
  readonly variants: number;
}

/** Blocks and edges that are waited for have these numbers. */
const EDGES = 10_000;
const REST = 20_000;

export function generatorText(request: GeneratorRequest): string {
  const { staged, names, templates, head, given, residual } = request;
  const { known } = staged;
  const entry = templates.get(names.entry);
  const values = known.map((node) => given.find((one) => one.node === node)?.value);
  return [
    `${MAKER_TEXT}`,
    ...[...templates.values()].map(templateText),
    runText(request),
    head,
    "{",
    "\tstruct weft_maker maker;",
    `\tunsigned known[${known.length + 1}] = { ${values.map((value) => (value === undefined ? "0" : `(unsigned)(${value})`)).join(", ")} };`,
    "\tunsigned block;",
    "",
    `\tif (!weft_start(&maker, ${request.bytes}, ${request.variants}, ${known.length}))`,
    "\t\treturn 0;",
    `\tweft_put(&maker, &${names.entry}_code, 0);`,
    ...(entry?.jumps ?? []).map(
      (_, at) => `\tweft_later(&maker, maker.sites[${at}], ${EDGES + staged.entry.number}, known);`,
    ),
    ...(entry?.falls === undefined
      ? []
      : [`\t${names.prefix}_run(&maker, ${EDGES + staged.entry.number}, known);`]),
    "\twhile (weft_next(&maker, &block, known))",
    `\t\t${names.prefix}_run(&maker, block, known);`,
    "\treturn weft_finish(&maker);",
    "}",
    `void ${residual}_free(__typeof__(${request.function}) *code)`,
    "{",
    "\tif (code)",
    `\t\tweft_code_release((void *)code, ${request.bytes});`,
    "}",
    "",
  ].join("\n");
}

function templateText({ name, bytes, patches, jumps }: Template): string {
  const words = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, at) => {
    const word = [3, 2, 1, 0].map((more) => (bytes[at * 4 + more] ?? PADDING).toString(16).padStart(2, "0"));
    return `0x${word.join("")}`;
  });
  const all = [
    ...patches.map(patchText),
    ...jumps.map(({ at, way }) => ({ at, text: `{ ${at}, WEFT_WAY, ${way}, 0 }` })),
  ].sort((left, right) => left.at - right.at);
  const patch = `static const struct weft_patch ${name}_patch[] = { ${[...all.map(({ text }) => text), "{ 0 }"].join(", ")} };`;
  return `static const unsigned ${name}_words[] = { ${[...words, "0"].join(", ")} };\n${patch}\nstatic const struct weft_template ${name}_code = { ${name}_words, ${bytes.length}, ${all.length}, ${name}_patch };`;
}

function patchText({ at, isRelative, of, addend }: Patch): { at: number; text: string } {
  if (typeof of === "number")
    return {
      at,
      text: `{ ${at}, ${isRelative ? "WEFT_HOLE_DISTANCE" : "WEFT_HOLE_VALUE"}, ${of}, ${addend}u }`.replace(
        /-(\d+)u/,
        "-$1u",
      ),
    };
  return {
    at,
    text: `{ ${at}, ${isRelative ? "WEFT_DISTANCE" : "WEFT_VALUE"}, 0, (unsigned)&${of} + ${addend}u }`.replace(
      /\+ -/,
      "- ",
    ),
  };
}

function runText({ staged, names, templates, declare }: GeneratorRequest): string {
  const { known, stages, entry } = staged;
  const holes = Math.max(1, ...stages.flatMap(({ early }) => early.map(({ hole = -1 }) => hole + 1)));
  const keys = Math.max(1, ...stages.map((stage) => stage.keys.length));
  const edges = [entry, ...stages.flatMap(edgesOf)];
  const labels = [
    ...edges.map(({ number }) => ({ label: `edge_${number}`, number: EDGES + number })),
    ...stages.map(({ block }) => ({ label: `rest_${block.number}`, number: REST + block.number })),
  ];
  const body = [
    ...stages.flatMap((stage) => stageLines(stage, names, templates, known)),
    ...edges.flatMap((edge) => edgeLines(edge, names)),
  ];
  const used = new Set(
    body.flatMap((line) => [...line.matchAll(/WAIT\((\d+)\)/g)].map(([, number]) => Number(number))),
  );
  used.add(EDGES + entry.number);
  return [
    `static void ${names.prefix}_run(struct weft_maker *weft, unsigned weft_block, unsigned *weft_known)`,
    "{",
    ...known.map(
      (node, at) => `\t${declare(node, node.name ?? "")} = (__typeof__(${node.name}))weft_known[${at}];`,
    ),
    `\tunsigned weft_holes[${holes}], weft_key[${keys}];`,
    "\t(void)weft_holes, (void)weft_key;",
    "\tswitch (weft_block) {",
    ...labels
      .filter(({ number }) => used.has(number))
      .map(({ label, number }) => `\tcase ${number}: goto ${label};`),
    "\t}",
    "\treturn;",
    ...withoutIdleLabels(
      body.map((line) => line.replace(/WAIT\((\d+)\)/g, "$1")),
      labels.filter(({ number }) => used.has(number)).map(({ label }) => label),
    ),
    "}",
  ].join("\n");
}

/** Compilers warn of labels that nobody uses. */
function withoutIdleLabels(lines: readonly string[], used: readonly string[]): string[] {
  const text = lines.join("\n");
  const targets = new Set([...used, ...[...text.matchAll(/goto (\w+);/g)].map(([, name = ""]) => name)]);
  return lines.filter((line) => {
    const label = /^(\w+):;$/.exec(line)?.[1];
    return label === undefined || targets.has(label);
  });
}

export function edgesOf({ exit }: Stage): Edge[] {
  if (exit.kind === "go") return [exit.edge];
  if (exit.kind === "decide") return [exit.taken, exit.otherwise];
  if (exit.kind === "pick") return [...exit.cases.map(({ edge }) => edge), exit.otherwise];
  return exit.kind === "split" ? [...exit.edges] : [];
}

function edgeLines({ number, early, lifted, to }: Edge, names: TemplateNames): string[] {
  return [
    `edge_${number}:;`,
    ...early.map((text) => `\t${text}`),
    ...lifted.flatMap((node) => [
      `\tweft_holes[0] = (unsigned)${node.name};`,
      `\tweft_put(weft, &${names.lift(node)}_code, weft_holes);`,
    ]),
    `\tgoto block_${to.number};`,
  ];
}

function stageLines(
  stage: Stage,
  names: TemplateNames,
  templates: ReadonlyMap<string, Template>,
  known: readonly ClangNode[],
): string[] {
  const { block, early, late } = stage;
  const template = late === undefined ? undefined : templates.get(names.block(block.number));
  return [
    `block_${block.number}:;`,
    "\tif (weft->failed || !--weft->budget) {",
    "\t\tweft->failed = 1;",
    "\t\treturn;",
    "\t}",
    ...(template === undefined ? [] : beginLines(stage)),
    ...early.map(({ text, hole }) =>
      hole === undefined ? `\t${text}` : `\tweft_holes[${hole}] = (unsigned)(${text});`,
    ),
    ...(template === undefined ? exitLines(stage) : putLines(stage, template, known)),
  ];
}

/** The block with these values may have been made before. */
function beginLines({ block, keys }: Stage): string[] {
  return [
    ...keys.map((node, at) => `\tweft_key[${at}] = (unsigned)${node.name};`),
    `\tif (!weft_begin(weft, ${block.number}, ${keys.length > 0 ? "weft_key" : "0"}, ${keys.length}))`,
    "\t\treturn;",
  ];
}

function putLines(stage: Stage, { name, falls, jumps }: Template, known: readonly ClangNode[]): string[] {
  const { block, early, exit } = stage;
  const holes = early.some(({ hole }) => hole !== undefined) ? "weft_holes" : "0";
  const put = `\tweft_put(weft, &${name}_code, ${holes});`;
  // What the template runs into is made next; without that, what its first jump leads to.
  const first = falls ?? jumps[0]?.way;
  if (first === undefined) return [put, "\treturn;"];
  const numberOf = (way: number) =>
    exit.kind === "split" ? EDGES + (exit.edges[way]?.number ?? 0) : REST + block.number;
  const waits = jumps
    .map(({ way }, site) => `\tweft_later(weft, weft->sites[${site}], WAIT(${numberOf(way)}), weft_known);`)
    .slice(falls === undefined ? 1 : 0);
  const save = known.map((node, at) => `weft_known[${at}] = (unsigned)${node.name};`).join(" ");
  return [
    put,
    ...(waits.length === 0 ? [] : [`\t${save}`, ...waits]),
    `\tweft->site = ${falls === undefined ? "weft->sites[0]" : "0"};`,
    ...(exit.kind === "split"
      ? [`\tgoto edge_${exit.edges[first]?.number};`]
      : [`rest_${block.number}:;`, ...exitLines(stage)]),
  ];
}

function exitLines({ exit }: Stage): string[] {
  switch (exit.kind) {
    case "go":
      return [`\tgoto edge_${exit.edge.number};`];
    case "decide":
      return [
        `\tif (${exit.condition})`,
        `\t\tgoto edge_${exit.taken.number};`,
        `\tgoto edge_${exit.otherwise.number};`,
      ];
    case "pick":
      return [
        `\tswitch (${exit.value}) {`,
        ...exit.cases.map(({ label, edge }) => `\tcase ${label}: goto edge_${edge.number};`),
        "\t}",
        `\tgoto edge_${exit.otherwise.number};`,
      ];
    default:
      return ["\treturn;"];
  }
}
