import seen from "../lib/seen.cjs";

type Helpers = { job: { id: string } };
export default <T extends object>(payload: T, helpers: Helpers) => seen(helpers, { payload });
