// What the map's page and the extension tell each other.
import type { MapFile } from "./page/map-model.js";

export interface MapAspect {
  readonly name: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly isHidden: boolean;
}

export type ToPage =
  /** All files, or, with `isPart`, those that replace what is known of them; without lines a file is gone. */
  | {
      readonly type: "files";
      readonly isPart: boolean;
      readonly files: readonly (Omit<MapFile, "lines"> & { readonly lines?: number })[];
      readonly isComputing: boolean;
    }
  /** In the order that effects refer to. */
  | { readonly type: "aspects"; readonly aspects: readonly MapAspect[] }
  | { readonly type: "current"; readonly uri: string | undefined; readonly line: number }
  | { readonly type: "message"; readonly text: string };

export type FromPage =
  | { readonly type: "drawn" }
  | { readonly type: "open"; readonly uri: string; readonly line: number }
  | { readonly type: "hide"; readonly aspect: string; readonly isHidden: boolean }
  | { readonly type: "colour"; readonly aspect: string; readonly colour: string };
