import type { ValueOrigin } from "@weft/debug-adapter/protocol";
import { expect, test } from "vitest";
import { originMessagePage, originPage } from "./origin-page.js";

const from = [{ expression: "$eax", position: 1200, value: "0x7" }];
const origin: ValueOrigin = {
  ...{ expression: "p->n<T>", position: 5200, place: "*(unsigned int *)0x1000", value: "0x7" },
  steps: [
    {
      position: 1200,
      how: "copied",
      to: "*(unsigned int *)0x1000",
      value: "0x7",
      line: "a.c:3",
      symbol: "f",
      from,
    },
    { position: 1100, how: "copied", to: "$eax", value: "0x7", line: "b.S:9", from },
    { position: 1000, how: "restored", to: "*(unsigned int *)0x2000", value: "0x7", line: "b.S:1", from },
  ],
  end: {
    kind: "constant",
    held: "$eax",
    value: "0x7",
    position: 900,
    line: "a.c:1",
    symbol: "g",
    message: "a constant of this instruction",
  },
};

test("each instruction leads to its moment, and what was only saved and restored is left out", () => {
  const page = originPage(origin);
  expect(page).toContain("1 step back: a constant of this instruction.");
  for (const position of [5200, 1200, 900])
    expect(page).toContain(`{&quot;kind&quot;:&quot;go&quot;,&quot;position&quot;:${position}}`);
  expect(page).toContain("a.c:3 in f");
  expect(page).not.toContain("b.S");
  expect(page).toContain("p-&gt;n&lt;T&gt;");
  expect(page).not.toContain("n<T>");
});

test("a question without an answer stands there with its reason", () => {
  expect(originMessagePage("x", "x <is> in no register")).toContain("x &lt;is&gt; in no register");
});
