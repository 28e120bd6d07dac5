/** Questions about a whole project that no aspect of it asks: what a pointcut selects, which names there are. */

import type { JoinPointHit, NameKind } from "@weft/weaver-bridge/kernel-index";
import type { AspectEffect, AspectFile, PointcutExpression, Problem } from "@weft/weaver-bridge/model";
import type { UnitAnalysis } from "@weft/weaver-bridge/pipeline";

export interface PointcutQuestion {
  /** Root of the project, absolute. */
  readonly root: string;
  readonly expression: PointcutExpression;
  /** Files whose named pointcuts the expression may use. */
  readonly aspects: readonly AspectFile[];
  /** Qualified name of the aspect in which the expression stands: names of pointcuts are looked up from there. */
  readonly aspect?: string;
  /** Hits to tell one by one; all are counted. */
  readonly limit?: number;
  /** Milliseconds after which a part will do; without them the answer waits for all. */
  readonly withinMs?: number;
}

export interface PointcutAnswer {
  /** Distinct join points; one in a header counts once, whatever number of units includes it. */
  readonly total: number;
  /** At most `limit`, ordered by file and place. */
  readonly hits: readonly JoinPointHit[];
  /** Join points by absolute path. */
  readonly perFile: ReadonlyMap<string, number>;
  /** How many of the project's units the answer covers: fewer than {@link unitsTotal} while some are not read yet. */
  readonly unitsSearched: number;
  readonly unitsTotal: number;
  /** Units that can't be read: no answer will ever cover them. */
  readonly unitsFailed: number;
  /** How many the project's first reading has been through; it goes before {@link unitsSearched} and ends with all. */
  readonly unitsRead: number;
  /** As the index was kept: files that changed since are being looked for. */
  readonly unverified?: true;
  /** Units, or files that changed, are still read: there may be more. */
  readonly isReading: boolean;
  /** What is wrong with the expression; then nothing is selected. */
  readonly problems: readonly Problem[];
}

export type { JoinPointHit, NameKind };

export interface NamesQuestion {
  readonly prefix: string;
  readonly kind: NameKind;
  readonly limit: number;
}

export interface KnownName {
  /** Qualified: `inode::i_uid`; a file by its path from the root. */
  readonly name: string;
  /** Units that know it. */
  readonly units: number;
}

/** Everything about one unit, as the weaver sees it now. */
export interface WholeUnit {
  /** Main file, absolute. */
  readonly unit: string;
  /** Where relative names of files in the facts start. */
  readonly directory: string;
  /** With all facts, matches of the project's aspects included. */
  readonly analysis: UnitAnalysis & { readonly facts: NonNullable<UnitAnalysis["facts"]> };
  /** Text of the main file that was analysed, where it is open. */
  readonly text?: string;
  /** Why the last build left effects of the analysis out. */
  readonly leftOut?: ReadonlyMap<AspectEffect, string>;
}

const numbers = new WeakMap<AspectFile, number>();
let known = 0;

/** The same for questions with the same answer. A file that is parsed again is another: its text is not looked at. */
export function questionKey({ root, expression, aspects, aspect, limit }: PointcutQuestion): string {
  const files = aspects.map((file) => {
    const number = numbers.get(file) ?? known++;
    numbers.set(file, number);
    return number;
  });
  return JSON.stringify([root, expression, files, aspect, limit]);
}
