// When it is called: to who runs it in this process, else printed.
module.exports = async () => {
  const now = process.hrtime.bigint();
  if (globalThis.onProbe) globalThis.onProbe(now);
  else console.log(String(now));
};
