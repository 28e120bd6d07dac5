/** Schemas of requests, each compiled when it is first asked for. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

interface Schemas {
  readonly definitions: object;
  readonly requests: Readonly<Record<string, object>>;
}

/** The first thing that a request's schema says against its arguments; undefined when they are right. */
export type ArgumentCheck = (request: string, value: unknown) => ErrorObject | undefined;

/**
 * Requests without a schema are right. The schemas are not held against JSON Schema's own, which takes longer to compile than
 * all else in the first answer: a test does that.
 */
export function compileArgumentCheck({ definitions, requests }: Schemas): ArgumentCheck {
  const ajv = new Ajv({ strict: false, verbose: true, meta: false, validateSchema: false });
  // Read through once, not with each request.
  ajv.addSchema({ definitions, requests }, ALL);
  return (request, value) => {
    if (!Object.hasOwn(requests, request)) return undefined;
    const pointer = encodeURIComponent(request.replaceAll("~", "~0").replaceAll("/", "~1"));
    const validate = ajv.getSchema(`${ALL}#/requests/${pointer}`) as ValidateFunction;
    return validate(value) ? undefined : validate.errors?.[0];
  };
}

const ALL = "requests";
