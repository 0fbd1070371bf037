#!/usr/bin/env node
// node names.mjs SOURCE_FOLDER: fails where two headers define a class of the same name. They are in one namespace
// and, in yardmaster-window, in one program: one class would silently get the functions of the other.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sources } from "./sources.mjs";

const root = process.argv[2];
if (!root) {
    console.error("usage: names.mjs SOURCE_FOLDER");
    process.exit(2);
}

const places = new Map();
for (const module of ["worker", "models", "ui", "app"]) {
    for (const file of sources(root, module)) {
        if (!file.endsWith(".h"))
            continue;
        const text = readFileSync(join(root, file), "utf8");
        for (const [, name] of text.matchAll(/^(?:class|struct) (\w+)(?: final)?(?: :[^;]*)?\n?\{/gm))
            places.set(name, [...(places.get(name) ?? []), file]);
    }
}
const complaints = [...places].filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.join(", ")}`);
if (complaints.length > 0) {
    console.error(complaints.join("\n"));
    process.exit(1);
}
