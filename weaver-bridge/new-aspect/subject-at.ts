/** What of C or C++ stands at a place, as a pointcut sees it: a function or a member. From the text alone, so a guess. */
import { withoutCommentsAndStrings } from "../c-text/index.js";

export interface Subject {
  readonly kind: "function" | "field";
  /** `sys_open`, `Thread::run`, `inode::i_uid`. */
  readonly name: string;
  /** A pointcut of an aspect that is about it. */
  readonly pointcut: string;
}

const WORDS = /[A-Za-z_]\w*(?:::~?[A-Za-z_]\w*)*/g;
const KEYWORDS =
  /^(if|while|for|switch|return|sizeof|do|else|case|goto|defined|struct|class|union|enum|static|const|void|int|char|long|short|unsigned|signed|float|double|bool|inline|extern|volatile|typeof|__typeof__|asm|__asm__|__attribute__|alignof|_Alignof|new|delete|throw|catch|template|typename|operator)$/;

/** `line` from 0, `character` counts UTF-16 units. `undefined` where nothing is, or a word that means neither. */
export function subjectAt(lines: readonly string[], line: number, character: number): Subject | undefined {
  const text = lines[line] ?? "";
  if (/^\s*#/.test(text)) return undefined;
  for (const match of text.matchAll(WORDS)) {
    const [word] = match;
    const end = match.index + word.length;
    if (character < match.index || character > end || KEYWORDS.test(word)) continue;
    const before = text.slice(0, match.index);
    const after = `${text.slice(end)} ${lines[line + 1] ?? ""}`;
    if (/^\s*\(/.test(after)) return functionOf(word);
    if (/(?:->|\.)\s*$/.test(before)) return fieldOf(`...::${word}`, word);
    const owner = /^\s*(?:\[[^\]]*\]\s*)*[;,:=]/.test(after)
      ? structAround([...lines.slice(0, line), before])
      : undefined;
    if (owner !== undefined) return fieldOf(`${owner}::${word}`, `${owner}::${word}`);
  }
  return undefined;
}

function functionOf(name: string): Subject {
  return {
    kind: "function",
    name,
    pointcut: `execution("% ${name.includes("::") ? "" : "...::"}${name}(...)")`,
  };
}

function fieldOf(pattern: string, name: string): Subject {
  return { kind: "field", name, pointcut: `set("% ${pattern}")` };
}

/** Name of the struct, union or class whose braces are the innermost open ones at the end of the lines. */
function structAround(lines: readonly string[]): string | undefined {
  let depth = 0;
  for (let at = lines.length - 1; at >= 0 && at > lines.length - 500; at--) {
    const text = withoutCommentsAndStrings(lines[at] ?? "");
    for (let index = text.length - 1; index >= 0; index--) {
      if (text[index] === "}") depth++;
      else if (text[index] === "{" && depth-- === 0) {
        const head = `${text.slice(0, index)}`.trim() === "" ? (lines[at - 1] ?? "") : text.slice(0, index);
        return nameInHead(head);
      }
    }
  }
  return undefined;
}

/** `struct inode`, `struct __attribute__((packed)) inode : base`: what stands before the braces. */
function nameInHead(head: string): string | undefined {
  const end = Math.max(head.lastIndexOf("("), head.lastIndexOf(")"));
  const tail = head.slice(end + 1);
  const isAttributed =
    head.slice(end - 1, end + 1) === "))" &&
    /\b(?:struct|class|union)\s+__attribute__\s*\(\(/.test(head.slice(0, end - 1));
  return (isAttributed ? /^\s*([A-Za-z_]\w*)/ : /\b(?:struct|class|union)\s+([A-Za-z_]\w*)/).exec(tail)?.[1];
}
