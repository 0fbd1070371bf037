import seen from "../lib/seen.cjs";

interface Payload {
  n: number;
}
const task = async (payload: Payload, helpers: any): Promise<void> => {
  await seen(helpers, { n: payload.n satisfies number, as: payload as unknown });
};
export default task;
