/** Reads the tags of a KLASY file. Any text is accepted; what is wrong becomes a problem at its characters. */
import type { TextRange } from "../../model/index.js";
import { lookUp } from "../../model/index.js";
import { didYouMean } from "../syntax/nearest-names.js";
import type { ProblemSink } from "../syntax/problem-sink.js";
import type { KlasyAdvice, KlasyAspect, KlasyBody, KlasyTree } from "./klasy-tree.js";
import { parseKlasyPointcut } from "./parse-klasy-pointcut.js";
import { scanTags, type Tag, withoutXmlComments } from "./scan-tags.js";

/** Which tags may stand directly in which; "" is the file. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  "": ["aspect"],
  aspect: ["import", "advice"],
  advice: ["pointcut", "before", "after"],
  import: [],
  pointcut: [],
  before: [],
  after: [],
};

/** A pair of tags with what stands between them. */
interface Element {
  readonly name: string;
  readonly open: TextRange;
  readonly inner: TextRange;
  readonly range: TextRange;
  readonly children: Element[];
  readonly attributes: string;
}

export function parseKlasyTree(file: string, text: string, sink: ProblemSink): KlasyTree {
  const plain = withoutXmlComments(text);
  const { children } = readElements(plain, sink);
  const base = nameOfFile(file);
  const names = new Set<string>();
  return {
    aspects: children.map((element, index): KlasyAspect => {
      let name = NAME.exec(element.attributes)?.[1] ?? (index === 0 ? base : `${base}_${index + 1}`);
      while (names.has(name)) name += "_";
      names.add(name);
      return aspectOf(element, name, plain, sink);
    }),
  };
}

/** `<aspect name="trace">` */
const NAME = /^\s+name\s*=\s*["']([A-Za-z_]\w*)["']$/;

/** `inode-trace.klay` holds the aspect `inode_trace`. */
function nameOfFile(file: string): string {
  const base = file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const name = base.replace(/[^A-Za-z0-9_]/g, "_");
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

function readElements(text: string, sink: ProblemSink): Element {
  const whole = { start: 0, end: text.length };
  const root: Element = { name: "", open: whole, inner: whole, range: whole, children: [], attributes: "" };
  const stack: (Omit<Element, "inner" | "range"> & { at: number })[] = [{ ...root, at: 0 }];
  const top = () => stack.at(-1) as (typeof stack)[number];
  const close = (end: number, innerEnd: number) => {
    const { at: _, ...element } = stack.pop() as (typeof stack)[number];
    const range = { start: element.open.start, end };
    top().children.push({ ...element, inner: { start: element.open.end, end: innerEnd }, range });
  };
  for (const tag of scanTags(text)) {
    const inner = top();
    if (lookUp(INSIDE, inner.name)?.length !== 0)
      checkText(text, { start: inner.at, end: tag.start }, inner.name, sink);
    if (!tag.isEnd) {
      const allowed = lookUp(INSIDE, inner.name) ?? [];
      if (!allowed.includes(tag.name)) misplaced(tag, inner.name, sink);
      checkAttributes(tag, sink);
      inner.at = tag.end;
      stack.push({ name: tag.name, open: tag, children: [], attributes: tag.attributes, at: tag.end });
      continue;
    }
    const from = stack.findLastIndex(({ name }) => name === tag.name);
    if (from < 1) {
      sink.error(
        "klasy/tag",
        tag,
        `\`</${tag.name}>\` closes nothing`,
        `Remove it, or open it with \`<${tag.name}>\`.`,
      );
      inner.at = tag.end;
      continue;
    }
    while (stack.length - 1 > from) {
      unclosed(top(), sink);
      close(tag.start, tag.start);
    }
    close(tag.end, tag.start);
    top().at = tag.end;
  }
  checkText(text, { start: top().at, end: text.length }, top().name, sink);
  while (stack.length > 1) {
    unclosed(top(), sink);
    close(text.length, text.length);
  }
  return { ...root, children: stack[0]?.children ?? [] };
}

function unclosed({ name, open }: { name: string; open: TextRange }, sink: ProblemSink): void {
  sink.error("klasy/tag", open, `\`<${name}>\` is not closed`, `Write \`</${name}>\` behind it.`);
}

function checkAttributes({ name, attributes, start }: Tag, sink: ProblemSink): void {
  if (attributes === "" || (name === "aspect" && NAME.test(attributes))) return;
  const from = start + 1 + name.length;
  const what = attributes.trim();
  const at = { start: from + attributes.indexOf(what), end: from + attributes.length };
  const hint = 'Remove it; `<aspect name="trace">` alone has one, which is a name of C.';
  sink.error("klasy/attribute", at, `\`<${name}>\` has no such attribute`, hint);
}

function misplaced(tag: Tag, inside: string, sink: ProblemSink): void {
  if (tag.name === "around") {
    const hint = "KLASY has `<before>` and `<after>`; around advice can be written in an `.ah` file.";
    sink.error("klasy/around", tag, "KLASY has no around advice", hint);
    return;
  }
  const where = inside === "" ? "outside of `<aspect>`" : `inside \`<${inside}>\``;
  const home = Object.keys(INSIDE).find((one) => lookUp(INSIDE, one)?.includes(tag.name)) ?? "";
  sink.error(
    "klasy/tag",
    tag,
    `\`<${tag.name}>\` stands ${where}`,
    home === "" ? "An aspect stands by itself." : `It belongs into \`<${home}>\`.`,
  );
}

/** Text where only tags may be: often a tag that is misspelled. */
function checkText(text: string, { start, end }: TextRange, inside: string, sink: ProblemSink): void {
  if (lookUp(INSIDE, inside)?.length === 0) return;
  const found = /\S(?:[\s\S]*\S)?/.exec(text.slice(start, end));
  if (found === null || /^<\?xml[^>]*\?>$/.test(found[0])) return;
  const tag = /^<\/?\s*([A-Za-z_]+)/.exec(found[0]);
  const line = found[0].split("\n")[0] as string;
  const range = { start: start + found.index, end: start + found.index + line.trimEnd().length };
  const names = Object.keys(INSIDE).filter((name) => name !== "");
  const near = tag === null ? undefined : didYouMean(tag[1] as string, names);
  const allowed = (lookUp(INSIDE, inside) ?? []).map((name) => `\`<${name}>\``).join(", ");
  const where = inside === "" ? "outside of `<aspect>`" : `directly in \`<${inside}>\``;
  sink.error("klasy/text", range, `this text stands ${where}`, near ?? `Here may stand: ${allowed}.`);
}

function aspectOf(element: Element, name: string, text: string, sink: ProblemSink): KlasyAspect {
  const of = (wanted: string) => element.children.filter((child) => child.name === wanted);
  return {
    name,
    nameRange: { start: element.open.start + 1, end: element.open.end - 1 },
    range: element.range,
    imports: of("import").flatMap(({ inner, open }) => importOf(inner, open, text, sink)),
    advice: of("advice").map((child) => adviceOf(child, text, sink)),
  };
}

function importOf(inner: TextRange, open: TextRange, text: string, sink: ProblemSink) {
  const range = trimmed(inner, text);
  const name = text.slice(range.start, range.end).replace(/^(["<]|&lt;)([\s\S]*?)(["<>]|&gt;)$/, "$2");
  if (name !== "" && /^[^\s"<>\\]+$/.test(name)) return [{ name, range }];
  sink.error(
    "klasy/import",
    name === "" ? open : range,
    name === "" ? "`<import>` names no header" : "this is no name of a header",
    "Write one name, for example `<import>linux/time.h</import>`.",
  );
  return [];
}

function adviceOf(element: Element, text: string, sink: ProblemSink): KlasyAdvice {
  const pointcuts = element.children.filter(({ name }) => name === "pointcut");
  const [first, second] = pointcuts;
  if (second !== undefined)
    sink.error(
      "klasy/pointcut",
      second.open,
      "the advice has two pointcuts",
      "Join them with AND or OR in one.",
    );
  if (first === undefined)
    sink.error(
      "klasy/pointcut",
      element.open,
      "the advice has no pointcut",
      "Write `<pointcut>…</pointcut>` in it.",
    );
  const bodies = element.children.flatMap(({ name, inner, range }): KlasyBody[] =>
    name === "before" || name === "after" ? [{ kind: name, inner, range }] : [],
  );
  if (bodies.length === 0)
    sink.error("klasy/no-body", element.open, "the advice does nothing", "Write `<before>…</before>` in it.");
  return {
    range: element.range,
    pointcut: first === undefined ? undefined : parseKlasyPointcut(text, first.inner, sink),
    pointcutRange: first === undefined ? element.open : trimmed(first.inner, text),
    bodies,
  };
}

export function trimmed({ start, end }: TextRange, text: string): TextRange {
  const inner = text.slice(start, end);
  const lead = inner.length - inner.trimStart().length;
  return { start: start + lead, end: Math.max(start + lead, start + inner.trimEnd().length) };
}
