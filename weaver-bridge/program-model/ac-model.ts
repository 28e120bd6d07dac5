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
  const writer = createWriter(units, fileOf);
  const builder = new XMLBuilder({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    format: true,
    indentBy: "  ",
    suppressEmptyNode: true,
  });
  return `<?xml version="1.0"?>\n${String(builder.build([writer.document()])).trim()}\n`;
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

function createWriter(units: readonly UnitModel[], fileOf: (file: string) => AcModelFile | undefined) {
  const ids = new Map<string, number>();
  const idOf = (key: string): number => {
    const id = ids.get(key) ?? ids.size;
    ids.set(key, id);
    return id;
  };
  const places = [...new Set(units.map((unit) => unit.source))];
  const files = filesOf(units, places, fileOf);
  for (const { key } of files.values()) idOf(key);
  const elements = new Map<string, ModelElement>();
  for (const one of units.flatMap((unit) => unit.elements)) {
    const known = elements.get(one.key);
    if (known === undefined || (known.isDefinition !== true && one.isDefinition === true))
      elements.set(one.key, one);
  }
  const aspects = new Map(
    units.flatMap((unit) => unit.aspects.map((aspect) => [aspect.name, aspect] as const)),
  );
  const advice = new Map(
    [...aspects.values()].flatMap((aspect) => aspect.advice.map((one) => [one.key, one] as const)),
  );
  const inside = joinPointsByFunction(units);

  const source = (place: SourcePlace | undefined, kind: number): Xml[] => {
    const file = place === undefined ? undefined : files.get(place.file);
    if (place === undefined || file === undefined) return [];
    return group("source", [
      element("Source", { kind, file: idOf(file.key), line: place.line, len: place.lines }),
    ]);
  };

  const plan = (keys: readonly string[]): Xml[] => {
    const known = keys.flatMap((key) => advice.get(key) ?? []);
    if (known.length === 0) return [];
    const parts = (["before", "after", "around"] as const).flatMap((kind) =>
      group(
        kind,
        known
          .filter((one) => one.kind === kind)
          .map((one) => element("CodeAdvice", { advice: idOf(one.key) })),
      ),
    );
    return group("plan", [element("CodePlan", {}, parts)]);
  };

  const joinPoint = (one: ModelJoinPoint, lid: number): Xml => {
    const tag = TAGS[one.kind];
    if (one.kind === "execution" || one.kind === "construction" || one.kind === "destruction")
      return element(tag, {}, plan(one.advice));
    const isVariable = one.kind === "get" || one.kind === "set" || one.kind === "ref";
    return element(
      tag,
      {
        [isVariable ? "variable" : "target"]: idOf(one.entity),
        lid,
        target_class: one.targetClass === undefined ? undefined : idOf(one.targetClass),
      },
      [...plan(one.advice), ...source(one.place, 0)],
    );
  };

  const types = (tag: string, names: readonly string[]): Xml[] =>
    group(
      tag,
      names.map((signature) => element("Type", { signature })),
    );

  const nameElement = (one: ModelElement, children: readonly Xml[]): Xml => {
    const place = source(one.builtin === true ? undefined : one.place, one.isDefinition === true ? 1 : 2);
    if (one.kind === "variable")
      return element("Variable", { kind: one.number, name: one.name, id: idOf(one.key) }, [
        ...types("type", one.type === undefined ? [] : [one.type]),
        ...place,
      ]);
    if (one.kind === "class")
      return element(
        "Class",
        {
          bases:
            one.bases === undefined || one.bases.length === 0 ? undefined : one.bases.map(idOf).join(" "),
          name: one.name,
          id: idOf(one.key),
        },
        [...group("children", children), ...place],
      );
    return element(
      "Function",
      {
        kind: one.number,
        variadic_args: one.variadic === true ? "true" : undefined,
        cv_qualifiers: one.isConst === true ? 1 : 0,
        name: one.name,
        builtin: one.builtin === true ? "true" : undefined,
        id: idOf(one.key),
      },
      [
        ...types("result_type", one.result === undefined ? [] : [one.result]),
        ...types("arg_types", one.parameters ?? []),
        ...group("children", (inside.get(one.key) ?? []).map(joinPoint)),
        ...place,
      ],
    );
  };

  const pointcut = (name: string, expr: string, kind: number, place: SourcePlace): Xml =>
    element("Pointcut", { expr, kind, name }, source(place, 0));

  const adviceElement = (one: ModelAdvice): Xml =>
    element("AdviceCode", { kind: ADVICE_KINDS[one.kind], context: 0, lid: one.index, id: idOf(one.key) }, [
      ...group("pointcut", [pointcut("%anon", one.pointcut, 0, one.place)]),
      ...source(one.place, 0),
    ]);

  const aspectElement = (aspect: ModelAspect): Xml =>
    element(
      "Aspect",
      {
        bases:
          aspect.bases.length === 0
            ? undefined
            : aspect.bases.map((base) => idOf(`aspect:${base}`)).join(" "),
        name: aspect.name.split("::").at(-1),
        id: idOf(`aspect:${aspect.name}`),
      },
      [
        ...group("advices", aspect.advice.map(adviceElement)),
        ...group(
          "children",
          aspect.pointcuts.map(({ name, expression, place }) => pointcut(name, expression, 1, place)),
        ),
        ...source(aspect.place, 1),
      ],
    );

  const namespaceElement = (name: string, scope: Scope): Xml =>
    element("Namespace", { name }, group("children", childrenOf(scope)));

  const childrenOf = (scope: Scope): Xml[] => [
    ...[...scope.inner].flatMap(([name, inner]) =>
      inner.own === undefined ? [namespaceElement(name, inner)] : [nameElement(inner.own, childrenOf(inner))],
    ),
    ...scope.aspects.map(aspectElement),
    ...scope.names.map((one) => nameElement(one, [])),
  ];

  return {
    document: (): Xml => {
      const root = namespaceElement("::", scopesOf([...elements.values()], [...aspects.values()]));
      const listed = [...files.values()].map(({ key, name, lines, modified, unit }) =>
        element(unit ? "TUnit" : "Header", { filename: name, len: lines, time: modified, id: idOf(key) }),
      );
      return element(
        "ac-model",
        { xmlns: "https://aspectc.org/schemas/ac-model", version: "2.3", ids: ids.size },
        [element("files", {}, listed), element("root", {}, [root])],
      );
    },
  };
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
