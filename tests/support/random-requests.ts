/** Requests of the Debug Adapter Protocol that look nearly right: made from the schemas, with something wrong in most. */
import { readFileSync } from "node:fs";
import fc from "fast-check";

export interface RandomRequest {
  readonly command: string;
  readonly arguments: unknown;
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly $ref?: string;
}

const schemas = JSON.parse(
  readFileSync(new URL("../../debug-adapter/src/protocol/request-schemas.json", import.meta.url), "utf8"),
) as Readonly<Record<"requests" | "definitions", Readonly<Record<string, Schema>>>>;

/** These end a session, or write a file. */
const LAST = new Set(["disconnect", "terminate", "launch", "attach", "restart", "weft/dumpMemory"]);
const COMMANDS = Object.keys(schemas.requests).filter((command) => !LAST.has(command));

/** The same ones for the same seed. */
export function randomRequests(count: number, seed: number): RandomRequest[] {
  return fc.sample(anyRequest, { numRuns: count, seed });
}

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(null, "", "\n-gdb-exit", "\0", -1, 0.5, 2 ** 53, 1e300, [], {}, [null], [{}], true),
);

function nearly(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined)
    return nearly(schemas.definitions[schema.$ref.replace("#/definitions/", "")] ?? {}, depth);
  if (depth > 3) return junk;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.type === "integer") return fc.oneof(fc.nat(9), fc.integer(), fc.maxSafeInteger());
  if (schema.type === "string")
    return fc.oneof(fc.string(), fc.constantFrom("sys_open", "kernel.c", "0x100000"));
  if (schema.type === "boolean") return fc.boolean();
  if (schema.items !== undefined) return fc.array(mostly(schema.items, depth + 1), { maxLength: 3 });
  if (schema.properties === undefined) return junk;
  const parts = Object.entries(schema.properties).map(([name, part]) => [name, mostly(part, depth + 1)]);
  return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
}

function mostly(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: nearly(schema, depth) }, { weight: 1, arbitrary: junk });
}

const anyRequest = fc.constantFrom(...COMMANDS).chain((command) => {
  const schema = schemas.requests[command] ?? {};
  const args = fc.oneof(fc.constant(undefined), junk, { weight: 6, arbitrary: nearly(schema) });
  return fc.record({ command: fc.constant(command), arguments: args });
});
