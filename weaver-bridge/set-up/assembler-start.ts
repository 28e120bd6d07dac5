/**
 * What a kernel's first instructions, in assembler as gas or NASM reads it, go to in C. Pure; reads text, no instructions.
 *
 * The text is cut at its labels. A block leads to the one below unless its last instruction leaves it, and to the labels
 * that it names: what stands below in the same file, as routines that C calls, is not reached.
 */

interface Block {
  /** Empty for what stands above the first label. */
  readonly label: string;
  readonly text: string;
}

/**
 * Names in the order of the text, from the first label of `starts`, or that kernels have for their start; empty without
 * one.
 */
export function calledByStart(text: string, starts?: readonly string[]): string[] {
  const blocks = blocksOf(onlyInstructions(text));
  const first = blocks.findIndex(({ label }) => starts?.includes(label) ?? START.test(label));
  if (first < 0) return [];
  const own = new Map(blocks.map(({ label }, at) => [label, at]));
  const reached = new Set<number>();
  const next = [first];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const block = blocks[at];
    if (block === undefined || reached.has(at)) continue;
    reached.add(at);
    if (!leaves(block.text, blocks[at + 1]?.label)) next.push(at + 1);
    for (const name of namedIn(block.text)) next.push(own.get(name) ?? -1);
  }
  const texts = [...reached].sort((left, right) => left - right).map((at) => blocks[at]?.text ?? "");
  const jumpsByRegister = texts.some((one) => BY_REGISTER.test(one));
  // Its own label is no C function, though C may have one of that name.
  return texts.flatMap((one) => callsIn(one, jumpsByRegister)).filter((name) => !own.has(name));
}

/** `_start:`, and in macros `ENTRY(start)`, whose end is a block of its own. */
const START = /^_?_?(?:start|entry|boot)(?:32|64)?$/;
const LABEL = /^[^\S\n]*(?:([\w.$]+)[^\S\n]*:|_?[A-Z]\w*[^\S\n]*\([^\S\n]*(\w+)[^\S\n]*\))/gm;

function blocksOf(text: string): Block[] {
  const labels = [...text.matchAll(LABEL)].filter(([, name = ""]) => !/^\d/.test(name));
  return labels.map((match, at) => ({
    // Behind `END(start)` no instruction of it follows.
    label: /^\s*\w*END/.test(match[0]) ? "" : (match[1] ?? match[2] ?? ""),
    text: text.slice(match.index + match[0].length, labels[at + 1]?.index),
  }));
}

/** gas separates statements by what NASM begins comments with. */
function onlyInstructions(text: string): string {
  const isGas = /%[er]?(?:[a-d]x|[sb]p|[sd]i)\b/.test(text);
  return withoutBlockComments(text)
    .replace(isGas ? /(?:#|\/\/)[^\n]*/g : /;[^\n]*/g, "")
    .replace(DIRECTIVE, "");
}

function withoutBlockComments(text: string): string {
  const [first = "", ...others] = text.split("/*");
  const behind = others.map((one) => (one.includes("*/") ? one.slice(one.indexOf("*/") + 2) : ""));
  return [first, ...behind].join(" ");
}

const DIRECTIVE =
  /^[^\S\n]*(?:\.(?:globa?l|extern|type|size|align|section|text|data|bss|code(?:16|32|64)|func|endfunc)|\[?(?:global|extern|align|section|segment|bits))\b[^\n]*$/gm;

/** A halt that a routine of its own name follows is the end; one in a loop is not. */
function leaves(block: string, below: string | undefined): boolean {
  const lines = block.trimEnd().split(/\n|;/);
  const last = /^\s*(\w+)/.exec(lines.at(-1) ?? "")?.[1]?.toLowerCase() ?? "";
  if (/^(?:l?jmp[lq]?|l?i?ret[lqdfn]?)$/.test(last)) return true;
  return last === "hlt" && !/^\./.test(below ?? "");
}

/** Labels that a block goes to, or whose address it takes. */
function namedIn(block: string): string[] {
  return block.match(/[A-Za-z_.$][\w.$]*/g) ?? [];
}

const BY_REGISTER = /\b(?:call|jmp)\w*\s+(?:\*%|[er]?[a-d]x\b)/;
const CALLS =
  /\b(?:call[ql]?|jmp)\s+(?!(?:[er]?[a-d]x|[er][sd]i)\b)([A-Za-z_]\w*)|\bmov[ql]?\s+\$([A-Za-z_]\w*)\s*,\s*%[er][a-d]x|\bmov\s+[er][a-d]x\s*,\s*([A-Za-z_]\w*)|\bl?jmp\s+\$?\w+\s*[:,]\s*\$?([A-Za-z_]\w*)/g;

function callsIn(block: string, jumpsByRegister: boolean): string[] {
  return [...block.matchAll(CALLS)].flatMap(([, near, gas, nasm, far]) => {
    const [called, loaded] = [near ?? far, gas ?? nasm];
    return called !== undefined ? [called] : loaded !== undefined && jumpsByRegister ? [loaded] : [];
  });
}
