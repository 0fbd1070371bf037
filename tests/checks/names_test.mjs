// Plants classes of the same name, and sees whether names.mjs finds them.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "names-"));
after(() => rmSync(folder, { recursive: true }));
const script = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), "names.mjs");

let count = 0;
function run(files) {
    const root = join(folder, String(++count));
    for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
    }
    return spawnSync(process.execPath, [script, root], { encoding: "utf8" });
}

test("the same name in two modules is refused", () => {
    const result = run({ "ui/a.h": "struct Command\n{\n};\n", "app/b.h": "class Command final : public A\n{\n};\n" });
    assert.equal(result.status, 1, "it was let through");
    assert.match(result.stderr, /^Command: ui\/a\.h, app\/b\.h$/m);
});
test("a declaration, a nested class and one of a source file are not", () =>
    assert.equal(run({ "ui/a.h": "struct Command\n{\n};\n", "app/b.h": "struct Command;\nclass B\n{\n    struct Command\n    {\n    };\n};\n",
        "worker/c.cpp": "struct Command\n{\n};\n" }).status, 0));
