// Runs a check on files that its self-test plants.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";

/** A function that runs the check `script`, of this folder, on a new tree of files, {path: content}. */
export function runnerOf(script) {
    const folder = mkdtempSync(join(tmpdir(), "planted-"));
    after(() => rmSync(folder, { recursive: true }));
    const path = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), script);
    let count = 0;
    return files => {
        const root = join(folder, String(++count));
        for (const [file, content] of Object.entries(files)) {
            mkdirSync(dirname(join(root, file)), { recursive: true });
            writeFileSync(join(root, file), content);
        }
        return spawnSync(process.execPath, [path, root], { encoding: "utf8" });
    };
}
