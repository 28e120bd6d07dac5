/** Guided tutorials as plain data: reading them, and checking their steps against a world that is handed in. */
export * from "./apply-solve.js";
export * from "./check-step.js";
export { rightAnswer } from "./checks/answer.js";
export * from "./read-tutorial.js";
export * from "./tutorial.js";
export * from "./world.js";
