export default ({ what }) =>
  ({ text: "text", list: [1, 2], rejected: [Promise.resolve()], nothing: null, no: false, error: new Error("returned"), function: () => 1 })[what];
