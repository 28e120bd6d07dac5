/**
 * What the index keeps, as plain records. A **body** is one function definition of C with its shadows, the same for all
 * units that contain the same text at the same place; entities and types are those that bodies mention, each once.
 * A unit is the list of its bodies.
 */
import type { Shadow } from "../../model/index.js";
import { type PackedNumbers, unpackNumbers } from "./packed-numbers.js";

/** Position of a name in a file of the index. */
export interface Place {
  /** Number of a {@link FileRecord}. */
  readonly file: number;
  readonly line: number;
  readonly column: number;
}

export interface FileRecord {
  readonly id: number;
  /** Where a relative name starts. */
  readonly directory: string;
  /** As line markers spell it. */
  readonly name: string;
}

/** A file as it once was: what most units saw of a header is the same, so they share the record. */
export interface VersionRecord {
  readonly id: number;
  /** Number of a {@link FileRecord}. */
  readonly file: number;
  /** See `stampOf`. */
  readonly stamp: string;
}

/** Types or entities, numbered one after another; types in them are numbers too. */
export interface BatchRecord {
  /** Number of the first. */
  readonly first: number;
  /** JSON: of types their array, of entities see `entity-batch.ts`. */
  readonly data: string;
  /** By which each is known again. */
  readonly hashes: Float64Array;
}

export interface BodyRecord {
  readonly id: number;
  /** Of the text and its place, decimal; another for a variant that names other entities. */
  readonly key: string;
  /** What else decides what the text means: folder, dialect, target. */
  readonly context: string;
  /** File in which the function stands. */
  readonly file: number;
  /** Two lists: the entities that the shadows number, the function itself first, and the shadows (see `body-codec.ts`). */
  readonly data: PackedNumbers;
}

/** A body whose data are part of a larger array: a view of their own for each of fifty thousand takes long to make. */
export class KeptBody implements BodyRecord {
  constructor(
    readonly id: number,
    readonly key: string,
    readonly context: string,
    readonly file: number,
    private readonly batch: PackedNumbers,
    private readonly start: number,
    private readonly end: number,
  ) {}
  get data(): PackedNumbers {
    return this.batch.subarray(this.start, this.end);
  }
}

/** What the bodies of a context have in common beside its name. */
export interface ContextRecord {
  readonly name: string;
  /** Goes up when an edit changes what a type is: what was known is then known no more. */
  readonly epoch: number;
  /** Hashes of the names of types and of their definitions, in turns. */
  readonly types: BigUint64Array;
}

export interface UnitRecord {
  /** Main file, absolute. */
  readonly path: string;
  /** Digest of the compile command and of the version of what was read. */
  readonly command: string;
  readonly directory: string;
  /** See {@link BodyRecord.context}; empty for one that is not read. */
  readonly context: string;
  /** `skipped`: of a language that is read unit by unit. */
  readonly status: "read" | "failed" | "skipped";
  readonly message?: string;
  /** Numbers of {@link VersionRecord}s: the files that the unit read, as they were then. */
  readonly versions: PackedNumbers;
  /** Numbers of {@link BodyRecord}s. */
  readonly bodies: PackedNumbers;
  /** Means the same types as the other units of its context, so it shares bodies with them. */
  readonly shared: boolean;
}

export const SHADOW_KINDS = ["execution", "call", "get", "set", "ref"] as const satisfies Shadow["kind"][];

export function entitiesOf({ data }: Pick<BodyRecord, "data">): Int32Array {
  return unpackNumbers(data, 0);
}

export function shadowsOf({ data }: Pick<BodyRecord, "data">): Int32Array {
  return unpackNumbers(data, 1);
}
