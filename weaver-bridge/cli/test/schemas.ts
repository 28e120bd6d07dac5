/** For tests: what a command printed with `--json`, held against its schema. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";

const schemas = new Ajv({ allErrors: true });
const folder = join(import.meta.dirname, "../../schemas");
const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.schema.json`), "utf8"));
for (const shared of ["common", "resolve"]) schemas.addSchema(read(shared));

/** What is wrong with `value` as output of `weft NAME --json`, in words; empty when it is right. */
export function schemaErrors(name: string, value: unknown): string {
  const validate = schemas.getSchema(`${name}.schema.json`) ?? schemas.compile(read(name));
  return validate(value) === true ? "" : JSON.stringify(validate.errors);
}
