module.exports = function ({ how }) {
  switch (how) {
    case "error": throw new Error("boom");
    case "cause": throw new Error("outer", { cause: new Error("inner") });
    case "empty": throw new RangeError();
    case "object": throw { message: "of an object", code: 5 };
    case "plain object": throw { code: 5 };
    case "number message": throw Object.assign(new Error("x"), { message: 5 });
    case "object message": throw { message: { a: 1 } };
    case "string": throw "text";
    case "empty string": throw "";
    case "number": throw 42;
    case "undefined": throw undefined;
    case "null": throw null;
    case "symbol": throw Symbol("s");
    case "function": throw () => {};
    case "array": throw ["a", "b"];
    case "date": throw new Date(0);
    case "aggregate": throw new AggregateError([new Error("a"), new Error("b")], "several");
    case "aggregate without message": throw new AggregateError([new Error("a")]);
    case "lines": throw new Error("first\nsecond\r\n\ttab\n");
    case "foreign": throw new Error("größer ≠ 日本語 العربية 🎉 \u202e");
    case "long": throw new Error("ü".repeat(9000));
    case "longer": throw new Error("x".repeat(10001));
    case "quotes": throw new Error(`'single' "double" \\ $1 :"schema" %s`);
    case "subclass": throw new (class MyError extends Error { name = "MyError"; })("of a class");
    case "abort": throw new DOMException("This operation was aborted", "AbortError");
    case "type": return null.missing;
    case "reference": return notDefined;
    case "syntax": return JSON.parse("{");
    case "own getter": throw { get message() { return "got"; } };
    case "no stack": { const error = new Error("no stack"); delete error.stack; throw error; }
    case "spaces": throw new Error("   ");
  }
};
