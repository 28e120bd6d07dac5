/**
 * A million texts that are nearly pointcuts or KLASY files, and a hundred thousand damaged images with debug information:
 * each is read, or refused with words; none throws anything else, takes long or eats memory. WEFT_FUZZ_INPUTS and
 * WEFT_FUZZ_IMAGES choose how many.
 */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { parseAspectFile, parsePointcut } from "@weft/weaver-bridge/pointcut";
import { openImageCode, resolveInImage } from "../../../weaver-bridge/live-weave/resolve/index.js";
import { ObjectError, readElf } from "../../../weaver-bridge/object-code/index.js";
import { CLANG } from "../../support/compilers.js";
import { seeded } from "../../support/idl/random.js";
import { ACCESSES } from "../../support/object-code/accesses.js";
import { compile, SAMPLE, type Variant } from "../../support/object-code/compile.js";
import { printTable } from "../support/table.js";

/** Milliseconds of processor time. */
const SLOW = 2000;

export function benchLiveFuzz(): void {
  const inputs = Number(process.env.WEFT_FUZZ_INPUTS ?? 1_000_000);
  const images = Number(process.env.WEFT_FUZZ_IMAGES ?? 100_000);
  const klasy = corpus();
  const rows = [
    survived("pointcuts", inputs / 2, mutatedText(POINTCUTS), (text) => void parsePointcut(text)),
    survived("KLASY files", inputs / 2, mutatedText(klasy), (text) => void parseAspectFile("f.klay", text)),
    survived("images", images, mutatedImages(), resolved),
  ];
  printTable(["", "inputs", "failures", "slowest, ms", "seconds", "heap at most, MB"], rows);
}

/** Failures are printed as they come. */
function survived<Input>(
  name: string,
  count: number,
  next: () => Input,
  read: (input: Input) => void,
): string[] {
  const began = performance.now();
  let [failures, slowest, heap] = [0, 0, 0];
  for (let turn = 0; turn < count; turn++) {
    const input = next();
    const start = process.cpuUsage();
    try {
      read(input);
    } catch (error) {
      failures++;
      console.log(`${name} ${turn}: ${(error as Error).stack}\n${saved(input)}`);
    }
    const used = process.cpuUsage(start);
    const time = (used.user + used.system) / 1000;
    if (time > SLOW) console.log(`${name} ${turn}: ${Math.round(time)} ms\n${saved(input)}`, ++failures);
    slowest = Math.max(slowest, time);
    if (turn % 10_000 === 9999) console.log(`${name}: ${turn + 1}`);
    if (turn % 1000 === 0) heap = Math.max(heap, process.memoryUsage().heapUsed / 1e6);
  }
  const seconds = (performance.now() - began) / 1000;
  return [name, ...[count, failures, slowest, seconds, heap].map((value) => String(Math.round(value)))];
}

function saved(input: unknown): string {
  if (!Buffer.isBuffer(input)) return JSON.stringify(input).slice(0, 2000);
  const file = join(mkdtempSync(join(tmpdir(), "weft-fuzz-")), "image");
  writeFileSync(file, input);
  return file;
}

const POINTCUTS = [
  'execution("% sys_%(...)") && within("% f(...)") && !args(a, "int")',
  'access("% inode::i_%") && target(t) || set("% ...::%") && file("%.c")',
  'call("% kmalloc(unsigned, ...)") && result(r) && cflow(execution("int main()"))',
  'get("struct list list::next") && local(v, "name") && that(x)',
];

function corpus(): string[] {
  const folder = join(import.meta.dirname, "../../../sample-projects/linux-live/aspects");
  const files = readdirSync(folder).filter((name) => name.endsWith(".klay"));
  return files.map((name) => readFileSync(join(folder, name), "latin1"));
}

const PIECES =
  '<aspect> </advice> <pointcut> &lt; &#0; <!-- --> $pc$ AND OR ( ) " " && || ! % ... :: * 𝄞 \\ [ ] , ; {'.split(
    " ",
  );

function mutatedText(texts: readonly string[]): () => string {
  const { pick, below, once } = seeded(1);
  return () => {
    let text = pick(texts);
    for (let count = below(6); count >= 0; count--) {
      const from = below(text.length + 1);
      const length = once(8) ? below(text.length + 1) : below(6);
      const put = once(3) ? pick(PIECES) : once(2) ? pick(texts).slice(from, from + length) : "";
      text = text.slice(0, from) + put + text.slice(from + length);
    }
    return text;
  };
}

const COMPILED: readonly Variant[] = [
  { compiler: "gcc", options: ["-O2", "-g"], linked: true },
  { compiler: "gcc", options: ["-O2", "-gdwarf-4", "-mregparm=3"], linked: false },
  { compiler: "gcc", options: ["-O0", "-g", "-ffunction-sections"], linked: false },
  { compiler: CLANG, options: ["-O2", "-g"], linked: true },
  { compiler: CLANG, options: ["-Os", "-gdwarf-4"], linked: false },
];

/** What readers may take for a length, a number of things or a place. */
const WORDS = [0, 1, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];

function mutatedImages(): () => Uint8Array {
  const compiled = COMPILED.flatMap((variant) =>
    [ACCESSES, SAMPLE].map((text) => {
      const { bytes, remove } = compile(text, variant);
      remove();
      return bytes;
    }),
  );
  const { pick, below, once } = seeded(2);
  return () => {
    const bytes = Buffer.from(pick(compiled));
    for (let count = below(12); count >= 0; count--) {
      const at = below(bytes.length);
      if (once(4)) bytes.writeUInt32LE(pick(WORDS), Math.min(at, bytes.length - 4));
      else bytes[at] = below(256);
    }
    return once(10) ? bytes.subarray(0, below(bytes.length)) : bytes;
  };
}

const TEXT = 'execution("% ...::%(...)") || call("% ...::%(...)") || access("% ...::%")';

function resolved(bytes: Uint8Array): void {
  try {
    const image = openImageCode(readElf(bytes, { inflate: inflateSync }));
    const { value } = parsePointcut(TEXT);
    resolveInImage(image, { pointcut: value, text: TEXT, files: [] });
  } catch (error) {
    if (!(error instanceof ObjectError)) throw error;
  }
}
