#!/bin/sh
# clangd 19.1.7 (Debian 12): a static function or variable is known to the index by its name and the *last part* of its file's
# name (`c:init.c@F@setup`). So `static int setup` of net/init.c and of disk/init.c are one symbol: `references` and incoming
# calls of the one list those of the other, workspace symbols show one of the two, and `rename` edits both files, the unopened one
# too. Kernels have dozens of `init.c`, `irq.c`, `core.c` with a static of the same name. Both units compile and link before;
# after the rename too, so nothing tells. The name under the cursor resolves rightly (`definition`); what comes from the index doesn't.
# What holds: of a symbol with internal linkage drop answers from other files that do not include the one it is declared in.
set -eu
clangd-19 --version | head -1 | grep -q ' 19\.1\.7'
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir net disk
cat > net/init.c <<'C'
static int setup(int n) { return n + 1; }
int net_init(void) { return setup(1); }
C
cat > disk/init.c <<'C'
static int setup(int n) { return n + 2; }
int disk_init(void) { return setup(2); }
C
cat > disk/other.c <<'C'
static int setup(int n) { return n + 3; }
int other_init(void) { return setup(3); }
C
cat > ask.py <<'P'
import json, os, subprocess, time

root = "file://" + os.getcwd()
units = ["net/init.c", "disk/init.c", "disk/other.c"]
commands = [{"directory": os.getcwd(), "command": f"cc -c {unit}", "file": unit} for unit in units]
json.dump(commands, open("compile_commands.json", "w"))
server = subprocess.Popen(["clangd-19", "--background-index", "--log=error"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

def send(method, params, number=None):
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    if number is not None:
        body["id"] = number
    text = json.dumps(body).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
    server.stdin.flush()

def ask(method, params, number=[0]):
    number[0] += 1
    send(method, params, number[0])
    while True:
        length = 0
        while (line := server.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        answer = json.loads(server.stdout.read(length))
        if answer.get("id") == number[0] and "method" not in answer:
            return answer["result"]

def files(places):
    return sorted({place["uri"][len(root) + 1:] for place in places})

ask("initialize", {"processId": None, "rootUri": root, "capabilities": {}})
send("initialized", {})
uri = root + "/net/init.c"
send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "c", "version": 1, "text": open("net/init.c").read()}})
here = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 12}}
for _ in range(100):
    if len(ask("workspace/symbol", {"query": "_init"})) == 3:
        break
    time.sleep(0.1)
print("symbol:", ask("textDocument/symbolInfo", here)[0]["usr"])
print("references of net/init.c's:", files(ask("textDocument/references", {**here, "context": {"includeDeclaration": True}})))
calls = ask("callHierarchy/incomingCalls", {"item": ask("textDocument/prepareCallHierarchy", here)[0]})
print("callers:", sorted(call["from"]["name"] for call in calls))
print("found by name:", len(ask("workspace/symbol", {"query": "setup"})), "of 3")
changes = ask("textDocument/rename", {**here, "newName": "prepare"})["changes"]
print("renamed in:", sorted(name[len(root) + 1:] for name in changes))
ask("shutdown", None)
send("exit", None)
server.wait(20)
P
XDG_CACHE_HOME=$folder timeout 120 python3 ask.py | tee said
cat > expected <<'T'
symbol: c:init.c@F@setup
references of net/init.c's: ['disk/init.c', 'net/init.c']
callers: ['disk_init', 'net_init']
found by name: 2 of 3
renamed in: ['disk/init.c', 'net/init.c']
T
cmp said expected
echo "statics of one name in files of one name are one symbol"
