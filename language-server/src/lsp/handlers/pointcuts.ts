/** What pointcuts select while they are typed, and why advice reaches a place. */
import type { CancellationToken } from "vscode-languageserver/node";
import { whyAtLine } from "../../analysis/lines/why.js";
import { rangeOfOffsets } from "../../analysis/locate.js";
import { NOTHING, pointcutAnswer, unreadable } from "../../analysis/pointcuts/pointcut-answer.js";
import { pointcutAt, readPointcut } from "../../analysis/pointcuts/pointcut-at.js";
import {
  type SearchPointcutParams,
  type SearchPointcutResult,
  searchPointcutRequest,
  type WhyParams,
  type WhyResult,
  whyRequest,
} from "../../protocol/index.js";
import { aspectDocumentAt, isAspectPath, pathOfUri } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";

const LISTED = 1000;
/** For the index, and again for units that are read for the question: then what is known so far is told. */
const ANSWER_WITHIN_MS = 400;

export function registerPointcutHandlers(context: ServerContext): void {
  const { connection, workspace } = context;
  let latest: AbortController | undefined;

  const search = async (
    params: SearchPointcutParams,
    token: CancellationToken,
  ): Promise<SearchPointcutResult> => {
    latest?.abort();
    const own = new AbortController();
    latest = own;
    token.onCancellationRequested(() => own.abort());
    const path = pathOfUri(params.uri);
    if (path === undefined) return unreadable(undefined);
    const snapshot = workspace.snapshot();
    const { expression: given, position, limit = LISTED } = params;
    const document = aspectDocumentAt(snapshot, path);
    const written =
      given !== undefined
        ? { text: given, range: undefined, aspect: undefined }
        : document && position && pointcutAt(document, document.source.lines.offsetAt(position));
    const read = written && readPointcut(written.text);
    if (written === undefined || read === undefined)
      return unreadable(written && { ...written, range: { start: 0, end: 0 } });
    const range = written.range && document && rangeOfOffsets(document.source, written.range);
    try {
      const answer = await workspace.searchPointcut(
        {
          root: workspace.rootOf(path),
          expression: read.expression,
          aspects: snapshot.aspects.map(({ file }) => file),
          ...(written.aspect === undefined ? {} : { aspect: written.aspect }),
          limit,
          withinMs: ANSWER_WITHIN_MS,
        },
        own.signal,
      );
      return { ...pointcutAnswer(snapshot, read, answer), ...(range === undefined ? {} : { range }) };
    } catch (error) {
      if (!own.signal.aborted) throw error;
      return { ...NOTHING, state: "superseded", expression: read.text };
    }
  };
  connection.onRequest(searchPointcutRequest, search);

  const why = async (params: WhyParams, token: CancellationToken): Promise<WhyResult> => {
    const path = pathOfUri(params.uri);
    if (path === undefined || isAspectPath(path))
      return { message: "Ask at a line of C or C++: an aspect file holds no join points" };
    const own = new AbortController();
    token.onCancellationRequested(() => own.abort());
    const unit = await workspace.unitFacts(path, own.signal);
    if (unit === undefined) {
      const { message } = workspace.snapshot().stateOf(path);
      return {
        message: message ?? "No unit that holds this file can be read, so nothing is known about its lines",
      };
    }
    return whyAtLine(workspace.snapshot(), unit, path, params);
  };
  connection.onRequest(whyRequest, why);
}
