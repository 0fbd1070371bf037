// Plants what takes foreign text for markup, and sees whether plaintext.mjs notices it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { runnerOf } from "./planted.mjs";

const runCheck = runnerOf("plaintext.mjs");

function run(path, line) {
    return runCheck({ [path]: `#pragma once\n${line}\n` });
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
