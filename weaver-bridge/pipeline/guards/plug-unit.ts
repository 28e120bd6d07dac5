/** Residual functions that a guard protects become pluggable: what stands behind them in their unit, and what can't be. */
import { subjectOf } from "../../guards/index.js";
import type { Problem } from "../../model/index.js";
import { assumptionCondition, factCondition, sayFact } from "../../partial-eval/index.js";
import { absentPlug, type PlugFact, planPlug, pluggedSymbol } from "../../replug/index.js";
import { rangeAt } from "../specialize/spec-problems.js";
import type { SpecFile } from "../specialize/spec-source.js";
import type { MadeResidual } from "../specialize/specialize-unit.js";

/** Text that follows the residual functions, not preprocessed; empty where no guard protects one. */
export function plugsOf(
  made: readonly MadeResidual[],
  specs: readonly Pick<SpecFile, "guards">[],
): { readonly text: string; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const plugged: MadeResidual[] = [];
  const texts = fromTheGeneral(made).flatMap((one) => {
    const { declaration, spec, residual } = one;
    const guards = specs
      .flatMap((file) => file.guards)
      .filter(({ protects }) => protects.includes(declaration.residual));
    if (guards.length === 0) return [];
    const asked = new Set(guards.map(({ epoch }) => epoch));
    if (asked.size > 1) {
      problems.push({
        code: "guards/epochs",
        severity: "error",
        message: `guards of ${declaration.residual} disagree on who says that every processor was outside of all writes: ${[...asked].map((one) => (one === undefined ? "one says nothing" : `one says ${one}()`)).join(", ")}`,
        hint: "Say epoch NAME in each of them, or in none.",
        range: rangeAt(spec.file, spec.text, declaration.offset),
      });
      return [];
    }
    const lessSpecific = plugged.findLast((other) => isLessSpecific(other, one));
    if (declaration.later !== undefined) {
      problems.push({
        code: "guards/not-plugged",
        severity: "error",
        message: `${declaration.residual} is made at run time, so no guard can take it out`,
        hint: `Call ${declaration.residual}_free() where what is known ends.`,
        range: rangeAt(spec.file, spec.text, declaration.offset),
      });
      return [];
    }
    const plan = planPlug({
      generic:
        lessSpecific === undefined ? declaration.function : pluggedSymbol(lessSpecific.declaration.residual),
      residual: declaration.residual,
      head: residual.head,
      parameters: residual.parameters,
      isVoid: residual.isVoid,
      facts: [
        ...declaration.facts.flatMap((fact) => plugFact(fact, guards, residual)),
        // No guard keeps a relation: it is asked at each call.
        ...declaration.assumed.map((one) => ({ test: assumptionCondition(one) })),
      ],
      subjects: guards.map(subjectOf),
      replug: guards.find(({ replug }) => replug !== undefined)?.replug ?? "jump",
      ...againOf(guards),
      ...epochOf(guards),
    });
    if ("text" in plan) {
      plugged.push(one);
      return [plan.text];
    }
    problems.push({
      code: "guards/not-plugged",
      severity: "error",
      message: `${pluggedSymbol(declaration.residual)} can't be made: ${plan.refused}`,
      hint: "A fact about a member that a guard names is what can be plugged, of a variable or of what a parameter points to: current->credentials.euid == 0.",
      range: rangeAt(spec.file, spec.text, declaration.offset),
    });
    return [];
  });
  const text = texts.length === 0 ? "" : `\n#line 1 "<weft>"\n${texts.join("\n")}`;
  return { text, problems };
}

/** In the place of {@link plugsOf}'s text where `residuals` can't be made: guards elsewhere name what is in it. */
export function absentPlugs(
  residuals: readonly string[],
  specs: readonly Pick<SpecFile, "guards">[],
): string {
  const guards = specs.flatMap((file) => file.guards);
  const texts = residuals.flatMap((residual) => {
    const subjects = guards.filter(({ protects }) => protects.includes(residual)).map(subjectOf);
    return subjects.length === 0 ? [] : [absentPlug(residual, [...new Set(subjects)])];
  });
  return texts.length === 0 ? "" : `\n#line 1 "<weft>"\n${texts.join("\n")}\n`;
}

/** So that what a version gives way to stands before it. */
function fromTheGeneral(made: readonly MadeResidual[]): MadeResidual[] {
  return [...made].sort((left, right) => left.declaration.facts.length - right.declaration.facts.length);
}

/** Of one function, by some of the same facts: what runs where one of the others does not hold. */
function isLessSpecific(other: MadeResidual, one: MadeResidual): boolean {
  const facts = new Set(one.declaration.facts.map(sayFact));
  return (
    other.source === one.source &&
    other.declaration.function === one.declaration.function &&
    other.declaration.facts.length < facts.size &&
    other.declaration.facts.every((fact) => facts.has(sayFact(fact)))
  );
}

function againOf(guards: Guards): Pick<Guards[number], "again"> {
  const again = guards.find((guard) => guard.again !== undefined)?.again;
  return again === undefined ? {} : { again };
}

/** All of them say the same. */
function epochOf(guards: Guards): Pick<Guards[number], "epoch"> {
  const epoch = guards[0]?.epoch;
  return epoch === undefined ? {} : { epoch };
}

type Guards = SpecFile["guards"];
type Fact = MadeResidual["declaration"]["facts"][number];

/** What no guard keeps is asked at each call. */
function plugFact(fact: Fact, guards: Guards, residual: MadeResidual["residual"]): PlugFact[] {
  if (fact.isNoAlias === true) return [];
  const test = factCondition(fact);
  const kept = guards.map((guard) => keptBy(guard, fact, residual)).find((one) => one !== undefined);
  return [kept === undefined ? { test } : { test, kept }];
}

/** The guard keeps it where it is about a term, or about what stands in one. */
function keptBy(
  guard: Guards[number],
  { subject, path }: Fact,
  { head, parameters }: MadeResidual["residual"],
): PlugFact["kept"] {
  const { type, key, terms } = guard;
  const isParameter = parameters.includes(subject);
  const isInside = (steps: readonly string[]) => steps.every((step) => !step.startsWith("->"));
  if (type === undefined)
    return !isParameter && terms.includes(subject) && isInside(path)
      ? { object: `&(${subject})`, subject: subjectOf(guard) }
      : undefined;
  const at = path.findIndex(
    (step, index) => terms.includes(/(?<!\w)\w+$/.exec(step)?.[0] ?? "") && isInside(path.slice(index + 1)),
  );
  if (at < 0) return undefined;
  const isPointer = path[at]?.startsWith("->") === true;
  const points = new RegExp(`\\b${type}\\s*\\*\\s*(?:const\\s+)?${subject}\\b`);
  if (isParameter && (at === 0 ? !isPointer || !points.test(head) : key === undefined)) return undefined;
  const whole = `${subject}${path.slice(0, at).join("")}`;
  return {
    object: isPointer ? whole : `&(${whole})`,
    subject: subjectOf(guard),
    ...(key === undefined ? {} : { type: `${key} ${type}` }),
  };
}
