/**
 * Advice whose text means the same in every unit: it names what its aspect has, plain types, and what no unit has of its
 * own. Names of functions, macros and structs may mean something else in each (`pr_fmt`, a `static` object).
 */
import type { Advice, AspectFile } from "../model/index.js";
import { tokenize } from "../weaver/index.js";

/** File, aspect and number of each, as effects name them. */
export function plainAdvice(files: readonly AspectFile[]): ReadonlySet<string> {
  const found = files.flatMap(({ file, text, aspects }) =>
    aspects.flatMap(({ name, advice, members }) => {
      const own = members.flatMap((member) => (member.name === "" ? [] : [member.name]));
      return advice
        .filter((one) => mayBePlain(one) && isPlain(text.slice(one.body.start, one.body.end), own))
        .map(({ index }) => adviceName(file, name, index));
    }),
  );
  return new Set(found);
}

export const adviceName = (file: string, aspect: string, index: number) => `${file} ${aspect} ${index}`;

const mayBePlain = ({ kind, parameters }: Advice) => kind !== "around" && parameters.length === 0;

const TYPES = (
  "void char short int long unsigned signed _Bool bool size_t " +
  "u8 u16 u32 u64 s8 s16 s32 s64 uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t"
).split(" ");
const WORDS = new Set([
  ...TYPES,
  ..."if else for while do switch case default break continue return sizeof const volatile".split(" "),
  ..."NULL true false likely unlikely READ_ONCE WRITE_ONCE barrier".split(" "),
  // What KLASY gives, and what is one thing in all of Linux.
  ..."weft_log STORE_DATA DO_RDTSC current jiffies rdtsc get_cycles sched_clock ktime_get_ns".split(" "),
  ..."smp_processor_id raw_smp_processor_id".split(" "),
]);
const BUILT_IN = /^__(?:builtin|sync|atomic)_/;
const BEHIND_NAME = new Set(["=", ";", ","]);

function isPlain(body: string, members: readonly string[]): boolean {
  const known = new Set(members);
  const tokens = tokenize(body);
  return tokens.every(({ kind, text }, index) => {
    const [before, next] = [tokens[index - 1]?.text, tokens[index + 1]?.text];
    if (kind !== "identifier" || before === "->" || before === ".") return true;
    if (text === "tjp") return next === "->" && tokens[index + 2]?.text === "pc";
    if (known.has(text) || WORDS.has(text) || BUILT_IN.test(text)) return true;
    const type = tokens.slice(0, index).findLast((one) => one.text !== "*")?.text;
    const isDeclared = TYPES.includes(type ?? "") && BEHIND_NAME.has(next ?? "");
    if (isDeclared) known.add(text);
    return isDeclared;
  });
}
