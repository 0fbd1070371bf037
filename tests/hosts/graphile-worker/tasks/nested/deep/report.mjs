import seen from "../../../lib/seen.cjs";
import count from "../../../lib/counter.cjs";

export default (payload, helpers) => seen(helpers, { path: "report", count: count() });
