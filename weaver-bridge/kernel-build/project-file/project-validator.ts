/**
 * What the schema of `weft.json` says against a value. Compiling a schema takes longer than a small unit, so the bundle of
 * `weft` holds code made from it instead of this file: same export, same answers (see `cli/bundle-schema.mjs`).
 */
import { Ajv, type ErrorObject } from "ajv";
import schema from "../../schemas/weft.schema.json" with { type: "json" };
import { projectFormats } from "./project-formats.js";

/** Empty when the value is right. */
export function schemaErrors(value: unknown): readonly ErrorObject[] {
  const validate = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    formats: projectFormats,
  }).compile(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}
