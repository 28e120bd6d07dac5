// Writes `src/protocol/request-schemas.json`, what each request may say, from the types of @vscode/debugprotocol and of
// `src/protocol/messages.ts`: `node debug-adapter/request-schemas.mjs`. A test holds the file against the types.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";

const MESSAGES = fileURLToPath(new URL("src/protocol/messages.ts", import.meta.url));
const PROTOCOL = createRequire(import.meta.url)
  .resolve("@vscode/debugprotocol/package.json")
  .replace("package.json", "lib/debugProtocol.d.ts");

/** Our own requests: constant with the name, interface of the arguments. */
const OURS = {
  CONSOLE_INPUT: "ConsoleInput",
  REVERSE_TO_WRITE: "ReverseToWrite",
  REVERSE_TO_ADVICE: "SourceLine",
  REVERSE_TO_LINE: "SourceLine",
  RECORDED_HITS: "RecordedHitsArguments",
  VALUE_ORIGIN: "ValueOriginArguments",
  RUN_REASON: "RunReasonArguments",
  GO_TO: "GoTo",
  STEP_INTO: "StepInto",
  SHOW_WOVEN: "Partial<ShowWoven>",
  DUMP_MEMORY: "DumpMemory",
  REVERSE_TO_JOIN_POINT: "object",
  TO_NEXT_ADVICE: "object",
  RECENT_LOG: "object",
};

/** Numbers that the types leave open, by `REQUEST.PROPERTY`: smallest, largest. All are whole numbers. */
const RANGES = {
  "readMemory.count": [0, 1 << 26],
  "disassemble.instructionCount": [0, 1 << 16],
  "disassemble.instructionOffset": [-(1 << 16), 1 << 16],
  "stackTrace.startFrame": [0],
  "stackTrace.levels": [0],
  "variables.start": [0],
  "variables.count": [0],
  "weft/recordedHits.most": [1, 1_000_000],
  "weft/recordedHits.seconds": [0, 86_400],
  "weft/valueOrigin.position": [0],
  "weft/valueOrigin.most": [1, 10_000],
  "weft/valueOrigin.seconds": [0, 86_400],
  "weft/goTo.position": [0],
};

/** JSON Schema: `requests` by command, `definitions` that they refer to. */
export function requestSchemas() {
  const reader = readTypes();
  const requests = {};
  for (const [name, type] of reader.standardRequests()) requests[name] = type;
  for (const [constant, type] of Object.entries(OURS)) requests[reader.nameOf(constant)] = reader.ours(type);
  for (const [place, [minimum, maximum]] of Object.entries(RANGES)) {
    const [command, property] = place.split(".");
    const schema = reader.resolve(requests[command]);
    const found = schema.properties?.[property];
    if (found === undefined) continue;
    Object.assign(found, { minimum }, maximum === undefined ? {} : { maximum });
  }
  return { definitions: reader.definitions, requests };
}

function readTypes() {
  const asked = `${MESSAGES.replace(/messages\.ts$/, "")}requests-of-ours.ts`;
  const text = `import type * as m from "./messages.js";
${Object.entries(OURS)
  .map(
    ([name, type]) =>
      `export type ${name} = ${type === "object" ? "{}" : type.replace(/(?<!\w)(\w+)(>?)$/, "m.$1$2")};`,
  )
  .join("\n")}`;
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    module: ts.ModuleKind.ESNext,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...rest) =>
    file === asked ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : read(file, ...rest);
  const exists = host.fileExists;
  host.fileExists = (file) => file === asked || exists(file);
  const program = ts.createProgram([asked, MESSAGES, PROTOCOL], options, host);
  const checker = program.getTypeChecker();
  const membersOf = (file) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
  const definitions = {};
  const schemaOf = schemaReader(checker, definitions);
  const ours = new Map(
    membersOf(asked).map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]),
  );
  const constants = new Map(membersOf(MESSAGES).map((symbol) => [symbol.name, symbol]));
  const byType = new Map(Object.entries(OURS).map(([name, type]) => [type, name]));
  return {
    definitions,
    nameOf: (constant) => checker.getTypeOfSymbol(constants.get(constant)).value,
    ours: (type) => schemaOf(ours.get(byType.get(type))),
    resolve: (schema) =>
      schema.$ref === undefined ? schema : definitions[schema.$ref.replace("#/definitions/", "")],
    *standardRequests() {
      const protocol = membersOf(PROTOCOL).flatMap((symbol) => checker.getExportsOfModule(symbol));
      for (const symbol of protocol) {
        const [, name] = /^(.+)Request$/.exec(symbol.name) ?? [];
        const given = checker.getDeclaredTypeOfSymbol(symbol).getProperty("arguments");
        if (name === undefined || given === undefined) continue;
        const schema = schemaOf(checker.getNonNullableType(checker.getTypeOfSymbol(given)));
        yield [name[0].toLowerCase() + name.slice(1), schema];
      }
    },
  };
}

/** From a type to its JSON Schema; interfaces become definitions. */
function schemaReader(checker, definitions) {
  const { TypeFlags: Flag } = ts;
  const ofMany = (types) => {
    const some = types.filter(({ flags }) => !(flags & Flag.Undefined));
    if (some.every((type) => type.isStringLiteral()))
      return { type: "string", enum: some.map(({ value }) => value) };
    const isBoolean = some.every(({ flags }) => flags & Flag.BooleanLiteral);
    const schemas = isBoolean ? [{ type: "boolean" }] : some.map(schemaOf);
    return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  };
  const ofObject = (type) => {
    const properties = {};
    const required = [];
    for (const property of checker.getPropertiesOfType(type)) {
      properties[property.name] = schemaOf(checker.getTypeOfSymbol(property));
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name);
    }
    const values = checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return {
      type: "object",
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(values === undefined ? {} : { additionalProperties: schemaOf(values) }),
    };
  };
  const schemaOf = (type) => {
    if (type.flags & (Flag.Any | Flag.Unknown)) return {};
    if (type.flags & Flag.Boolean) return { type: "boolean" };
    if (type.isUnion()) return ofMany(type.types);
    if (type.isStringLiteral()) return { type: "string", enum: [type.value] };
    if (type.flags & Flag.String) return { type: "string" };
    if (type.flags & Flag.Number)
      return { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    if (type.flags & Flag.Null) return { type: "null" };
    if (checker.isArrayType(type))
      return { type: "array", items: schemaOf(checker.getTypeArguments(type)[0]) };
    const name = type.isClassOrInterface() ? type.symbol.name : undefined;
    if (name === undefined) return ofObject(type);
    if (!(name in definitions)) {
      definitions[name] = {};
      definitions[name] = ofObject(type);
    }
    return { $ref: `#/definitions/${name}` };
  };
  return schemaOf;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(
    new URL("src/protocol/request-schemas.json", import.meta.url),
    `${JSON.stringify(requestSchemas(), undefined, 2)}\n`,
  );
