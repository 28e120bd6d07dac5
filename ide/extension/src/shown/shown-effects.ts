// What the user wants to see, and in which colours; kept per workspace. Markers, lenses, hints, the ruler and the map
// follow it; lists stay complete.
import { type EffectFilter, effectFilterNotification, showEverything } from "@weft/language-server/protocol";
import { lookUp } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { colourOfNumber, numberAspects } from "./palette.js";

export interface ShownEffects extends vscode.Disposable {
  readonly filter: EffectFilter;
  change(part: Partial<EffectFilter>): void;
  hide(aspect: string, isHidden: boolean): void;
  /** `#rrggbb` */
  colourOf(aspect: string): string;
  /** Only where the user chose one. */
  chosenColour(aspect: string): string | undefined;
  /** `undefined` goes back to the aspect's own. */
  setColour(aspect: string, colour: string | undefined): void;
  readonly onDidChange: vscode.Event<void>;
}

const filterKey = "weft.shown.filter";
const coloursKey = "weft.shown.colours";
const numbersKey = "weft.shown.numbers";

export function createShownEffects(memento: vscode.Memento, server: LanguageServer): ShownEffects {
  const changed = new vscode.EventEmitter<void>();
  let filter: EffectFilter = { ...showEverything, ...memento.get<Partial<EffectFilter>>(filterKey) };
  let colours = memento.get<Readonly<Record<string, string>>>(coloursKey, {});
  let numbers = memento.get<Readonly<Record<string, number>>>(numbersKey, {});
  const tell = () => server.tell(effectFilterNotification, filter);
  const change = (part: Partial<EffectFilter>) => {
    filter = { ...filter, ...part };
    void memento.update(filterKey, filter);
    tell();
    changed.fire();
  };
  const started = server.onDidStart(tell);
  return {
    get filter() {
      return filter;
    },
    change,
    hide(aspect, isHidden) {
      const others = filter.hiddenAspects.filter((name) => name !== aspect);
      change({ hiddenAspects: isHidden ? [...others, aspect] : others });
    },
    colourOf(aspect) {
      const chosen = lookUp(colours, aspect);
      if (chosen !== undefined) return chosen;
      const before = numbers;
      numbers = numberAspects(numbers, [aspect]);
      if (numbers !== before) void memento.update(numbersKey, numbers);
      return colourOfNumber(lookUp(numbers, aspect) ?? 0);
    },
    chosenColour: (aspect) => lookUp(colours, aspect),
    setColour(aspect, colour) {
      const { [aspect]: _, ...others } = colours;
      colours = colour === undefined ? others : { ...others, [aspect]: colour };
      void memento.update(coloursKey, colours);
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: () => vscode.Disposable.from(changed, started).dispose(),
  };
}
