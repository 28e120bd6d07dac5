import { expect, test } from "vitest";
import { type Verified, verifiedMessagePage, verifiedPage } from "./verified-page.js";

const fine: Verified = {
  ...{ agrees: true, workload: { reason: "140 passed", seconds: 2.94 } },
  claims: { executions: { agree: 3 }, accesses: { claimed: 12, agree: 10 } },
  ...{ executions: [], missed: [], false: [], unsure: [], notJudged: ["2 accesses that were not executed"] },
};

test("what agrees is said with its numbers, and what was not judged", () => {
  const page = verifiedPage("aspects/<trace>.ah", fine);
  expect(page).toContain("aspects/&lt;trace&gt;.ah");
  expect(page).toContain("what the instructions did agree.");
  expect(page).toContain("10 of 12 hooks");
  expect(page).toContain("<li>2 accesses that were not executed</li>");
  expect(page).toContain("The kernel ran 2.9 s: 140 passed");
  expect(page).not.toContain("<table>");
});

test("each disagreement has its line to open, and why", () => {
  const finding = { address: 1, symbol: "f+0x3", file: "/k/fs/a.c", line: 7, kind: "set", object: "one" };
  const range = { file: "/k/fs/b.c", startLine: 9 };
  const page = verifiedPage("a.ah", {
    ...fine,
    agrees: false,
    executions: [
      { verdict: "agrees", joinPoint: { signature: "int g()", range }, counted: 2, entered: 2 },
      {
        verdict: "missed",
        joinPoint: { signature: "int f()", range },
        counted: 2,
        entered: { least: 3, most: 4 },
      },
    ],
    false: [{ ...finding, names: ["s::a"], why: "it touches s::b" }],
  });
  expect(page).toContain("2 claims and what the instructions did disagree.");
  expect(page).not.toContain("int g()");
  expect(page).toContain("hooks count 2, entered 3 to 4");
  expect(page).toContain(
    "{&quot;kind&quot;:&quot;open&quot;,&quot;file&quot;:&quot;/k/fs/a.c&quot;,&quot;line&quot;:7}",
  );
  expect(page).toContain(">a.c:7</button>");
});

test("what was seen once is told with its line and reason, and is no disagreement", () => {
  const seen = { address: 1, symbol: "f+0x3", file: "/k/fs/a.c", line: 7, kind: "get", object: "s at 0x10" };
  const page = verifiedPage("a.ah", {
    ...fine,
    unsure: [{ ...seen, names: ["s::a"], why: "it touches s::b" }],
  });
  expect(page).toContain("what the instructions did agree.");
  expect(page).toContain('<tr class="unsure"><th scope="row">unsure</th><td>get: s::a</td>');
  expect(page).toContain(">a.c:7</button>");
  expect(page).toContain("f+0x3, in s at 0x10: it touches s::b");
});

test("where nothing was judged it is no agreement", () => {
  expect(verifiedPage("a.ah", { ...fine, agrees: false })).toContain("it is not proved");
  expect(verifiedMessagePage("a.ah", "<no guest>")).toContain("&lt;no guest&gt;");
});
