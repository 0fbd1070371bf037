module.exports = (items, helpers) => {
  if (!Array.isArray(items)) return ["no batch"];
  return items.map(async (item) => {
    if (item === null) throw null;
    if (item.fail) {
      item.tries = (item.tries ?? 0) + 1;
      throw new Error(`no ${item.n}`);
    }
    if (item.text) throw item.text;
    return new Error("returned");
  });
};
