/** How the steps of a reason are told, whoever shows them. */
import type { ReasonStep } from "./messages.js";

/** What an instruction did, a clause. */
export function reasonText({ how, comparison, isUncertain }: ReasonStep): string {
  const did =
    isUncertain === true ? "the jump led there, and where else it may lead is not known" : CLAUSES[how];
  return comparison === undefined ? did : `${did} (${comparison})`;
}

const CLAUSES: Readonly<Record<ReasonStep["how"], string>> = {
  taken: "the branch was taken",
  passed: "the branch was not taken",
  chosen: "the jump led there",
  called: "it called the function",
  jumped: "it jumped into the function",
  returned: "it returned into the function",
};
