import seen from "../../lib/seen.cjs";

// More at a time than the pool has connections.
export default async (payload, helpers) => {
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, n) => helpers.query("select $1::int as n", [n]).then(({ rows }) => rows[0].n)),
  );
  await seen(helpers, results);
};
