// Badges in the explorer: how many effects a file has. A number has room for two digits; more are a W, and the tooltip
// says how many.
import { effectFields } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { MappedFile, ProjectMap } from "../map/project-map.js";
import type { ShownEffects } from "../shown/shown-effects.js";

export function registerFileBadges(map: ProjectMap, shown: ShownEffects): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  const badges = new Map<string, string>();
  const isEnabled = () => vscode.workspace.getConfiguration("weft").get("fileBadges.enabled", true);
  const wordsOf = (file: MappedFile | undefined): string => {
    if (file === undefined || !isEnabled()) return "";
    const counts = new Map<string, number>();
    for (let at = 1; at < file.effects.length; at += effectFields) {
      const aspect = map.aspects[file.effects[at] ?? -1];
      if (aspect !== undefined && !shown.filter.hiddenAspects.includes(aspect))
        counts.set(aspect, (counts.get(aspect) ?? 0) + 1);
    }
    return [...counts].map(([aspect, count]) => `${aspect} ${count}`).join(", ");
  };
  /** Only what looks different is drawn anew. */
  const refresh = (uris: Iterable<string>) => {
    const different: vscode.Uri[] = [];
    for (const uri of uris) {
      const words = wordsOf(map.files.get(uri));
      if ((badges.get(uri) ?? "") === words) continue;
      badges.set(uri, words);
      different.push(vscode.Uri.parse(uri, true));
    }
    if (different.length > 0) changed.fire(different);
  };
  const refreshAll = () => refresh(new Set([...map.files.keys(), ...badges.keys()]));
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration(uri) {
      const words = badges.get(uri.toString()) ?? "";
      if (words === "") return undefined;
      const total = words
        .split(", ")
        .reduce((sum, part) => sum + Number(part.slice(part.lastIndexOf(" "))), 0);
      return { badge: total > 99 ? "W" : String(total), tooltip: `${total} effects of aspects: ${words}` };
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.window.registerFileDecorationProvider(provider),
    map.onDidChange((uris) => (uris === undefined ? refreshAll() : refresh(uris))),
    shown.onDidChange(refreshAll),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("weft.fileBadges")) refreshAll();
    }),
  );
}
