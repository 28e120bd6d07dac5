// Each regular expression in our sources, held against texts that somebody else wrote: none may have exponentially many ways
// to fail, and none may need the square of a text's length. A line of fifty characters, or
// of some hundred thousand, would otherwise keep a command, or an editor, busy.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, test } from "vitest";
import { hardTextFor } from "./expression-work.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ROOMS = ["weaver-bridge", "language-server", "debug-adapter", "ide"];

function sources() {
  const listed = execFileSync("git", ["ls-files", ...ROOMS], { cwd: root, encoding: "utf8" });
  return listed.split("\n").filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.test\.|\/test\//.test(file));
}

/** Literals, and `new RegExp` of a text that the file itself tells whole. */
function expressionsIn(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, scriptKind(file));
  const named = new Map();
  const found = [];
  const add = (node, source, flags) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.pos);
    found.push({ file, place: `${file}:${line + 1}`, source, flags });
  };
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      named.set(node.name.text, node.initializer);
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (ts.isNewExpression(node) && node.expression.text === "RegExp") {
      const [source, flags] = (node.arguments ?? []).map((one) => textOf(one, named));
      if (source !== undefined) add(node, source, flags ?? "");
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const scriptKind = (file) => (file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

function textOf(node, named) {
  if (ts.isIdentifier(node)) return named.has(node.text) ? textOf(named.get(node.text), named) : undefined;
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  const isRaw = ts.isTaggedTemplateExpression(node);
  const template = isRaw ? node.template : node;
  const said = (part) => (isRaw ? (part.rawText ?? part.text) : part.text);
  if (isRaw && ts.isNoSubstitutionTemplateLiteral(template)) return said(template);
  if (!ts.isTemplateExpression(template)) return undefined;
  // What is not told here is mostly a name, or several.
  const parts = template.templateSpans.map(
    ({ expression, literal }) => (textOf(expression, named) ?? "x") + said(literal),
  );
  return said(template.head) + parts.join("");
}

const everywhere = () =>
  sources().flatMap((file) => expressionsIn(file, readFileSync(`${root}${file}`, "utf8")));

/** What repeats nothing that repeats has no such ways. */
const mayExplode = ({ source }) => /\)(?:[*+]|\{\d+,)/.test(source);

function explodes({ source, flags }) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } });
  return reports.some(({ exponential }) => exponential);
}

const isSlow = (one) => hardTextFor(analyse(one).parsed) !== undefined;

test("an expression that explodes is found", () => {
  const named = "new RegExp(String.raw`^$" + "{A}*$`, 'g')";
  const unknown = "new RegExp(`a$" + "{b.c()}d`)";
  const text = `const A = String.raw\`(?:\\w+)\`; const x = ${named}; const y = /a(b c)*/; ${unknown};`;
  const found = expressionsIn("a.ts", text);
  expect(found.map(({ source }) => source)).toEqual(["^(?:\\w+)*$", "a(b c)*", "axd"]);
  expect(found.map(explodes)).toEqual([true, false, false]);
});

test.each([
  ["from each place to the end", /\w+$/],
  ["two that share what they repeat", /^\s*\(?\s*\)/],
  ["pairs of characters", /"(?:[^"\\\n]|\\.)*"/g],
  ["a beginning that comes again", /\/\*[\s\S]*?\*\//],
  ["looking on from each match", /,(?![^(]*\))/g],
  ["looking back from each place", /(?<!\.\s*)\ba/],
  ["lines that are empty", /^\s*a/m],
])("the square is found: %s", (_, expression) => {
  expect(isSlow(expression)).toBe(true);
});

test.each([
  ["from where a word begins", /(?<!\w)\w+$/],
  ["backwards from the end", /$(?<=(\w+)\s*)/],
  ["one of two", /^\s*(?:\(\s*)?\)/],
  ["what need not end", /"(?:[^"\\\n]|\\.)*"?/g],
  ["what has a bound", /\w{1,300}:/g],
  ["from one place", /\s*a/y],
])("is quick: %s", (_, expression) => {
  expect(isSlow(expression)).toBe(false);
});

const all = everywhere();

test("no text keeps an expression of ours busy for ever", () => {
  expect(all.length).toBeGreaterThan(1_000);
  expect(all.filter((one) => mayExplode(one) && explodes(one)).map(({ place }) => place)).toEqual([]);
});

/** Texts for each of some thousand expressions. */
const LONG_WAIT = 300_000;

test(
  "no text makes an expression of ours need the square of its length",
  () => expect(all.filter(isSlow).map(({ place }) => place)).toEqual([]),
  LONG_WAIT,
);
