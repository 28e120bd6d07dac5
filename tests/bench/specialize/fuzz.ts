/**
 * Declarations at random, by pieces and by mutation: `npm run bench -- specialize-fuzz`, `WEFT_FUZZ_DECLARATIONS=1000000` for
 * more. What is wrong has to be told at a place in the text, quickly; nothing may be thrown.
 */
import { readDeclarations, sayFact } from "@weft/weaver-bridge/partial-eval";
import { createRandom } from "../random-cxx/random.js";

const PIECES = [
  ..."{ } ; , == -> . [ ] [3] * & ( ) = != ! /* */ // \n \t".split(" "),
  ...[
    "specialize",
    "send",
    "as",
    "send_usr1",
    "at",
    "run",
    "time",
    "static",
    "dynamic",
    "dispatch",
    "keep",
    "limits",
  ],
  ...[
    "unroll",
    "statements",
    "depth",
    "variants",
    "bytes",
    "nonnull",
    "noalias",
    "optimistic",
    "guard",
    "é",
    "\u{1F600}",
  ],
  ...[
    "p",
    "pc[]",
    "x",
    "0",
    "3",
    "0x7fffffffffffffffffff",
    "SIGUSR1",
    '"text"',
    "'",
    '"',
    "\\",
    "\r\n",
    "\0",
    " ",
  ],
];
const WHOLE = `specialize send as send_usr1 { sig == SIGUSR1; p->ops == &memory; b->list[2] == 6; limits unroll 250, depth 3; }
/* é */ specialize run as run_later at run time { static pc, pc[]; dynamic k; keep f, g; dispatch; p nonnull; }
`;
/** Milliseconds of the processor for one text: more is told. */
const SLOW = 50;

export function benchSpecializationFuzz(): void {
  const wanted = Number(process.env.WEFT_FUZZ_DECLARATIONS ?? 20_000);
  const { below } = createRandom(Number(process.env.WEFT_RANDOM_SEED ?? 1));
  const wrong: string[] = [];
  let read = 0;
  for (let count = 0; count < wanted && wrong.length < 20; count++) {
    const text = count % 2 === 0 ? madeOfPieces(below) : mutated(below);
    const started = process.cpuUsage();
    try {
      const { declarations, mistakes } = readDeclarations(text);
      read += declarations.length;
      for (const { facts } of declarations) facts.map(sayFact);
      for (const { message, offset, end = offset + 1 } of mistakes)
        if (message === "" || offset < 0 || offset > text.length || end > text.length + 1)
          wrong.push(`${offset}-${end} of ${text.length}, ${message}: ${JSON.stringify(text)}`);
      if (declarations.length === 0 && mistakes.length === 0 && /[^\s]/.test(text) && !/\/[*/]/.test(text))
        wrong.push(`nothing is told of ${JSON.stringify(text)}`);
    } catch (error) {
      wrong.push(`${(error as Error).message}: ${JSON.stringify(text)}`);
    }
    const { user, system } = process.cpuUsage(started);
    const took = (user + system) / 1000;
    if (took > SLOW) console.log(`${Math.round(took)} ms for ${JSON.stringify(text.slice(0, 200))}`);
  }
  console.log(`${wanted} texts, ${read} declarations read, ${wrong.length} wrong`);
  if (wrong.length > 0) throw new Error(wrong.join("\n"));
}

function madeOfPieces(below: (most: number) => number): string {
  const pieces = Array.from({ length: 1 + below(40) }, () => PIECES[below(PIECES.length)]);
  return pieces.join(below(3) === 0 ? "" : " ");
}

function mutated(below: (most: number) => number): string {
  let text = WHOLE;
  for (let times = 1 + below(6); times > 0; times--) {
    const [at, length] = [below(text.length + 1), below(3) === 0 ? below(30) : below(3)];
    const piece =
      below(2) === 0 ? (PIECES[below(PIECES.length)] as string) : text.slice(below(text.length), at);
    text = text.slice(0, at) + piece + text.slice(at + length);
  }
  return text;
}
