export default (payload) =>
  payload.map(async (item) => {
    if (item.fails) throw new Error(`item ${item.number}`);
  });
