/**
 * Units' models as one document in the public `ac-model` form, version 2.3, that AspectC++ tools read: a tree of
 * namespaces, classes, functions, variables and aspects, join points below the functions that hold them, and below each
 * join point the plan of what is woven there. Lines only, as in that form; our JSON index has the rest.
 */
import XMLBuilder from "fast-xml-builder";
import type {
  ModelAdvice,
  ModelAspect,
  ModelElement,
  ModelJoinPoint,
  SourcePlace,
  UnitModel,
} from "./unit-model.js";

/** One element in the order-keeping form of fast-xml-builder. */
type Xml = { readonly [tag: string]: readonly Xml[] | Readonly<Record<string, string>> };

export interface AcModelFile {
  readonly name: string;
  readonly lines: number;
  /** Seconds since 1970. */
  readonly modified: number;
}

/** `fileOf` names a file as the document should and says its size; files it does not know are left out with their places. */
export function acModel(
  units: readonly UnitModel[],
  fileOf: (file: string) => AcModelFile | undefined,
): string {
  const document = new AcModelWriter(units, fileOf).document();
  const builder = new XMLBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    format: true,
    indentBy: "  ",
    suppressEmptyNode: true,
  });
  return `<?xml version="1.0"?>\n${String(builder.build([document])).trim()}\n`;
}

function element(
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  children: readonly Xml[] = [],
): Xml {
  const named = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
  return { [tag]: children, ...(named.length === 0 ? {} : { ":@": Object.fromEntries(named) }) };
}

function group(tag: string, children: readonly Xml[]): Xml[] {
  return children.length === 0 ? [] : [element(tag, {}, children)];
}

class AcModelWriter {
  private readonly ids = new Map<string, number>();
  private readonly files: ReturnType<typeof filesOf>;
  private readonly elements: readonly ModelElement[];
  private readonly aspects: readonly ModelAspect[];
  private readonly advice: ReadonlyMap<string, ModelAdvice>;
  /** By the function that has them. */
  private readonly joinPoints: ReadonlyMap<string, readonly ModelJoinPoint[]>;

  constructor(units: readonly UnitModel[], fileOf: (file: string) => AcModelFile | undefined) {
    this.files = filesOf(units, [...new Set(units.map((unit) => unit.source))], fileOf);
    for (const { key } of this.files.values()) this.idOf(key);
    this.elements = elementsOf(units);
    const aspects = units.flatMap((unit) => unit.aspects);
    this.aspects = [...new Map(aspects.map((aspect) => [aspect.name, aspect])).values()];
    this.advice = new Map(this.aspects.flatMap(({ advice }) => advice.map((each) => [each.key, each])));
    this.joinPoints = joinPointsByFunction(units);
  }

  document(): Xml {
    const root = this.namespace("::", scopesOf(this.elements, this.aspects));
    const files = [...this.files.values()].map(({ key, name, lines, modified, unit }) =>
      element(unit ? "TUnit" : "Header", { filename: name, len: lines, time: modified, id: this.idOf(key) }),
    );
    return element(
      "ac-model",
      { xmlns: "https://aspectc.org/schemas/ac-model", version: "2.3", ids: this.ids.size },
      [element("files", {}, files), element("root", {}, [root])],
    );
  }

  private idOf(key: string): number {
    const id = this.ids.get(key) ?? this.ids.size;
    this.ids.set(key, id);
    return id;
  }

  // Names.

  private namespace(name: string, scope: Scope): Xml {
    return element("Namespace", { name }, group("children", this.childrenOf(scope)));
  }

  private childrenOf(scope: Scope): Xml[] {
    return [
      ...[...scope.inner].flatMap(([name, inner]) =>
        inner.own === undefined
          ? [this.namespace(name, inner)]
          : [this.class(inner.own, this.childrenOf(inner))],
      ),
      ...scope.aspects.map((aspect) => this.aspect(aspect)),
      ...scope.names.map((named) =>
        named.kind === "variable" ? this.variable(named) : this.function(named),
      ),
    ];
  }

  private variable(variable: ModelElement): Xml {
    const { number: kind, name, key, type } = variable;
    const place = this.placeOf(variable);
    return element("Variable", { kind, name, id: this.idOf(key) }, [
      ...types("type", type === undefined ? [] : [type]),
      ...place,
    ]);
  }

  private class(record: ModelElement, children: readonly Xml[]): Xml {
    const { name, key, bases = [] } = record;
    const place = this.placeOf(record);
    return element("Class", { bases: this.listOfIds(bases), name, id: this.idOf(key) }, [
      ...group("children", children),
      ...place,
    ]);
  }

  private function(called: ModelElement): Xml {
    const { number: kind, name, key, result, parameters = [] } = called;
    const place = this.placeOf(called);
    const attributes = {
      kind,
      variadic_args: called.variadic === true ? "true" : undefined,
      cv_qualifiers: called.isConst === true ? 1 : 0,
      name,
      builtin: called.builtin === true ? "true" : undefined,
      id: this.idOf(key),
    };
    const joinPoints = this.joinPoints.get(key) ?? [];
    return element("Function", attributes, [
      ...types("result_type", result === undefined ? [] : [result]),
      ...types("arg_types", parameters),
      ...group(
        "children",
        joinPoints.map((joinPoint, lid) => this.joinPoint(joinPoint, lid)),
      ),
      ...place,
    ]);
  }

  private placeOf({ builtin, place, isDefinition }: ModelElement): Xml[] {
    return this.source(builtin === true ? undefined : place, isDefinition === true ? 1 : 2);
  }

  private source(place: SourcePlace | undefined, kind: number): Xml[] {
    const file = place === undefined ? undefined : this.files.get(place.file);
    if (place === undefined || file === undefined) return [];
    const attributes = { kind, file: this.idOf(file.key), line: place.line, len: place.lines };
    return group("source", [element("Source", attributes)]);
  }

  /** Undefined where there are none. */
  private listOfIds(keys: readonly string[]): string | undefined {
    return keys.length === 0 ? undefined : keys.map((key) => this.idOf(key)).join(" ");
  }

  // Join points, and what is woven at them.

  private joinPoint(joinPoint: ModelJoinPoint, lid: number): Xml {
    const { kind, entity, targetClass } = joinPoint;
    const tag = TAGS[kind];
    if (kind === "execution" || kind === "construction" || kind === "destruction")
      return element(tag, {}, this.plan(joinPoint.advice));
    const isVariable = kind === "get" || kind === "set" || kind === "ref";
    const attributes = {
      [isVariable ? "variable" : "target"]: this.idOf(entity),
      lid,
      target_class: targetClass === undefined ? undefined : this.idOf(targetClass),
    };
    return element(tag, attributes, [...this.plan(joinPoint.advice), ...this.source(joinPoint.place, 0)]);
  }

  private plan(keys: readonly string[]): Xml[] {
    const known = keys.flatMap((key) => this.advice.get(key) ?? []);
    if (known.length === 0) return [];
    const parts = (["before", "after", "around"] as const).flatMap((kind) =>
      group(
        kind,
        known
          .filter((advice) => advice.kind === kind)
          .map(({ key }) => element("CodeAdvice", { advice: this.idOf(key) })),
      ),
    );
    return group("plan", [element("CodePlan", {}, parts)]);
  }

  // Aspects.

  private aspect(aspect: ModelAspect): Xml {
    const attributes = {
      bases: this.listOfIds(aspect.bases.map((base) => `aspect:${base}`)),
      name: aspect.name.split("::").at(-1),
      id: this.idOf(`aspect:${aspect.name}`),
    };
    const advice = aspect.advice.map((each) => this.adviceElement(each));
    const pointcuts = aspect.pointcuts.map(({ name, expression, place }) =>
      this.pointcut(name, expression, 1, place),
    );
    return element("Aspect", attributes, [
      ...group("advices", advice),
      ...group("children", pointcuts),
      ...this.source(aspect.place, 1),
    ]);
  }

  private adviceElement({ kind, index, key, pointcut, place }: ModelAdvice): Xml {
    const attributes = { kind: ADVICE_KINDS[kind], context: 0, lid: index, id: this.idOf(key) };
    return element("AdviceCode", attributes, [
      ...group("pointcut", [this.pointcut("%anon", pointcut, 0, place)]),
      ...this.source(place, 0),
    ]);
  }

  private pointcut(name: string, expr: string, kind: number, place: SourcePlace): Xml {
    return element("Pointcut", { expr, kind, name }, this.source(place, 0));
  }
}

function types(tag: string, names: readonly string[]): Xml[] {
  return group(
    tag,
    names.map((signature) => element("Type", { signature })),
  );
}

/** Each once: its definition, where a unit has it. */
function elementsOf(units: readonly UnitModel[]): ModelElement[] {
  const elements = new Map<string, ModelElement>();
  for (const named of units.flatMap((unit) => unit.elements)) {
    const known = elements.get(named.key);
    if (known === undefined || (known.isDefinition !== true && named.isDefinition === true))
      elements.set(named.key, named);
  }
  return [...elements.values()];
}

const TAGS: Readonly<Record<ModelJoinPoint["kind"], string>> = {
  execution: "Execution",
  call: "Call",
  get: "Get",
  set: "Set",
  ref: "Ref",
  builtin: "Builtin",
  construction: "Construction",
  destruction: "Destruction",
};

const ADVICE_KINDS = { before: 0, after: 1, around: 2 } as const;

interface Scope {
  readonly inner: Map<string, Scope>;
  readonly names: ModelElement[];
  readonly aspects: ModelAspect[];
  /** The class that this scope is; absent for a namespace. */
  own?: ModelElement;
}

function scopesOf(elements: readonly ModelElement[], aspects: readonly ModelAspect[]): Scope {
  const create = (): Scope => ({ inner: new Map(), names: [], aspects: [] });
  const root = create();
  const at = (path: readonly string[]): Scope =>
    path.reduce((scope, name) => {
      const inner = scope.inner.get(name) ?? create();
      scope.inner.set(name, inner);
      return inner;
    }, root);
  for (const one of elements) {
    if (one.kind === "class") at([...one.scope, one.name]).own = one;
    else at(one.scope).names.push(one);
  }
  for (const aspect of aspects) at(aspect.name.split("::").slice(0, -1)).aspects.push(aspect);
  return root;
}

/** Each join point once, though many units see those of a header. */
function joinPointsByFunction(units: readonly UnitModel[]): Map<string, ModelJoinPoint[]> {
  const found = new Map<string, ModelJoinPoint[]>();
  for (const unit of units) {
    const own = new Map<string, ModelJoinPoint[]>();
    for (const one of unit.joinPoints) {
      const list = own.get(one.within) ?? [];
      list.push(one);
      own.set(one.within, list);
    }
    for (const [key, list] of own) if (!found.has(key)) found.set(key, list);
  }
  return found;
}

function filesOf(
  units: readonly UnitModel[],
  sources: readonly string[],
  fileOf: (file: string) => AcModelFile | undefined,
) {
  const named = new Set([
    ...sources,
    ...units.flatMap((unit) => [
      ...unit.elements.flatMap(({ place }) => (place === undefined ? [] : [place.file])),
      ...unit.aspects.map(({ place }) => place.file),
    ]),
  ]);
  const files = new Map<string, AcModelFile & { key: string; unit: boolean }>();
  for (const file of named) {
    const known = fileOf(file);
    if (known !== undefined)
      files.set(file, { ...known, key: `file:${known.name}`, unit: sources.includes(file) });
  }
  return files;
}
