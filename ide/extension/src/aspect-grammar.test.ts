// The grammar of aspects, run by the engine that VS Code and Theia use, over the C++ grammar that it builds on.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const require = createRequire(import.meta.url);
const own = fileURLToPath(new URL("../syntaxes/aspect.json", import.meta.url));
const files: Record<string, string> = {
  "source.weft-aspect": own,
  "source.cpp": require.resolve("tm-grammars/grammars/cpp.json"),
  "source.cpp.embedded.macro": require.resolve("tm-grammars/grammars/cpp-macro.json"),
};

const registry = new textmate.Registry({
  onigLib: oniguruma
    .loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer)
    .then(() => ({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    })),
  loadGrammar: async (scope) => {
    const file = files[scope];
    return file === undefined ? null : textmate.parseRawGrammar(readFileSync(file, "utf8"), file);
  },
});

/** Innermost scopes of the words named, in the order of the text. */
async function scopesOf(text: string, ...words: string[]): Promise<string[]> {
  const grammar = await registry.loadGrammar("source.weft-aspect");
  let state = textmate.INITIAL;
  const found: string[] = [];
  for (const line of text.split("\n")) {
    const result = grammar!.tokenizeLine(line, state);
    state = result.ruleStack;
    for (const { startIndex, endIndex, scopes } of result.tokens) {
      const word = line.slice(startIndex, endIndex).trim();
      if (words.includes(word)) found.push(`${word} ${scopes.at(-1)}`);
    }
  }
  return found;
}

const aspect = `/*
 * Traces (calls) of advice.
 */
#include "printk.h"

aspect Trace {
\tpointcut calls() = "% sys_%(...)" || "% f(...)";
\tunsigned int count;

\tbool tracing(void)
\t{
\t\treturn count <= LIMIT;
\t}

\tadvice execution(calls() && !within("% g(...)")) : before()
\t{
\t\tcount++;
\t\tif (tracing())
\t\t\tprintk("%s", tjp->signature);
\t}

\tadvice set("% inode::i_uid") && args(id) : around(int id)
\t{
\t\twhile (id)
\t\t\ttjp->proceed();
\t}
\tadvice calls() : order("Trace", "Account");
};
int after_the_aspect;
`;

test("aspects, pointcuts and advice are words of the language, wherever they stand", async () =>
  expect(
    await scopesOf(aspect, "aspect", "Trace", "pointcut", "advice", "before", "around", "order", "execution"),
  ).toEqual([
    "aspect storage.type.class.aspect.weft-aspect",
    "Trace entity.name.type.aspect.weft-aspect",
    "pointcut storage.type.pointcut.weft-aspect",
    "advice storage.type.advice.weft-aspect",
    "execution support.function.pointcut.weft-aspect",
    "before keyword.control.advice.weft-aspect",
    "advice storage.type.advice.weft-aspect",
    "around keyword.control.advice.weft-aspect",
    "advice storage.type.advice.weft-aspect",
    "order keyword.control.advice.weft-aspect",
    "Trace string.quoted.double.match.weft-aspect",
  ]));

test("bodies are C++, with the join point's names", async () =>
  expect(await scopesOf(aspect, "return", "if", "while", "tjp", "signature", "proceed")).toEqual([
    "return keyword.control.return.cpp",
    "if keyword.control.if.cpp",
    "tjp variable.language.tjp.weft-aspect",
    "signature support.variable.context.weft-aspect",
    "while keyword.control.while.cpp",
    "tjp variable.language.tjp.weft-aspect",
    "proceed support.variable.context.weft-aspect",
  ]));

test("wildcards stand out in match expressions", async () =>
  expect(
    (await scopesOf('advice call("% f(...)") : before() {}', "%", "...")).map((one) => one.split(" ")[1]),
  ).toEqual(["constant.character.escape.weft-aspect", "constant.character.escape.weft-aspect"]));

test("a half-typed advice does not swallow what follows", async () =>
  expect(
    await scopesOf('aspect A {\n advice execution("% f(\n pointcut p() = "% g()";\n};', "pointcut"),
  ).toEqual(["pointcut storage.type.pointcut.weft-aspect"]));
