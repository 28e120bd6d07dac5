/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The map's page: keeps what the extension tells, and what the user chose to see; draws when either changes.
import type { FromPage, ToPage } from "../messages.js";
import { type LegendActions, showLegend } from "./legend.js";
import { showLines } from "./line-list.js";
import { createMapCanvas } from "./map-canvas.js";
import { connectControls, showControls } from "./map-controls.js";
import { connectKeyboard, connectPointer } from "./map-hands.js";
import { thinnest } from "./map-layout.js";
import type { Bar } from "./map-model.js";
import { type Choices, MapState } from "./map-state.js";
import { showTable } from "./map-table.js";
import { element } from "./page-elements.js";

declare function acquireVsCodeApi(): {
  postMessage(message: FromPage): void;
  getState(): Partial<Choices> | undefined;
  setState(state: Choices): void;
};

const api = acquireVsCodeApi();
const state = new MapState(api.getState());
const canvas = createMapCanvas(state);
const post = (told: FromPage) => api.postMessage(told);

const actions = {
  choose(change: Partial<Choices>): void {
    state.choices = { ...state.choices, ...change };
    api.setState(state.choices);
    recompute();
  },
  goTo(root: string): void {
    const left = state.chosenBar?.path ?? state.choices.root;
    state.chosen = undefined;
    state.chosenLine = undefined;
    actions.choose({ root });
    state.chooseFrom(left);
    canvas.reveal();
    canvas.draw();
  },
  back(): void {
    if (state.choices.root !== "") actions.goTo(state.rootAbove());
  },
  enter(bar: Bar): void {
    const [first] = bar.files;
    if (bar.path !== state.choices.root) actions.goTo(bar.path);
    else if (first !== undefined) actions.open(first.file.uri, 0);
  },
  open(uri: string, line: number): void {
    post({ type: "open", uri, line });
  },
  widen(factor: number): void {
    const width = Math.round((canvas.layout?.barWidth ?? thinnest) * factor) + (factor > 1 ? 1 : 0);
    actions.choose({ barWidth: Math.max(thinnest, Math.min(160, width)) });
  },
  leave: () => canvas.view.focus(),
};

const legendActions: LegendActions = {
  hide: (aspect, isHidden) => post({ type: "hide", aspect, isHidden }),
  colour: (aspect, colour) => post({ type: "colour", aspect, colour }),
};

function recompute(): void {
  state.recompute();
  showAround();
  canvas.draw();
}

/** Everything but the picture. */
function showAround(): void {
  const { aspects, bars, choices, isShown } = state;
  const [only] = bars;
  showControls(state, actions);
  const empty = state.emptyWords();
  element("empty").hidden = empty === undefined;
  element("empty").textContent = empty ?? "";
  canvas.view.hidden = empty !== undefined || choices.asTable;
  element("table").hidden = empty !== undefined || !choices.asTable;
  element("lines").hidden = !state.isFile || choices.asTable;
  if (!element("lines").hidden && only !== undefined)
    showLines(element("lines"), state.linesOf(only), aspects, actions.open);
  if (choices.asTable) showTable(element("table"), bars, aspects, isShown, actions.enter);
  showLegend(element("legend"), aspects, state.files.values(), legendActions);
}

function hear(told: ToPage): void {
  if (told.type === "files") {
    state.message = undefined;
    state.isComputing = told.isComputing;
    if (!told.isPart) state.files.clear();
    for (const { lines, ...file } of told.files)
      if (lines === undefined) state.files.delete(file.uri);
      else state.files.set(file.uri, { ...file, lines });
    recompute();
  } else if (told.type === "aspects") {
    const { aspects } = told;
    state.aspects = aspects;
    state.isShown = (aspect) => aspects[aspect]?.isHidden !== true;
    recompute();
  } else if (told.type === "current") {
    state.current = told;
    followEditor();
    canvas.draw();
  } else if (told.type === "message") {
    state.message = told.text;
    state.files.clear();
    recompute();
  }
}

/** Scrolls to the bar of the editor's file while the user is elsewhere. */
function followEditor(): void {
  if (!state.choices.follow || document.hasFocus()) return;
  const place = state.placeOfCurrent();
  if (place === undefined) return;
  state.chosen = place.bar;
  state.chosenLine = undefined;
  canvas.reveal();
}

connectControls(state, actions);
connectKeyboard(state, canvas, actions);
connectPointer(state, canvas, actions);
window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => hear(data));
// Whoever comes to the view by keyboard is at the picture.
window.addEventListener("focus", () => {
  if (document.activeElement === document.body)
    (state.choices.asTable ? element("asTable") : canvas.view).focus();
});
new ResizeObserver(canvas.draw).observe(canvas.view);
const themeChanged = new MutationObserver(canvas.draw);
themeChanged.observe(document.body, { attributes: true });
themeChanged.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
recompute();
post({ type: "drawn" });
