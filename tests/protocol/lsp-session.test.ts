/** A whole session as a transcript: what an editor was told and shown, in words. Compare `lsp-session.txt`. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AspectsResult, EffectsResult, Range } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { startLspClient } from "../support/lsp-client.js";

const KERNEL = `struct inode { unsigned int i_uid; };
#define OWNER(node) ((node)->i_uid)
static void log_owner(unsigned int uid) { (void)uid; }
int chown(struct inode *node, unsigned int uid)
{
	log_owner(OWNER(node));
	node->i_uid = uid;
	return 0;
}
`;
const ASPECT = `aspect Owner {
	unsigned int changes;
	void count(void) { changes++; }
	advice set("% inode::i_uid") : after() { count(); }
	advice execution("% chown(...)") : before() { tjp->arg1 = 0; }
};
`;

test("a session", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-session-"));
  mkdirSync(join(folder, "aspects"));
  writeFileSync(join(folder, "kernel.c"), KERNEL);
  writeFileSync(join(folder, "aspects/owner.ah"), ASPECT);
  const commands = { compiler: "gcc", flags: ["-m32", "-std=gnu11"], files: ["*.c"] };
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({ name: "session", aspects: ["aspects/*.ah"], commands }),
  );

  const transcript: string[] = [];
  const say = (title: string, lines: readonly string[]) =>
    transcript.push(`== ${title}`, ...lines.map((line) => `   ${line}`), "");
  const root = `${pathToFileURL(folder).href}/`;
  const name = (uri: string) => uri.replace(root, "");
  const at = ({ start, end }: Range) => `${start.line}:${start.character}-${end.line}:${end.character}`;

  const client = await startLspClient({ folder });
  const kernel = client.open(join(folder, "kernel.c"));
  const aspect = client.open(join(folder, "aspects/owner.ah"));
  const effects = async (title: string, uri: string, version: number) => {
    const answer = await client.until(
      () => client.request<EffectsResult>("weft/effects", { uri }),
      (result) => result.state === "ready" && result.version === version && result.effects.length > 0,
    );
    say(
      title,
      answer.effects.flatMap((effect) => [
        `${at(effect.range)} ${effect.role} ${effect.title} [${effect.joinPoint} ${effect.kind}, ${effect.certainty}, ${effect.order}]`,
        `  because ${effect.reason}`,
        ...effect.other.map((place) => `  -> ${name(place.uri)} ${at(place.range)} ${place.label}`),
      ]),
    );
  };
  await effects("effects of kernel.c", kernel, 1);
  await effects("effects of owner.ah", aspect, 1);
  const tree = await client.request<AspectsResult>("weft/aspects", {});
  say(
    "aspects",
    tree.aspects.flatMap((node) => [
      `${node.name} ${name(node.uri)} ${at(node.range)}`,
      ...node.advice.map(
        (advice) =>
          `  ${advice.label} ${at(advice.range)}: ${advice.targets.map(({ label }) => label).join("; ")}`,
      ),
    ]),
  );
  const textDocument = { uri: kernel };
  const hover = await client.request<{ contents: { value: string } }>("textDocument/hover", {
    textDocument,
    position: client.positionOf(kernel, "node->i_uid = uid", "node->".length),
  });
  say("hover on the field", hover.contents.value.split("\n"));
  const hints = await client.request<{ position: Range["start"]; label: unknown; tooltip?: string }[]>(
    "textDocument/inlayHint",
    {
      textDocument,
      range: { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } },
    },
  );
  say(
    "inlay hints of ours",
    hints
      .filter(({ tooltip }) => tooltip !== undefined)
      .map((hint) => `${hint.position.line}:${hint.position.character} ${hint.label}`),
  );
  for (const uri of [kernel, aspect]) {
    const lenses = await client.request<{ range: Range; command: { title: string } }[]>(
      "textDocument/codeLens",
      { textDocument: { uri } },
    );
    say(
      `code lenses of ${name(uri)}`,
      lenses.map((lens) => `${at(lens.range)} ${lens.command.title}`),
    );
  }
  interface Symbol {
    readonly name: string;
    readonly children?: readonly Symbol[];
  }
  const symbols = await client.request<Symbol[]>("textDocument/documentSymbol", {
    textDocument: { uri: aspect },
  });
  const outline = (symbol: Symbol, indent: string): string[] => [
    `${indent}${symbol.name}`,
    ...(symbol.children ?? []).flatMap((child) => outline(child, `${indent}  `)),
  ];
  say(
    "outline of owner.ah",
    symbols.flatMap((symbol) => outline(symbol, "")),
  );

  const version = client.replace(kernel, "\treturn 0;\n", "\tOWNER(node) = uid;\n\treturn 0;\n");
  await effects("effects of kernel.c after an edit that was not saved", kernel, version);
  const rename = await client.request<{ changes: Record<string, { range: Range; newText: string }[]> }>(
    "textDocument/rename",
    {
      textDocument: { uri: aspect },
      position: client.positionOf(aspect, "void count", "void ".length),
      newName: "tally",
    },
  );
  say(
    "rename of a function of the aspect",
    Object.entries(rename.changes).flatMap(([uri, edits]) =>
      edits.map((edit) => `${name(uri)} ${at(edit.range)} ${edit.newText}`),
    ),
  );
  client.replace(aspect, "tjp->arg1 = 0;", "tjp->arg1 = missing;");
  const diagnostics = await client.until(
    async () => client.diagnostics(aspect),
    (list) => list.length > 0,
  );
  say(
    "problems in an advice body",
    diagnostics.map((problem) => `${at(problem.range)} ${problem.source}: ${problem.message}`),
  );
  client.change(aspect, ASPECT.replace('set("% inode::i_uid")', 'set("% inode::i_uid'));
  const problems = await client.until(
    async () => client.diagnostics(aspect).filter(({ source }) => source === "weft"),
    (list) => list.length > 0,
  );
  say(
    "problems in a half-typed pointcut",
    problems.map((problem) => `${at(problem.range)} ${problem.code}: ${problem.message}`),
  );
  await client.stop();
  await expect(transcript.join("\n")).toMatchFileSnapshot("lsp-session.txt");
});
