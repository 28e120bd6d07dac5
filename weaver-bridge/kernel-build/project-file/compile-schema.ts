/** What a JSON Schema says against a value, in words. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

interface Schemas {
  readonly definitions: object;
  readonly requests: Readonly<Record<string, object>>;
}

/** Of a request's arguments, the first thing that is wrong: a clause that names it. Undefined when they are right. */
export type ArgumentCheck = (request: string, value: unknown) => string | undefined;

/**
 * Each request's schema is compiled when it is first asked for. Requests without a schema are right. The schemas are not held
 * against JSON Schema's own, which takes longer to compile than all else in the first answer: a test does that.
 */
export function compileArgumentCheck({ definitions, requests }: Schemas): ArgumentCheck {
  const ajv = new Ajv({ strict: false, verbose: true, meta: false, validateSchema: false });
  // Read through once, not with each request.
  ajv.addSchema({ definitions, requests }, ALL);
  return (request, value) => {
    if (!Object.hasOwn(requests, request)) return undefined;
    const pointer = encodeURIComponent(request.replaceAll("~", "~0").replaceAll("/", "~1"));
    const validate = ajv.getSchema(`${ALL}#/requests/${pointer}`) as ValidateFunction;
    const problem = validate(value) ? undefined : validate.errors?.[0];
    return problem === undefined ? undefined : inWords(problem);
  };
}

const ALL = "requests";

function inWords({ instancePath, keyword, params, message, data }: ErrorObject): string {
  const place = instancePath
    .replace(/^\//, "")
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
  const named = place === "" ? "the arguments" : `"${place}"`;
  if (keyword === "required") {
    const missing = place === "" ? params.missingProperty : `${place}.${params.missingProperty}`;
    return `"${missing}" is missing`;
  }
  const wanted = keyword === "enum" ? `must be one of ${params.allowedValues.join(", ")}` : message;
  return `${named} ${wanted}, not ${shown(data)}`;
}

const LONGEST = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
