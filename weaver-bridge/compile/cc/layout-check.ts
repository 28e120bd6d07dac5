/**
 * Before linking: objects that were compiled without the slices of others. Units with slices say so with a symbol that
 * is never loaded (`__weft_layout_of_n_C`); units that use members of such a class without saying so have the other
 * layout; so have those that make code of a container of its objects. Symbols are all that is looked at, so what is
 * inlined or only reads fields goes unnoticed.
 */
import { ProcessError, parseCompilerCommand, runProcess } from "../../kernel-build/index.js";

const NM_DEADLINE = 60_000;
const GUARD = "__weft_layout_of_";

export interface LayoutConflict {
  /** `n::C` */
  readonly className: string;
  /** Objects as the command or `nm` names them, `lib.a:a.o` of archives. */
  readonly without: string;
  readonly with: string;
  /** What it has of the class. */
  readonly symbol: string;
}

/** Of the objects that a linking command names; none where they can't be read, which is the linker's to say. */
export async function layoutConflicts(argv: readonly string[], directory: string): Promise<LayoutConflict[]> {
  const objects = parseCompilerCommand([...argv], directory)
    .inputs.map(({ path }) => path)
    .filter((path) => /\.(?:o|a|os|lo)$/.test(path));
  if (objects.length < 2 && !objects.some((path) => path.endsWith(".a"))) return [];
  return conflictsIn(await symbolsOf(objects, directory));
}

/** One `file: symbol` a line, sorted into files. */
async function symbolsOf(objects: readonly string[], directory: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  try {
    const { output } = await runProcess(["nm", "-A", "-P", ...objects], { directory, deadline: NM_DEADLINE });
    for (const line of output.toString("latin1").split("\n")) {
      const [, file, symbol] = /^(.*): (\S+) \S/.exec(line) ?? [];
      if (file === undefined || symbol === undefined) continue;
      const known = found.get(file);
      if (known === undefined) found.set(file, [symbol]);
      else known.push(symbol);
    }
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
  }
  return found;
}

function conflictsIn(files: ReadonlyMap<string, readonly string[]>): LayoutConflict[] {
  const guards = new Map<string, string>();
  for (const [file, symbols] of files)
    for (const symbol of symbols)
      if (symbol.startsWith(GUARD) && !symbol.includes(".")) guards.set(symbol.slice(GUARD.length), file);
  if (guards.size === 0) return [];
  const conflicts: LayoutConflict[] = [];
  for (const [file, symbols] of files) {
    const own = new Set(symbols);
    const told = new Set<string>();
    for (const symbol of symbols)
      for (const path of classesOf(symbol)) {
        const tag = path.join("_");
        const other = guards.get(tag);
        if (other === undefined || told.has(tag) || own.has(`${GUARD}${tag}`)) continue;
        told.add(tag);
        conflicts.push({ className: path.join("::"), without: file, with: other, symbol });
      }
  }
  return conflicts;
}

/** Members of containers that hold objects of their first argument. */
const HOLDER =
  /^_ZNK?St(?:6vector|4list|5deque|12forward_list|5array|8optional|10_List_base|12_Vector_base)IN?/;

/**
 * The classes and namespaces that a mangled name is a member of: whoever names a member has seen its class. Of a
 * container, the class of its objects.
 */
function classesOf(symbol: string): string[][] {
  const holder = HOLDER.exec(symbol);
  if (holder !== null) {
    const { path } = namesAt(symbol, holder[0].length);
    return path.length === 0 ? [] : [path];
  }
  const start = /^_ZT?[NV]N?[KVrRO]*/.exec(symbol);
  if (start === null) return [];
  const isTable = symbol.startsWith("_ZTV");
  const { path, at } = namesAt(symbol, start[0].length);
  // A constructor, destructor or operator is a member of the whole path, a name only of what precedes it.
  const whole = isTable || /^(?:[CD]\d|[a-z]{2})/.test(symbol.slice(at, at + 2));
  const longest = whole ? path.length : path.length - 1;
  return Array.from({ length: Math.max(longest, 0) }, (_, index) => path.slice(0, index + 1));
}

/** `1n1C`, and where it ends. */
function namesAt(symbol: string, from: number): { path: string[]; at: number } {
  const path: string[] = [];
  let at = from;
  for (;;) {
    const length = /^\d+/.exec(symbol.slice(at, at + 6))?.[0];
    if (length === undefined) return { path, at };
    at += length.length;
    path.push(symbol.slice(at, at + Number(length)));
    at += Number(length);
  }
}

export function sayConflict({ className, without, with: other, symbol }: LayoutConflict): string {
  return `${without}: error[weft/link/layout]: its class '${className}' is not the one of ${sourceOf(other)}. It was compiled without the slices that aspects introduce there, and uses \`${symbol}\`. Compile its source with Weft as well, with the same aspects and with the source in the project (-p).`;
}

/** The source, of an object that is made only for this command. */
const sourceOf = (object: string) => /\/weft-link-[^/]+\/\d+-(.+)\.o$/.exec(object)?.[1] ?? object;
