// What each advice cost when it was last measured, for those who show effects; and whether the sources changed since.
import type { EditorEffect } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";

/** What `weft cost --json` prints, as far as it is told at lines. */
interface Measurement {
  readonly aspects: readonly {
    readonly advice: readonly {
      readonly origin: { readonly file: string; readonly startLine: number };
      readonly joinPoints: number;
      readonly cost: { readonly code: number; readonly instructions: number };
    }[];
  }[];
}

export interface MeasuredCosts extends vscode.Disposable {
  keep(result: Measurement): void;
  /** A sentence; undefined where the effect's advice was not measured. */
  readonly wordsFor: (effect: EditorEffect) => string | undefined;
  readonly onDidChange: vscode.Event<void>;
}

export function createMeasuredCosts(server: LanguageServer): MeasuredCosts {
  const changed = new vscode.EventEmitter<void>();
  const measured = new Map<string, string>();
  let isOutdated = false;
  const subscription = server.onEffectsChanged(() => {
    if (measured.size === 0 || isOutdated) return;
    isOutdated = true;
    changed.fire();
  });
  return {
    keep({ aspects }) {
      measured.clear();
      for (const { advice } of aspects)
        for (const { origin, joinPoints, cost } of advice)
          measured.set(keyOf(origin.file, origin.startLine), costWords(joinPoints, cost));
      isOutdated = false;
      changed.fire();
    },
    wordsFor(effect) {
      const key = adviceKey(effect);
      const words = key && measured.get(key);
      if (words === undefined) return undefined;
      return `${words}${isOutdated ? ", measured before the last changes" : ""}.`;
    },
    onDidChange: changed.event,
    dispose: () => vscode.Disposable.from(changed, subscription).dispose(),
  };
}

/** Of what an advice does at a line of the kernel: where that advice stands. */
function adviceKey({ role, other }: EditorEffect): string | undefined {
  const [first] = other;
  if (role === "source" || first === undefined) return undefined;
  return keyOf(vscode.Uri.parse(first.uri, true).fsPath, first.range.start.line + 1);
}

function keyOf(file: string, line: number): string {
  return `${file}:${line}`;
}

function costWords(
  joinPoints: number,
  { code, instructions }: { code: number; instructions: number },
): string {
  const at = joinPoints === 1 ? "its only join point" : `its ${joinPoints} join points together`;
  return `Costs ${code} bytes of code, ${instructions} instructions at ${at}`;
}
