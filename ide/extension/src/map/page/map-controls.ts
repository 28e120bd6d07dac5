/// <reference lib="dom" />
// The toolbar of the map: where one is, and what is chosen to be seen.
import type { Choices, MapState } from "./map-state.js";
import { element } from "./page-elements.js";

export interface ControlActions {
  choose(change: Partial<Choices>): void;
  goTo(root: string): void;
  widen(factor: number): void;
  /** To the picture. */
  leave(): void;
}

export function connectControls(state: MapState, actions: ControlActions): void {
  const { choose, widen } = actions;
  const press = (id: string, act: () => void) => element(id).addEventListener("click", act);
  press("by", () => choose({ by: state.choices.by === "file" ? "part" : "file" }));
  press("affected", () => choose({ onlyAffected: !state.choices.onlyAffected }));
  press("same", () => choose({ sameHeight: !state.choices.sameHeight }));
  press("asTable", () => choose({ asTable: !state.choices.asTable }));
  press("follow", () => choose({ follow: !state.choices.follow }));
  press("in", () => widen(1.4));
  press("out", () => widen(1 / 1.4));
  press("fit", () => choose({ barWidth: undefined }));
  const sort = element<HTMLSelectElement>("sort");
  sort.addEventListener("change", () => choose({ sort: sort.value as Choices["sort"] }));
  const text = element<HTMLInputElement>("text");
  text.addEventListener("input", () => choose({ text: text.value }));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") actions.leave();
  });
}

export function showControls(state: MapState, { goTo }: ControlActions): void {
  const { choices } = state;
  showWay(state, goTo);
  for (const [id, on] of [
    ["by", choices.by === "file"],
    ["affected", choices.onlyAffected],
    ["same", choices.sameHeight],
    ["asTable", choices.asTable],
    ["follow", choices.follow],
  ] as const)
    element(id).setAttribute("aria-pressed", String(on));
  element<HTMLSelectElement>("sort").value = choices.sort;
  const text = element<HTMLInputElement>("text");
  if (document.activeElement !== text) text.value = choices.text;
  element("summary").textContent = state.summary();
}

function showWay({ choices, isFile }: MapState, goTo: (root: string) => void): void {
  const parts = choices.root.split("/").filter((part) => part !== "");
  const stepTo = (label: string, path: string) => {
    const button = document.createElement("button");
    button.textContent = label;
    button.addEventListener("click", () => goTo(path));
    return button;
  };
  const steps = parts.map((part, at) =>
    stepTo(part, `${parts.slice(0, at + 1).join("/")}${at === parts.length - 1 && isFile ? "" : "/"}`),
  );
  element("way").replaceChildren(
    ...[stepTo("project", ""), ...steps].flatMap((button, at) => (at === 0 ? [button] : ["›", button])),
  );
}
