/** Declarations as JSON (`schemas/specialization.schema.json`), with the same content as their text. */
import { lookUp } from "../../model/index.js";
import { readAssumed, readSet } from "./clauses.js";
import {
  type AtRunTime,
  type Declaration,
  type DeclarationFile,
  type Fact,
  LIMITS,
  type Mistake,
  type Named,
  type SaidWrites,
  type Span,
} from "./declaration.js";
import { type PlaceInJson, type PlacesInJson, placesInJson } from "./json-places.js";
import { doubledNames } from "./read-declarations.js";

const NAME = /^[A-Za-z_]\w*$/;
const WRITTEN = /^[A-Za-z_]\w*(?:->[A-Za-z_]\w*)?$/;
const EXCLUSIVE = /^[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*|\[\d+\])*$/;
const STEP = /^(?:(?:->|\.)[A-Za-z_]\w*|\[\d+\])$/;
/** Of the file, and what they are called in a declaration's text. */
const LIMIT_KEYS = {
  unroll: "unroll",
  residualStatements: "statements",
  depth: "depth",
  variants: "variants",
  bytes: "bytes",
} as const;

/** What declarations may say, and this specializer does not use yet; without it the residual code knows less. */
const UNUSED: readonly string[] = [
  ...["kind", "objects", "memory", "guards", "survives", "returnIfStatic"],
  ...["object", "symbol", "sameAs", "polyvariance", "timeSeconds", "noreturn", "returns"],
];

/** Keys that people write for people. */
const FOR_PEOPLE =
  /^(?:notes?|name|title|description|comments?|bench|benchmark|author|reason|why|source|case|\$comment|x-.*|_.*)$/;

interface Reader {
  /** Where a value or a key stands in the text; of an object its key, or its brace. */
  readonly at: PlaceInJson;
  /** All of a value. */
  readonly whole: (place: string) => Span;
  /** What is wrong at a place, which is named as in `specialize[0].params.n`. */
  readonly tell: (place: string, message: string, key?: string) => void;
  /** The value's members; what is not known is told. */
  readonly members: (value: unknown, place: string, known?: readonly string[]) => Record<string, unknown>;
  readonly list: (value: unknown, place: string, pattern?: RegExp) => string[];
  readonly flag: (value: unknown, place: string) => boolean;
}

/** Never throws. `text`: what the value was read from; without it mistakes stand at its begin. */
export function declarationsFromJson(value: unknown, text?: string): DeclarationFile {
  const mistakes: Mistake[] = [];
  const reader = readerInto(mistakes, placesInJson(text));
  const file = reader.members(value, "", [
    "$schema",
    "specialize",
    "program",
    "limits",
    "externals",
    "assume",
    "require",
  ]);
  const program = reader.members(file.program, "program", ["files"]);
  const files = reader.list(program.files, "program.files", /./);
  const ofAll = {
    limits: readLimits(reader, file.limits, "limits", LIMITS),
    ...readExternals(reader, file.externals, "externals"),
    assumed: readAssumptions(reader, file.assume, "assume"),
    required: readRequired(reader, file.require, "require"),
  };
  if (!Array.isArray(file.specialize) || file.specialize.length === 0) {
    reader.tell("", 'there is no "specialize" with declarations');
    return { declarations: [], files, mistakes };
  }
  const declarations = file.specialize.flatMap((one, at) =>
    readDeclaration(reader, one, `specialize[${at}]`, ofAll),
  );
  return { declarations, files, mistakes: [...mistakes, ...doubledNames(declarations)] };
}

function readerInto(mistakes: Mistake[], { at, whole }: PlacesInJson): Reader {
  const say = (place: string, message: string, key?: string): Mistake => {
    const { start: offset, end } = at(place, key);
    return { message: place === "" ? message : `${place}: ${message}`, offset, end };
  };
  const tell = (place: string, message: string, key?: string) => void mistakes.push(say(place, message, key));
  const tellUnused = (place: string, key: string) => {
    const message = `"${key}" is not used yet: nothing relies on what it says`;
    mistakes.push({ ...say(place, message, key), isUnused: true });
  };
  const members: Reader["members"] = (value, place, known) => {
    if (value === undefined) return {};
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      tell(place, "an object is expected here");
      return {};
    }
    for (const key of Object.keys(value)) {
      if (known === undefined || known.includes(key) || FOR_PEOPLE.test(key)) continue;
      if (UNUSED.includes(key)) tellUnused(place, key);
      else tell(place, `"${key}" is not known here; known are: ${known.join(", ")}`, key);
    }
    return value as Record<string, unknown>;
  };
  return {
    ...{ at, whole, tell, members },
    list(value, place, pattern = NAME) {
      if (value === undefined) return [];
      const all: unknown[] = Array.isArray(value) ? value : [value];
      const isRight = (one: unknown): one is string => typeof one === "string" && pattern.test(one);
      if (!Array.isArray(value) || !all.every(isRight)) tell(place, "a list of names is expected here");
      return all.filter(isRight);
    },
    flag(value, place) {
      if (value !== undefined && typeof value !== "boolean") tell(place, "true or false is expected here");
      return value === true;
    },
  };
}

function readLimits(
  { members, tell }: Reader,
  value: unknown,
  place: string,
  usual: Declaration["limits"],
): Declaration["limits"] {
  const given = members(value, place, Object.keys(LIMIT_KEYS));
  const limits = { ...usual };
  for (const [key, name] of Object.entries(LIMIT_KEYS)) {
    const number = lookUp(given, key);
    if (number === undefined) continue;
    if (Number.isSafeInteger(number) && (number as number) > 0) limits[name] = number as number;
    else tell(`${place}.${key}`, "a number above 0 is expected here");
  }
  return limits;
}

function readDeclaration(
  reader: Reader,
  value: unknown,
  place: string,
  ofAll: Pick<Declaration, "limits" | "pure" | "writes" | "assumed" | "required">,
): Declaration[] {
  const { limits, pure, writes, assumed, required } = ofAll;
  const known = [
    ...["function", "residual", "params", "dispatch", "keep", "atRunTime"],
    ...["externals", "assume", "exclusive", "require", "compare", "limits"],
  ];
  const one = reader.members(value, place, known);
  const { function: name, residual = `${String(name)}_specialized` } = one;
  if (typeof name !== "string" || !NAME.test(name)) {
    reader.tell(place, 'a declaration has no "function"');
    return [];
  }
  if (typeof residual !== "string" || !NAME.test(residual)) {
    reader.tell(`${place}.residual`, "a name is expected here");
    return [];
  }
  const facts = Object.entries(reader.members(one.params, `${place}.params`)).flatMap(([subject, given]) => {
    const at = `${place}.params.${subject}`;
    if (!NAME.test(subject)) reader.tell(at, `${subject} is no name of a parameter or variable`);
    return readFacts(reader, given, at, subject, []);
  });
  const externals = readExternals(reader, one.externals, `${place}.externals`);
  const [compared] = reader.list(one.compare === undefined ? undefined : [one.compare], `${place}.compare`);
  const later = one.atRunTime === undefined ? undefined : readLater(reader, one.atRunTime, place);
  return [
    {
      ...{ function: name, residual, facts, offset: reader.whole(place).start },
      limits: readLimits(reader, one.limits, `${place}.limits`, limits),
      spans: {
        function: reader.at(`${place}.function`),
        residual: reader.at(`${place}.residual`),
        body: reader.whole(place),
      },
      dispatch: reader.flag(one.dispatch, `${place}.dispatch`),
      keep: reader.list(one.keep, `${place}.keep`),
      pure: [...pure, ...externals.pure],
      writes: [...writes, ...externals.writes],
      ...(compared === undefined ? {} : { compared: named(compared, reader.at(`${place}.compare`)) }),
      assumed: [...assumed, ...readAssumptions(reader, one.assume, `${place}.assume`)],
      exclusive: reader
        .list(one.exclusive, `${place}.exclusive`, EXCLUSIVE)
        .map((name) => ({ name, span: reader.at(`${place}.exclusive`) })),
      required: [...required, ...readRequired(reader, one.require, `${place}.require`)],
      ...(later === undefined ? {} : { later }),
    },
  ];
}

/** `{ "suser": "pure" }` is `{ "suser": { "pure": true } }`; `{ "log": { "writes": ["log_level"] } }`. */
function readExternals(reader: Reader, value: unknown, place: string): Pick<Declaration, "pure" | "writes"> {
  const pure: string[] = [];
  const writes: SaidWrites[] = [];
  for (const [name, said] of Object.entries(reader.members(value, place))) {
    const at = `${place}.${name}`;
    const about = reader.members(typeof said === "string" ? { [said]: true } : said, at, ["pure", "writes"]);
    if (reader.flag(about.pure, `${at}.pure`)) pure.push(name);
    else if (about.writes !== undefined)
      writes.push({
        function: name,
        variables: reader
          .list(about.writes, `${at}.writes`, WRITTEN)
          .map((one) => named(one, reader.at(`${at}.writes`))),
      });
  }
  return { pure, writes };
}

const named = (name: string, span: Named["span"]): Named => ({ name, span });

/** `["n > 3", "mode != LOUD", "size in 1, 2, 4"]` */
function readAssumptions(reader: Reader, value: unknown, place: string): Declaration["assumed"] {
  const said = reader.list(value, place, /./);
  const mistakes: Mistake[] = [];
  const span = reader.at(place);
  const found = said
    .flatMap((one) => readSet(one, 0) ?? readAssumed(`assume ${one}`, 0, mistakes))
    .map((one) => ({ ...one, span }));
  for (const { message } of mistakes) reader.tell(place, message);
  return found;
}

/** `["return", "level"]`, or `{ "static": [ … ] }`. */
function readRequired(reader: Reader, value: unknown, place: string): Named[] {
  const isList = value === undefined || Array.isArray(value);
  const names = isList
    ? reader.list(value, place)
    : reader.list(reader.members(value, place, ["static"]).static, `${place}.static`);
  return names.map((name) => named(name, reader.at(place)));
}

/** Of a parameter, or of a member, whose key is `NAME`, which is `->NAME`, or the step as it is written: `.NAME`, `[3]`. */
function readFacts(
  reader: Reader,
  value: unknown,
  place: string,
  subject: string,
  path: readonly string[],
): Fact[] {
  const known = reader.members(value, place, ["eq", "dynamic", "nonnull", "noalias", "fields"]);
  const { eq } = known;
  reader.flag(known.dynamic, `${place}.dynamic`);
  const isValue = typeof eq === "string" ? eq.trim() !== "" : Number.isSafeInteger(eq);
  if (eq !== undefined && !isValue)
    reader.tell(`${place}.eq`, "a whole number, or a constant expression of C as text, is expected here");
  const { start: offset } = reader.at(place);
  const steps = [...path.keys(), path.length].map(() => reader.at(place));
  const about = {
    subject,
    path,
    offset,
    spans: { steps, value: eq === undefined ? undefined : reader.at(`${place}.eq`) },
  };
  const fields = Object.entries(reader.members(known.fields, `${place}.fields`));
  return [
    ...(isValue ? [{ ...about, value: String(eq).trim() }] : []),
    ...(reader.flag(known.nonnull, `${place}.nonnull`) ? [{ ...about, value: undefined }] : []),
    ...(reader.flag(known.noalias, `${place}.noalias`)
      ? [{ ...about, value: undefined, isNoAlias: true }]
      : []),
    ...fields.flatMap(([key, field]) => {
      const step = NAME.test(key) ? `->${key}` : key;
      if (!STEP.test(step)) reader.tell(`${place}.fields`, `${key} is no member; write NAME, .NAME or [3]`);
      return readFacts(reader, field, `${place}.fields.${key}`, subject, [...path, step]);
    }),
  ];
}

function readLater(reader: Reader, value: unknown, place: string): AtRunTime {
  const at = `${place}.atRunTime`;
  const said = reader.members(value, at, ["static", "dynamic"]);
  const given = reader.list(said.static, `${at}.static`, /^[A-Za-z_]\w*(?:\[\])?$/).map((one) => ({
    name: one.replace("[]", ""),
    hasMemory: one.endsWith("[]"),
    span: reader.at(`${at}.static`),
  }));
  if (given.length === 0) reader.tell(at, 'names nothing that is known: "static": ["PARAMETER"]');
  return { given, dynamic: reader.list(said.dynamic, `${at}.dynamic`) };
}
