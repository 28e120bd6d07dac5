/**
 * Compiles the binding of `drivelist`, which Theia's bundle wants to hold: the package brings none, and its own install
 * script looks for one elsewhere, or needs Python and the headers of the Node that runs.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const drivelist = dirname(require.resolve("drivelist/package.json"));
const addonApi = dirname(createRequire(join(drivelist, "package.json")).resolve("node-addon-api"));
const made = join(drivelist, "build/Release/drivelist.node");

if (!existsSync(made)) {
  mkdirSync(dirname(made), { recursive: true });
  const sources = ["drivelist", "device-descriptor", "linux/list"].map((name) => `src/${name}.cpp`);
  const include = [".", addonApi, require("node-api-headers").include_dir].map((folder) => `-I${folder}`);
  const options = [
    "-shared",
    "-fPIC",
    "-O2",
    "-std=c++17",
    "-w",
    "-DNAPI_VERSION=8",
    "-DNODE_GYP_MODULE_NAME=drivelist",
  ];
  execFileSync(process.env.CXX ?? "g++", [...options, ...include, ...sources, "-o", `${made}.part`], {
    cwd: drivelist,
    stdio: "inherit",
  });
  renameSync(`${made}.part`, made);
}
