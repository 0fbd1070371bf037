export default async (payload, helpers) => {
  switch (payload.how) {
    case "async": throw new TypeError("rejected");
    case "later": await new Promise((_, reject) => setTimeout(reject, 5, new Error("from a timer")));
    case "database": await helpers.query("select * from no_such_table");
    case "settled": return Promise.reject("text");
    case "any": return Promise.any([Promise.reject(new Error("a")), Promise.reject(new Error("b"))]);
    case "timeout": return new Promise((_, reject) => AbortSignal.timeout(5).addEventListener("abort", (e) => reject(e.target.reason)));
    case "handled": await Promise.allSettled([Promise.reject(new Error("handled"))]); return;
    case "undefined": return Promise.reject();
  }
};
