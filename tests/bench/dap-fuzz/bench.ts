/**
 * A hundred thousand requests that are nearly right, sent without waiting to a debug adapter with a kernel at a stop: each must be
 * answered, and the adapter must live. A session that ends as its kernel does is begun anew. WEFT_FUZZ_INPUTS and WEFT_FUZZ_SEED choose how many and which.
 */

import { startAdapter, Transcript } from "../../protocol/dap-fixture.js";
import { buildTestKernel } from "../../protocol/dap-kernel/build-kernel.js";
import { randomRequests } from "../../support/random-requests.js";
import { printTable } from "../support/table.js";

/** So many are under way at once. */
const TOGETHER = 100;

export async function benchRequests(): Promise<void> {
  const inputs = Number(process.env.WEFT_FUZZ_INPUTS ?? 100_000);
  const requests = randomRequests(inputs, Number(process.env.WEFT_FUZZ_SEED ?? 1));
  let client = startAdapter();
  let [answered, refused, unanswered, ended, deaths] = [0, 0, 0, 0, 0];
  const begin = async () => {
    const session = new Transcript(client, buildTestKernel());
    await session.launch({ stopAt: "sys_open" });
    await client.event("stopped");
  };
  try {
    await begin();
    for (let from = 0; from < inputs; from += TOGETHER) {
      const part = requests.slice(from, from + TOGETHER);
      const sent = part.map(({ command, arguments: args }) =>
        client.request(command, args as object).then(
          () => void answered++,
          (error: Error) => {
            if (/^no answer to/.test(error.message)) {
              unanswered++;
              if (unanswered < 20)
                process.stdout.write(`${command} ${JSON.stringify(args)}: ${error.message.slice(0, 200)}\n`);
            } else refused++;
          },
        ),
      );
      await Promise.all([...sent, client.request("pause", { threadId: 1 }).catch(() => undefined)]);
      if (await lives(client)) continue;
      if ((client.process.exitCode ?? 0) === 0 && client.process.signalCode === null) ended++;
      else deaths++;
      await client.dispose();
      client = startAdapter();
      await begin();
    }
  } finally {
    await client.dispose();
  }
  printTable(
    ["requests", "answered", "refused with words", "no answer", "kernels that ended", "adapters that died"],
    [[inputs, answered, refused, unanswered, ended, deaths].map(String)],
  );
  if (deaths + unanswered > 0) process.exitCode = 1;
}

async function lives(client: ReturnType<typeof startAdapter>): Promise<boolean> {
  const { threads = [] } = await client
    .request<{ threads?: readonly unknown[] }>("threads")
    .catch((): { threads?: readonly unknown[] } => ({}));
  return threads.length > 0;
}
