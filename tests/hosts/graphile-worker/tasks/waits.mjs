import seen from "../lib/seen.cjs";

/** Until the worker stops. */
export default async ({ how }, helpers) => {
  await seen(helpers, { how, state: "waits" });
  const { abortSignal, abortPromise } = helpers;
  if (how === "promise") await abortPromise;
  if (how === "signal") await new Promise((resolve) => abortSignal.addEventListener("abort", resolve));
  if (how === "own error") await abortPromise.catch(() => Promise.reject(new Error("cut short")));
  await seen(helpers, { how, aborted: abortSignal.aborted, reason: [abortSignal.reason.name, abortSignal.reason.message] });
};
