// Plants long files with and without a reason, and sees whether length.mjs tells them apart.

import assert from "node:assert/strict";
import { test } from "node:test";

import { runnerOf } from "./planted.mjs";

const run = runnerOf("length.mjs");

const lines = count => "int a;\n".repeat(count);
test("401 lines without a reason are refused", () => {
    const result = run({ "ui/kit/a.cpp": lines(401), "ui/kit/a.h": "/// Paints it.\n" });
    assert.equal(result.status, 1, "it was let through");
    assert.match(result.stderr, /^ui\/kit\/a\.cpp:401: /m);
});
test("tests are no exception", () => {
    const result = run({ "tests/ui/kit/tst_a.cpp": lines(401) });
    assert.equal(result.status, 1, "it was let through");
    assert.match(result.stderr, /^tests\/ui\/kit\/tst_a\.cpp:401: /m);
});
test("400 lines are not", () => assert.equal(run({ "worker/db/a.cpp": lines(400) }).status, 0));
test("the header may say why", () =>
    assert.equal(run({ "ui/kit/a.cpp": lines(500), "ui/kit/a.h": "/// Long because it is one machine.\n" }).status, 0));
test("a public header may", () =>
    assert.equal(run({ "worker/db/a.cpp": lines(500),
        "worker/include/yardmaster/a.h": "/// A long file: nothing else calls it.\n" }).status, 0));
test("the file itself may", () =>
    assert.equal(run({ "app/a.cpp": "// Long because it lists all options.\n" + lines(500) }).status, 0));
test("the example of a page has at most 150 lines", () => {
    assert.equal(run({ "tests/ui/kit/tst_examplepage.cpp": lines(150) }).status, 0);
    assert.equal(run({ "tests/ui/kit/tst_examplepage.cpp": lines(151) }).status, 1);
});
test("long jobs are no reason", () =>
    assert.equal(run({ "app/a.cpp": "// Long jobs are cut.\n" + lines(500) }).status, 1));
