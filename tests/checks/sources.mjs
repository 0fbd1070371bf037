// The C++ files of a source folder, for the checks that read them.

import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Those below root/folder, as paths from the root. None if there is no such folder. */
export function* sources(root, folder) {
    const top = join(root, folder);
    if (!existsSync(top))
        return;
    for (const entry of readdirSync(top, { withFileTypes: true })) {
        const path = join(top, entry.name);
        if (entry.isDirectory())
            yield* sources(root, relative(root, path));
        else if (/\.(h|cpp)$/.test(entry.name))
            yield relative(root, path);
    }
}
