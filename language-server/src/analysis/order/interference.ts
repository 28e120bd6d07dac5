/**
 * What aspects do to each other beyond their order: around advice that keeps others from running, members that two of
 * them set or one sets and another reads, advice that is woven into what other advice calls. Bodies are read as written
 * and members go by their names alone, so it says "may".
 */

import { withoutCommentsAndStrings } from "@weft/weaver-bridge/c-text";
import { type Advice, type AspectEffect, kindOf } from "@weft/weaver-bridge/model";
import type { Interference } from "../../protocol/index.js";
import type { AspectDocument, Snapshot } from "../../workspace/index.js";
import { declaringAdvice, headerRange, textOfBytes } from "../advice-text.js";
import { nameInSignature } from "../locate.js";
import { aspectPairs, meetings, placeOfEffect } from "./aspect-order.js";

interface Written {
  readonly document: AspectDocument;
  readonly advice: Advice;
  /** Without comments and strings. */
  readonly body: string;
}

export function interferences(snapshot: Snapshot): Interference[] {
  const written = snapshot.aspects.flatMap((document) =>
    document.file.aspects.flatMap((aspect) =>
      aspect.advice.map((advice) => ({
        document,
        advice,
        body: withoutCommentsAndStrings(textOfBytes(document, advice.body)),
      })),
    ),
  );
  return [
    ...hiding(snapshot, written),
    ...writing(written, meetingAspects(snapshot)),
    ...runningInside(snapshot, written),
  ];
}

/** `always`: in the body's own block, before any way out. */
export function proceeds(body: string): "always" | "maybe" | "never" {
  const at = body.search(/\bproceed\s*\(/);
  if (at === -1) return "never";
  const before = body.slice(1, at);
  const depth = [...before].reduce((sum, sign) => sum + (sign === "{" ? 1 : sign === "}" ? -1 : 0), 0);
  const statement = before.slice(Math.max(before.lastIndexOf(";"), before.lastIndexOf("}")) + 1);
  const isConditional = /\b(if|else|for|while|switch|case|return)\b|\?|&&|\|\|/.test(
    statement.replace(/^\s*return\b/, ""),
  );
  return depth === 0 &&
    !isConditional &&
    !/\b(return|goto)\b/.test(before.slice(0, -statement.length || undefined))
    ? "always"
    : "maybe";
}

function hiding(snapshot: Snapshot, written: readonly Written[]): Interference[] {
  const found = new Map<string, { by: Written; hidden: string; never: boolean; effects: AspectEffect[] }>();
  for (const meeting of meetings(snapshot))
    for (const [index, effect] of meeting.entries()) {
      if (kindOf(effect) !== "around") continue;
      const by = written.find(
        ({ document, advice }) =>
          document.source.path === effect.origin.file && declaringAdvice(document, effect) === advice,
      );
      const how = by === undefined ? "always" : proceeds(by.body);
      if (by === undefined || how === "always") continue;
      for (const inner of meeting.slice(index + 1)) {
        if (inner.by.name === effect.by.name) continue;
        const key = `${effect.by.name} ${effect.binding.adviceIndex} ${inner.by.name}`;
        const known = found.get(key) ?? { by, hidden: inner.by.name, never: how === "never", effects: [] };
        if (!known.effects.includes(effect)) known.effects.push(effect);
        found.set(key, known);
      }
    }
  return [...found.values()].map(({ by, hidden, never, effects }) => ({
    kind: "hides",
    text: `Around advice of ${by.advice.aspect} ${never ? "never proceeds" : "may not proceed"}: then advice of ${hidden} inside it does not run`,
    place: placeOfAdvice(by),
    others: effects.map((effect) => placeOfEffect(snapshot, effect)),
  }));
}

const SET_MEMBER = /(?:->|\.)\s*([A-Za-z_]\w*)\s*(?:[-+*/%&|^]?=(?!=)|<<=|>>=|\+\+|--)/g;
const STEPPED_MEMBER = /(?:\+\+|--)\s*(?:[A-Za-z_]\w*\s*(?:->|\.)\s*)+([A-Za-z_]\w*)/g;
/** Not called, and not only set. */
const READ_MEMBER = /(?:->|\.)\s*([A-Za-z_]\w*)\b(?!\s*\()(?!\s*=(?!=))/g;

/** `tjp->proceed` and the like are no members of the kernel. */
function members(body: string, patterns: readonly RegExp[]): Set<string> {
  const text = body.replace(/\btjp\s*->\s*[A-Za-z_]\w*/g, "tjp");
  return new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name)));
}

type Meet = (one: Written, other: Written) => boolean;

/** Whether two aspects have advice at the same join point. */
function meetingAspects(snapshot: Snapshot): Meet {
  const known = new Set(
    aspectPairs(snapshot).flatMap(({ outer, inner }) => [`${outer} ${inner}`, `${inner} ${outer}`]),
  );
  return (one, other) => known.has(`${one.advice.aspect} ${other.advice.aspect}`);
}

function writing(written: readonly Written[], meet: Meet): Interference[] {
  const sets = new Map(written.map((one) => [one, members(one.body, [SET_MEMBER, STEPPED_MEMBER])]));
  const reads = new Map(written.map((one) => [one, members(one.body, [READ_MEMBER])]));
  const names = new Set([...sets.values()].flatMap((own) => [...own]));
  return [...names].flatMap((member): Interference[] => {
    const writers = oncePerAspect(written.filter((one) => sets.get(one)?.has(member)));
    const aspects = writers.map(({ advice }) => advice.aspect);
    const readers = oncePerAspect(written.filter((one) => reads.get(one)?.has(member))).filter(
      ({ advice }) => !aspects.includes(advice.aspect),
    );
    const [first, ...others] = writers;
    if (first === undefined) return [];
    const each =
      others.length === 0 ? [] : [{ ...clash(member, first, others), ...apart(writers, writers, meet) }];
    if (readers.length === 0) return each;
    return [...each, { ...dependence(member, writers, readers), ...apart(writers, readers, meet) }];
  });
}

function apart(
  some: readonly Written[],
  others: readonly Written[],
  meet: Meet,
): { readonly isApart?: true } {
  return some.some((one) => others.some((other) => meet(one, other))) ? {} : { isApart: true };
}

function clash(member: string, first: Written, others: readonly Written[]): Interference {
  return {
    kind: "writes",
    text: `${aspectsOf([first, ...others])} each set a member ${member}: the one that runs last wins where it is the same object`,
    place: placeOfAdvice(first),
    others: others.map(placeOfAdvice),
  };
}

function dependence(member: string, writers: readonly Written[], readers: readonly Written[]): Interference {
  return {
    kind: "reads",
    text: `${aspectsOf(readers)} may read a member ${member} that ${aspectsOf(writers)} may have set before: what is read depends on which of them runs first where it is the same object`,
    place: placeOfAdvice(readers[0] as Written),
    others: writers.map(placeOfAdvice),
  };
}

function aspectsOf(list: readonly Written[]): string {
  return list.map(({ advice }) => advice.aspect).join(" and ");
}

/** The first advice of each. */
function oncePerAspect(list: readonly Written[]): Written[] {
  return [...new Map(list.toReversed().map((one) => [one.advice.aspect, one])).values()].toReversed();
}

function runningInside(snapshot: Snapshot, written: readonly Written[]): Interference[] {
  const executed = new Map<string, AspectEffect[]>();
  for (const { source } of snapshot.aspects)
    for (const effect of snapshot.effectsFrom(source.path))
      if (effect.binding.joinPoint.kind === "execution") {
        const name = nameInSignature(effect.binding.joinPoint);
        executed.set(name, [...(executed.get(name) ?? []), effect]);
      }
  return written.flatMap((one) => {
    const called = new Set(
      [...one.body.matchAll(/(?<![\w.>])([A-Za-z_]\w*)\s*\(/g)].map(([, name = ""]) => name),
    );
    return [...called].flatMap((name): Interference[] => {
      const inside = (executed.get(name) ?? []).filter(({ by }) => by.name !== one.advice.aspect);
      const aspects = [...new Set(inside.map(({ by }) => by.name))];
      if (aspects.length === 0) return [];
      return [
        {
          kind: "runs-inside",
          text: `Advice of ${one.advice.aspect} calls ${name}, so advice of ${aspects.join(" and ")} runs inside it`,
          place: placeOfAdvice(one),
          others: inside.map((effect) => placeOfEffect(snapshot, effect)),
        },
      ];
    });
  });
}

function placeOfAdvice({ document, advice }: Written) {
  return {
    uri: document.source.uri,
    range: headerRange(document, advice),
    label: `${advice.kind} advice of ${advice.aspect}`,
  };
}
