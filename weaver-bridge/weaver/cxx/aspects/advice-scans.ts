/** What the bodies of advice ask for, each as the preprocessor left it in this unit, and whether they need their aspect's object. */
import type { Advice, Aspect, AspectFile, TextRange } from "../../../model/index.js";
import { type ExpandedTail, sectionText } from "../../aspect-text/aspect-tail.js";
import { type ScannedAdvice, scanAdvice } from "./advice-scan.js";
import { type AspectIndex, aspectofMember, type DeclaredAspect, indexAspects } from "./declared-aspects.js";

export interface AdviceScans extends AspectIndex {
  readonly files: readonly AspectFile[];
  /** Text of a section; undefined where the preprocessor left it out. */
  text(file: AspectFile, range: TextRange): string | undefined;
  /** Undefined when the preprocessor left the advice out of this unit. */
  scan(advice: Advice): ScannedAdvice | undefined;
  /** With what `aspectof()` asks of the join point. */
  scanFor(advice: Advice, woven: Aspect): ScannedAdvice | undefined;
  ownerOf(advice: Advice): DeclaredAspect | undefined;
  /** Advice that touches no member of its aspect. */
  isStatic(advice: Advice, owner: DeclaredAspect): boolean;
}

export function createAdviceScans(files: readonly AspectFile[], tail: ExpandedTail): AdviceScans {
  const scans = new Map<Advice, ScannedAdvice | undefined>();
  const index = indexAspects(files);
  const { all, ownAspectOf } = index;
  const ownerOf = (advice: Advice) => all.find(({ aspect }) => aspect.advice.includes(advice));
  const text = (file: AspectFile, range: TextRange) => sectionText(tail, files, file, range, "c++");
  const scan = (advice: Advice): ScannedAdvice | undefined => {
    if (!scans.has(advice)) {
      const owner = ownerOf(advice);
      const body = owner === undefined ? undefined : text(owner.file, advice.body);
      scans.set(advice, body === undefined ? undefined : scanAdvice(body));
    }
    return scans.get(advice);
  };
  const isStatic = (advice: Advice, owner: DeclaredAspect): boolean =>
    !needsObject(index, owner, scan(advice)!.identifiers) && ownAspectOf(owner.aspect) === undefined;
  const needsObjectOf = (advice: Advice, woven: Aspect): boolean => {
    const owner = ownerOf(advice);
    return owner === undefined || !isStatic(advice, owner) || ownAspectOf(woven) !== undefined;
  };
  return {
    ...index,
    ...{ files, text, scan, ownerOf, isStatic },
    scanFor(advice, woven) {
      const own = scan(advice);
      const owner = ownAspectOf(woven);
      const asked = owner === undefined ? undefined : scanAspectof(owner);
      if (own === undefined || asked === undefined) return own;
      return asked.generic && needsObjectOf(advice, woven) ? bothAsked(own, asked) : own;
    },
  };
}

/** What `aspectof()` asks of the join point, where the user wrote one. */
export function scanAspectof(declared: DeclaredAspect): ScannedAdvice | undefined {
  const member = aspectofMember(declared);
  return member && scanAdvice(declared.file.text.slice(member.range.start, member.range.end));
}

/** The advice, whose object is found by what asks for more. */
export function bothAsked(own: ScannedAdvice, asked: ScannedAdvice): ScannedAdvice {
  return {
    ...own,
    needsJoinPoint: true,
    escapes: own.escapes || asked.escapes,
    functions: new Set([...own.functions, ...asked.functions]),
    names: new Set([...own.names, ...asked.names]),
    argumentIndices:
      own.argumentIndices === undefined || asked.argumentIndices === undefined
        ? undefined
        : new Set([...own.argumentIndices, ...asked.argumentIndices]),
  };
}

/** Whether code of the aspect that names `identifiers` needs its object. */
export function needsObject(
  index: Pick<AspectIndex, "basesOf">,
  declared: DeclaredAspect,
  identifiers: ReadonlySet<string>,
): boolean {
  if (identifiers.has("this")) return true;
  const { aspect, file } = declared;
  const bases = index.basesOf(declared);
  // Of a base that is no aspect nothing is known.
  if (aspect.bases.length > bases.length) return true;
  const own = aspect.members.some(
    ({ kind, name, range }) =>
      (kind === "data" || kind === "function") &&
      identifiers.has(name) &&
      !isStaticMember(file.text.slice(range.start, range.end)),
  );
  return own || bases.some((base) => needsObject(index, base, identifiers));
}

function isStaticMember(text: string): boolean {
  const head = text.slice(0, Math.max(0, text.search(/[({=;]/)));
  return /\b(?:static|typedef|enum)\b/.test(head);
}
