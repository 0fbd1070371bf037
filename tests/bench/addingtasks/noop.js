// Counted, to show that each job ran once. Nobody here runs what it adds.
module.exports = async (_payload, { addJob }) => {
  globalThis.noopRuns = (globalThis.noopRuns ?? 0) + 1;
  await addJob("added", {});
};
