// Commands that change what is shown: lists with check boxes, so that the keyboard does it all.
import {
  aspectsRequest,
  type EffectFilter,
  effectKindNames,
  effectKinds,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { palette } from "./palette.js";
import type { ShownEffects } from "./shown-effects.js";

export function registerShownCommands(shown: ShownEffects, server: LanguageServer): vscode.Disposable {
  const names = async () => {
    const answer = await server.ask(aspectsRequest, {});
    return [...new Set(answer?.aspects.map(({ name }) => name))].sort();
  };
  const register = vscode.commands.registerCommand;
  return vscode.Disposable.from(
    statusOf(shown),
    register("weft.chooseAspects", async () => {
      const picked = await pickMany(
        (await names()).map((label) => ({ label, picked: !shown.filter.hiddenAspects.includes(label) })),
        "Aspects whose effects are shown in editors and in the map",
      );
      if (picked === undefined) return;
      const kept = new Set(picked.map(({ label }) => label));
      shown.change({ hiddenAspects: (await names()).filter((name) => !kept.has(name)) });
    }),
    register("weft.filterMarkers", () => filterMarkers(shown)),
    register("weft.showAllMarkers", () =>
      shown.change({ hiddenAspects: [], hiddenKinds: [], onlyConditional: false }),
    ),
    register("weft.toggleAspect", async (node?: unknown) => {
      const aspect = nameOf(node) ?? (await pickOne(await names(), "Hide or show the effects of"));
      if (aspect !== undefined) shown.hide(aspect, !shown.filter.hiddenAspects.includes(aspect));
    }),
    register("weft.aspectColour", async (node?: unknown) => {
      const aspect = nameOf(node) ?? (await pickOne(await names(), "Choose a colour for"));
      if (aspect !== undefined) await chooseColour(shown, aspect);
    }),
  );
}

const runTimeTests = "Only what is tested at run time";

async function filterMarkers(shown: ShownEffects): Promise<void> {
  const { hiddenKinds, onlyConditional } = shown.filter;
  const items = [
    { label: runTimeTests, picked: onlyConditional },
    ...effectKindNames.map((kind) => ({
      label: effectKinds[kind].plural,
      picked: !hiddenKinds.includes(kind),
    })),
  ];
  const picked = await pickMany(items, "Effects that markers, lenses and hints show");
  if (picked === undefined) return;
  const labels = picked.map(({ label }) => label);
  shown.change({
    onlyConditional: labels.includes(runTimeTests),
    hiddenKinds: effectKindNames.filter((kind) => !labels.includes(effectKinds[kind].plural)),
  });
}

async function chooseColour(shown: ShownEffects, aspect: string): Promise<void> {
  const own = { label: "Its own colour", value: undefined };
  const another = { label: "Another …", value: "another" };
  const items = [own, ...palette.map((value) => ({ label: value, value, iconPath: swatch(value) })), another];
  const picked = await vscode.window.showQuickPick(items, { placeHolder: `Colour of ${aspect}` });
  if (picked === undefined) return;
  const value =
    picked.value === "another"
      ? await vscode.window.showInputBox({
          prompt: `Colour of ${aspect}, as #rrggbb`,
          value: shown.colourOf(aspect),
          validateInput: (text) =>
            /^#[0-9a-f]{6}$/i.test(text) ? undefined : "A colour is # and six digits 0 to f",
        })
      : picked.value;
  if (picked.value !== "another" || value !== undefined) shown.setColour(aspect, value);
}

/** A square of the colour, for lists. */
export function swatch(colour: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect x="2" y="2" width="12" height="12" rx="2" fill="${colour}"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`);
}

function pickMany<Item extends vscode.QuickPickItem>(items: Item[], placeHolder: string) {
  return vscode.window.showQuickPick(items, { canPickMany: true, placeHolder });
}

function pickOne(names: readonly string[], placeHolder: string) {
  return vscode.window.showQuickPick([...names], { placeHolder });
}

/** Rows of the Aspects view say which aspect they are. */
function nameOf(node: unknown): string | undefined {
  return (node as { aspect?: { name?: string } } | undefined)?.aspect?.name;
}

/** Says that something is hidden; without it, missing marks would look like a mistake. */
function statusOf(shown: ShownEffects): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("weft.filter", vscode.StatusBarAlignment.Right, 89);
  item.name = "Weft: filter of markers";
  item.command = "weft.showAllMarkers";
  const show = () => {
    const words = filterWords(shown.filter);
    void vscode.commands.executeCommand("setContext", "weft.hasHiddenMarkers", words !== "");
    if (words === "") return item.hide();
    item.text = "$(filter) filtered";
    item.tooltip = `Markers show ${words}. Click to show everything.`;
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  show();
  return vscode.Disposable.from(item, shown.onDidChange(show));
}

function filterWords({ hiddenAspects, hiddenKinds, onlyConditional }: EffectFilter): string {
  return [
    onlyConditional ? "only what is tested at run time" : "",
    hiddenAspects.length > 0 ? `nothing of ${hiddenAspects.join(", ")}` : "",
    hiddenKinds.length > 0 ? `no ${hiddenKinds.map((kind) => effectKinds[kind].plural).join(", ")}` : "",
  ]
    .filter((words) => words !== "")
    .join("; ");
}
