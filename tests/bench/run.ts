/** `npm run bench [-- NAME…]`: prints what Weft costs beside a named peer. Judges nothing: the goals stand beside. */
import { benchAdviceCost } from "./advice-cost/bench.js";
import { benchDynamicPointcuts } from "./advice-cost/dynamic-pointcuts.js";
import { benchAgxx } from "./agxx/bench.js";
import { benchAspectFuzz } from "./aspect-fuzz/bench.js";
import { benchCompiles } from "./cc/bench.js";
import { benchDamagedRecordings } from "./damaged-recordings/bench.js";
import { benchRequests } from "./dap-fuzz/bench.js";
import { benchDebug } from "./debug/bench.js";
import { benchEcos } from "./ecos/bench.js";
import { benchEdits } from "./edits/bench.js";
import { benchEqualObjects } from "./equal-objects/bench.js";
import { benchGuardWrites } from "./guard-writes/bench.js";
import { benchStubs } from "./idl/bench.js";
import { benchCorpora } from "./idl-corpus/bench.js";
import { benchFuzz } from "./idl-fuzz/bench.js";
import { benchGuestCalls } from "./idl-guest/bench.js";
import { benchIncremental } from "./incremental/bench.js";
import { benchIndex } from "./index/bench.js";
import { benchScale } from "./index/scale.js";
import { benchIndexServer } from "./index/server.js";
import { benchKeystrokes } from "./keystroke/bench.js";
import { benchLinux } from "./linux/bench.js";
import { benchLiveFuzz } from "./live-fuzz/bench.js";
import { benchLiveStress } from "./live-stress/bench.js";
import { benchLiveNetwork, benchLiveTables } from "./live-tables/bench.js";
import { benchLiveKprobes } from "./live-tables/kprobes.js";
import { benchLiveTruth } from "./live-truth/bench.js";
import { benchLiveWeave } from "./live-weave/bench.js";
import { benchMap } from "./map/bench.js";
import { benchMig } from "./mig/bench.js";
import { benchEquality } from "./object-equality/bench.js";
import { benchCxxEquality } from "./object-equality/cxx-bench.js";
import { benchOwnKernels } from "./own-kernel/bench.js";
import { benchPrograms } from "./programs/bench.js";
import { benchCPrograms } from "./programs/c-programs.js";
import { benchRandomC } from "./random-c/bench.js";
import { benchRandomCxx } from "./random-cxx/bench.js";
import { benchRecovery } from "./recovery/bench.js";
import { benchReplugModel } from "./replug-model/bench.js";
import { benchSameOutput } from "./same-output/bench.js";
import { benchSelfCounting } from "./self-counting/bench.js";
import { benchSpecialize } from "./specialize/bench.js";
import { benchSpecializationFuzz } from "./specialize/fuzz.js";
import { benchLinuxFunctions } from "./specialize/linux-functions.js";
import { benchMarks } from "./specialize/marks.js";
import { benchRandomSpecializations } from "./specialize/random.js";
import { benchSpecializationSourceFuzz } from "./specialize/source-fuzz.js";
import { benchSpecializedStubs } from "./specialize/stubs.js";
import { benchTodaysC } from "./todays-c/bench.js";
import { benchToolkit } from "./toolkit/bench.js";
import { benchCallCosts } from "./toolkit/call-costs.js";

const BENCHES: Readonly<Record<string, () => Promise<void> | void>> = {
  cc: benchCompiles,
  agxx: benchAgxx,
  "object-equality": benchEquality,
  index: benchIndex,
  keystroke: benchKeystrokes,
  map: benchMap,
  idl: benchStubs,
  "idl-guest": benchGuestCalls,
  specialize: benchSpecialize,
  toolkit: benchToolkit,
  "replug-model": benchReplugModel,
  "guard-writes": benchGuardWrites,
  "call-costs": benchCallCosts,
};

/** Only by name: they fetch packages or take minutes. */
const ON_DEMAND: Readonly<Record<string, () => Promise<void> | void>> = {
  debug: benchDebug,
  "dap-fuzz": benchRequests,
  "damaged-recordings": benchDamagedRecordings,
  "todays-c": benchTodaysC,
  ecos: benchEcos,
  "advice-cost": benchAdviceCost,
  "dynamic-pointcuts": benchDynamicPointcuts,
  edits: benchEdits,
  incremental: benchIncremental,
  linux: benchLinux,
  "live-kprobes": benchLiveKprobes,
  "live-network": benchLiveNetwork,
  "live-tables": benchLiveTables,
  "live-fuzz": benchLiveFuzz,
  "live-stress": benchLiveStress,
  "live-truth": benchLiveTruth,
  "live-weave": benchLiveWeave,
  "aspect-fuzz": benchAspectFuzz,
  "index-server": benchIndexServer,
  scale: benchScale,
  recovery: benchRecovery,
  "own-kernel": benchOwnKernels,
  "object-equality-cxx": benchCxxEquality,
  "equal-objects": benchEqualObjects,
  programs: benchPrograms,
  "c-programs": benchCPrograms,
  "same-output": benchSameOutput,
  "random-c": benchRandomC,
  "random-cxx": benchRandomCxx,
  "self-counting": benchSelfCounting,
  "specialize-fuzz": benchSpecializationFuzz,
  "specialize-source-fuzz": benchSpecializationSourceFuzz,
  "specialize-random": benchRandomSpecializations,
  "specialize-marks": benchMarks,
  "specialize-linux": benchLinuxFunctions,
  "specialize-stubs": benchSpecializedStubs,
  "idl-corpus": benchCorpora,
  "idl-fuzz": benchFuzz,
  mig: benchMig,
};
const ALL = { ...BENCHES, ...ON_DEMAND };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in ALL));
if (unknown.length > 0) {
  console.error(`no bench is called ${unknown.join(", ")}; there are: ${Object.keys(ALL).join(", ")}`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(wanted.length > 0 ? ALL : BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n== ${name}\n`);
  await bench();
}
