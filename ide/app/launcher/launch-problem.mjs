// A reason for not starting that is the user's to mend; the starter prints it without a stack.

export function launchProblem(message) {
  return Object.assign(new Error(message), { launchProblem: true });
}
