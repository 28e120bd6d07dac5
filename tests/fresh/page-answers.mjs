/** `npm start` as the README says, until the page with its token answers; then it is ended as by Ctrl-C. */
import { spawn } from "node:child_process";

const deadline = setTimeout(() => end(1, `no page in ten minutes:\n${said}`), 600_000);
let said = "";
const ide = spawn("npm", ["start", "--", "--no-open"], { detached: true, stdio: ["ignore", "pipe", "pipe"] });
for (const stream of [ide.stdout, ide.stderr])
  stream.on("data", (data) => {
    said += data;
    const address = /http:\/\/\S+\?token=[^#\s]+/.exec(said)?.[0];
    if (address !== undefined)
      ask(address).catch((error) =>
        end(1, `${address}: ${error.message}: ${error.cause?.message ?? ""}\n${said}`),
      );
  });
// npm passes Ctrl-C on to itself once its child has ended.
ide.on("exit", (code, signal) =>
  end(
    answered && (code === 0 || signal === "SIGINT") ? 0 : 1,
    `npm start ended with ${code ?? signal}:\n${said}`,
  ),
);

let answered = false;
let asked = false;
async function ask(address) {
  if (asked) return;
  asked = true;
  const first = await fetch(address, { redirect: "manual" });
  const cookie = first.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  for (const path of ["/", "/bundle.js"]) {
    const answer = await fetch(new URL(path, address), { headers: { cookie } });
    const text = await answer.text();
    if (answer.status !== 200 || text.length < 100)
      end(1, `${path} answers ${answer.status}: ${text.slice(0, 200)}`);
    console.log(`${path}: ${answer.status}, ${text.length} characters`);
  }
  answered = true;
  process.kill(-ide.pid, "SIGINT");
}

function end(code, words) {
  clearTimeout(deadline);
  if (code !== 0) {
    console.error(words);
    try {
      process.kill(-ide.pid, "SIGKILL");
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
  process.exit(code);
}
