// What the map knows and what the user chose to see; which bars follow from both, and which of them is chosen. Knows
// nothing of the page.
import type { MapAspect } from "../messages.js";
import {
  type AffectedLine,
  affectedLines,
  type Bar,
  barsOf,
  type IsShown,
  type MapFile,
  type MapQuestion,
  openFolder,
} from "./map-model.js";
import { count } from "./map-words.js";

/** Kept from one session to the next. */
export interface Choices extends MapQuestion {
  readonly barWidth?: number | undefined;
  readonly sameHeight: boolean;
  readonly asTable: boolean;
  readonly follow: boolean;
}

const firstChoices: Choices = {
  root: "",
  by: "part",
  onlyAffected: false,
  text: "",
  sort: "path",
  sameHeight: false,
  asTable: false,
  follow: true,
};

export class MapState {
  choices: Choices;
  readonly files = new Map<string, MapFile>();
  aspects: readonly MapAspect[] = [];
  isShown: IsShown = () => true;
  isComputing = true;
  bars: readonly Bar[] = [];
  /** The bar at which the keyboard is, and the affected line in it. */
  chosen: number | undefined;
  chosenLine: number | undefined;
  /** Where the cursor of the editor in front is. */
  current: { readonly uri: string | undefined; readonly line: number } = { uri: undefined, line: 0 };
  /** Why there is no map. */
  message: string | undefined = "Weft reads the project.";
  private readonly lines = new WeakMap<Bar, { isShown: IsShown; lines: AffectedLine[] }>();

  constructor(kept: Partial<Choices> | undefined) {
    this.choices = { ...firstChoices, ...kept };
  }

  get isFile(): boolean {
    return this.choices.root !== "" && !this.choices.root.endsWith("/");
  }

  get chosenBar(): Bar | undefined {
    return this.chosen === undefined ? undefined : this.bars[this.chosen];
  }

  /** What the bars are; the chosen one stays chosen if it is still there. */
  recompute(): void {
    const before = this.chosenBar?.path;
    const line = this.chosenLine;
    const all = [...this.files.values()];
    // What was looked at in an earlier session may be gone.
    if (all.length > 0 && !all.some(({ path }) => path.startsWith(this.choices.root)))
      this.choices = { ...this.choices, root: "" };
    this.bars = barsOf(all, this.choices, this.isShown);
    const at = before === undefined ? -1 : this.bars.findIndex(({ path }) => path === before);
    this.chosen = at === -1 ? undefined : at;
    this.chosenLine = at === -1 ? undefined : line;
  }

  /** After the root has changed: where one came from stays chosen on the way back. */
  chooseFrom(left: string): void {
    const { bars, choices } = this;
    const at = bars.findIndex(({ path }) => path === left || left.startsWith(path) || choices.root === path);
    this.chosen = at === -1 ? (bars.length > 0 ? 0 : undefined) : at;
  }

  /** The root above; folders with a single part are passed over on the way in, and so on the way out. */
  rootAbove(): string {
    const all = [...this.files.values()];
    let { root } = this.choices;
    do root = root.slice(0, root.lastIndexOf("/", root.length - 2) + 1);
    while (root !== "" && openFolder(all, root) === openFolder(all, this.choices.root));
    return root;
  }

  linesOf(bar: Bar): readonly AffectedLine[] {
    const known = this.lines.get(bar);
    if (known?.isShown === this.isShown) return known.lines;
    const lines = affectedLines(bar, this.isShown);
    this.lines.set(bar, { isShown: this.isShown, lines });
    return lines;
  }

  linesOfChosen(): readonly AffectedLine[] {
    return this.chosenBar === undefined ? [] : this.linesOf(this.chosenBar);
  }

  /** The bar of the editor's file, and the place of its line in it. */
  placeOfCurrent(): { bar: number; line: number } | undefined {
    const { uri, line } = this.current;
    const file = uri === undefined ? undefined : this.files.get(uri);
    if (file === undefined) return undefined;
    const bar = this.bars.findIndex(({ path, isFolder }) =>
      isFolder ? file.path.startsWith(path) : file.path === path,
    );
    const placed = this.bars[bar]?.files.find((one) => one.file.path === file.path);
    return placed === undefined ? undefined : { bar, line: placed.start + line };
  }

  /** What stands in place of bars; `undefined` when there are some. */
  emptyWords(): string | undefined {
    if (this.bars.length > 0) return undefined;
    if (this.message !== undefined) return this.message;
    if (this.files.size === 0)
      return this.isComputing ? "Weft reads the project." : "The project has no units. weft.json names them.";
    if (this.choices.text !== "") return "No file here has this in its path.";
    return this.choices.onlyAffected
      ? "No aspect affects anything here."
      : "There are no files here any more.";
  }

  summary(): string {
    const effects = this.bars.reduce((sum, bar) => sum + bar.count, 0);
    const files = this.bars.reduce((sum, bar) => sum + bar.files.length, 0);
    return `${count(files, "file")}, ${count(effects, "effect")}${this.isComputing ? " so far" : ""}`;
  }
}
