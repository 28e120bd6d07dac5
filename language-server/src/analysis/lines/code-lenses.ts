/** Code lenses: "advised by Trace, Owner" above a function, "matches 12 join points" above an advice. */
import { kindOf } from "@weft/weaver-bridge/model";
import { type EditorEffect, type EffectFilter, showEverything } from "../../protocol/index.js";
import type { Lens, Snapshot, SourceText } from "../../workspace/index.js";
import { aspectDocumentAt } from "../../workspace/index.js";
import { headerRange } from "../advice-text.js";
import { declarationStart } from "../declaration-start.js";
import { shownEffects } from "./effect-filter.js";
import { count, editorEffects, effectsByDeclaration, stateText, targetOf } from "./file-effects.js";

export function codeLenses(snapshot: Snapshot, path: string, filter: EffectFilter = showEverything): Lens[] {
  const owner = snapshot.ownerOf(path);
  if (owner !== undefined) return [...(owner.lenses?.(path) ?? [])];
  const document = aspectDocumentAt(snapshot, path);
  if (document === undefined) {
    const source = snapshot.text(path);
    const lenses = functionLenses(shownEffects(editorEffects(snapshot, path), filter));
    return source === undefined ? lenses : lenses.map((lens) => aboveDeclaration(source, lens));
  }
  const computing = snapshot.stateOf(path).state === "computing";
  const reached = effectsByDeclaration(snapshot, document);
  return document.file.aspects.flatMap((aspect) =>
    aspect.advice.map((advice) => {
      const effects = (reached.get(advice) ?? []).map((effect) => ({
        ...effect,
        kind: kindOf(effect),
        effect,
      }));
      const places = shownEffects(effects, filter).map(({ effect }) => targetOf(snapshot, effect));
      const soFar = computing ? " so far" : "";
      return {
        range: headerRange(document, advice),
        title: `matches ${count(places.length, "join point")}${soFar}`,
        leadsTo: places,
      };
    }),
  );
}

function aboveDeclaration(source: SourceText, lens: Lens): Lens {
  const line = declarationStart(source, lens.range.start.line);
  if (line === lens.range.start.line) return lens;
  const start = { line, character: 0 };
  return { ...lens, range: { start, end: start }, about: lens.range };
}

/** One lens per advised function; the join points inside it show as inlay hints. */
function functionLenses(effects: readonly EditorEffect[]): Lens[] {
  const groups = new Map<string, EditorEffect[]>();
  for (const effect of effects.filter(
    ({ joinPoint, live }) => joinPoint === "execution" && live === undefined,
  )) {
    const key = `${effect.range.start.line}:${effect.range.start.character}`;
    groups.set(key, [...(groups.get(key) ?? []), effect]);
  }
  const live = effects.flatMap(({ joinPoint, range, by, live: state, other }): Lens[] =>
    joinPoint === "execution" && state !== undefined
      ? [{ range, title: `${by.name} live, ${stateText(state)}`, leadsTo: other }]
      : [],
  );
  const woven = [...groups.values()].flatMap((group): Lens[] => {
    const { range } = group[0] as EditorEffect;
    return [
      {
        range,
        title: `advised by ${namesOf(group)}`,
        leadsTo: group.flatMap(({ other }) => other),
      },
      { range, title: "why", leadsTo: "why" },
    ];
  });
  return [...woven, ...live];
}

/** A lens stands on one line of a laptop's window. */
const MOST_NAMES = 4;

/** Each aspect once, outermost first. */
function namesOf(effects: readonly EditorEffect[]): string {
  const names = [...new Set(effects.map(({ by }) => by.name))];
  const others = names.length - MOST_NAMES;
  if (others <= 1) return names.join(", ");
  return `${names.slice(0, MOST_NAMES).join(", ")} and ${others} more`;
}
