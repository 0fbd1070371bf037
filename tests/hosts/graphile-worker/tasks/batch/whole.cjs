module.exports = async (items) => {
  if (items.length > 2) throw new Error(`all of ${items.length}`);
  return items.map((item, n) => (n === 0 ? item : Promise.reject({ message: "of an object" })));
};
