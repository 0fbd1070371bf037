<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>Alerts</name>
    <message numerus="yes">
        <source>%1 workers</source>
        <translation>
            <numerusform>%1 worker</numerusform>
            <numerusform>%1 workers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangeMark</name>
    <message numerus="yes">
        <source>%1 changes</source>
        <translation>
            <numerusform>%1 change</numerusform>
            <numerusform>%1 changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Crontab: %1 new entries, %2</source>
        <translation>
            <numerusform>Crontab: %1 new entry, %2</numerusform>
            <numerusform>Crontab: %1 new entries, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 earlier ones</source>
        <translation>
            <numerusform>and %1 earlier one</numerusform>
            <numerusform>and %1 earlier ones</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 queues</source>
        <translation>
            <numerusform>%1 queue</numerusform>
            <numerusform>%1 queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 workers are stale: their heartbeats have stopped.</source>
        <translation>
            <numerusform>%1 worker is stale: its heartbeats have stopped.</numerusform>
            <numerusform>%1 workers are stale: their heartbeats have stopped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 registered workers are alive.</source>
        <translation>
            <numerusform>%1 registered worker is alive.</numerusform>
            <numerusform>%1 registered workers are alive.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 more hold jobs but never register (graphile-worker).</source>
        <translation>
            <numerusform>%1 more holds jobs but never registers (graphile-worker).</numerusform>
            <numerusform>%1 more hold jobs but never register (graphile-worker).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 connections are free.</source>
        <translation>
            <numerusform>%1 connection is free.</numerusform>
            <numerusform>%1 connections are free.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobFacts</name>
    <message numerus="yes">
        <source>%1 bytes</source>
        <translation>
            <numerusform>%1 byte</numerusform>
            <numerusform>%1 bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JobTargets</name>
    <message numerus="yes">
        <source>%1 selected jobs</source>
        <translation>
            <numerusform>%1 selected job</numerusform>
            <numerusform>%1 selected jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Operation</name>
    <message numerus="yes">
        <source>%1 of %2 locked jobs could not be changed</source>
        <translation>
            <numerusform>%1 of %2 locked job could not be changed</numerusform>
            <numerusform>%1 of %2 locked jobs could not be changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stopped after %1 errors</source>
        <translation>
            <numerusform>stopped after %1 error</numerusform>
            <numerusform>stopped after %1 errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 errors</source>
        <translation>
            <numerusform>%1 error</numerusform>
            <numerusform>%1 errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 jobs could not be restored</source>
        <translation>
            <numerusform>%1 of %2 job could not be restored</numerusform>
            <numerusform>%1 of %2 jobs could not be restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %1 jobs</source>
        <translation>
            <numerusform>Add %1 job</numerusform>
            <numerusform>Add %1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clean up %1 jobs</source>
        <translation>
            <numerusform>Clean up %1 job</numerusform>
            <numerusform>Clean up %1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sweep %1 jobs of stale workers</source>
        <translation>
            <numerusform>Sweep %1 job of stale workers</numerusform>
            <numerusform>Sweep %1 jobs of stale workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock %1 jobs of a worker</source>
        <translation>
            <numerusform>Unlock %1 job of a worker</numerusform>
            <numerusform>Unlock %1 jobs of a worker</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QueueEvidence</name>
    <message numerus="yes">
        <source>And %1 more locked jobs.</source>
        <translation>
            <numerusform>And %1 more locked job.</numerusform>
            <numerusform>And %1 more locked jobs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TaskSnapshot</name>
    <message numerus="yes">
        <source>Here, %1 workers in all</source>
        <translation>
            <numerusform>Here, %1 worker in all</numerusform>
            <numerusform>Here, %1 workers in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 workers</source>
        <translation>
            <numerusform>%1 worker</numerusform>
            <numerusform>%1 workers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyNot</name>
    <message numerus="yes">
        <source>It has failed for good: all %n attempts are used up.</source>
        <translation>
            <numerusform>It has failed for good: its only attempt is used up.</numerusform>
            <numerusform>It has failed for good: all %n attempts are used up.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkerWords</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertChip</name>
    <message numerus="yes">
        <source>%1 alerts · %2</source>
        <translation>
            <numerusform>%1 alert · %2</numerusform>
            <numerusform>%1 alerts · %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertsDialog</name>
    <message numerus="yes">
        <source>%1 of %2 rules are on.</source>
        <translation>
            <numerusform>%1 of %2 rule is on.</numerusform>
            <numerusform>%1 of %2 rules are on.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::CheckDialog</name>
    <message numerus="yes">
        <source>%1 warnings</source>
        <translation>
            <numerusform>%1 warning</numerusform>
            <numerusform>%1 warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::CleanupDialog</name>
    <message numerus="yes">
        <source>Delete %1 rows</source>
        <translation>
            <numerusform>Delete %1 row</numerusform>
            <numerusform>Delete %1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectionTabs</name>
    <message numerus="yes">
        <source>%1 alerts</source>
        <translation>
            <numerusform>%1 alert</numerusform>
            <numerusform>%1 alerts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectionsWindow</name>
    <message numerus="yes">
        <source>%1 connections open</source>
        <translation>
            <numerusform>%1 connection open</numerusform>
            <numerusform>%1 connections open</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ContinueDialog</name>
    <message numerus="yes">
        <source>%1 jobs are left. Those that have changed since are skipped.</source>
        <translation>
            <numerusform>%1 job is left. If it has changed since, it is skipped.</numerusform>
            <numerusform>%1 jobs are left. Those that have changed since are skipped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 jobs are left. Those that have changed since they were counted are skipped.</source>
        <translation>
            <numerusform>%1 of %2 jobs is left. If it has changed since it was counted, it is skipped.</numerusform>
            <numerusform>%1 of %2 jobs are left. Those that have changed since they were counted are skipped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::CronDetails</name>
    <message numerus="yes">
        <source>A worker starting now with this crontab would add %1 jobs for missed runs.</source>
        <translation>
            <numerusform>A worker starting now with this crontab would add one job for missed runs.</numerusform>
            <numerusform>A worker starting now with this crontab would add %1 jobs for missed runs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There were %1 runs; those with the same job key share a job.</source>
        <translation>
            <numerusform>There was %1 run; those with the same job key share a job.</numerusform>
            <numerusform>There were %1 runs; those with the same job key share a job.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::CronSaveDialog</name>
    <message numerus="yes">
        <source>And %1 more entries are removed or renamed.</source>
        <translation>
            <numerusform>And %1 more entry is removed or renamed.</numerusform>
            <numerusform>And %1 more entries are removed or renamed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::CronWeek</name>
    <message numerus="yes">
        <source>%1: %2 entries</source>
        <translation>
            <numerusform>%1: %2 entry</numerusform>
            <numerusform>%1: %2 entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ErrorPage</name>
    <message numerus="yes">
        <source>%1 more lines</source>
        <translation>
            <numerusform>%1 more line</numerusform>
            <numerusform>%1 more lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ExportDialog</name>
    <message numerus="yes">
        <source>%1 jobs written</source>
        <translation>
            <numerusform>%1 job written</numerusform>
            <numerusform>%1 jobs written</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs written to %2</source>
        <translation>
            <numerusform>%1 job written to %2</numerusform>
            <numerusform>%1 jobs written to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::FilterCostPanel</name>
    <message numerus="yes">
        <source>and %1 more terms</source>
        <translation>
            <numerusform>and %1 more term</numerusform>
            <numerusform>and %1 more terms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::GroupsPane</name>
    <message numerus="yes">
        <source>%1 groups</source>
        <translation>
            <numerusform>%1 group</numerusform>
            <numerusform>%1 groups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::HistoryPanel</name>
    <message numerus="yes">
        <source>%1 runs exported so far</source>
        <translation>
            <numerusform>%1 run exported so far</numerusform>
            <numerusform>%1 runs exported so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Newest %1 runs</source>
        <translation>
            <numerusform>Newest %1 run</numerusform>
            <numerusform>Newest %1 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 runs</source>
        <translation>
            <numerusform>%1 run</numerusform>
            <numerusform>All %1 runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 runs written to %2</source>
        <translation>
            <numerusform>%1 run written to %2</numerusform>
            <numerusform>%1 runs written to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::HoldActions</name>
    <message numerus="yes">
        <source>Being held everywhere since %1: %2 jobs postponed so far.</source>
        <translation>
            <numerusform>Being held everywhere since %1: %2 job postponed so far.</numerusform>
            <numerusform>Being held everywhere since %1: %2 jobs postponed so far.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Held everywhere since %1: %2 jobs postponed to %3. Jobs added later are not held.</source>
        <translation>
            <numerusform>Held everywhere since %1: %2 job postponed to %3. Jobs added later are not held.</numerusform>
            <numerusform>Held everywhere since %1: %2 jobs postponed to %3. Jobs added later are not held.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ImportDialog</name>
    <message numerus="yes">
        <source>Import %1 connections</source>
        <translation>
            <numerusform>Import %1 connection</numerusform>
            <numerusform>Import %1 connections</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JobCommands</name>
    <message numerus="yes">
        <source>Copied %1 jobs.</source>
        <translation>
            <numerusform>Copied %1 job.</numerusform>
            <numerusform>Copied %1 jobs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JobGroupsModel</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JobLogView</name>
    <message numerus="yes">
        <source>(%1 older lines were dropped)</source>
        <translation>
            <numerusform>(%1 older line was dropped)</numerusform>
            <numerusform>(%1 older lines were dropped)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsBar</name>
    <message numerus="yes">
        <source>The search stopped; %1 jobs are loaded so far.</source>
        <translation>
            <numerusform>The search stopped; %1 job is loaded so far.</numerusform>
            <numerusform>The search stopped; %1 jobs are loaded so far.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searched %1 of about %2 jobs</source>
        <translation>
            <numerusform>Searched %1 of about %2 job</numerusform>
            <numerusform>Searched %1 of about %2 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searched %1 jobs</source>
        <translation>
            <numerusform>Searched %1 job</numerusform>
            <numerusform>Searched %1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 loaded jobs are selected.</source>
        <translation>
            <numerusform>The only loaded job is selected.</numerusform>
            <numerusform>All %1 loaded jobs are selected.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsPanel</name>
    <message numerus="yes">
        <source>Copied a statement that reads %1 jobs.</source>
        <translation>
            <numerusform>Copied a statement that reads %1 job.</numerusform>
            <numerusform>Copied a statement that reads %1 jobs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied calls that add %1 jobs again.</source>
        <translation>
            <numerusform>Copied a call that adds %1 job again.</numerusform>
            <numerusform>Copied calls that add %1 jobs again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JsonFolding</name>
    <message numerus="yes">
        <source>… %1 lines</source>
        <translation>
            <numerusform>… %1 line</numerusform>
            <numerusform>… %1 lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::LivePanel</name>
    <message numerus="yes">
        <source>%1 lines written to %2</source>
        <translation>
            <numerusform>%1 line written to %2</numerusform>
            <numerusform>%1 lines written to %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines</source>
        <translation>
            <numerusform>%1 line</numerusform>
            <numerusform>%1 lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lines</source>
        <translation>
            <numerusform>%1 of %2 line</numerusform>
            <numerusform>%1 of %2 lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>paused, %1 wait</source>
        <translation>
            <numerusform>paused, %1 waits</numerusform>
            <numerusform>paused, %1 wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 older ones dropped</source>
        <translation>
            <numerusform>%1 older one dropped</numerusform>
            <numerusform>%1 older ones dropped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 matches took too long</source>
        <translation>
            <numerusform>%1 match took too long</numerusform>
            <numerusform>%1 matches took too long</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::LocalWorkerPage</name>
    <message numerus="yes">
        <source>%1 files cannot run: %2</source>
        <translation>
            <numerusform>%1 file cannot run: %2</numerusform>
            <numerusform>%1 files cannot run: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::LocalWorkerPanel</name>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 task</numerusform>
            <numerusform>%1 tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lost their lock</source>
        <translation>
            <numerusform>%1 lost its lock</numerusform>
            <numerusform>%1 lost their lock</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::MigrationDialog</name>
    <message numerus="yes">
        <source>The table holds about %1 jobs; they are kept.</source>
        <translation>
            <numerusform>The table holds about %1 job; it is kept.</numerusform>
            <numerusform>The table holds about %1 jobs; they are kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::NavigatorPanel</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::OperationNotice</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 were gone.</source>
        <translation>
            <numerusform>%1 was gone.</numerusform>
            <numerusform>%1 were gone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 errors.</source>
        <translation>
            <numerusform>%1 error.</numerusform>
            <numerusform>%1 errors.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::OperatorLogDialog</name>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 entry</numerusform>
            <numerusform>%1 entries</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::PaceForm</name>
    <message numerus="yes">
        <source>%1 jobs per batch</source>
        <translation>
            <numerusform>%1 job per batch</numerusform>
            <numerusform>%1 jobs per batch</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs per second</source>
        <translation>
            <numerusform>%1 job per second</numerusform>
            <numerusform>%1 jobs per second</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stops after %1 errors</source>
        <translation>
            <numerusform>stops after %1 error</numerusform>
            <numerusform>stops after %1 errors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadEditor</name>
    <message numerus="yes">
        <source>JSON, %1 bytes</source>
        <translation>
            <numerusform>JSON, %1 byte</numerusform>
            <numerusform>JSON, %1 bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadModel</name>
    <message numerus="yes">
        <source>%1 keys</source>
        <translation>
            <numerusform>%1 key</numerusform>
            <numerusform>%1 keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 items</source>
        <translation>
            <numerusform>%1 item</numerusform>
            <numerusform>%1 items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::PreviewPane</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 job</numerusform>
            <numerusform>%1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 are gone</source>
        <translation>
            <numerusform>%1 is gone</numerusform>
            <numerusform>%1 are gone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %1 other reasons</source>
        <translation>
            <numerusform>and %1 other reason</numerusform>
            <numerusform>and %1 other reasons</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::QueuesPanel</name>
    <message numerus="yes">
        <source>%1 queues</source>
        <translation>
            <numerusform>%1 queue</numerusform>
            <numerusform>%1 queues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ReleaseDialog</name>
    <message numerus="yes">
        <source>Not released: its owner has %1 jobs locked.</source>
        <translation>
            <numerusform>Not released: its owner has %1 job locked.</numerusform>
            <numerusform>Not released: its owner has %1 jobs locked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::RemoveSchemaDialog</name>
    <message numerus="yes">
        <source>Everything below is removed, with %1 jobs in %2, from the database %3. Only a backup can bring it back.</source>
        <translation>
            <numerusform>Everything below is removed, with %1 job in %2, from the database %3. Only a backup can bring it back.</numerusform>
            <numerusform>Everything below is removed, with %1 jobs in %2, from the database %3. Only a backup can bring it back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ReportView</name>
    <message numerus="yes">
        <source>%1 jobs written to %2.</source>
        <translation>
            <numerusform>%1 job written to %2.</numerusform>
            <numerusform>%1 jobs written to %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::RowDrag</name>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::RunLog</name>
    <message numerus="yes">
        <source>(%1 older lines are gone)</source>
        <translation>
            <numerusform>(%1 older line is gone)</numerusform>
            <numerusform>(%1 older lines are gone)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::SetupForm</name>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 task</numerusform>
            <numerusform>%1 tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::SharedLogDialog</name>
    <message numerus="yes">
        <source>The log has %1 entries.</source>
        <translation>
            <numerusform>The log has %1 entry.</numerusform>
            <numerusform>The log has %1 entries.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::SharedLogSection</name>
    <message numerus="yes">
        <source>Kept in the schema: %1 entries, %2.</source>
        <translation>
            <numerusform>Kept in the schema: %1 entry, %2.</numerusform>
            <numerusform>Kept in the schema: %1 entries, %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::SpokenSelection</name>
    <message numerus="yes">
        <source>%1 jobs selected</source>
        <translation>
            <numerusform>%1 job selected</numerusform>
            <numerusform>%1 jobs selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::StartPage</name>
    <message numerus="yes">
        <source>%1 and %2 more</source>
        <translation>
            <numerusform>%1 and %2 more</numerusform>
            <numerusform>%1 and %2 more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::SweepDialog</name>
    <message numerus="yes">
        <source>Return %1 jobs</source>
        <translation>
            <numerusform>Return %1 job</numerusform>
            <numerusform>Return %1 jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::TaskDetail</name>
    <message numerus="yes">
        <source>%1 of %2 jobs that are still in the table; %3 attempts on average</source>
        <translation>
            <numerusform>%1 of %2 job that is still in the table; %3 attempts on average</numerusform>
            <numerusform>%1 of %2 jobs that are still in the table; %3 attempts on average</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::TasksPanel</name>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 task</numerusform>
            <numerusform>%1 tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 cannot run in this window</source>
        <translation>
            <numerusform>%1 cannot run in this window</numerusform>
            <numerusform>%1 cannot run in this window</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::UnlockDialog</name>
    <message numerus="yes">
        <source>To be unlocked: %1 jobs.</source>
        <translation>
            <numerusform>To be unlocked: %1 job.</numerusform>
            <numerusform>To be unlocked: %1 jobs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To be unlocked: %1 jobs; queues: %2.</source>
        <translation>
            <numerusform>To be unlocked: %1 job; queues: %2.</numerusform>
            <numerusform>To be unlocked: %1 jobs; queues: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To be unlocked: its oldest %1 jobs. It holds more; repeat this for the rest.</source>
        <translation>
            <numerusform>To be unlocked: its oldest job. It holds more; repeat this for the rest.</numerusform>
            <numerusform>To be unlocked: its oldest %1 jobs. It holds more; repeat this for the rest.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of them are on their last attempt and will count as failed for good.</source>
        <translation>
            <numerusform>%1 of them is on its last attempt and will count as failed for good.</numerusform>
            <numerusform>%1 of them are on their last attempt and will count as failed for good.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock %1 queues</source>
        <translation>
            <numerusform>Unlock %1 queue</numerusform>
            <numerusform>Unlock %1 queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock %1 jobs</source>
        <translation>
            <numerusform>Unlock %1 job</numerusform>
            <numerusform>Unlock %1 jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs were skipped: completed meanwhile, or locked again.</source>
        <translation>
            <numerusform>%1 job was skipped: completed meanwhile, or locked again.</numerusform>
            <numerusform>%1 jobs were skipped: completed meanwhile, or locked again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ViewActions</name>
    <message numerus="yes">
        <source>%1 views added.</source>
        <translation>
            <numerusform>%1 view added.</numerusform>
            <numerusform>%1 views added.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 views written.</source>
        <translation>
            <numerusform>%1 view written.</numerusform>
            <numerusform>%1 views written.</numerusform>
        </translation>
    </message>
</context>
</TS>
