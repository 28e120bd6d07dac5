import { openImageFile, resolveInImage } from "../weaver-bridge/live-weave/index.js";
import { parsePointcut } from "../weaver-bridge/pointcut/index.js";
const T = 'get("% ...::%") || set("% ...::%")';
const t0 = Date.now();
const image = openImageFile(process.argv[2]!);
const t1 = Date.now();
const { joinPoints } = resolveInImage(image, { pointcut: parsePointcut(T).value, text: T, files: [] });
console.log(t1 - t0, Date.now() - t1, joinPoints.length);
