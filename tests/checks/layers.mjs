#!/usr/bin/env node
// node layers.mjs SOURCE_FOLDER: fails with file:line of each include that ARCHITECTURE.md forbids.
//
// 1. Modules: app → ui → models → worker; an arrow points to any module right of it.
// 2. Layers inside of a module: a folder includes only folders before it in its list. Subjects of models,
//    and pages of ui, come after all of them, lie side by side and include nothing of each other, unless
//    the arrow is in the short list below, with its reason. The public headers of worker belong to no
//    folder, and everybody includes them.
// 3. The window reaches the database through models/session only: no file of ui gets a Session or QtSql
//    even by what it includes includes, and the subjects of models open no session themselves, except for
//    those in the second short list.
// 4. Public headers of worker include no private ones.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { sources } from "./sources.mjs";

const modules = ["worker", "models", "ui", "app"];
const layers = {
    worker: ["time", "json", "db", "queue", "history", "events", "tasks", "cron", "runner"],
    models: ["values", "session", "query", "tables", "history", "operations", "console"],
    ui: ["kit", "kit/filter", "kit/changes", "pages/*", "shell"],
};
// Between two subjects of models.
const exceptions = {
    "alerts → overview": "alerts judge what Overview measures, and share its reading",
    "diagnosis → connecting": "the doctor begins with the steps of the test of a connection",
    "diagnosis → maintenance": "the doctor gives the advice of the pages of the window, from their readings",
    "diagnosis → tasks": "the same",
    "diagnosis → workers": "the same",
    "holds → localworker": "a hold of the window's own worker needs no change in the database",
    "localworker → jobs": "a job that cannot be run by hand is answered with why it is not running",
    "localworker → live": "what its jobs log is kept with their output",
    "queues → holds": "the lists of queues and tasks show what is on hold",
    "tasks → holds": "the same",
};
// What of models opens sessions of its own.
const ownSessions = {
    "session": "the pool of all others",
    "connecting": "the test of a profile is not of a window's connection",
    "diagnosis": "that a pooler shares processes of the server shows only beside a second session",
    "live": "LISTEN stays on one session",
    "localworker": "the window's worker is an engine with sessions of its own",
    "operations": "an operation goes on where it was begun, whatever the window shows",
};
const opening = /\bSession::open\(|\bPQconnect(db|Start|Poll)\w*\(|\bQSqlDatabase::addDatabase\(/;
// What no file of ui may reach, by whatever way. Qt's own headers are not followed.
const databaseHeaders = /^(yardmaster\/(session|rows|jobqueue)\.h|QSql\w+|QtSql(\/.*)?|libpq-fe\.h)$/;

const root = process.argv[2];
if (!root) {
    console.error("usage: layers.mjs SOURCE_FOLDER");
    process.exit(2);
}

const complaints = [];

const cache = new Map();
/** What `file`, a path from the root, includes: {name, line, path}, path only if it is the project's. */
function includesOf(file) {
    if (!cache.has(file)) {
        const found = [];
        readFileSync(join(root, file), "utf8").split("\n").forEach((text, index) => {
            const match = /^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)/.exec(text);
            if (!match)
                return;
            const name = match[1] ?? match[2];
            const path = match[1] ? name : join("worker/include", name);
            found.push({ name, line: index + 1, isRelative: /^\./.test(name),
                path: existsSync(join(root, path)) ? path : undefined });
        });
        cache.set(file, found);
    }
    return cache.get(file);
}

const moduleOf = path => path.split("/")[0];

/** The folder that rule 2 knows `path` by: the longest listed one, or else the subject or page. */
function placeOf(path) {
    const module = moduleOf(path);
    const folder = dirname(path).split("/").slice(1).join("/");
    const listed = layers[module].filter(layer => folder === layer || folder.startsWith(layer + "/"));
    if (listed.length > 0)
        return listed.sort((a, b) => b.length - a.length)[0];
    return module === "models" ? folder.split("/")[0] : folder.split("/").slice(0, 2).join("/");
}

function rankOf(module, place) {
    const isPage = place.startsWith("pages/");
    const rank = layers[module].indexOf(isPage ? "pages/*" : place);
    return rank >= 0 ? rank : layers[module].length;
}

function checkInclude(file, { name, line, path, isRelative }) {
    const module = moduleOf(file);
    const refuse = why => complaints.push(`${file}:${line}: ${name}: ${why}`);
    if (isRelative)
        return refuse("includes are spelled from the root");
    if (/^tests\//.test(name))
        return refuse("only tests include tests");
    if ((module === "worker" || module === "models") && /^Qt(Gui|Widgets)\//.test(name))
        return refuse(`${module} does without Qt Gui and Qt Widgets`);
    const target = /^[a-z]+\//.test(name) && modules.includes(moduleOf(name)) ? name : path;
    if (!target)
        return undefined;
    if (modules.indexOf(moduleOf(target)) > modules.indexOf(module))
        return refuse(`${module} may not include ${moduleOf(target)}`);
    if (moduleOf(target) !== module || !(module in layers) || target.startsWith("worker/include/"))
        return undefined;
    const [from, to] = [placeOf(file), placeOf(target)];
    if (from === to)
        return undefined;
    const [above, below] = [rankOf(module, from), rankOf(module, to)];
    if (below < above)
        return undefined;
    const arrow = `${from} → ${to}`;
    usedExceptions.add(arrow);
    if (!(module === "models" && arrow in exceptions))
        return refuse(`${module}/${from} may not include ${module}/${to}`);
    return undefined;
}

/** The way from `file` to a header of the database, as a list of names; undefined: there is none. */
function wayToDatabase(file, seen) {
    seen.add(file);
    for (const include of includesOf(file)) {
        if (databaseHeaders.test(include.name))
            return [include.name];
        if (!include.path || seen.has(include.path))
            continue;
        const rest = wayToDatabase(include.path, seen);
        if (rest)
            return [include.name, ...rest];
    }
    return undefined;
}

/** Rule 3, also where no header is included; rule 4. */
function checkText(file) {
    readFileSync(join(root, file), "utf8").split("\n").forEach((text, index) => {
        const code = text.replace(/\/\/.*/, "");
        const refuse = why => complaints.push(`${file}:${index + 1}: ${why}`);
        if (file.startsWith("worker/include/") && /^\s*#\s*include\s*[<"](worker|models|ui|app)\//.test(code))
            refuse("public headers include no private ones");
        if (moduleOf(file) === "ui" && /\b(Session|auto)\s*&+\s*session\b|\bSession\s*&/.test(code))
            refuse("ui names no Session: withSession() or models make the work");
        if (moduleOf(file) !== "models" || !opening.test(code))
            return;
        const place = placeOf(file);
        usedSessions.add(place);
        if (!(place in ownSessions))
            refuse(`models/${place} may not open sessions: it gets them from ConsoleContext::sessions()`);
    });
}

const usedExceptions = new Set();
const usedSessions = new Set();
for (const module of modules) {
    for (const file of sources(root, module)) {
        checkText(file);
        if (file.startsWith("worker/include/") || moduleOf(file) !== module)
            continue;
        for (const include of includesOf(file))
            checkInclude(file, include);
        if (module === "ui") {
            const way = wayToDatabase(file, new Set());
            if (way)
                complaints.push(`${file}: reaches the database: ${way.join(" → ")}`);
        }
    }
}
if (existsSync(join(root, "models/alerts"))) { // not in a folder made by the test of this check
    for (const arrow of Object.keys(exceptions)) {
        if (!usedExceptions.has(arrow))
            complaints.push(`layers.mjs: nothing needs the exception ${arrow} any more`);
    }
    for (const place of Object.keys(ownSessions)) {
        if (!usedSessions.has(place))
            complaints.push(`layers.mjs: models/${place} opens no session any more`);
    }
}
if (complaints.length > 0) {
    console.error(complaints.join("\n"));
    process.exit(1);
}
