// Starts `weft cc` from V8's compiled code when it is there and of this node's version; from source otherwise.
// With WEFT_CODE_CACHE=FILE the code that this run compiled is written there (the bundler does that once).
const fs = require("node:fs");
const { join } = require("node:path");
const { Script } = require("node:vm");

const filename = join(__dirname, "cc-body.js");
let cachedData;
try {
  cachedData = fs.readFileSync(join(__dirname, "cc.cache"));
} catch {}
const script = new Script(fs.readFileSync(filename, "utf8"), { filename, cachedData });
script.runInThisContext()(exports, require, module, filename, __dirname);
if (process.env.WEFT_CODE_CACHE)
  process.on("exit", () => fs.writeFileSync(process.env.WEFT_CODE_CACHE, script.createCachedData()));
