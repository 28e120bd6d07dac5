import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { contextRules, SHIPPED_TABLES } from "./context-table.js";

const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8"));

test("every shipped table keeps to the schema, which names them all", () => {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false });
  ajv.addSchema(read("../schemas/weft.schema.json"), "weft.schema.json");
  const validate = ajv.compile(read("../schemas/kernel-context.schema.json"));
  const files = readdirSync(join(import.meta.dirname, "tables"));
  for (const file of files)
    expect([file, validate(read(`tables/${file}`)), validate.errors]).toEqual([file, true, null]);
  expect(files.map((file) => file.replace(".json", "")).sort()).toEqual([...SHIPPED_TABLES].sort());
  expect(read("../schemas/weft.schema.json").properties.kernelContext.anyOf[0].enum).toEqual(
    [...SHIPPED_TABLES].sort(),
  );
});

test("names with %, arguments that matter, and what is said not to sleep", () => {
  const rules = contextRules({ extends: ["linux"], neverSleep: ["msleep"] });
  expect(rules.sleeps("kzalloc_node", ["8", "GFP_KERNEL", "1"])).toBe(true);
  expect(rules.sleeps("kzalloc_node", ["8", "GFP_NOWAIT", "1"])).toBe(false);
  expect(rules.sleeps("schedule", [])).toBe(true);
  expect(rules.sleeps("msleep", ["1"])).toBe(false);
  expect(rules.level("leaves-lock")).toBe("warning");
});

test("a name with many % is looked at once", () => {
  const { sleeps } = contextRules({ maySleep: [`%${"a%".repeat(30)}b`, "in%er%"] });
  expect(sleeps("a".repeat(5_000), [])).toBe(false);
  expect(sleeps(`${"xa".repeat(30)}b`, [])).toBe(true);
  expect(["inner", "in_her_e", "iner", "inr"].map((name) => sleeps(name, []))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
