import { describe, expect, test } from "vitest";
import { adviceUse } from "./advice-use.js";

/** `arg0:value result:pointer` */
const modes = (body: string) => [...adviceUse(body).modes].map(([key, mode]) => `${key}:${mode}`).join(" ");

describe("how a body uses its join point", () => {
  const cases: Record<string, string> = {
    "{ f(tjp->arg0); }": "arg0:value",
    "{ tjp->arg0 = 1; }": "arg0:pointer",
    "{ x = tjp->arg0 == 1; }": "arg0:value",
    "{ tjp->arg0 <<= 2; g(tjp->arg1); }": "arg0:pointer arg1:value",
    "{ tjp->arg0++; --tjp->arg1; }": "arg0:pointer arg1:pointer",
    "{ f(&tjp->arg0); x = a & tjp->arg1; }": "arg0:pointer arg1:value",
    "{ return; &tjp->arg0; }": "arg0:pointer",
    "{ tjp->arg0.x; tjp->arg1->x; tjp->arg2[1]; }": "arg0:pointer arg1:value arg2:pointer",
    "{ (tjp->result) = 1; }": "result:pointer",
    "{ f(tjp->result); tjp->result += 1; f(tjp->result); }": "result:pointer",
    "{ puts(tjp->signature); g(tjp->line, tjp->args); }": "",
    '{ "tjp->arg0"; /* tjp->arg1 */ other.tjp->arg2; }': "",
  };
  for (const [body, expected] of Object.entries(cases)) {
    test(body, () => expect(modes(body)).toBe(expected));
  }
});

test("proceed is counted, with its parentheses", () => {
  const body = "{ tjp->proceed(); if (x) tjp -> proceed ( ); }";
  const use = adviceUse(body);
  expect(use.proceeds).toBe(2);
  expect(use.references.map(({ start, end }) => body.slice(start, end))).toEqual([
    "tjp->proceed()",
    "tjp -> proceed ( )",
  ]);
});

test("misuses are told apart", () => {
  expect(
    adviceUse("{ tjp->arg; f(tjp); tjp->proceed; puts(tjp->line()); }").misuses.map(({ text }) => text),
  ).toEqual(["tjp->arg", "tjp", "tjp->proceed", "tjp->line()"]);
  expect(adviceUse("{ return; return 1; }")).toMatchObject({
    returns: [{ start: 2, end: 8 }],
    valueReturn: { start: 10, end: 16 },
  });
});
