import { readFileSync } from "node:fs";
import "../../weaver/index.js";
export const wrong = readFileSync;
