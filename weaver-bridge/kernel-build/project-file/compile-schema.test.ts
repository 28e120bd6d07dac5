import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect, test } from "vitest";

const FILE = new URL("../../../debug-adapter/src/protocol/request-schemas.json", import.meta.url);

test("the schemas of requests, which are compiled unchecked, are valid by JSON Schema's own", () => {
  const { definitions, requests } = JSON.parse(readFileSync(FILE, "utf8"));
  const ajv = new Ajv({ strict: false });
  const wrong = Object.keys(requests).filter(
    (name) => ajv.validateSchema({ ...requests[name], definitions }) !== true,
  );
  expect(Object.keys(requests)).toContain("setBreakpoints");
  expect(wrong).toEqual([]);
  expect(ajv.validateSchema({ type: "objekt", definitions })).toBe(false);
});
