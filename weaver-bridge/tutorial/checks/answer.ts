/** An answer of the learner, against what is right: told by the tutorial, or by weft on this machine. */
import type { CheckKinds } from "../tutorial.js";
import { judged, OK, type Verdict, wrong } from "../verdict.js";
import type { Answer, World } from "../world.js";

type Question = CheckKinds["answer"];

export async function checkAnswer(wanted: Question, world: World): Promise<Verdict> {
  const given = (await world.answer(wanted.ask))?.trim() ?? "";
  if (given === "") return wrong("There is no answer yet.");
  return judged(await rightAnswer(wanted, world), (right) => compare(given, right, wanted.arguments));
}

/** The right answer; where weft says it, what it says now. */
export async function rightAnswer(
  { is, arguments: words, finds }: Question,
  world: World,
): Promise<Answer<string>> {
  if (words === undefined || finds === undefined) return { value: is ?? "" };
  const said = await world.weft(words);
  if (!("value" in said)) return said;
  const { output } = said.value;
  const found = [...output.matchAll(new RegExp(finds, "gm"))];
  const [first] = found;
  if (first === undefined)
    return { cannot: `\`weft ${words.join(" ")}\` does not say it: ${output.trim().split("\n")[0]}` };
  return { value: first[1] ?? String(found.length) };
}

function compare(given: string, right: string, words: readonly string[] | undefined): Verdict {
  const plain = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
  if (plain(given) === plain(right)) return OK;
  const where = words === undefined ? "" : ` \`weft ${words.join(" ")}\` says it.`;
  const [have, want] = [Number(given), Number(right)];
  if (Number.isNaN(have) || Number.isNaN(want)) return wrong(`“${given}” is not it.${where}`);
  return wrong(`${given} is too ${have > want ? "many" : "few"}.${where}`);
}
