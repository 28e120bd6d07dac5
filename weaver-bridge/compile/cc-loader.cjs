// Starts `weft cc` from V8's compiled code when it is there and of this node's version; from source otherwise.
// With WEFT_CODE_CACHE=FILE the code that this run compiled is written there (the bundler does that once).
const fs = require("node:fs");
const { join } = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

// A flag that V8 does not know is printed among the compiler's messages, so each is set only where it was tried.
// Compiled code is taken only with the flags that it was made with, so this comes first.
const engine = Number.parseInt(process.versions.v8, 10);
// Of this code little runs long enough to repay V8's optimizing compiler: without it units cost a third less, with
// residents and without. From V8 12 on it costs the same with and without.
if (engine === 11) setFlagsFromString("--interrupt-budget=1000000");
// The young heap is small, so that threads which help to clear it cost more than they do.
if (engine >= 11 && engine <= 14) setFlagsFromString("--no-parallel-scavenge");

const filename = join(__dirname, "cc-body.js");
let cachedData;
try {
  cachedData = fs.readFileSync(join(__dirname, "cc.cache"));
} catch {}
const script = new Script(fs.readFileSync(filename, "utf8"), { filename, cachedData });
script.runInThisContext()(exports, require, module, filename, __dirname);
if (process.env.WEFT_CODE_CACHE)
  process.on("exit", () => fs.writeFileSync(process.env.WEFT_CODE_CACHE, script.createCachedData()));
