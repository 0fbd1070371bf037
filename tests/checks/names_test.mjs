// Plants classes of the same name, and sees whether names.mjs finds them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { runnerOf } from "./planted.mjs";

const run = runnerOf("names.mjs");

test("the same name in two modules is refused", () => {
    const result = run({ "ui/a.h": "struct Command\n{\n};\n", "app/b.h": "class Command final : public A\n{\n};\n" });
    assert.equal(result.status, 1, "it was let through");
    assert.match(result.stderr, /^Command: ui\/a\.h, app\/b\.h$/m);
});
test("a declaration, a nested class and one of a source file are not", () =>
    assert.equal(run({ "ui/a.h": "struct Command\n{\n};\n", "app/b.h": "struct Command;\nclass B\n{\n    struct Command\n    {\n    };\n};\n",
        "worker/c.cpp": "struct Command\n{\n};\n" }).status, 0));
