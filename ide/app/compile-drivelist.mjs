/**
 * Theia's bundle wants to hold the binding of `drivelist`, of which the package brings only sources; on Linux it lists
 * drives without. An empty one in its place needs no install script that looks for a binary elsewhere, no Python and no
 * headers of the Node that runs.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const BINDING = "#include <node_api.h>\nNAPI_MODULE_INIT() { return exports; }\n";

const require = createRequire(import.meta.url);
const theia = createRequire(require.resolve("@theia/filesystem/package.json"));
const made = join(dirname(theia.resolve("drivelist/package.json")), "build/Release/drivelist.node");

if (!existsSync(made)) {
  mkdirSync(dirname(made), { recursive: true });
  const include = `-I${require("node-api-headers").include_dir}`;
  const words = ["-shared", "-fPIC", "-DNODE_GYP_MODULE_NAME=drivelist", include, "-x", "c", "-"];
  execFileSync("gcc", [...words, "-o", `${made}.part`], {
    input: BINDING,
    stdio: ["pipe", "inherit", "inherit"],
  });
  renameSync(`${made}.part`, made);
}
