import { expect, test } from "vitest";
import type { Effect } from "../model/index.js";
import { reportPage } from "./report-page.js";

const range = (file: string, startLine: number) => ({
  ...{ file, startLine, startColumn: 1, endLine: startLine, endColumn: 2 },
});
const effect = (line: number, name: string): Effect =>
  ({
    id: `${line}`,
    target: range("fs/<a>.c", line),
    origin: range("t.ah", 1),
    by: { tool: "aspects", name },
    title: `${name}: before execution of f`,
    reason: '`f` matches "% f(...)" & more',
    certainty: line === 3 ? "conditional" : "certain",
    order: 0,
    binding: { kind: "advice", when: "before" },
  }) as unknown as Effect;

const REPORT = {
  project: "k <script>alert(1)</script>",
  made: "2026-01-02T03:04:05Z",
  units: 2,
  problems: [],
};

test("each effect is told once with its reason, and counted by who does it", () => {
  const page = reportPage({
    ...REPORT,
    effects: [effect(3, "Trace"), effect(9, "Trace"), effect(4, "Lock")],
  });
  expect(page).toContain("3 places in 1 file are changed by tools; 2 units were read.");
  expect(page).toContain("<code>f</code> matches &quot;% f(...)&quot; &amp; more");
  expect(page).toContain("1 decided at run time");
  expect(page.indexOf("Lock: before")).toBeGreaterThan(page.indexOf("Trace: before"));
  expect(page.match(/<h3>/g)).toHaveLength(1);
});

test("no text of a project becomes markup, and nothing is loaded", () => {
  const page = reportPage({ ...REPORT, effects: [effect(3, '"><img src=x onerror=y>')] });
  expect(page).not.toMatch(/<(script|img|link|iframe)\b/);
  expect(page).toContain("default-src 'none'");
  expect(page).not.toContain("http://");
});

test("what is wrong is said before all else", () => {
  const problems = [{ code: "a/b", severity: "error", message: "unit `x.c` can't be read" }] as const;
  const page = reportPage({ ...REPORT, effects: [], problems });
  expect(page).toContain("This report is not whole");
  expect(page).toContain("unit <code>x.c</code> can&#39;t be read".replace("&#39;", "'"));
  expect(page).toContain("Nothing is done to any of its 2 units.");
});
