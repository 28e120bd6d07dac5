/** What a pointcut, or the advice of aspects, means in an image: join points with the instructions that belong to them. */
import type {
  AspectEffect,
  AspectFile,
  JoinPoint,
  PointcutExpression,
  Problem,
  Shadow,
  UnitFacts,
} from "../../model/index.js";
import type { EntryId } from "../../object-code/index.js";
import { matchAspects, matchPointcut, printPointcut } from "../../pointcut/index.js";
import { effectsOf, joinPointNamer } from "../../weaver/index.js";
import type { Account } from "./accounts/accounts.js";
import type { ImageCode } from "./code/image-code.js";
import type { MachinePlace } from "./code/machine-places.js";
import { advicePointcuts, kindsMeant, namesMeant } from "./code/wanted-names.js";
import { machineFacts, type WantedPlaces } from "./machine-facts.js";

export interface ResolvedJoinPoint {
  readonly joinPoint: Omit<JoinPoint, "inMacro">;
  /** Why it is meant; of aspects one for each advice. */
  readonly reasons: readonly string[];
  /** Of aspects: the advice that applies, as a title and as aspect and number. */
  readonly effects: readonly AspectEffect[];
  /** Of a member: the struct that it is named with. */
  readonly owner: string;
  /** Without it. */
  readonly name: string;
  /** Name of the function in which it stands. */
  readonly around: string;
  readonly places: readonly MachinePlace[];
  readonly account: Account;
  /** Why there are none. */
  readonly why?: string;
  /** Of an execution: what tells of the function, in each unit that has it. */
  readonly origins: readonly EntryId[];
}

export interface Resolution {
  readonly joinPoints: readonly ResolvedJoinPoint[];
  readonly problems: readonly Problem[];
}

export const adviceIdOf = ({ by, binding }: AspectEffect) => `${by.name} ${binding.adviceIndex}`;

/** `misses`: accesses that the sources have and no instruction does are told, too. */
export type Question = { readonly misses?: boolean } & AskedFor;

type AskedFor =
  | {
      readonly pointcut: PointcutExpression;
      readonly text: string;
      readonly files: readonly AspectFile[];
      /** Names of functions outside of which nothing is asked for: what is asked of one of them need not read all code. */
      readonly functions?: ReadonlySet<string>;
    }
  | { readonly files: readonly AspectFile[] };

/** All that the image has of what the question is about, also what it can't mean: says why nothing was found, at its cost. */
export function factsAbout(image: ImageCode, question: Question): UnitFacts {
  const { calls, accesses } = wantedBy(question);
  return machineFacts(image, { executions: true, calls, accesses }).facts;
}

export function resolveInImage(image: ImageCode, question: Question): Resolution {
  const machine = machineFacts(image, wantedBy(question));
  const { facts } = machine;
  const numbers = new Map(facts.shadows.map((shadow, index) => [shadow, index]));
  const told = (
    shadow: Shadow,
    { inMacro: _, ...joinPoint }: JoinPoint,
    reasons: readonly string[],
    effects: readonly AspectEffect[],
  ): ResolvedJoinPoint => {
    const number = numbers.get(shadow) as number;
    const places = [...machine.placesOf(number)].sort((left, right) => left.address - right.address);
    const { scope, name } = facts.entities[shadow.entity] ?? { scope: [], name: "" };
    return {
      joinPoint,
      reasons,
      effects,
      owner: scope.join("::"),
      name,
      around: facts.entities[shadow.within]?.name ?? "",
      places,
      origins: machine.originsOf(number),
      ...(places.length === 0 ? machine.whyNone(number) : { account: "hooked" }),
    };
  };
  if ("pointcut" in question) {
    const { shadows, problems } = matchPointcut(question.pointcut, facts, question);
    const name = joinPointNamer(facts);
    const joinPoints = shadows.map(({ shadow, reason }) => told(shadow, name(shadow), [reason], []));
    return { problems, joinPoints };
  }
  const { matches, problems } = matchAspects(facts, question.files);
  const { effects, joinPoints: named } = effectsOf(facts, matches);
  let next = 0;
  const joinPoints = matches.map(({ shadow, advice }, index) => {
    const own = effects.slice(next, (next += advice.length));
    return told(
      shadow,
      named[index] as JoinPoint,
      own.map(({ reason }) => reason),
      own,
    );
  });
  return { problems, joinPoints };
}

/** Decoding all code of a kernel takes seconds: only where a pointcut may ask for it. Named pointcuts are in the files. */
function wantedBy(question: Question): WantedPlaces {
  const texts = [...("text" in question ? [question.text] : []), ...question.files.map(({ text }) => text)];
  const says = (words: RegExp) => texts.some((text) => words.test(text));
  const within = "pointcut" in question ? undefined : withinOf(question.files);
  const functions = "pointcut" in question ? question.functions : undefined;
  const pointcuts = "pointcut" in question ? [question.pointcut] : advicePointcuts(question.files);
  return {
    names: namesMeant(pointcuts),
    executions: kindsMeant(pointcuts)("execution"),
    ...{ calls: says(/\bcall\b/), accesses: says(ACCESS), misses: question.misses === true },
    ...(within === undefined ? {} : { within }),
    ...(functions === undefined ? {} : { functions }),
  };
}

const ACCESS = /\b(?:get|set|ref|access|alias)\b/;

/** Names of the functions to which every pointcut on accesses keeps; undefined where one does not. */
function withinOf(files: readonly AspectFile[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { aspects, pointcuts } of files) {
    if ([...pointcuts, ...aspects.flatMap((aspect) => aspect.pointcuts)].length > 0) return undefined;
    for (const { pointcut } of aspects.flatMap(({ advice }) => advice)) {
      if (!ACCESS.test(printPointcut(pointcut))) continue;
      const own = namesAround(pointcut);
      if (own === undefined) return undefined;
      for (const name of own) names.add(name);
    }
  }
  return names;
}

/** Of a conjunction with `within("% f(...)")`. */
function namesAround(pointcut: PointcutExpression): readonly string[] | undefined {
  if (pointcut.kind === "and") return namesAround(pointcut.left) ?? namesAround(pointcut.right);
  if (pointcut.kind === "or") {
    const [left, right] = [namesAround(pointcut.left), namesAround(pointcut.right)];
    return left === undefined || right === undefined ? undefined : [...left, ...right];
  }
  const [names] = pointcut.kind === "function" && pointcut.name === "within" ? pointcut.arguments : [];
  const name = names?.kind === "match" ? /^% (\w+)\(\.\.\.\)$/.exec(names.text)?.[1] : undefined;
  return name === undefined ? undefined : [name];
}
