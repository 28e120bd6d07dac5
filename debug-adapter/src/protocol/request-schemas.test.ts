import { expect, test } from "vitest";
import { requestSchemas } from "../../request-schemas.mjs";
import schemas from "./request-schemas.json" with { type: "json" };

test("the schemas are those of the types", () => {
  expect(schemas).toEqual(requestSchemas());
});
