#!/usr/bin/env node
// node length.mjs SOURCE_FOLDER: fails with each source file of more than 400 lines of which neither it nor its
// header says why ("Long because …", "A long file: …"), and if the example of a page is no longer short.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { sources } from "./sources.mjs";

const kMost = 400;
const reason = /^\s*\/\/\/? .*\b(Long because|A long file: )\S*/m;

const root = process.argv[2];
if (!root) {
    console.error("usage: length.mjs SOURCE_FOLDER");
    process.exit(2);
}

const text = path => readFileSync(join(root, path), "utf8");
/** The file itself, its header beside it, or among the public ones. */
const explanations = file => [file, file.replace(/\.cpp$/, ".h"),
    join("worker/include/yardmaster", file.split("/").pop().replace(/\.cpp$/, ".h"))]
    .filter(path => existsSync(join(root, path)));

const complaints = [];
for (const module of ["worker", "models", "ui", "app", "tests"]) {
    for (const file of sources(root, module)) {
        const lines = text(file).split("\n").length - 1;
        if (lines > kMost && !explanations(file).some(path => reason.test(text(path))))
            complaints.push(`${file}:${lines}: more than ${kMost} lines; find the second noun, or say why it is long`);
    }
}
const example = "tests/ui/kit/tst_examplepage.cpp";
if (existsSync(join(root, example)) && text(example).split("\n").length - 1 > 150)
    complaints.push(`${example}: more than 150 lines: a page with a list, a detail pane and an action takes no more`);
if (complaints.length > 0) {
    console.error(complaints.join("\n"));
    process.exit(1);
}
