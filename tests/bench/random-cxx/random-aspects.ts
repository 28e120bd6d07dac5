/** Random aspects for a random program: what they print tells which join points there are, in which order, and what of them. */
import type { Part } from "./parts.js";
import type { Random } from "./random.js";
import type { MadeFunction, MadeProgram } from "./random-program.js";

/** ag++ weaves nothing inside templates; Weft does. */
const OUTSIDE_TEMPLATES = `!within("% ...::t%(...)" || "...::T%" || "% ...::T%::%(...)" || "% ...::tm(...)")`;

/** Of names alone, ag++ orders slices only. */
const ANY_CODE =
  'call("% ...::%(...)") || execution("% ...::%(...)") || construction("...::%") || destruction("...::%") || get("% ...::%") || set("% ...::%") || ref("% ...::%") || builtin("% ...::operator %(...)")';

export function randomAspects(random: Random, program: MadeProgram): Part {
  const { below, chance, pick } = random;
  const { classes, functions, globals } = program;
  // ag++ reads aspects with slices before the classes that their advice would name.
  const sliced = chance(20);
  const plain = functions.filter(
    ({ name, parameters }) =>
      !/<|::t\d|^t\d/.test(name) && !(sliced && /[CT]\d/.test(`${parameters} ${name}`)),
  );

  const scopeOf = (made: MadeFunction) => /^(?:.*::)?/.exec(made.name)?.[0] ?? "";
  const ownName = (made: MadeFunction) => made.name.slice(scopeOf(made).length);
  const typePattern = (type: string) => type.replaceAll(/ ([*&])/g, "$1");

  function functionPattern(): string {
    const made = pick(functions);
    const name = made.name.replace(/^operator (?=[%])/, "operator %");
    const kind = below(9);
    if (kind === 0 && !name.includes("operator"))
      return `"${typePattern(made.result)} ${name.replace(/<.*>/, "<...>")}(${made.parameters.map(typePattern).join(", ")})"`;
    if (kind === 1) return `"% ...::%(...)"`;
    if (kind === 2) return `"% ${scopeOf(made).replace(/<.*>/, "<...>")}%(...)"`;
    if (kind === 3 && !/operator/.test(name)) return `"% ...::${ownName(made).slice(0, 1)}%(...)"`;
    if (kind === 4)
      return `"${pick(["int", "void", "%", "bool", "double", "%&"])} ...::%(${pick(["int", "int, ...", "...", "%", "%, %", ""])})"`;
    if (kind === 5) return `"% n::...::%(...)"`;
    if (kind === 6)
      return pick([
        `"% ...::%(...) const"`,
        `"static % ...::%(...)"`,
        `"virtual % ...::%(...)"`,
        `"% ...::operator %(...)"`,
      ]);
    if (kind === 7 && classes.length > 0) return classPattern();
    return /operator/.test(name) ? `"% ${scopeOf(made)}%(...)"` : `"% ${name.replace(/<.*>/, "<...>")}(...)"`;
  }

  function classPattern(): string {
    if (classes.length === 0) return `"n"`;
    const { name } = pick(classes);
    return pick([`"${name}"`, `"${name}"`, `derived("${name}")`, `base("${name}")`, `"...::C%"`]);
  }

  function dataPattern(): string {
    const kind = below(5);
    if (kind === 0 && globals.length > 0) return `"% ${pick(globals).name.slice(2)}"`;
    if (kind === 1) return `"% ...::${pick(["m", "g", "sp"])}%"`;
    if (kind === 2 && classes.length > 0) return `"% ${pick(classes).name}::%"`;
    if (kind === 3) return `"${pick(["int", "double", "bool", "char", "short"])} ...::%"`;
    return `"% ...::${pick(["m", "g"])}%"`;
  }

  const builtinPattern = () =>
    `"% operator ${pick(["+", "-", "*", "<", "==", "=", "+=", "++", "--", "&", "|", "^"])}(...)"`;

  function joinPoints(): { text: string; kind: string } {
    const kind = pick([
      "call",
      "call",
      "call",
      "execution",
      "execution",
      "execution",
      "get",
      "set",
      "ref",
      "builtin",
      "construction",
      "destruction",
    ]);
    if (kind === "get" || kind === "set" || kind === "ref")
      return { text: `${kind}(${dataPattern()})`, kind };
    if (kind === "builtin") return { text: `builtin(${builtinPattern()})`, kind };
    if (kind === "construction" || kind === "destruction")
      return { text: `${kind}(${classPattern()})`, kind };
    const second = chance(20) ? ` ${pick(["||", "&&", "&& !"])} ${functionPattern()}` : "";
    return { text: `${kind}(${functionPattern()}${second})`, kind };
  }

  function restricted(): { text: string; kind: string } {
    const { text, kind } = joinPoints();
    const parts = [text];
    if (chance(20))
      parts.push(`${chance(30) ? "!" : ""}within(${chance(50) ? functionPattern() : classPattern()})`);
    if (chance(12)) parts.push(`${chance(30) ? "!" : ""}that(${thatPattern()})`);
    if (kind === "call" && chance(15)) parts.push(`target(${thatPattern()})`);
    if ((kind === "call" || kind === "execution") && chance(20))
      parts.push(
        `args(${Array.from({ length: below(3) }, () => pick([`"int"`, `"%"`, `"double"`])).join(", ")})`,
      );
    if ((kind === "call" || kind === "execution" || kind === "get") && chance(15))
      parts.push(`result(${pick([`"int"`, `"bool"`, `"%"`, `"void"`])})`);
    if (chance(10)) parts.push(`${chance(30) ? "!" : ""}cflow(execution(${functionPattern()}))`);
    parts.push(OUTSIDE_TEMPLATES);
    return { text: parts.join(" && "), kind };
  }

  const thatPattern = () => (classes.length === 0 ? `"%"` : `"${pick(classes).name}"`);

  function said(label: string, kind: string): string {
    const ways = [
      `SAY("${label} %s\\n", tjp->signature());`,
      `SAY("${label} %s\\n", tjp->signature());`,
      `SAY("${label} %s %d\\n", tjp->signature(), (int)JoinPoint::ARGS);`,
      `SAY("${label} %s %d\\n", tjp->signature(), tjp->args());`,
      // ag++ has none of constructors, destructors and writes; what Weft's references give is a pointer.
      ...(/^(?:construction|destruction|set|ref)$/.test(kind)
        ? []
        : [
            `SAY("${label} %s:%d\\n", tjp->filename(), tjp->line());`,
            `SAY("${label} %s\\n", tjp->type());`,
            `SAY("${label} %s %s\\n", tjp->signature(), tjp->resulttype());`,
          ]),
      `SAY("${label} %d\\n", JoinPoint::JPTYPE == AC::CALL);`,
      `SAY("${label} %s %s\\n", tjp->signature(), tjp->that() ? "that" : "none");`,
      `SAY("${label} %s %s\\n", tjp->signature(), tjp->target() ? "target" : "none");`,
      `SAY("${label}\\n");`,
      `if (tjp->args() > 0) SAY("${label} %s %d\\n", tjp->argtype(0), tjp->arg(0) != 0);`,
    ];
    return pick(ways);
  }

  function advice(label: string): Part {
    if (chance(25) && plain.length > 0) return bound(label);
    const { text, kind } = restricted();
    const when = pick(["before", "after", "around"]);
    const parts: Part[] = [said(`${label} ${when} ${kind}`, kind)];
    const templates = kind === "execution" ? `"% ...::t%(...)" || "% ...::T%::%(...)"` : `"...::T%"`;
    const exceptTemplates = /tion$/.test(kind) ? ` && !${kind}(${templates})` : "";
    // In the tail, since without it nobody sets the result.
    const tail =
      when === "around" ? `tjp->proceed();\n${chance(50) ? said(`${label} end`, kind) : ""}\n  }` : "  }";
    return { head: `  advice ${text}${exceptTemplates} : ${when}() {`, parts, tail };
  }

  /** With context variables, of exactly the types of one function. */
  function bound(label: string): Part {
    const made = pick(plain);
    const kind = pick(["call", "execution"]);
    const when = pick(["before", "after", "around"]);
    const names = made.parameters.map((_, index) => `c${index}`);
    const parameters = made.parameters.map((type, index) => `${type} c${index}`);
    const conditions = [`${kind}("% ${scopeOf(made)}%(...)")`, `args(${names.join(", ")})`];
    const result =
      when === "after" &&
      ["int", "double", "bool", "char", "short", "long"].includes(made.result) &&
      chance(60);
    if (result) {
      conditions.push("result(r)");
      parameters.push(`${made.result} r`);
    }
    if (made.ofClass !== undefined && !made.isStatic && chance(40)) {
      conditions.push(kind === "call" ? "target(t)" : "that(t)");
      parameters.push(`${made.ofClass} *t`);
    }
    conditions.push(OUTSIDE_TEMPLATES);
    const shown = made.parameters.flatMap((type, index) =>
      /^(?:int|bool|char|short|const int &|int &)$/.test(type) ? [`c${index}`] : [],
    );
    if (result) shown.push("(int)r");
    const values = shown.length === 0 ? "" : `, ${shown.map((name) => `(int)${name}`).join(", ")}`;
    const parts: Part[] = [`SAY("${label} bound${" %d".repeat(shown.length)}\\n"${values});`];
    const changed = made.parameters.indexOf("int");
    if (changed >= 0 && chance(30)) parts.push(`*tjp->arg<${changed}>() = 6;`);
    return {
      head: `  advice ${conditions.join(" && ")} : ${when}(${parameters.join(", ")}) {`,
      parts,
      tail: `${when === "around" ? "tjp->proceed();" : ""}  }`,
    };
  }

  function slice(label: string): Part[] {
    if (classes.length === 0) return [];
    const { name } = pick(classes);
    return [
      `  advice "${name}" : slice class {\n  public:\n    int x_${label}(int a) { return a + 1; }\n    static int count_${label}() { return 3; }\n  };`,
    ];
  }

  const count = 1 + below(3);
  const names = Array.from({ length: count }, (_, index) => `A${index}`);
  const aspects: Part[] = names.map((name) => ({
    head: `aspect ${name} {`,
    parts: [
      ...Array.from({ length: 1 + below(4) }, (_, index) => advice(`${name}.${index}`)),
      ...(sliced && chance(50) ? slice(name) : []),
    ],
    tail: "};",
  }));
  if (count > 1) {
    const order = chance(50) ? names : [...names].reverse();
    aspects.push(
      `aspect Order {\n  advice ${ANY_CODE} : order(${order.map((name) => `"${name}"`).join(", ")});\n};`,
    );
  }
  return {
    head: `#ifndef A_AH\n#define A_AH\n#include <stdio.h>\n#define SAY(...) printf(__VA_ARGS__)`,
    parts: aspects,
    tail: "#endif",
  };
}
