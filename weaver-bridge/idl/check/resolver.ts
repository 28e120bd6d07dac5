/** What resolving one unit needs to know and to remember. */
import type { Report } from "../parse/report.js";
import type { Span } from "../parse/source.js";
import type { Found } from "./navigation.js";
import type { IdlSymbol } from "./scope.js";
import type { Type } from "./types.js";

export interface ImportedType {
  readonly name: string;
  /** Bytes, on i686. */
  readonly size: number;
  readonly align: number;
  /** Passed by value, and fit to be a length. */
  readonly integer?: boolean;
}

export interface Resolver {
  readonly report: Report;
  readonly loose: ReadonlyMap<string, IdlSymbol>;
  /** Types of imported C headers by name. */
  readonly imported: ReadonlyMap<string, ImportedType>;
  /** 8 where a thread id has two words (V2). */
  readonly threadSize: 4 | 8;
  /** Missing names were already explained by a missing file. */
  readonly quiet: boolean;
  /** DCE and MIDL: an array's length may be another member, known only at run time. */
  readonly dce: boolean;
  /** What pointers and sequences refer to is resolved last, so that types may refer to themselves through them. */
  readonly later: (() => unknown)[];
  /** Gives a symbol its type; `resolve.ts` knows how. */
  typeOf(resolver: Resolver, symbol: IdlSymbol, use: Span): Type;
  /** Every use of a name, for editors. */
  readonly references: Found[];
}
