/** What became of a check, with a hint that is made from what the learner did. */
import type { Answer } from "./world.js";

export type Verdict =
  | { readonly state: "ok" }
  /** The hint is Markdown, full sentences. */
  | { readonly state: "wrong"; readonly hint: string }
  /** It is being found out; to be asked again. */
  | { readonly state: "waiting"; readonly hint: string }
  /** Nobody can say it here. */
  | { readonly state: "not run"; readonly hint: string };

export const OK: Verdict = { state: "ok" };

export function wrong(hint: string): Verdict {
  // What is quoted ends in its own way.
  return { state: "wrong", hint: hint.replace(/([.?!])\.(?=\s|$)/g, "$1") };
}

/** Judges what the world answered; an answer that is not there is the verdict. */
export function judged<Value>(
  answer: Answer<Value>,
  judge: (value: Value) => Verdict | Promise<Verdict>,
): Verdict | Promise<Verdict> {
  if ("value" in answer) return judge(answer.value);
  if ("waiting" in answer) return { state: "waiting", hint: answer.waiting };
  return { state: "not run", hint: answer.cannot };
}
