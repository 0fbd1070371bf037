export default (reasons) =>
  reasons.map((reason) => Promise.reject({ undefined, null: null, number: 5, empty: new Error(""), object: { a: 1 }, lines: new Error("a\nb") }[reason]));
