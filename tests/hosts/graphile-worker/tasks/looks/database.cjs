const seen = require("../../lib/seen.cjs");

module.exports = async (payload, helpers) => {
  const { rows, rowCount, command, fields } = await helpers.query(`select 9007199254740993::int8 as int8, 7::int4
    as int4, 1.5::numeric as numeric, 0.25::float8 as float, true as yes, count(*), date '2026-01-31' as date,
    timestamp '2026-01-31 08:00' as local, timestamptz '2026-01-31 08:00Z' as at, '{"a": [1, null]}'::jsonb as jsonb,
    '"text"'::json as json, '\\x0102ff'::bytea as bytea, interval '1 day 2 hours' as interval, point '(1,2)' as
    point, null as nothing, array[1, 2] as list, array['a', null] as texts, 'ü'::text as text, 'u'::"char" as letter,
    gen_random_uuid() is not null as uuid from seen where false`);
  const types = Object.entries(rows[0]).map(([name, value]) => [name, value?.constructor.name ?? "null", value]);
  const several = await helpers.query("select 1 as a; select 2 as b, 3 as c");
  const named = await helpers.query({ name: "named", text: "select $1::int + 1 as n, $2::text as t", values: [5, null] });
  const asArray = await helpers.query({ text: "select 1, 2", rowMode: "array" });
  const error = await helpers.query("select 1/0").catch((e) => [e.code, e.message, e.severity, e.constructor.name]);
  const syntax = await helpers.query("selec").catch((e) => [e.code, e.message, e.position]);
  await seen(helpers, {
    types, rowCount, command, fields: fields.map(({ name, dataTypeID }) => [name, dataTypeID]),
    several: several.map((result) => result.rows), named: named.rows, asArray: asArray.rows, error, syntax,
  });
};
