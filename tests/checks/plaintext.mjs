#!/usr/bin/env node
// node plaintext.mjs SOURCE_FOLDER: fails with file:line of each use of a class of Qt that takes foreign
// text for markup, in a file of ui other than those that make it plain.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sources } from "./sources.mjs";

const rules = [
    { what: /\bQLabel\b/, instead: "Label (ui/kit/label.h)", except: ["ui/kit/label.h", "ui/kit/label.cpp", "ui/kit/tooltips.cpp"] },
    { what: /\bQToolTip\b/, instead: "showToolTip() (ui/kit/tooltips.h)", except: ["ui/kit/tooltips.cpp"] },
    { what: /\bnew QMessageBox\b|\bQMessageBox::(about|critical|information|question|warning)\(/,
        instead: "makeMessageBox() (ui/kit/messagebox.h)", except: ["ui/kit/messagebox.cpp"] },
    { what: /\bQ(ErrorMessage|InputDialog|ProgressDialog)\b/, instead: "a ConsoleDialog", except: [] },
    { what: /\bQText(Edit \*|Browser)|\b(setHtml|insertHtml|appendHtml|setMarkdown)\(|\bnew QTextEdit\b/,
        instead: "QPlainTextEdit or TextViewer", except: ["ui/kit/manualviewer.h", "ui/kit/manualviewer.cpp"] },
    { what: /\bQSystemTrayIcon\b/, instead: "AlertNotifier", except: ["ui/shell/alerts/alertoutput.h", "ui/shell/alerts/alertoutput.cpp"] },
    { what: /\bQGraphicsTextItem\b|\bQStaticText\b/, instead: "QPainter::drawText()", except: [] },
];

const root = process.argv[2];
if (!root) {
    console.error("usage: plaintext.mjs SOURCE_FOLDER");
    process.exit(2);
}

const complaints = [];
for (const file of sources(root, "ui")) {
    readFileSync(join(root, file), "utf8").split("\n").forEach((text, index) => {
        const code = text.replace(/\/\/.*$/, "");
        for (const { what, instead, except } of rules) {
            const found = what.exec(code);
            if (found && !except.includes(file))
                complaints.push(`${file}:${index + 1}: ${found[0]}: use ${instead}`);
        }
    });
}
if (complaints.length > 0) {
    console.error(complaints.join("\n"));
    process.exit(1);
}
