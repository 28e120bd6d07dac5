/** Semantic tokens as a user sees them: which text has which type, by the names of the server's legend. */
import type { LspClient } from "./lsp-client.js";

export interface SemanticToken {
  /** From 0, as LSP counts. */
  readonly line: number;
  readonly character: number;
  readonly text: string;
  readonly type: string;
}

/** Those of a whole file, decoded from LSP's relative encoding; `source` is what the server has, for who reads the texts. */
export async function semanticTokens(
  client: LspClient,
  uri: string,
  source = "",
): Promise<readonly SemanticToken[]> {
  const { legend } = client.initialized.capabilities.semanticTokensProvider as {
    legend: { tokenTypes: string[] };
  };
  const { data } = await client.request<{ data: number[] }>("textDocument/semanticTokens/full", {
    textDocument: { uri },
  });
  const lines = source.split("\n");
  const tokens: SemanticToken[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [deltaLine = 0, deltaCharacter = 0, length = 0, type = -1] = data.slice(at, at + 4);
    line += deltaLine;
    character = deltaLine === 0 ? character + deltaCharacter : deltaCharacter;
    const text = lines[line]?.slice(character, character + length) ?? "";
    tokens.push({ line, character, text, type: legend.tokenTypes[type] ?? `none (${type})` });
  }
  return tokens;
}
