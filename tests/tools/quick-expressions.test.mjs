// Each regular expression in our sources, held against texts that somebody else wrote: none may have exponentially many ways
// to fail. A line of fifty characters would otherwise keep a command, or an editor, busy for years.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import ts from "typescript";
import { expect, test } from "vitest";

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
    found.push({ place: `${file}:${line + 1}`, source, flags });
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
  const parts = template.templateSpans.map(({ expression, literal }) => {
    const value = textOf(expression, named);
    return value === undefined ? undefined : value + said(literal);
  });
  return parts.includes(undefined) ? undefined : said(template.head) + parts.join("");
}

/** What repeats nothing that repeats has no such ways. */
const mayExplode = ({ source }) => /\)(?:[*+]|\{\d+,)/.test(source);

function explodes({ source, flags }) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } });
  return reports.some(({ exponential }) => exponential);
}

test("an expression that explodes is found", () => {
  const named = "new RegExp(String.raw`^$" + "{A}*$`, 'g')";
  const text = `const A = String.raw\`(?:\\w+)\`; const x = ${named}; const y = /a(b c)*/;`;
  const found = expressionsIn("a.ts", text);
  expect(found.map(({ source }) => source)).toEqual(["^(?:\\w+)*$", "a(b c)*"]);
  expect(found.map(explodes)).toEqual([true, false]);
});

test("no text keeps an expression of ours busy for ever", () => {
  const all = sources().flatMap((file) => expressionsIn(file, readFileSync(`${root}${file}`, "utf8")));
  expect(all.length).toBeGreaterThan(1_000);
  expect(all.filter((one) => mayExplode(one) && explodes(one)).map(({ place }) => place)).toEqual([]);
});
