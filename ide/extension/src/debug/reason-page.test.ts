import type { RunReason } from "@weft/debug-adapter/protocol";
import { expect, test } from "vitest";
import { reasonMessagePage, reasonPage } from "./reason-page.js";

const reason: RunReason = {
  ...{ position: 5200, line: "a.c:9", symbol: "mark" },
  steps: [
    { position: 5100, how: "called", line: "a.c:7", symbol: "f<T>", on: [] },
    {
      position: 5000,
      how: "taken",
      line: "a.c:6",
      symbol: "f<T>",
      comparison: "cmp %ecx,%eax",
      on: [{ expression: "$eax", position: 4999, value: "0x7" }],
    },
  ],
  end: { kind: "interrupt", position: 4000, message: "an interrupt came" },
};

test("each step leads to its moment, and each value to where it came from", () => {
  const page = reasonPage(reason);
  expect(page).toContain("2 steps back: an interrupt came.");
  for (const position of [5200, 5100, 5000, 4000])
    expect(page).toContain(`{&quot;kind&quot;:&quot;go&quot;,&quot;position&quot;:${position}}`);
  expect(page).toContain(
    "{&quot;kind&quot;:&quot;origin&quot;,&quot;expression&quot;:&quot;$eax&quot;,&quot;position&quot;:4999}",
  );
  expect(page).toContain("the branch was taken (cmp %ecx,%eax)");
  expect(page).toContain("a.c:6 in f&lt;T&gt;");
  expect(page).not.toContain("f<T>");
});

test("a question without an answer stands there with its reason", () => {
  expect(reasonMessagePage("there <is> none")).toContain("there &lt;is&gt; none");
});
