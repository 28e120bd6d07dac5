// Badges in explorer and tabs: how many lines of a file are affected, the number that the status bar says. A number has
// room for two digits; more are a W, and the tooltip says how many.
import { effectFields, effectKindNames } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { affectedLines, affectedWords } from "../effects/affected-lines.js";
import type { EffectStore } from "../effects/effect-store.js";
import type { MappedFile, ProjectMap } from "../map/project-map.js";
import { isShown } from "../shown/filter-effects.js";
import type { ShownEffects } from "../shown/shown-effects.js";

export function registerFileBadges(
  map: ProjectMap,
  store: EffectStore,
  shown: ShownEffects,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri[] | undefined>();
  const badges = new Map<string, Badge>();
  const isEnabled = () => vscode.workspace.getConfiguration("weft").get("fileBadges.enabled", true);
  /** Of an open file the store knows the drawn lines exactly; of others the map knows the lines where effects start. */
  const badgeOf = (uri: string): Badge => {
    const known = store.get(vscode.Uri.parse(uri, true));
    if (!isEnabled()) return noBadge;
    if (known === undefined || known.state === "failed") return mappedBadge(map, map.files.get(uri), shown);
    const lines = affectedLines(known.effects, shown.filter);
    const names = known.effects.flatMap(({ role, by }) => (role === "target" ? [by.name] : []));
    return badgeWith(lines.shown, affectedWords(lines), names.filter(isVisible(shown)));
  };
  /** Only what looks different is drawn anew. */
  const refresh = (uris: Iterable<string>) => {
    const different: vscode.Uri[] = [];
    for (const uri of uris) {
      const badge = badgeOf(uri);
      if ((badges.get(uri) ?? noBadge).tooltip === badge.tooltip) continue;
      badges.set(uri, badge);
      different.push(vscode.Uri.parse(uri, true));
    }
    if (different.length > 0) changed.fire(different);
  };
  const refreshAll = () => refresh(new Set([...map.files.keys(), ...badges.keys()]));
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration(uri) {
      const { count, tooltip } = badges.get(uri.toString()) ?? noBadge;
      if (count === 0) return undefined;
      return { badge: count > 99 ? "W" : String(count), tooltip };
    },
  };
  return vscode.Disposable.from(
    changed,
    vscode.window.registerFileDecorationProvider(provider),
    map.onDidChange((uris) => (uris === undefined ? refreshAll() : refresh(uris))),
    store.onDidChange((uri) => refresh([uri.toString()])),
    shown.onDidChange(refreshAll),
    // Theia draws the badge of a tab only when it is told of a change after the tab was opened.
    vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      const uris = opened.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : []));
      if (uris.length > 0) changed.fire(uris);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("weft.fileBadges")) refreshAll();
    }),
  );
}

interface Badge {
  readonly count: number;
  readonly tooltip: string;
}

const noBadge: Badge = { count: 0, tooltip: "" };

const isVisible = (shown: ShownEffects) => (name: string) => !shown.filter.hiddenAspects.includes(name);

function mappedBadge(map: ProjectMap, file: MappedFile | undefined, shown: ShownEffects): Badge {
  const names: string[] = [];
  const [all, visible] = [new Set<number>(), new Set<number>()];
  const effects = file?.effects ?? [];
  for (let at = 0; at < effects.length; at += effectFields) {
    const [line = 0, aspect = -1, kind = -1, , isLate] = effects.slice(at, at + effectFields);
    const effect = {
      by: { name: map.aspects[aspect] ?? "" },
      kind: effectKindNames[kind] ?? "before",
      certainty: isLate === 1 ? ("conditional" as const) : ("certain" as const),
    };
    all.add(line);
    if (!isShown(effect, shown.filter)) continue;
    visible.add(line);
    names.push(effect.by.name);
  }
  return badgeWith(visible.size, affectedWords({ shown: visible.size, all: all.size }), names);
}

/** `3 affected lines: Trace, Owner` */
function badgeWith(count: number, words: string, names: readonly string[]): Badge {
  return count === 0 ? noBadge : { count, tooltip: `${words}: ${[...new Set(names)].sort().join(", ")}` };
}
