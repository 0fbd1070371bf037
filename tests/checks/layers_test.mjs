// Plants includes, forbidden and allowed ones, and sees whether layers.mjs tells them apart.

import assert from "node:assert/strict";
import { test } from "node:test";

import { runnerOf } from "./planted.mjs";

const runCheck = runnerOf("layers.mjs");

/** Runs the check on a tree of `files`, {path: [line, …]}. */
function run(files) {
    return runCheck(Object.fromEntries(Object.entries(files).map(([path, lines]) => [path, lines.join("\n") + "\n"])));
}

function refused(path, include, others = {}) {
    test(`${path} may not: ${include}`, () => {
        const result = run({ [path]: ["#pragma once", include], ...others });
        assert.equal(result.status, 1, "it was let through");
        assert.match(result.stderr, new RegExp(`^${path.replaceAll(".", "\\.")}:2: `, "m"));
    });
}

function allowed(path, include, others = {}) {
    test(`${path} may: ${include}`, () => {
        const result = run({ [path]: ["#pragma once", include], ...others });
        assert.equal(result.status, 0, result.stderr);
    });
}

refused("worker/db/a.cpp", '#include "models/jobs.h"');
refused("worker/a.h", "#include <QtGui/QColor>");
refused("worker/a.h", "#  include <QtWidgets/QWidget>");
refused("worker/a.h", '#include "../app/a.h"');
refused("models/jobs/a.h", '#include "ui/shell/window.h"');
refused("models/jobs/a.h", "#include <QtWidgets/QWidget>");
refused("ui/kit/a.cpp", '#include "app/startup.h"');
refused("app/a.cpp", '#include "tests/support/await.h"');
allowed("worker/a.h", '#include "worker/b.h"');
refused("worker/queue/a.cpp", '#include "worker/events/b.h"');
refused("worker/json/a.h", '#include "worker/cron/b.h"');
refused("worker/runner/a.cpp", '#include "worker/testservices.h"');
allowed("worker/events/a.cpp", '#include "worker/queue/b.h"');
allowed("worker/db/a.cpp", "#include <yardmaster/runner.h>",
    { "worker/include/yardmaster/runner.h": ["class Runner;"] });
allowed("models/jobs/a.h", '// #include "ui/window.h"');
allowed("app/a.h", '#include "ui/shell/b.h"');

refused("models/jobs/a.h", '#include "models/queues/b.h"');
refused("models/query/a.h", '#include "models/jobs/b.h"');
refused("models/values/a.h", '#include "models/session/b.h"');
refused("ui/pages/jobs/a.h", '#include "ui/pages/queues/b.h"');
refused("ui/pages/jobs/a.h", '#include "ui/shell/b.h"');
refused("ui/kit/a.h", '#include "ui/pages/jobs/b.h"');
refused("ui/kit/a.h", '#include "ui/kit/changes/b.h"');
allowed("models/jobs/a.h", '#include "models/query/b.h"');
allowed("models/tasks/a.h", '#include "models/holds/b.h"');
allowed("ui/pages/jobs/a.h", '#include "ui/kit/changes/b.h"');
allowed("ui/pages/jobs/a.h", '#include "ui/pages/jobs/b.h"');
allowed("ui/shell/a.h", '#include "ui/pages/jobs/b.h"');

for (const include of ["<QSqlQuery>", "<yardmaster/session.h>"]) {
    test(`ui may not reach ${include} through a header of models`, () => {
        const result = run({
            "ui/kit/a.cpp": ['#include "models/query/b.h"'],
            "models/query/b.h": ["#include <yardmaster/c.h>"],
            "worker/include/yardmaster/c.h": [`#include ${include}`],
        });
        assert.equal(result.status, 1, "it was let through");
        assert.match(result.stderr, /ui\/kit\/a\.cpp: reaches the database: models\/query\/b\.h → /);
    });
}
allowed("ui/kit/a.cpp", '#include "models/query/b.h"', { "models/query/b.h": ["class Session;"] });
allowed("models/query/a.cpp", "#include <QSqlQuery>");
refused("ui/pages/a.cpp", "m_query.ask([](Session &session) { return readIt(session); }, then);");
refused("ui/pages/a.cpp", "m_query.ask([](auto &session) { return readIt(session); }, then);");
allowed("ui/pages/a.cpp", "m_query.ask(withSession(&readIt), then);");
allowed("ui/pages/a.cpp", "for (const DatabaseSession &one : worker.sessions)");

refused("models/queues/a.cpp", 'auto session = Session::open(settings, u"queues"_s);');
refused("models/query/a.cpp", "PQconnectdbParams(keywords, values, 0);");
allowed("models/queues/a.cpp", '// not by Session::open(settings, u"queues"_s)');
allowed("models/session/a.cpp", 'auto session = Session::open(settings, u"queues"_s);');
refused("worker/include/yardmaster/a.h", '#include "worker/db/b.h"');
refused("worker/include/yardmaster/a.h", "#include <worker/db/b.h>");
allowed("worker/include/yardmaster/a.h", "#include <yardmaster/b.h>");
