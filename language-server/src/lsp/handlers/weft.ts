/** Our own requests. */
import { editorEffects } from "../../analysis/lines/file-effects.js";
import { aspectTree } from "../../analysis/views/aspect-tree.js";
import { wovenForm } from "../../analysis/views/woven-form.js";
import {
  type AspectsResult,
  aspectsRequest,
  type EffectsParams,
  type EffectsResult,
  effectsRequest,
  type WovenTextParams,
  type WovenTextResult,
  wovenTextRequest,
} from "../../protocol/index.js";
import { pathOfUri, uriOfPath } from "../../workspace/index.js";
import type { ServerContext } from "../context.js";

export function registerWeftHandlers({ connection, workspace }: ServerContext): void {
  connection.onRequest(effectsRequest, ({ uri }: EffectsParams): EffectsResult => {
    const path = pathOfUri(uri);
    if (path === undefined)
      return { uri, state: "failed", message: "Only files on this machine can be analysed", effects: [] };
    const snapshot = workspace.snapshot();
    return { uri, ...snapshot.stateOf(path), effects: editorEffects(snapshot, path) };
  });

  connection.onRequest(aspectsRequest, (): AspectsResult => ({ aspects: aspectTree(workspace.snapshot()) }));

  connection.onRequest(wovenTextRequest, async (params: WovenTextParams): Promise<WovenTextResult> => {
    const path = pathOfUri(params.uri);
    if (path === undefined) return { message: "Only files on this machine can be woven" };
    const { form = "exact" } = params;
    for (const { textForms } of workspace.contributions()) {
      const contributed = textForms?.[form];
      if (contributed !== undefined) return contributed(path, params);
    }
    const unit = params.unit === undefined ? undefined : pathOfUri(params.unit);
    const woven = await workspace.wovenText(path, { aspect: params.aspect, advice: params.advice, unit });
    if ("message" in woven) return woven;
    const source = workspace.snapshot().text(path)?.text ?? "";
    return {
      ...wovenForm(woven, path, source, form),
      languageId: woven.language === "c++" ? "cpp" : "c",
      unit: uriOfPath(woven.unit),
      units: woven.units.map(uriOfPath),
    };
  });
}
