// Plants what takes foreign text for markup, and sees whether plaintext.mjs notices it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "plaintext-"));
after(() => rmSync(folder, { recursive: true }));
const script = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), "plaintext.mjs");

let count = 0;
function run(path, line) {
    const root = join(folder, String(++count));
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `#pragma once\n${line}\n`);
    return spawnSync(process.execPath, [script, root], { encoding: "utf8" });
}

for (const line of ["m_title = new QLabel(this);", "#include <QLabel>", "QToolTip::showText(at, text);",
    "auto *box = new QMessageBox(this);", "QMessageBox::warning(this, title, text);", "QInputDialog dialog;",
    "m_text->setHtml(text);", "m_tray = new QSystemTrayIcon;"]) {
    test(`refused: ${line}`, () => {
        const result = run("ui/pages/jobs/a.cpp", line);
        assert.equal(result.status, 1, "it was let through");
        assert.match(result.stderr, /^ui\/pages\/jobs\/a\.cpp:2: /m);
    });
}

for (const [path, line] of [["ui/pages/jobs/a.cpp", "m_title = new Label(this); // not a QLabel"],
    ["ui/kit/label.cpp", "    : QLabel(parent)"], ["ui/pages/jobs/a.cpp", "QMessageBox *box = makeMessageBox(this);"],
    ["tests/ui/a.cpp", "child<QLabel>(page)->text();"]]) {
    test(`allowed in ${path}: ${line}`, () => assert.equal(run(path, line).status, 0));
}
