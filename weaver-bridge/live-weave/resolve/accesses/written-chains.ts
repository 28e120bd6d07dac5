/** `p->lock.pcs[i]` in the text of a function: what it begins with, and its steps. */

export interface WrittenChain {
  /** A variable; undefined where the chain begins behind parentheses. */
  readonly root: string | undefined;
  /** What stands in the parentheses that it begins behind, and the name before them. */
  readonly inner: string;
  readonly callee: string | undefined;
  /** Behind the root. */
  readonly subscripts: string;
  readonly steps: readonly ChainStep[];
  /** From where to where in the text. */
  readonly start: number;
  readonly end: number;
}

export interface ChainStep {
  readonly sign: "->" | ".";
  readonly name: string;
  readonly subscripts: string;
  /** Of the name, in the text. */
  readonly at: number;
}

const SUBSCRIPT = String.raw`(?:\s*\[(?:[^\][]|\[[^\][]*\])*\])`;
const STEP = String.raw`\s*(?:->|\.)\s*[A-Za-z_]\w*${SUBSCRIPT}*`;
const CHAIN = new RegExp(
  String.raw`(?:\b(?=[A-Za-z_])(?<!(?:->|\.)\s*)([A-Za-z_]\w*)|\))(${SUBSCRIPT}*)((?:${STEP})+)`,
  "g",
);
const ONE_STEP = new RegExp(String.raw`(?<!\s)\s*(->|\.)\s*([A-Za-z_]\w*)(${SUBSCRIPT}*)`, "g");

export function* writtenChains(text: string): Generator<WrittenChain> {
  // What stands in a subscript is a chain of its own.
  for (let from = 0, found = next(text, from); found !== null; found = next(text, from)) {
    const [whole, root, subscripts = "", steps = ""] = found;
    const stepsAt = found.index + whole.length - steps.length;
    from = found.index + (root === undefined ? 1 : root.length);
    const open = root === undefined ? openingOf(text, found.index) : undefined;
    yield {
      ...{ root, subscripts, end: found.index + whole.length },
      inner: open === undefined ? "" : text.slice(open + 1, found.index),
      callee: open === undefined ? undefined : /(?<!\w)([A-Za-z_]\w*)\s*$/.exec(text.slice(0, open))?.[1],
      start: open ?? found.index,
      steps: [...steps.matchAll(ONE_STEP)].map((step) => {
        const [all, sign = "", name = "", behind = ""] = step;
        const at = stepsAt + step.index + all.length - behind.length - name.length;
        return { sign: sign === "." ? "." : "->", name, subscripts: behind, at };
      }),
    };
  }
}

function next(text: string, from: number): RegExpExecArray | null {
  CHAIN.lastIndex = from;
  return CHAIN.exec(text);
}

/** Of the parenthesis that closes there. */
function openingOf(text: string, close: number): number | undefined {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (text[at] === ")") depth++;
    else if (text[at] === "(" && --depth === 0) return at;
  }
  return undefined;
}
