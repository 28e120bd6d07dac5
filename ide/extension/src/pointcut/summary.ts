// How much a pointcut selects, in words.
import type { SearchPointcutResult } from "@weft/language-server/protocol";

/** `12 join points in 3 files, 2 decided at run time, so far (reading, 40 of 422 units)` */
export function summary(result: SearchPointcutResult): string {
  const { total, files, unitsSearched, unitsTotal, unitsFailed, unitsRead } = result;
  const listed = files.flatMap(({ joinPoints }) => joinPoints);
  const noun = listed.some(({ kind }) => kind === "name") ? "declaration" : "join point";
  const conditional = listed.filter(({ certainty }) => certainty === "conditional").length;
  // That none was found yet says nothing.
  const read = unitsSearched === 0 ? unitsRead : unitsSearched;
  const isEachRead = unitsSearched + unitsFailed >= unitsTotal;
  const isReading = result.unverified === true ? !isEachRead : isPart(result);
  const reading = isEachRead ? "reading again what changed" : `reading, ${read} of ${unitsTotal} units`;
  if (total === 0 && isReading) return reading;
  const parts = [
    `${total} ${noun}${total === 1 ? "" : "s"} in ${files.length} file${files.length === 1 ? "" : "s"}`,
    ...(conditional === 0 ? [] : [`${conditional} decided at run time`]),
    ...(isReading ? [`so far (${reading})`] : []),
    ...(unitsFailed === 0 ? [] : [`${unitsFailed} of ${unitsTotal} units can't be read`]),
    ...(result.unverified === true ? ["as last read"] : []),
    ...(listed.length < total ? [`the first ${listed.length} are listed`] : []),
  ];
  return parts.join(", ");
}

/** Units that were not read yet, or not again, may hold more. */
export function isPart({ state, unitsSearched, unitsTotal, unitsFailed }: SearchPointcutResult): boolean {
  return state === "reading" || unitsSearched + unitsFailed < unitsTotal;
}
