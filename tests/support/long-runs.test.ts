/** Readers of texts that somebody else wrote: four times the text takes about four times as long, whatever is repeated in it. */
import { expect, test } from "vitest";
import { withoutCommentsAndStrings } from "../../weaver-bridge/c-text/blank-text.js";
import { toldOnce } from "../../weaver-bridge/compile/cc/told-once.js";
import { readGuards } from "../../weaver-bridge/guards/facts/declaration.js";
import { writingNames } from "../../weaver-bridge/guards/writing-names.js";
import { splitWords } from "../../weaver-bridge/kernel-build/command/response-file.js";
import { parseDependencies } from "../../weaver-bridge/kernel-build/preprocess/dependency-file.js";
import { readSource } from "../../weaver-bridge/kernel-context/read-source.js";
import { mayDefine } from "../../weaver-bridge/kernel-index/answers/defining-units.js";
import { readDeclarations } from "../../weaver-bridge/partial-eval/declare/read-declarations.js";
import { patternPieces } from "../../weaver-bridge/pointcut/explaining/pattern-text.js";
import { parseKlasyFile } from "../../weaver-bridge/pointcut/klasy/klasy-aspects.js";
import { parseAspectFile } from "../../weaver-bridge/pointcut/parse-aspect-file.js";
import { parseMakeDatabase, parseMakeOutput } from "../../weaver-bridge/set-up/make-output.js";

const READERS: Readonly<Record<string, (run: string) => unknown>> = {
  "an aspect": (run) => parseAspectFile("a.ah", run),
  "a match expression": (run) =>
    parseAspectFile("a.ah", `aspect A { advice execution("% ${run}(...)") : before() { ${run} } };`),
  "a pointcut": (run) => parseAspectFile("a.ah", `aspect A { pointcut p() = ${run}; };`),
  "a KLASY file": (run) => parseKlasyFile("a.klasy", run),
  "a pointcut of KLASY": (run) =>
    parseKlasyFile("a.klasy", `<aspect name="A"><advice pointcut="${run}">${run}</advice></aspect>`),
  "a .spec file": (run) => readDeclarations(run),
  "a declaration of one": (run) => readDeclarations(`specialize f(${run}) { ${run} }`),
  "guards of one": (run) => readGuards(run),
  "what make printed": (run) => parseMakeOutput(run, "/r"),
  "a compile command": (run) => parseMakeOutput(`gcc -c ${run} a.c\n`, "/r"),
  "make's database": (run) => parseMakeDatabase(run),
  "a dependency file": (run) => parseDependencies(`a.o: ${run}`),
  "a response file": (run) => splitWords(run),
  "C of a kernel context": (run) => readSource("a.c", run),
  "C of a unit with guards": (run) => writingNames(`struct a { int a; }; ${run}`, GUARDS),
  "definitions that slices may go into": (run) => mayDefine(run, [{ name: "a" }]),
  "a pattern that is shown in pieces": (run) => patternPieces(`% ${run}(...)`),
  "what a compiler printed": (run) => toldOnce(Buffer.from(`a.ah:1: error: b\n${run}`)),
  "comments and literals": (run) => withoutCommentsAndStrings(run),
};

const GUARDS = readGuards("optimistic guard struct a { a } protects f;").guards;

const PIECES = [
  ...String.raw`*[(:a/<"' {}#=,;%-$0\\`,
  ...[
    "\n",
    "\r",
    "/*",
    "*/",
    "a ",
    "a:",
    "::",
    "(a",
    "[[",
    '\\"',
    "%(",
    "->",
    "a(",
    "{}",
    "a;",
    "\\\n",
    "#a\n",
  ],
  ...[
    "a,",
    "*a,",
    "a a ",
    "__auto_type a=",
    "typeof(a) a",
    "f(a) a;",
    "&&",
    "||",
    "!(",
    "<a>",
    "()",
    "a\n",
    "$(",
    "$" + "{",
  ],
];

const [SHORT, LONG] = [10_000, 40_000];
/** Milliseconds: what is done by then is quick enough, and too short to compare. */
const QUICK = 150;
/** More than the four times that are due, less than the sixteen of a square. */
const MOST_TIMES = 10;
/** A busy machine may make one look slow. */
const TRIES = 5;

function timeOf(read: (run: string) => unknown, piece: string, length: number): number {
  const run = piece.repeat(length / piece.length);
  const start = performance.now();
  read(run);
  return performance.now() - start;
}

function grows(read: (run: string) => unknown, piece: string): boolean {
  const isSquare = () => {
    const long = timeOf(read, piece, LONG);
    return long > QUICK && long > MOST_TIMES * timeOf(read, piece, SHORT);
  };
  return Array.from({ length: TRIES }).every(isSquare);
}

test.each(Object.entries(READERS))(
  "%s",
  (_, read) => {
    expect(PIECES.filter((piece) => grows(read, piece))).toEqual([]);
  },
  300_000,
);
