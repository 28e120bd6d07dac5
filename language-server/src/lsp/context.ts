/** What every handler can reach. Made once, when the editor has said what it can do and which folder it opens. */
import type { ClientCapabilities, Connection } from "vscode-languageserver/node";
import type { Clangd } from "../clangd/supervisor.js";
import type { EffectFilter } from "../protocol/index.js";
import { type Workspace, whyTooLarge } from "../workspace/index.js";
import type { ClangdTexts } from "./clangd-texts.js";
import type { Diagnostics } from "./diagnostics.js";
import type { IntroducedMembers } from "./introduced-members.js";
import type { Projections } from "./projections.js";
import type { Legend } from "./semantic-tokens.js";

export interface ServerContext {
  readonly connection: Connection;
  readonly workspace: Workspace;
  readonly projections: Projections;
  readonly diagnostics: Diagnostics;
  /** The editor has a clangd of its own for C and C++; ours serves the code in aspects only. */
  readonly beside: boolean;
  /** Undefined when no clangd was found. */
  readonly clangd: Clangd | undefined;
  readonly introduced: IntroducedMembers;
  readonly texts: ClangdTexts;
  /** Open C files whose compile flags clangd was not told, since no project or unit names them yet. */
  readonly guesses: Set<string>;
  readonly client: ClientCapabilities;
  /** What the user wants to see in lenses and hints. */
  readonly shown: { filter: EffectFilter };
  /** Of semantic tokens, as the editor was told. */
  legend: Legend;
}

/** Files that our clangd serves under their own uri: none where the editor has a clangd of its own for them. */
export function isForClangd(
  { beside, workspace }: Pick<ServerContext, "beside" | "workspace">,
  languageId: string | undefined,
  path: string,
): boolean {
  if (beside || whyTooLarge(workspace.documents.openText(path)) !== undefined) return false;
  return (
    /^(c|cpp|objective-c|c-header)$/.test(languageId ?? "") ||
    /\.(c|h|cc|cpp|cxx|hh|hpp|hxx|inc)$/i.test(path)
  );
}
