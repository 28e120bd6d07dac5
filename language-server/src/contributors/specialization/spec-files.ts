/** Everything about files of declarations. */
import type { LookedUp, LookUpQuestion } from "@weft/weaver-bridge/partial-eval";
import type { Position } from "../../protocol/index.js";
import {
  type ContributorHost,
  type HoverText,
  type OutlineItem,
  type OwnFiles,
  type OwnSuggestion,
  patient,
} from "../../workspace/index.js";
import { specCompletion } from "./spec-completion.js";
import type { SpecDocument } from "./spec-documents.js";
import { specDefinition, specHover } from "./spec-hover.js";
import { specNameAt, specPlaceAt } from "./spec-place.js";
import { renamable, renameResidual } from "./spec-rename.js";
import type { SpecSet } from "./spec-set.js";
import { type SpecSnapshot, specDocumentAt } from "./spec-snapshot.js";

/** The unit's tree may have to be made first. */
const PATIENCE_MS = 3_000;
const OFFERED = 200;
const UNREAD = "The file can't be read";

export function specFiles(host: ContributorHost, set: SpecSet, snapshot: () => SpecSnapshot): OwnFiles {
  const at = (path: string) => specDocumentAt(snapshot(), path);
  const lookUp = async (path: string, question: LookUpQuestion): Promise<LookedUp | undefined> =>
    (await patient(set.look(path, question), failed(host, path), PATIENCE_MS)) ?? undefined;
  const named = async (path: string, position: Position) => {
    const document = at(path);
    const hit = document && specNameAt(document, position);
    return hit && { ...hit, found: await lookUp(path, hit.question) };
  };
  return {
    paths: () => set.documents().map(({ source }) => source.path),
    problems: set.problemsIn,
    isComputing: set.isBusy,
    symbols(path) {
      const document = at(path);
      return document === undefined ? [] : outlineOf(document);
    },
    async hover(path, position): Promise<HoverText | undefined> {
      const hit = await named(path, position);
      return hit && { range: hit.range, markdown: specHover(snapshot(), path, hit.name, hit.found) };
    },
    async definitions(path, position) {
      const hit = await named(path, position);
      return hit === undefined ? [] : specDefinition(snapshot(), hit.name, hit.found);
    },
    renamable(path, position) {
      const document = at(path);
      return document === undefined ? UNREAD : renamable(document, position);
    },
    rename(path, position, newName) {
      const document = at(path);
      const whole = { ...host.snapshot(), ...snapshot() };
      return document === undefined ? UNREAD : renameResidual(whole, document, position, newName);
    },
    async completion(path, position): Promise<readonly OwnSuggestion[]> {
      const document = at(path);
      const place = document && specPlaceAt(document, position);
      if (document === undefined || place === undefined) return [];
      const found = "question" in place ? await lookUp(path, place.question) : undefined;
      const names = place.at === "function" ? await functionNames(host, document, position) : [];
      return specCompletion(place, found, names).map((one, rank) => ({ ...one, rank }));
    },
  };
}

async function functionNames(
  host: ContributorHost,
  { source }: SpecDocument,
  position: Position,
): Promise<readonly string[]> {
  const prefix = /(?<!\w)\w*$/.exec(source.text.slice(0, source.lines.offsetAt(position)))?.[0] ?? "";
  const { root } = host.projectAt(source.path);
  const asked = host.knownNames(root, { prefix, kind: "function", limit: OFFERED });
  return ((await patient(asked, failed(host, source.path), PATIENCE_MS)) ?? []).map(({ name }) => name);
}

const failed = (host: ContributorHost, path: string) => (error: Error) =>
  host.log("error", `looking something up for ${path}: ${error.message}`);

function outlineOf({ source, spec }: SpecDocument): OutlineItem[] {
  const { lines } = source;
  return spec.declarations.flatMap(({ function: name, residual, offset, spans }): OutlineItem[] =>
    spans === undefined
      ? []
      : [
          {
            ...{ name: residual, detail: name, kind: "function", children: [] },
            range: lines.rangeBetween(offset, spans.body.end),
            selection: lines.rangeBetween(spans.residual.start, spans.residual.end),
          },
        ],
  );
}
