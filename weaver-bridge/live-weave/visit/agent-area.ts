/** Where an agent lets advice go: memory of its module, once it is clear that the guest runs this very kernel. */
import { type AgentHello, type KernelHands, openAgent } from "../../guest/index.js";
import type { Problem } from "../../model/index.js";
import type { CodeArea } from "../advice/link-advice.js";
import { taskPlaces } from "../hooks/linux-stacks.js";
import type { KernelImage } from "../image/kernel-image.js";

/** Rejects with GuestError. */
export async function areaOfAgent(path: string, image: KernelImage): Promise<CodeArea | Problem> {
  const agent = await openAgent(path);
  try {
    const hands = agentHands(image);
    const problem = kernelProblem(agent.hello, image) ?? handsProblem(hands, image);
    return problem ?? (await agent.area(hands));
  } finally {
    agent.leave();
  }
}

const HANDS = new WeakMap<KernelImage, KernelHands>();

/** What the kernel does not export to modules. */
export function agentHands(image: KernelImage): KernelHands {
  let known = HANDS.get(image);
  if (known === undefined) HANDS.set(image, (known = findHands(image)));
  return known;
}

function findHands(image: KernelImage): KernelHands {
  const at = (name: string) => image.symbols.find((symbol) => symbol.name === name)?.address ?? 0;
  const nowhere = { tasks: 0, threadNode: 0, threadHead: 0, signal: 0, stack: 0 };
  const { stackPointer = 0, ...places } = taskPlaces(image) ?? { ...nowhere, stackPointer: 0 };
  return {
    ...{ ...places, stackPointer, textPoke: at("text_poke"), textMutex: at("text_mutex") },
    ...{ setMemoryX: at("set_memory_x"), idleTask: at("idle_task") },
  };
}

function handsProblem({ textPoke, textMutex }: KernelHands, { file }: KernelImage): Problem | undefined {
  if (textPoke !== 0 && textMutex !== 0) return undefined;
  return {
    code: "live/no-text-patching",
    severity: "error",
    message: `${file} has no text_poke with its text_mutex, by which Linux patches its text`,
    hint: "Weave through QEMU's debug stub: weft run --live, without --agent.",
  };
}

function kernelProblem(hello: AgentHello, image: KernelImage): Problem | undefined {
  const { release, version, known } = hello;
  const banner = image.symbols.find(({ name }) => name === "linux_banner");
  const text = banner && image.bytesAt(banner.address, banner.size)?.toString("latin1");
  if (text?.startsWith(`Linux version ${release} `) !== true || !text.includes(` ${version}`))
    return {
      code: "live/other-kernel",
      severity: "error",
      message: `the guest runs Linux ${release} ${version}, and ${image.file} is another one`,
      hint: "Start the kernel that was built, and make its agent anew (weft live agent); nothing was changed.",
    };
  const address = image.symbols.find(({ name }) => name === known.name)?.address;
  if (address === known.address) return undefined;
  return {
    code: "live/moved-kernel",
    severity: "error",
    message: `the guest's kernel does not lie where ${image.file} says (${known.name} is at 0x${known.address.toString(16)})`,
    hint: "Boot it with nokaslr on its command line; nothing was changed.",
  };
}
