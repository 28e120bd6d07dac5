/** The units of a module that is loaded, as its debug information names them, with the commands that Kbuild left. */
import { dirname } from "node:path";
import { type CompileCommand, kbuildCommand } from "../../kernel-build/index.js";
import { imageCode } from "../image/image-code-of.js";
import { unitsOf } from "../resolve/index.js";
import type { ModuleImage } from "./guest-kernel.js";

export function moduleCommands(modules: readonly ModuleImage[]): CompileCommand[] {
  return modules.flatMap(({ image }) => {
    const code = imageCode(image);
    const units = code === undefined ? [] : unitsOf(code);
    return units.flatMap(({ source, directory }) => {
      const command = kbuildCommand(source, directory, [dirname(source), dirname(image.file)]);
      return command ?? [];
    });
  });
}
