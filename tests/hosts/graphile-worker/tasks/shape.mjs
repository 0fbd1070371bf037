import seen from "../lib/seen.cjs";

class Shape {
  static async run(payload, helpers) {
    await seen(helpers, { self: typeof this });
  }
}
// A method out of its class.
export default Shape.run;
