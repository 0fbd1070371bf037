// Never runs: calling a generator only makes an iterator.
export default async function* () {
  throw new Error("nobody asks for a value");
}
