/**
 * Why a code pointcut holds at a shadow or does not: the matcher's own decisions part by part, each with its values.
 * `verdict` of the result equals what {@link UnitMatcher.decide} says (a test holds them together).
 */
import type { Shadow } from "../../model/index.js";
import { lookUp } from "../../model/index.js";
import { describeTest, type Verdict } from "../matching/classes/runtime-test.js";
import type { PointcutNode, TypeTest } from "../matching/nodes/pointcut-node.js";
import { resultType, typeFits } from "../matching/nodes/shadow-types.js";
import { typeSignature } from "../matching/signature.js";
import { describeNames, qualifiedName } from "../matching/units/describe-match.js";
import { subjectOf } from "../matching/units/unit-columns.js";
import type { UnitMatcher } from "../matching/units/unit-matcher.js";
import { explainNames } from "./explain-names.js";
import { type Change, type Finding, finding, type Reading, replaceMatch } from "./finding.js";
import { bothOf, eitherOf, negationOf } from "./join-findings.js";

export function explainCode(
  unit: UnitMatcher,
  node: PointcutNode,
  shadow: Shadow,
  reading: Reading,
): Finding {
  const { source } = node;
  const explain = (part: PointcutNode) => explainCode(unit, part, shadow, reading);
  switch (node.kind) {
    case "and":
      return bothOf(node, reading, [explain(node.left), explain(node.right)]);
    case "or":
      return eitherOf(node, reading, [explain(node.left), explain(node.right)]);
    case "not":
      return negationOf(node, reading, explain(node.operand));
    case "named": {
      const inner = explainCode(unit, node.of, shadow, { file: node.file ?? reading.file });
      return finding(source, reading, {
        ...inner,
        text: `${node.name}()`,
        source,
        file: reading.file,
        parts: [inner],
      });
    }
    case "join":
      return explainJoin(unit, node, shadow, reading);
    case "within":
      return explainWithin(unit, node, shadow, reading);
    case "args":
      return explainArguments(unit, node, shadow, reading);
    case "result":
      return explainResult(unit, node, shadow, reading);
    case "nothing":
      return finding(source, reading, { verdict: false, words: "the pointcut is broken", distance: 30 });
    default: {
      const verdict = unit.decide(node, shadow);
      return finding(source, reading, {
        verdict,
        words: objectInWords(unit, node, shadow, verdict),
        distance: verdict === false ? 5 : 0,
      });
    }
  }
}

function only({ verdict, distance, changes }: Finding) {
  return { verdict, distance, changes };
}

function nameOf({ facts }: UnitMatcher, id: number): string {
  return qualifiedName(facts.entities[id]);
}

const WANTED: Readonly<Record<string, string>> = {
  execution: "bodies of functions",
  call: "calls",
  get: "reads",
  set: "writes",
  ref: "address-taking",
  access: "accesses",
  alias: "accesses through pointers",
  builtin: "built-in operators",
  construction: "constructors",
  destruction: "destructors",
};

const HERE: Readonly<Record<Shadow["kind"], string>> = {
  execution: "the body of a function",
  call: "a call",
  get: "a read",
  set: "a write",
  ref: "a place where an address is taken",
  builtin: "a built-in operator",
  construction: "a constructor",
  destruction: "a destructor",
};

/** Functions that select by the same kind of names can take each other's place. */
const FAMILIES: readonly (readonly string[])[] = [
  ["execution", "call"],
  ["get", "set", "ref", "access"],
  ["construction", "destruction"],
];

function explainJoin(
  unit: UnitMatcher,
  node: PointcutNode & { kind: "join" },
  shadow: Shadow,
  reading: Reading,
): Finding {
  const subject = subjectOf(shadow);
  const of = explainNames(unit, node.of, subject, reading);
  if (node.kinds.includes(shadow.kind)) {
    const words =
      of.verdict === true
        ? `\`${nameOf(unit, subject)}\` ${describeNames(unit, node.of, subject)}`
        : of.words;
    return finding(node.source, reading, { ...only(of), words, parts: [of] });
  }
  const wrongKind = `this is ${HERE[shadow.kind]}, \`${node.name}\` selects ${lookUp(WANTED, node.name) ?? node.name}`;
  const isKin = FAMILIES.some((family) => family.includes(node.name) && family.includes(shadow.kind));
  const { start } = node.source.range;
  const kindChange: Change[] = isKin
    ? [{ file: reading.file, range: { start, end: start + node.name.length }, text: shadow.kind }]
    : [];
  return finding(node.source, reading, {
    verdict: false,
    words: of.verdict === false && isKin ? `${wrongKind}; ${of.words}` : wrongKind,
    parts: [of],
    distance: (isKin ? 4 : 9) + of.distance,
    changes: isKin ? [...kindChange, ...of.changes] : [],
  });
}

function explainArguments(
  unit: UnitMatcher,
  node: PointcutNode & { kind: "args" },
  shadow: Shadow,
  reading: Reading,
): Finding {
  const verdict = unit.decide(node, shadow);
  const found = argumentTypes(unit, shadow);
  const names = found.map((type) => typeSignature(unit.facts, type));
  const list = names.length === 0 ? "no arguments" : names.map((name) => `\`${name}\``).join(", ");
  if (verdict !== false) {
    const condition = typeof verdict === "boolean" ? "" : `, ${describeTest(verdict)}`;
    return finding(node.source, reading, { verdict, words: `the arguments are ${list}${condition}` });
  }
  if (found.length !== node.types.length) {
    const count = found.length === 1 ? "1 argument" : `${found.length === 0 ? "no" : found.length} arguments`;
    const bindsAny = node.types.some(({ variable }) => variable !== undefined);
    const { source, file } = { source: node.source, file: reading.file };
    const open = { file, range: source.range, text: `args(${names.map(() => '"%"').join(", ")})` };
    return finding(source, reading, {
      verdict,
      words: `there ${found.length === 1 ? "is" : "are"} ${count} (${list}), the pattern wants ${node.types.length}`,
      distance: 3,
      changes: bindsAny ? [] : [open],
    });
  }
  const misfits = node.types.flatMap((test, index) =>
    typeFits(unit, test, found[index] as number) ? [] : [index],
  );
  return finding(node.source, reading, {
    verdict,
    words: misfits
      .map((index) =>
        compared(`argument ${index + 1}`, names[index] ?? "?", node.types[index] as TypeTest, false),
      )
      .join("; "),
    distance: 2 * misfits.length,
    changes: misfits.flatMap((index) => replaceArgument(node, index, reading, names[index])),
  });
}

/** As `args` counts them. */
function argumentTypes({ facts }: UnitMatcher, shadow: Shadow): number[] {
  if (shadow.kind === "get" || shadow.kind === "ref") return [];
  if (shadow.kind === "set") return [shadow.type];
  const entity = facts.entities[shadow.entity];
  const parameters = entity?.kind === "function" ? entity.parameters : [];
  const passed = shadow.kind === "call" ? shadow.arguments : parameters;
  return passed.map(({ type }, index) => parameters[index]?.type ?? type);
}

function compared(what: string, is: string, { text, variable }: TypeTest, verdict: Verdict): string {
  if (verdict !== false) return `${what} is \`${is}\``;
  const exactly =
    variable === undefined ? "" : `, bound to \`${variable}\`, which must be of exactly that type`;
  return `${what} is \`${is}\`, the pattern wants \`${text}\`${exactly}`;
}

/** Types in quotes can be exchanged; those of context variables are part of the advice's own signature. */
function replaceArgument(
  node: PointcutNode,
  index: number,
  reading: Reading,
  text: string | undefined,
): Change[] {
  const argument = node.source.kind === "function" ? node.source.arguments[index] : undefined;
  return argument === undefined ? [] : replaceMatch(argument, reading, text);
}

function explainWithin(
  unit: UnitMatcher,
  node: PointcutNode & { readonly kind: "within" },
  shadow: Shadow,
  reading: Reading,
): Finding {
  const { source } = node;
  const of = explainNames(unit, node.of, shadow.within, reading);
  const name = nameOf(unit, shadow.within);
  if (of.verdict !== false && unit.decide(node, shadow) === false)
    return finding(source, reading, {
      ...only(of),
      verdict: false,
      distance: 6,
      words: `the body of \`${name}\` as a whole does not stand in the function, only in its class or namespace`,
      parts: [of],
    });
  const inside = `inside \`${name}\``;
  const words =
    of.verdict === true
      ? `${inside}, which ${describeNames(unit, node.of, shadow.within)}`
      : `${inside}: ${of.words.replace(`\`${name}\`: `, "")}`;
  // Another place is near enough to be offered.
  return finding(source, reading, { ...only(of), distance: Math.min(of.distance, 6), words, parts: [of] });
}

/** What tests the type of an object or a result. */
type TypeTested = Extract<PointcutNode, { type: TypeTest }>;

function explainResult(
  unit: UnitMatcher,
  node: PointcutNode & TypeTested,
  shadow: Shadow,
  reading: Reading,
): Finding {
  const verdict = unit.decide(node, shadow);
  const found = resultType(unit.facts, shadow);
  const is = found === undefined ? undefined : typeSignature(unit.facts, found);
  const words =
    is === undefined ? `a ${shadow.kind} has no result` : compared("the result", is, node.type, verdict);
  if (verdict !== false) return finding(node.source, reading, { verdict, words, distance: 0, changes: [] });
  return finding(node.source, reading, {
    verdict,
    words,
    distance: is === undefined ? 6 : 2,
    changes: replaceArgument(node, 0, reading, is),
  });
}

function objectInWords(unit: UnitMatcher, node: PointcutNode, shadow: Shadow, verdict: Verdict): string {
  if (typeof verdict !== "boolean") return `decided at run time: ${describeTest(verdict)}`;
  switch (node.kind) {
    case "target":
      return targetInWords(unit, shadow, node.type.text, verdict);
    case "that":
      return thatInWords(unit, shadow, node.type.text, verdict);
    case "local":
      return verdict
        ? `\`${node.name}\` is in scope`
        : `no variable \`${node.type.text} ${node.name}\` is in scope here`;
    case "cflow":
      return verdict
        ? `control is always inside \`${node.text}\` here`
        : `control is never inside \`${node.text}\` here`;
    default:
      return verdict ? "holds" : "does not hold";
  }
}

function targetInWords(unit: UnitMatcher, shadow: Shadow, wanted: string, verdict: boolean): string {
  const object = "object" in shadow ? shadow.object : undefined;
  if (object === undefined) return `a ${shadow.kind} without an object has no target`;
  const is = typeSignature(unit.facts, object.type);
  return verdict
    ? `the object is \`${is}\``
    : `the object's static type is \`${is}\`, the pattern wants \`${wanted}\` or a class derived from it`;
}

function thatInWords(unit: UnitMatcher, shadow: Shadow, wanted: string, verdict: boolean): string {
  const around = unit.facts.entities[shadow.within];
  const scope = around === undefined || around.isStatic === true ? [] : around.scope;
  if (scope.length === 0) return `\`${nameOf(unit, shadow.within)}\` has no \`this\``;
  const is = scope.join("::");
  return verdict
    ? `\`this\` is a \`${is}\``
    : `\`this\` is a \`${is}\`, the pattern wants \`${wanted}\` or a class derived from it`;
}
