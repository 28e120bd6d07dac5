/** Aspects at shared join points: the view's data, the problems of unordered pairs, and the fix that writes the order. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OrderResult, Range } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const KERNEL = `struct inode { int uid; };
void log_it(int x) { (void)x; }
int chown(struct inode *node, int uid) { node->uid = uid; return 0; }
int chmod(struct inode *node) { return node->uid; }
`;
const GUARD = `aspect Guard {
	advice execution("% chown(...)") : around() { if (tjp->arg1 < 9) tjp->proceed(); }
	advice execution("% log_it(...)") : before() { }
};
`;
const TRACE = `aspect Trace {
	int calls;
	advice execution("% ch%(...)") : before() { calls++; log_it(calls); }
};
aspect Zeal {
	advice execution("% chmod(...)") : before() { }
};
`;

interface Action {
  readonly title: string;
  readonly edit: { changes: Record<string, { range: Range; newText: string }[]> };
}

test("unordered pairs are shown and told, a fix writes their order, contradictions are named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-order-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("k.c", KERNEL);
  write("guard.ah", GUARD);
  write("trace.ah", TRACE);
  write("weft.json", JSON.stringify({ name: "t", aspects: ["*.ah"], commands: { files: ["*.c"] } }));
  const lsp = await startLspClient({ folder });
  client = lsp;
  lsp.open(join(folder, "k.c"));
  const guard = lsp.open(join(folder, "guard.ah"));
  const trace = lsp.open(join(folder, "trace.ah"));
  const ask = () => lsp.request<OrderResult>("weft/order", {});
  const states = ({ pairs }: OrderResult) =>
    pairs.map(({ outer, inner, state, joinPoints }) => `${outer} ${inner} ${state} ${joinPoints.length}`);

  const first = await lsp.until(ask, ({ pairs }) => pairs.length === 2);
  expect(first.aspects).toEqual(["Guard", "Trace", "Zeal"]);
  expect(states(first).sort()).toEqual(["Guard Trace unordered 1", "Trace Zeal unordered 1"]);
  expect(first.pairs.find(({ outer }) => outer === "Guard")?.joinPoints[0]?.sequence).toEqual([
    "Guard: around execution of chown",
    "Trace: before execution of chown",
  ]);
  expect(first.interferences.map(({ text }) => text)).toEqual([
    "Around advice of Guard may not proceed: then advice of Trace inside it does not run",
    "Advice of Trace calls log_it, so advice of Guard runs inside it",
  ]);

  const unordered = () => lsp.diagnostics(trace).filter(({ code }) => code === "pointcut/unordered");
  await lsp.until(
    async () => unordered(),
    (list) => list.length === 2,
  );
  expect(unordered()[0]?.message).toContain(
    "`Guard` and `Trace` meet at one join point and no order is given",
  );
  expect(unordered()[0]?.range.start).toEqual(lsp.positionOf(trace, "Trace"));

  const range = { start: lsp.positionOf(trace, "Trace"), end: lsp.positionOf(trace, "Trace") };
  const actions = await lsp.request<Action[]>("textDocument/codeAction", {
    textDocument: { uri: trace },
    range,
    context: { diagnostics: [] },
  });
  const fix = actions.find(({ title }) => title === "Let Guard enclose Trace (writes order advice)");
  const edit = fix?.edit.changes[trace]?.[0];
  expect(edit?.newText).toBe('\tadvice "% chown(...)" : order("Guard", "Trace");\n');
  expect(edit?.range.start).toEqual({ line: 3, character: 0 });

  const fixed = TRACE.replace("log_it(calls); }\n", `log_it(calls); }\n${edit?.newText}`);
  lsp.change(trace, fixed);
  const settled = await lsp.until(ask, (answer) => states(answer).includes("Guard Trace ordered 1"));
  expect(settled.pairs.find(({ state }) => state === "ordered")?.by).toHaveLength(1);
  await lsp.until(
    async () => unordered(),
    (list) => list.length === 1,
  );

  lsp.change(guard, GUARD.replace("};", '\tadvice "% chown(...)" : order("Trace", "Guard");\n};'));
  const broken = await lsp.until(ask, (answer) =>
    states(answer).some((text) => text.includes("contradictory")),
  );
  expect(broken.pairs[0]?.by.map(({ uri }) => uri).sort()).toEqual([guard, trace]);
});

test("unordered introductions are told where the inner one stands, until an order is given", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-order-"));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const labels = 'aspect Label {\n\tadvice "inode" : slice struct { int label; };\n};\n';
  write("k.c", KERNEL);
  write("audit.ah", 'aspect Audit { advice "inode" : slice struct { int audit; }; };\n');
  write("label.ah", labels);
  write("weft.json", JSON.stringify({ name: "t", aspects: ["*.ah"], commands: { files: ["*.c"] } }));
  const lsp = await startLspClient({ folder });
  client = lsp;
  lsp.open(join(folder, "k.c"));
  const label = lsp.open(join(folder, "label.ah"));
  const told = async () => lsp.diagnostics(label).filter(({ code }) => code === "pointcut/unordered");
  const [problem] = await lsp.until(told, (list) => list.length === 1);
  expect(problem?.message).toContain(
    "`Audit` and `Label` meet at the same join points and no order is given",
  );
  expect(problem?.range.start).toEqual(lsp.positionOf(label, 'advice "inode"'));

  lsp.change(label, labels.replace("};\n};", '};\n\tadvice "inode" : order("Audit", "Label");\n};'));
  await lsp.until(told, (list) => list.length === 0);
});
