/** The sample kernel as its user sees it on opening: every advice reaches something, no aspect shows an error. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { AspectsResult, EffectsResult } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { startLspClient } from "../support/lsp-client.js";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../sample-projects/mini-unix");

test("mini-unix: markers in units, macros and headers; aspects without errors", async () => {
  const client = await startLspClient({ folder });
  try {
    const aspects = readdirSync(join(folder, "aspects"))
      .filter((name) => name.endsWith(".ah"))
      .map((name) => client.open(join(folder, "aspects", name)));
    const tree = await client.until(
      () => client.request<AspectsResult>("weft/aspects", {}),
      (answer) => answer.aspects.every(({ advice }) => advice.every(({ targets }) => targets.length > 0)),
    );
    expect(tree.aspects.map(({ name }) => name).sort()).toEqual([
      "InodeOwner",
      "SwitchAccounting",
      "TraceSyscalls",
    ]);
    for (const uri of aspects) {
      await client.until(
        () => client.request<EffectsResult>("weft/effects", { uri }),
        ({ state, effects }) => state === "ready" && effects.length > 0,
      );
      await client.waitFor<{ uri: string }>(
        "textDocument/publishDiagnostics",
        (params) => params.uri === uri,
      );
      // Answered by clangd from the parsed projection, so its diagnostics are in by then.
      await client.request("textDocument/documentHighlight", {
        textDocument: { uri },
        position: { line: 0, character: 0 },
      });
      expect(client.diagnostics(uri).filter(({ severity }) => severity === 1)).toEqual([]);
    }
    const inode = join(folder, "fs/inode.c");
    const { effects } = await client.until(
      () => client.request<EffectsResult>("weft/effects", { uri: pathToFileURL(inode).href }),
      (answer) => answer.state === "ready",
    );
    const lines = readFileSync(inode, "utf8").split("\n");
    const marked = new Set(
      effects.map(({ range: { start, end } }) => lines[start.line]?.slice(start.character, end.character)),
    );
    expect([...marked].sort()).toEqual(["INODE_SET_OWNER", "i_gid", "i_uid"]);
  } finally {
    await client.stop();
  }
});
