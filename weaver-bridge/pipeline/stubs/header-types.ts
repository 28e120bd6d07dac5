/**
 * Types of a C header as another language's front end needs them: size and alignment on i686, by name. The compiler
 * preprocesses the header, libclang lays the types out; a name that means no complete type there is left out.
 */
import { dirname, resolve } from "node:path";
import { parseCompilerCommand, runProcess, saysWhoWaits, waitingFile } from "../../kernel-build/index.js";
import type { TypeId, UnitFacts } from "../../model/index.js";
import { inProcessHost, type ParseHost } from "../unit/parse-host.js";

export interface HeaderRequest {
  /** As written between the quotes of `import`. */
  readonly header: string;
  /** The file that names it; its folder is searched first. */
  readonly from: string;
  /** Type names to look up: `stat_t`, `struct stat`. */
  readonly names: readonly string[];
  readonly includeFolders: readonly string[];
  readonly defines: readonly string[];
  readonly signal?: AbortSignal;
}

export interface HeaderType {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly align: number;
  /** Of any width and sign, `_Bool` and enums included. */
  readonly integer: boolean;
}

export type HeaderTypes =
  | { readonly ok: true; readonly types: readonly HeaderType[] }
  /** `why`: what the compiler says, its first line. */
  | { readonly ok: false; readonly why: string };

/** Type words of MIDL, which headers use where they are told that an IDL compiler reads them (`__WIDL__`). */
const IDL_WORDS = [
  ...["-D__int8=char", "-D__int16=short", "-D__int32=int"],
  ...["-D__int64=long long", "-D__int3264=long"],
];

/** Integers, characters, enums and booleans as `__builtin_classify_type` numbers them. */
const INTEGER_CLASSES = new Set([1, 2, 3, 4]);

const DEADLINE = 60_000;
const TYPE_NAME = /^(?:(?:struct|union|enum) )?[A-Za-z_]\w*$/;

/** Throws {@link ProcessError} when gcc can't be run and {@link ClangError} when libclang can't. */
export async function headerTypes(
  request: HeaderRequest,
  host: ParseHost = inProcessHost(),
): Promise<HeaderTypes> {
  const names = [...new Set(request.names)].filter((name) => TYPE_NAME.test(name));
  const folders = request.includeFolders.flatMap((folder) => ["-I", resolve(folder)]);
  const defines = request.defines.map((define) => `-D${define}`);
  const near = ["-iquote", resolve(dirname(request.from)), ...folders];
  const words = ["gcc", "-m32", "-std=gnu11", "-E", "-x", "c", ...near, ...IDL_WORDS, ...defines];
  const input = `#include "${request.header}"\n${names.map(probe).join("")}`;
  const waiting = waitingHeader([...words, resolve(request.from)], input);
  if (waiting !== undefined) return { ok: false, why: saysWhoWaits(waiting) };
  const run = await runProcess([...words, "-"], {
    ...{ directory: ".", input, deadline: DEADLINE, signal: request.signal },
    endsAtStandstill: true,
  });
  if (run.code !== 0) return { ok: false, why: firstError(run.errors.toString("latin1")) };
  const options = { language: "c", arguments: ["-m32", "-std=gnu11"], fileName: request.header } as const;
  const facts = await host.parse(run.output.toString("latin1"), options, request.signal);
  return { ok: true, types: names.flatMap((name, index) => typeOf(facts, name, index)) };
}

/** A function whose parameters point to arrays, whose lengths are the answers; the class is that of GCC's built-in, and one. */
function probe(name: string, index: number): string {
  return `static void weft_type_${index}(char (*size)[sizeof(${name})], char (*align)[_Alignof(${name})], char (*class)[1 + __builtin_classify_type(*(${name} *)0)]) {}\n`;
}

function typeOf(facts: UnitFacts, name: string, index: number): HeaderType[] {
  const entity = facts.entities.find((candidate) => candidate.name === `weft_type_${index}`);
  if (entity?.kind !== "function") return [];
  const [size, align, typeClass] = entity.parameters.map(({ type }) => lengthBehind(facts, type));
  if (size === undefined || align === undefined || typeClass === undefined) return [];
  return [{ name, size, align, integer: INTEGER_CLASSES.has(typeClass - 1) }];
}

function lengthBehind(facts: UnitFacts, id: TypeId): number | undefined {
  const pointer = facts.types[id];
  const array = pointer?.kind === "pointer" ? facts.types[pointer.to] : undefined;
  return array?.kind === "array" ? array.size : undefined;
}

function firstError(text: string): string {
  const line =
    text.split("\n").find((candidate) => candidate.includes("error:")) ?? text.split("\n")[0] ?? "";
  return line.replace(/^.*?error: /, "");
}

/** A pipe or a device in place of what the text includes. Its unit is the file that names the header. */
function waitingHeader(argv: readonly string[], text: string): string | undefined {
  const command = parseCompilerCommand(argv, resolve("."));
  const [input] = command.inputs;
  return input && waitingFile(command, input, { overlay: text });
}
