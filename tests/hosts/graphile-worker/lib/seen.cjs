"use strict";

/** Leaves what a task saw in the table `seen`. */
module.exports = (helpers, what) =>
  helpers.query("insert into seen (job, task, what) values ($1, $2, $3)", [
    helpers.job.id,
    helpers.job.task_identifier,
    JSON.stringify(what),
  ]);
