// Theia takes plugins from folders of plugins. This makes `plugins/`, with a link to our extension as its one entry,
// so that a rebuilt extension needs no copying.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const appDirectory = dirname(fileURLToPath(import.meta.url));
const plugins = join(appDirectory, "plugins");
const extension = join(appDirectory, "..", "extension");
const link = join(plugins, "weft-extension");

mkdirSync(plugins, { recursive: true });
rmSync(link, { recursive: true, force: true });
symlinkSync(relative(plugins, extension), link, "dir");
