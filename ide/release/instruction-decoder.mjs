// An esbuild plugin: iced-x86 looks for its WebAssembly in `__dirname`, so it is taken along into the folder of the bundle.
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const WASM = "iced_x86_bg.wasm";

/** The bundle's banner must define `__dirname`. */
export function instructionDecoder(folder) {
  return {
    name: "instruction-decoder",
    setup: ({ onLoad }) =>
      onLoad({ filter: /iced_x86\.js$/ }, ({ path }) => {
        mkdirSync(folder, { recursive: true });
        copyFileSync(join(dirname(path), WASM), join(folder, WASM));
      }),
  };
}
