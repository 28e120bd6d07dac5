/**
 * Of what class is an object? With run-time type information, the object says it. Without (`-fno-rtti`, as in kernels),
 * the address of its table of virtual functions does: every unit that defines classes which advice asks for puts the
 * addresses of their tables, and of those of the classes derived from them, into a section of the class's name; the
 * linker makes one array of all units' sections. Tables that nothing uses stay away: the references are weak.
 */
import type { ClassEntity, EntityId, Problem, UnitFacts } from "../../../model/index.js";
import type { ClassTest, TestedClass } from "../../../pointcut/index.js";
import { Unweavable } from "../../unweavable.js";
import { mangledType } from "../types/mangle-type.js";
import { nameableScope } from "../types/spell-type.js";

export interface ClassTests {
  /** Expression that says whether the object is of one of the classes or of a class derived from it. */
  write(test: Pick<ClassTest, "classes" | "instances">, object: string): string;
  /** Pointer to the object as one of the class, an entity or a path, that {@link write} has found it to be. */
  cast(of: EntityId | readonly string[], object: string): string;
  /** Declarations that the expressions need. */
  readonly declarations: string;
}

export function createClassTests(facts: UnitFacts, rtti: boolean): ClassTests {
  const sections = new Set<string>();
  const nameAt = (path: readonly string[]) => `::${nameableScope(path).join("::")}`;
  const nameOf = ({ scope, name }: ClassEntity) => nameAt([...scope, name]);
  const ask = (name: string, address: string) => `dynamic_cast<const volatile ${name} *>(${address}) != 0`;
  const writeInstance = (path: readonly string[], object: string) => {
    if (!rtti) throw unmarked(path);
    return ask(nameAt(path), `__builtin_addressof(${object})`);
  };
  const writeOne = (id: EntityId, object: string) => {
    const entity = facts.entities[id] as ClassEntity;
    const address = `__builtin_addressof(${object})`;
    if (rtti && entity.template === "pattern") throw manyClasses(entity);
    if (rtti) return ask(nameOf(entity), address);
    const section = sectionOf(facts, entity);
    sections.add(section);
    return `::__weft_is_a(${address}, __start_${section}, __stop_${section})`;
  };
  return {
    write: ({ classes, instances = [] }, object) => {
      const asked = [
        ...classes.map((id) => writeOne(id, object)),
        ...instances.map((path) => writeInstance(path, object)),
      ];
      return asked.length === 0 ? "false" : `(${asked.join(" || ")})`;
    },
    cast: (of, object) => {
      const name = typeof of === "number" ? nameOf(facts.entities[of] as ClassEntity) : nameAt(of);
      return `${rtti ? "dynamic_cast" : "static_cast"}< ${name} *>(__builtin_addressof(${object}))`;
    },
    get declarations() {
      if (sections.size === 0) return "";
      const bounds = [...sections].flatMap((section) =>
        [`__start_${section}`, `__stop_${section}`].map(
          (name) => `extern const char *const ${name}[] __attribute__((weak, visibility("hidden")));`,
        ),
      );
      return `extern "C" { ${bounds.join(" ")} }\n${IS_A}`;
    },
  };
}

function manyClasses({ name }: ClassEntity): Unweavable {
  return new Unweavable(
    "condition",
    `a test at run time whether the object is of any class that the template '${name}' makes`,
    `Name the instances that are meant, as in that("${name}<int>").`,
  );
}

function unmarked(path: readonly string[]): Unweavable {
  const name = path.join("::");
  return new Unweavable(
    "condition",
    `a test of the object's class '${name}' at run time, which the unit does not name and -fno-rtti takes away`,
    `Compile with -frtti, or ask for a class of its own (struct Own : ${name}).`,
  );
}

/** The primary table of the whole object is compared: in front of each table stands how far away its object begins. */
const IS_A = `namespace { bool __weft_is_a(const volatile void *object, const char *const *from, const char *const *to) {
typedef const char *word __attribute__((may_alias)); typedef __typeof__((char *)0 - (char *)0) offset __attribute__((may_alias));
const volatile char *at = static_cast<const volatile char *>(object);
__asm__("" : "+r"(at) : : "memory");
at += reinterpret_cast<const offset *>(*reinterpret_cast<const volatile word *>(at))[-2];
const char *table = *reinterpret_cast<const volatile word *>(at);
while (from != to) if (*from++ == table) return true;
return false; } }`;

export interface ClassMarks {
  /** For the end of the unit. */
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** What a unit without run-time type information says of the classes in it that advice of any unit may ask for. */
export function classMarks(facts: UnitFacts, tested: readonly TestedClass[]): ClassMarks {
  const declarations: string[] = [];
  const problems: Problem[] = [];
  for (const { entity: id, classes } of tested) {
    const asked = facts.entities[id] as ClassEntity;
    // Whoever asks is told so where it is asked.
    if (isUnnamed(asked)) continue;
    for (const derived of classes) {
      const entity = facts.entities[derived] as ClassEntity;
      const reason = untold(facts, entity);
      if (reason !== undefined) {
        problems.push(cannotTell(facts, entity, asked, reason));
        continue;
      }
      const number = declarations.length;
      const table = `_ZTV${mangledType(facts, entity.type)}`;
      const words = 2 + virtualBases(facts, entity).size;
      declarations.push(
        `static const char *__weft_table_${number}[1] __attribute__((weakref("${table}"))); ` +
          `const char *__weft_mark_${number} __attribute__((used, section("${sectionOf(facts, asked)}"))) = ` +
          `reinterpret_cast<const char *>(__weft_table_${number}) + ${words} * sizeof(void *);`,
      );
    }
  }
  return { text: declarations.length === 0 ? "" : `namespace {\n${declarations.join("\n")}\n}`, problems };
}

/** Orphan sections with such names get symbols for their bounds from the linker. */
function sectionOf(facts: UnitFacts, asked: ClassEntity): string {
  const { name, type } = asked;
  if (isUnnamed(asked))
    throw new Unweavable(
      "condition",
      `a test of the object's class '${name}' in an unnamed namespace at run time, which -fno-rtti takes away`,
      "Give the namespace a name, or compile with -frtti.",
    );
  return `weft_is_${mangledType(facts, type)}`;
}

const isUnnamed = ({ scope, name }: ClassEntity) => [...scope, name].includes("<unnamed>");

/** Why the address of the table can't be written. */
function untold(facts: UnitFacts, entity: ClassEntity): string | undefined {
  if (entity.local === true) return "it is defined inside a function";
  if (entity.template !== undefined) return "it is a template";
  const first = entity.bases.find(({ entity: base, isVirtual }) => !isVirtual && isPolymorphic(facts, base));
  return virtualBases(facts, entity).size > 0 && first === undefined
    ? "its only bases with virtual functions are virtual bases"
    : undefined;
}

const isPolymorphic = ({ entities }: UnitFacts, id: EntityId) => {
  const entity = entities[id];
  return entity?.kind === "class" && entity.polymorphic === true;
};

function virtualBases(facts: UnitFacts, { bases }: ClassEntity): Set<EntityId> {
  return new Set(
    bases.flatMap(({ entity, isVirtual }) => {
      const base = facts.entities[entity];
      const further = base?.kind === "class" ? [...virtualBases(facts, base)] : [];
      return isVirtual ? [entity, ...further] : further;
    }),
  );
}

function cannotTell(facts: UnitFacts, entity: ClassEntity, asked: ClassEntity, reason: string): Problem {
  return {
    code: "weave/class-test",
    severity: "error",
    range: facts.lineMap.rangeOf(entity.nameRange),
    message: `objects of '${entity.name}' can't be told by advice that asks for '${asked.name}': there is no run-time type information (-fno-rtti), and ${reason}`,
    hint: "Give it an ordinary base with virtual functions, define it outside functions and without template parameters, or compile with -frtti.",
  };
}
