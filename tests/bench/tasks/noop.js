// Counted, to show that each job ran once.
module.exports = async () => {
  globalThis.noopRuns = (globalThis.noopRuns ?? 0) + 1;
};
