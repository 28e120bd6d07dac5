#!/bin/sh
# vscode-jsonrpc 9.0.3 and 10.0.0 (npm; what VS Code's and Theia's language clients and servers speak with): a request that can't
# be written, because the peer closed its end, is rejected with a ResponseError, the class that its documentation gives to "an
# error object returned in a response", with the code -32099, which JSON-RPC leaves to servers for errors of their own. So neither
# the class nor the code says whether the peer answered. The usual `if (error instanceof ResponseError) throw error; else restart()`
# of a proxy or supervisor hands "write EPIPE" to its user as the server's answer, and takes a dead server for one that refused.
# What holds: ask the process or the stream, or set the library's three codes (-32099, -32097, -32096) apart before the class.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > ask.cjs <<'J'
const { spawn } = require("node:child_process");
const rpc = require("vscode-jsonrpc/node");
const { version } = JSON.parse(require("node:fs").readFileSync("node_modules/vscode-jsonrpc/package.json", "utf8"));
// Closes its input and lives on; the other answers each request with an error of its own, of the same code.
const DEAF = "exec 0<&-; echo deaf >&2; sleep 20";
const ANSWERS = `const rpc = require("vscode-jsonrpc/node");
const c = rpc.createMessageConnection(new rpc.StreamMessageReader(process.stdin), new rpc.StreamMessageWriter(process.stdout));
c.onRequest("ask", () => new rpc.ResponseError(-32099, "no index yet"));
c.listen(); console.error("ready");`;
async function ask(name, program, words) {
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "pipe"], cwd: __dirname });
  child.stdin.on("error", () => {});
  await new Promise((ready) => child.stderr.once("data", ready));
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  connection.onError(() => {});
  connection.listen();
  const error = await connection.sendRequest("ask").catch((reason) => reason);
  console.log(`${version}, ${name}: ResponseError ${error instanceof rpc.ResponseError}, code ${error.code}, ${error.message}`);
  connection.dispose();
  child.kill("SIGKILL");
}
(async () => {
  await ask("the peer answers", process.execPath, ["-e", ANSWERS]);
  await ask("the peer reads nothing", "sh", ["-c", DEAF]);
})();
J
for version in 9.0.3 10.0.0; do
  npm install --silent --no-audit --no-fund --no-save --prefix . "vscode-jsonrpc@$version" > installed 2>&1 || { cat installed; exit 1; }
  node ask.cjs
done | tee said
for version in 9.0.3 10.0.0; do
  grep -q "^$version, the peer answers: ResponseError true, code -32099, no index yet$" said
  grep -q "^$version, the peer reads nothing: ResponseError true, code -32099, write EPIPE$" said
done
echo "an error that nobody answered has the class and the code of one that the peer answered"
