/** Which advice a unit weaves, and which aspects it needs for that: also what these name, derive from or stand in. */
import type { Advice, Aspect, GeneratedFunction } from "../../../model/index.js";
import { sectionsOf } from "../../aspect-text/aspect-tail.js";
import { tokenize } from "../../text/c-tokens.js";
import type { CxxLevel } from "../operation.js";
import { type AdviceScans, scanAspectof } from "./advice-scans.js";
import { type DeclaredAspect, lastName } from "./declared-aspects.js";

export interface AspectUses {
  /** Notes the use; how glue calls the advice: `::A::` or `::A::aspectof()->`, and the function's name. */
  use(level: CxxLevel): { object: string; symbol: string };
  isUsed(advice: Advice): boolean;
  isNeeded(aspect: Aspect): boolean;
  /** The aspect's object is used. A function that returns it would be use enough for the compiler. */
  hasObject(aspect: Aspect): boolean;
  generated(): GeneratedFunction[];
}

interface Used {
  readonly labels: Set<string>;
  readonly effects: string[];
}

export function createAspectUses(scans: AdviceScans): AspectUses {
  const used = new Map<Advice, Used>();
  const needed = new Set<Aspect>();
  const objects = new Set<string>();
  const note = ({ match: { advice }, effect }: CxxLevel) => {
    let entry = used.get(advice);
    if (entry === undefined) used.set(advice, (entry = { labels: new Set(), effects: [] }));
    entry.labels.add(effect.title);
    entry.effects.push(effect.id);
  };
  return {
    use(level) {
      const { advice, aspect } = level.match;
      const owner = scans.ownerOf(advice)!;
      need(scans, scans.byName.get(aspect.name) ?? owner, needed);
      need(scans, owner, needed);
      note(level);
      const symbol = adviceSymbol(advice);
      if (scans.isStatic(advice, owner)) return { object: `::${owner.aspect.name}::`, symbol };
      objects.add(aspect.name);
      const own = scans.ownAspectOf(aspect);
      const isGeneric = own !== undefined && scanAspectof(own)?.generic === true;
      return { object: `::${aspect.name}::aspectof(${isGeneric ? JOIN_POINT_POINTER : ""})->`, symbol };
    },
    isUsed: (advice) => used.has(advice),
    isNeeded: (aspect) => needed.has(aspect),
    hasObject: ({ name }) => objects.has(name),
    generated: () =>
      [...used].map(([advice, { labels, effects }]): GeneratedFunction => {
        const [first = ""] = labels;
        return {
          symbol: adviceSymbol(advice),
          role: "advice",
          effects,
          label: labels.size === 1 ? first : `${first} and ${labels.size - 1} more`,
        };
      }),
  };
}

/** With bases, the aspect around it, and all that its text names. */
function need(scans: AdviceScans, declared: DeclaredAspect, needed: Set<Aspect>): void {
  if (needed.has(declared.aspect)) return;
  needed.add(declared.aspect);
  for (const base of scans.basesOf(declared)) need(scans, base, needed);
  const outer = scans.byName.get(declared.aspect.name.split("::").slice(0, -1).join("::"));
  if (outer !== undefined) need(scans, outer, needed);
  const own = classText(scans, declared);
  const maybe = scans.all.filter(({ aspect }) => !needed.has(aspect) && own.includes(lastName(aspect)));
  if (maybe.length === 0) return;
  const names = new Set(tokenize(own).map((token) => token.text));
  for (const other of maybe) if (names.has(lastName(other.aspect))) need(scans, other, needed);
}

function classText({ files, text }: AdviceScans, { aspect, file }: DeclaredAspect): string {
  return sectionsOf(files, "c++")
    .filter((section) => section.file === file && section.aspect === aspect)
    .map((section) => text(file, section.range) ?? "")
    .join("");
}

/** Stands in {@link AspectUses.use} for a pointer to the join point. */
export const JOIN_POINT_POINTER = "__weft_joinpoint__";

export function adviceSymbol({ aspect, index }: Advice): string {
  return `__weft_advice_${aspect.replaceAll("::", "_")}_${index}`;
}
