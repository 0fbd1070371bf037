import seen from "../../lib/seen.cjs";

export default async (payload, { withPgClient, ...helpers }) => {
  const inside = await withPgClient(async (client) => {
    await client.query("begin");
    await client.query("create table made_by_a_task (n int)");
    await client.query("rollback");
    return "returned";
  });
  const thrown = await withPgClient(() => Promise.reject(new RangeError("inside"))).catch((error) => error.message);
  const retried = await withPgClient.withRetries((client) => client.query("select to_regclass('made_by_a_task') is null as gone"));
  let tries = 0;
  const again = await withPgClient.withRetries(async () => {
    if (++tries < 3) throw Object.assign(new Error("conflict"), { code: "40001" });
    return tries;
  });
  const kept = await withPgClient.withRetries(() => Promise.reject(new Error("once"))).catch((error) => error.message);
  await seen({ ...helpers }, { inside, thrown, gone: retried.rows[0].gone, again, kept });
};
