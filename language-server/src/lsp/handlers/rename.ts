/**
 * Rename: names of aspect files are ours, those of contributors' files theirs; names of C are clangd's, and the pointcuts that name them, and code of
 * aspect files that are not open, come along as edits that the user confirms.
 */
import { relative } from "node:path";
import { lookUp } from "@weft/weaver-bridge/model";
import {
  type CancellationToken,
  type ChangeAnnotation,
  MessageType,
  ShowMessageNotification,
  type TextDocumentEdit,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import { type AspectName, aspectNameAt } from "../../analysis/rename/aspect-names.js";
import { codeUses } from "../../analysis/rename/code-uses.js";
import { wordsOfHidden } from "../../analysis/rename/hidden-in-words.js";
import { hiddenUses, type KnownUse } from "../../analysis/rename/hidden-uses.js";
import {
  type ClangdSymbol,
  type DeclaredName,
  declaredName,
  nameInCode,
  patternEdits,
} from "../../analysis/rename/pattern-edits.js";
import type { LabelledPlace, Range } from "../../protocol/index.js";
import {
  aspectDocumentAt,
  isAspectPath,
  pathOfUri,
  type Snapshot,
  uriOfPath,
} from "../../workspace/index.js";
import type { ServerContext } from "../context.js";
import { forward } from "../forward.js";
import { type At, onFile } from "../on-file.js";
import { refused } from "../refusals.js";

export function registerRenameHandlers(context: ServerContext): void {
  const { workspace } = context;
  onFile(context, "textDocument/prepareRename", (params: At, path, token) => {
    const owner = workspace.snapshot().ownerOf(path);
    if (owner !== undefined) {
      const found = accepted(owner.renamable?.(path, params.position));
      return { range: found.range, placeholder: found.name };
    }
    const ours = ownName(context, params, path);
    if (ours !== undefined) return { range: ours.range, placeholder: ours.name };
    return forward(context, "textDocument/prepareRename", params, token);
  });

  onFile(context, "textDocument/rename", (params: At & { newName: string }, path, token) => {
    const { position, newName } = params;
    const snapshot = workspace.snapshot();
    const owner = snapshot.ownerOf(path);
    if (owner !== undefined)
      return {
        changes: byFile(accepted(owner.rename?.(path, position, newName))),
      } satisfies WorkspaceEdit;
    for (const { inSources } of isAspectPath(path) ? [] : snapshot.contributions) {
      const refusal = inSources?.renameRefusal?.(path, position);
      if (refusal !== undefined) throw refused(refusal);
    }
    const ours = ownName(context, params, path);
    return ours === undefined ? renameInC(context, params, token) : ownEdit(ours, newName);
  });
}

/** Throws the words that say why not. */
function accepted<T extends object>(answer: T | string = "Names in this file can't be renamed"): T {
  if (typeof answer === "string") throw refused(answer);
  return answer;
}

async function renameInC(
  context: ServerContext,
  params: At & { readonly newName: string },
  token: CancellationToken,
): Promise<unknown> {
  // Without knowing what it is, a macro would be taken for a name of C, and aspects would keep the old name.
  const symbols = forward(
    context,
    "textDocument/symbolInfo",
    { textDocument: params.textDocument, position: params.position },
    token,
  );
  const [symbol] = ((await symbols) ?? []) as ClangdSymbol[];
  if (symbol !== undefined && /@macro@/.test(symbol.usr ?? ""))
    throw refused(
      `${symbol.name} is a macro. Macros are text that other macros may put together, so their uses can't be told for sure: look at Find All References and change them by hand`,
    );
  const edit = (await forward(context, "textDocument/rename", params, token)) as WorkspaceEdit | null;
  if (edit === null || symbol === undefined) return edit;
  const declared = declaredName(symbol);
  const snapshot = context.workspace.snapshot();
  const { textDocument, position } = params;
  const defined = forward(context, "textDocument/definition", { textDocument, position }, token);
  // What clangd has not indexed yet is in no edit.
  const declarations = ((await defined) ?? []) as PlaceOfUse[];
  const inDeclarations = await editsOfContributors(snapshot, symbol, [...placesOf(edit), ...declarations]);
  const ofDeclarations = { annotation: DECLARATIONS, edits: inDeclarations } as const;
  const inAspects = declared === undefined ? [] : editsOfAspects(context, snapshot, declared, params.newName);
  const visible = nameInCode(symbol);
  if (visible === undefined) return withMore(context, edit, params.newName, [ofDeclarations]);
  const known = [...placesOf(edit), ...inAspects, ...inDeclarations];
  const hidden = hiddenUses(snapshot, visible, known.flatMap(knownUse));
  const told = wordsOfHidden(hidden, visible.name, (path) => relative(context.workspace.rootOf(path), path));
  if (told !== "") tell(context, hidden.left.length > 0 ? MessageType.Warning : MessageType.Info, told);
  const inMacros = hidden.edits.map(({ path, start }) => ({
    uri: context.workspace.documents.openText(path)?.uri ?? uriOfPath(path),
    range: { start, end: { line: start.line, character: start.character + visible.name.length } },
  }));
  return withMore(context, edit, params.newName, [
    { annotation: POINTCUTS, edits: inAspects },
    ofDeclarations,
    { annotation: MACROS, edits: inMacros },
  ]);
}

/** A member's name has the structure's before it; a local one no place outside of its function. */
async function editsOfContributors(
  { contributions }: Snapshot,
  { name, usr, containerName }: ClangdSymbol,
  places: readonly PlaceOfUse[],
): Promise<readonly LabelledPlace[]> {
  const isMember = /@FI@[^@]*$/.test(usr ?? "");
  const isLocal = !isMember && /@F@.*@/.test((usr ?? "").replace(/@F@[^@]*$/, ""));
  const scope = containerName?.split("::").findLast((part) => part !== "");
  const renamed = { name, scope, isMember, isLocal, places };
  const found = await Promise.all(
    contributions.map(({ inSources }) => inSources?.renamesWith?.(renamed) ?? []),
  );
  return found.flat();
}

/** Tells what of it the user has to look at. */
function editsOfAspects(
  context: ServerContext,
  snapshot: Snapshot,
  declared: DeclaredName,
  newName: string,
): readonly LabelledPlace[] {
  const found = patternEdits(snapshot, declared, newName);
  const code = codeUses(snapshot, declared);
  const asks = canAsk(context);
  const edits = [...found.edits, ...(asks ? code : [])];
  const warnings = [
    ...found.warnings,
    ...(asks ? [] : code.map(({ label }) => `${label} may mean it and is to be changed by hand`)),
  ];
  if (warnings.length > 0)
    tell(
      context,
      MessageType.Warning,
      // Editors show such a message as one line.
      `Renaming ${declared.name} changes what aspects mean: ${warnings.join("; ")}`,
    );
  if (edits.length > 0 && !asks)
    tell(
      context,
      MessageType.Info,
      `Aspects that name it are changed too: ${edits.map(({ label }) => label).join(", ")}`,
    );
  return edits;
}

interface PlaceOfUse {
  readonly uri: string;
  readonly range: Range;
}

function placesOf({ changes, documentChanges }: WorkspaceEdit): PlaceOfUse[] {
  const files = [
    ...Object.entries(changes ?? {}),
    ...(documentChanges ?? []).flatMap((change) =>
      "textDocument" in change ? [[change.textDocument.uri, change.edits] as const] : [],
    ),
  ];
  return files.flatMap(([uri, edits]) =>
    edits.flatMap((edit) => ("range" in edit ? [{ uri, range: edit.range }] : [])),
  );
}

function knownUse({ uri, range }: PlaceOfUse): KnownUse[] {
  const path = pathOfUri(uri);
  return path === undefined ? [] : [{ path, start: range.start }];
}

/** A context variable in a body is also C, but its uses in the pointcut are not: it is ours too. */
function ownName({ workspace }: ServerContext, { position }: At, path: string): AspectName | undefined {
  const snapshot = workspace.snapshot();
  const document = aspectDocumentAt(snapshot, path);
  return document && aspectNameAt(snapshot, document, document.source.lines.offsetAt(position));
}

const IDENTIFIER = /^[A-Za-z_]\w*$/;

function ownEdit({ name, kind, uses }: AspectName, newName: string): WorkspaceEdit {
  if (!IDENTIFIER.test(newName))
    throw refused(
      `"${newName}" is no name for the ${kind} ${name}. Names are letters, digits and underscores, and begin with none of the digits`,
    );
  return { changes: byFile(uses.map((use) => ({ ...use, text: newName }))) };
}

function byFile(
  edits: readonly { readonly uri: string; readonly range: Range; readonly text: string }[],
): Record<string, TextEdit[]> {
  const changes: Record<string, TextEdit[]> = {};
  for (const { uri, range, text } of edits) (changes[uri] ??= []).push({ range, newText: text });
  return changes;
}

function tell({ connection }: ServerContext, type: MessageType, message: string): void {
  void connection.sendNotification(ShowMessageNotification.type, { type, message });
}

function canAsk({ client }: ServerContext): boolean {
  const { workspaceEdit } = client.workspace ?? {};
  return workspaceEdit?.documentChanges === true && workspaceEdit.changeAnnotationSupport !== undefined;
}

interface MoreEdits {
  readonly annotation: typeof POINTCUTS | typeof MACROS | typeof DECLARATIONS;
  readonly edits: readonly PlaceOfUse[];
}

const POINTCUTS = "weft.pointcuts";
const MACROS = "weft.macros";
const DECLARATIONS = "weft.declarations";

const ANNOTATIONS: Record<MoreEdits["annotation"], ChangeAnnotation> = {
  [POINTCUTS]: {
    label: "Aspects that name it",
    needsConfirmation: true,
    description:
      "Match expressions follow the rename, so that the advice stays where it is; so does code of aspect files that are not open, by name.",
  },
  [DECLARATIONS]: {
    label: "Declarations that name it",
    needsConfirmation: false,
    description: "Facts, guards and functions of specializations follow the rename.",
  },
  [MACROS]: {
    label: "Macros that name it",
    needsConfirmation: true,
    description: "The name means nothing else in the project, so bodies of macros follow the rename.",
  },
};

/** Where the editor can ask, it asks about each; else they are made. */
function withMore(
  context: ServerContext,
  edit: WorkspaceEdit,
  newText: string,
  more: readonly MoreEdits[],
): WorkspaceEdit {
  const { workspace } = context;
  const given = more.filter(({ edits }) => edits.length > 0);
  if (given.length === 0) return edit;
  if (!canAsk(context)) {
    const changes: Record<string, TextEdit[]> = { ...edit.changes };
    for (const { uri, range } of given.flatMap(({ edits }) => edits))
      changes[uri] = [...(lookUp(changes, uri) ?? []), { range, newText }];
    return { ...edit, changes };
  }
  const version = (uri: string) => workspace.documents.openText(pathOfUri(uri) ?? "")?.version ?? null;
  const own = Object.entries(edit.changes ?? {}).map(
    ([uri, list]): TextDocumentEdit => ({ textDocument: { uri, version: version(uri) }, edits: list }),
  );
  const annotated = given.flatMap(({ annotation, edits }) =>
    edits.map(
      ({ uri, range }): TextDocumentEdit => ({
        textDocument: { uri, version: version(uri) },
        edits: [{ range, newText, annotationId: annotation }],
      }),
    ),
  );
  return {
    documentChanges: [...own, ...(edit.documentChanges ?? []), ...annotated],
    changeAnnotations: Object.fromEntries(
      given.map(({ annotation }) => [annotation, ANNOTATIONS[annotation]]),
    ),
  };
}
