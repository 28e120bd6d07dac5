// Makes what a release holds, by the scripts that make each of it alone, and a bill of materials beside each.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { billOf } from "./bill-of-materials.mjs";
import { product } from "./legal-files.mjs";
import { run } from "./run.mjs";
import { root, shippedIn } from "./shipped.mjs";

/** Each puts its file and its bill of materials into the folder. */
export const MAKE = {
  async vsix(folder) {
    console.log("weft: the extension …");
    const made = await run("npm", ["run", "--silent", "vsix", "-w", "weft-extension"], { cwd: root });
    await take(
      folder,
      made
        .trim()
        .split("\n")
        .at(-1)
        .replace(/ \(\d+ files\)$/, ""),
      shippedIn("vsix").components,
    );
  },
  async deb(folder) {
    console.log("weft: the Debian package …");
    const made = await run("npm", ["run", "--silent", "deb"], { cwd: root });
    await take(folder, made.trim().split("\n").at(-1), shippedIn("deb").components);
  },
  async image(folder, version) {
    console.log("weft: the container image, some six minutes …");
    const made = await run("npm", ["run", "--silent", "image"], { cwd: root });
    const path = made.trim().split("\n").at(-1);
    const debian = JSON.parse(readFileSync(join(root, "ide/image/dist/debian-packages.json"), "utf8"));
    await take(folder, path, [...shippedIn("deb").components, ...debian], `weft-${version}.oci.tar`);
  },
};

async function take(folder, path, components, name = basename(path)) {
  copyFileSync(path, join(folder, name));
  writeFileSync(join(folder, `${name}.cdx.json`), await billOf(product(), components));
}
