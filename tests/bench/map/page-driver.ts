/// <reference lib="dom" />
/** Runs in the map's page: stands for the extension, with a made-up kernel, and says how long the page takes. */

const ASPECTS = 12;
const FILES_A_FOLDER = 50;
const ROUNDS = 5;

Object.assign(window, {
  acquireVsCodeApi: () => ({ postMessage() {}, getState: () => undefined, setState() {} }),
  drive: {
    /** Milliseconds of each round, fastest first. */
    arrive: (files: number, effects: number) =>
      rounds(() => {
        tell({ type: "aspects", aspects: ASPECT_LIST });
        tell({ type: "files", isPart: false, isComputing: false, files: kernelOf(files, effects) });
      }),
    change: () => {
      const file = fileAt(FILES_A_FOLDER - 1, 999, [5, 1, 0, 0, 0]);
      return rounds(() => tell({ type: "files", isPart: true, isComputing: false, files: [file] }));
    },
    scroll: () => {
      const view = document.getElementById("view") as HTMLElement;
      return rounds(() => {
        view.scrollLeft += view.clientWidth;
      });
    },
  },
});

const ASPECT_LIST = Array.from({ length: ASPECTS }, (_, at) => ({
  name: `Aspect${at}`,
  colour: `hsl(${at * 30} 60% 50%)`,
  isHidden: false,
}));

let known: { readonly size: number; readonly files: readonly object[] } | undefined;

/** Made once: making it is not what is measured. */
function kernelOf(size: number, effects: number): readonly object[] {
  if (known?.size === size) return known.files;
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed >> 8) % below;
  };
  const files = Array.from({ length: size }, (_, at) => {
    const lines = 50 + random(3000);
    const inFile = Array.from({ length: effects / size }, () => [random(lines), random(ASPECTS), 0, 1, 0]);
    return fileAt(at, lines, inFile.flat());
  });
  known = { size, files };
  return files;
}

function fileAt(at: number, lines: number, effects: readonly number[]): object {
  const folder = Math.floor(at / FILES_A_FOLDER);
  const path = `kernel/part${folder % 20}/sub${folder}/file${at}.c`;
  return { uri: `file:///${path}`, path, lines, effects, problems: [] };
}

function tell(data: object): void {
  window.dispatchEvent(new MessageEvent("message", { data }));
}

async function rounds(act: () => void): Promise<number[]> {
  const times: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    await nextFrame();
    const started = performance.now();
    act();
    // The page draws in the next frame; the one after it begins when that is done.
    await nextFrame();
    await nextFrame();
    if (round >= 0) times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b);
}

function nextFrame(): Promise<unknown> {
  return new Promise((done) => requestAnimationFrame(done));
}
