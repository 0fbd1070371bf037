<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Alerts</name>
    <message>
        <source>Enter a program.</source>
        <translation>Geben Sie ein Programm an.</translation>
    </message>
    <message>
        <source>Placeholders belong in the arguments, not here.</source>
        <translation>Platzhalter gehören in die Argumente, nicht hierher.</translation>
    </message>
    <message>
        <source>No executable program “%1” found. Arguments belong in the field below.</source>
        <translation>Es gibt kein ausführbares Programm „%1“. Argumente gehören in das Feld darunter.</translation>
    </message>
    <message>
        <source>A quotation mark is not closed.</source>
        <translation>Ein Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>{%1} is unknown. Use {rule}, {value}, {profile} or {schema}.</source>
        <translation>{%1} ist unbekannt. Möglich sind {rule}, {value}, {profile} und {schema}.</translation>
    </message>
    <message>
        <source>Enter a time from 1 min to 7 d.</source>
        <translation>Geben Sie eine Zeit von 1 min bis 7 d an.</translation>
    </message>
    <message>
        <source>The two times must differ.</source>
        <translation>Die beiden Zeiten müssen verschieden sein.</translation>
    </message>
    <message>
        <source>Choose at least one day.</source>
        <translation>Wählen Sie mindestens einen Tag.</translation>
    </message>
    <message>
        <source>Enter a number of failures per minute above 0.</source>
        <translation>Geben Sie eine Zahl von Fehlschlägen je Minute über 0 an.</translation>
    </message>
    <message>
        <source>Enter a share above 0 and up to 100 %.</source>
        <translation>Geben Sie einen Anteil über 0 und bis 100 % an.</translation>
    </message>
    <message>
        <source>Enter a time from 1 s to 30 d, such as “90 s” or “5 min”.</source>
        <translation>Geben Sie eine Zeit von 1 s bis 30 d an, etwa „90 s“ oder „5 min“.</translation>
    </message>
    <message>
        <source>Enter a whole number of jobs, 1 or more.</source>
        <translation>Geben Sie eine ganze Zahl von Jobs an, mindestens 1.</translation>
    </message>
    <message>
        <source>Throughput is measured over a minute: enter at least 1 min.</source>
        <translation>Der Durchsatz wird über eine Minute gemessen: Geben Sie mindestens 1 min an.</translation>
    </message>
    <message>
        <source>Enter a time from 0 s to 24 h.</source>
        <translation>Geben Sie eine Zeit von 0 s bis 24 h an.</translation>
    </message>
    <message>
        <source>%1 per minute</source>
        <translation>%1 je Minute</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Failures per minute</source>
        <translation>Fehlschläge je Minute</translation>
    </message>
    <message>
        <source>Share of failed runs</source>
        <translation>Anteil der Fehlschläge</translation>
    </message>
    <message>
        <source>Oldest ready job</source>
        <translation>Ältester bereiter Job</translation>
    </message>
    <message>
        <source>No throughput</source>
        <translation>Kein Durchsatz</translation>
    </message>
    <message>
        <source>Stuck jobs</source>
        <translation>Hängende Jobs</translation>
    </message>
    <message>
        <source>Jobs failed for good</source>
        <translation>Endgültig fehlgeschlagene Jobs</translation>
    </message>
    <message>
        <source>Ready jobs</source>
        <translation>Bereite Jobs</translation>
    </message>
    <message>
        <source>Stale worker</source>
        <translation>Worker ohne Heartbeat</translation>
    </message>
    <message>
        <source>Queue unreachable</source>
        <translation>Warteschlange nicht erreichbar</translation>
    </message>
    <message>
        <source>How long the oldest job that could run has been waiting for a worker.</source>
        <translation>Wie lange der älteste lauffähige Job auf einen Worker wartet.</translation>
    </message>
    <message>
        <source>This many jobs are ready, but in the last minute no run has ended, successfully or not.</source>
        <translation>So viele Jobs sind bereit, aber in der letzten Minute ist kein Lauf zu Ende gegangen, ob erfolgreich oder nicht.</translation>
    </message>
    <message>
        <source>Jobs that have been locked for more than four hours.</source>
        <translation>Jobs, die seit mehr als vier Stunden gesperrt sind.</translation>
    </message>
    <message>
        <source>Jobs that have no attempts left.</source>
        <translation>Jobs ohne verbleibenden Versuch.</translation>
    </message>
    <message>
        <source>A registered worker has sent no heartbeat for this long. Workers that do not register are not checked.</source>
        <translation>Ein registrierter Worker hat so lange keinen Heartbeat gesendet. Worker, die sich nicht registrieren, werden nicht geprüft.</translation>
    </message>
    <message>
        <source>This window cannot read the queue: the server does not answer, or refuses the request.</source>
        <translation>Dieses Fenster kann die Warteschlange nicht lesen: Der Server antwortet nicht oder lehnt ab.</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>Kritisch</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>für %1</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>sofort</translation>
    </message>
    <message>
        <source>with %1 ready or more</source>
        <translation>ab %1 bereiten</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 oder mehr</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <translation>%1, für %2</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>antwortet</translation>
    </message>
    <message>
        <source>%1 ready, none finishing</source>
        <translation>%1 bereit, keiner wird fertig</translation>
    </message>
    <message>
        <source>%1 ready</source>
        <translation>%1 bereit</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 workers</source>
        <translation>
            <numerusform>%1 Worker</numerusform>
            <numerusform>%1 Worker</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (for %2)</source>
        <translation>%1 (seit %2)</translation>
    </message>
    <message>
        <source>Resolved: %1, after %2</source>
        <translation>Behoben: %1, nach %2</translation>
    </message>
    <message>
        <source>This is a test alert. Nothing is wrong.</source>
        <translation>Dies ist ein Testalarm. Es ist nichts passiert.</translation>
    </message>
    <message>
        <source>%1: the command exited with %2 after %3.</source>
        <translation>%1: Das Programm endete mit %2 nach %3.</translation>
    </message>
    <message>
        <source>%1: the command crashed after %2.</source>
        <translation>%1: Das Programm stürzte nach %2 ab.</translation>
    </message>
    <message>
        <source>%1: the command did not end and was killed after %2.</source>
        <translation>%1: Das Programm endete nicht und wurde nach %2 beendet.</translation>
    </message>
    <message>
        <source>%1: the command could not be started: %2.</source>
        <translation>%1: Das Programm konnte nicht gestartet werden: %2.</translation>
    </message>
    <message>
        <source>Jobs that could run and are waiting for a worker. A large table is counted only every few minutes.</source>
        <translation>Jobs, die laufen könnten und auf einen Worker warten. Eine große Tabelle wird nur alle paar Minuten gezählt.</translation>
    </message>
    <message>
        <source>Slow runs</source>
        <translation>Langsame Läufe</translation>
    </message>
    <message>
        <source>No success</source>
        <translation>Kein Erfolg</translation>
    </message>
    <message>
        <source>Runs that failed in the last minute, whether they will be retried or not. Exact if the history is recorded; otherwise estimated from changes in the table.</source>
        <translation>Läufe, die in der letzten Minute fehlgeschlagen sind, ob sie wiederholt werden oder nicht. Genau, wenn der Verlauf aufgezeichnet wird, sonst aus den Änderungen in der Tabelle geschätzt.</translation>
    </message>
    <message>
        <source>Share of failed runs among those that ended in the last minute. Evaluated while at least 5 runs end per minute. Exact if the history is recorded.</source>
        <translation>Anteil der fehlgeschlagenen an den Läufen, die in der letzten Minute endeten. Ausgewertet, solange mindestens 5 Läufe pro Minute enden. Genau, wenn der Verlauf aufgezeichnet wird.</translation>
    </message>
    <message>
        <source>Of the jobs that ended in the last 15 minutes, workers held 95 % for at most this long. Needs the history; see Maintenance.</source>
        <translation>Von den Jobs, die in den letzten 15 Minuten endeten, hielten Worker 95 % höchstens so lange. Braucht den Verlauf, siehe Wartung.</translation>
    </message>
    <message>
        <source>No run of the task has succeeded for this long. For a task that has to run every night, choose a little more than a day. Needs the history; see Maintenance.</source>
        <translation>So lange war kein Lauf des Tasks erfolgreich. Für einen Task, der jede Nacht laufen muss, wählen Sie etwas mehr als einen Tag. Braucht den Verlauf, siehe Wartung.</translation>
    </message>
</context>
<context>
    <name>Appearance</name>
    <message>
        <source>System theme</source>
        <translation>Systemthema</translation>
    </message>
    <message>
        <source>Light or dark, following the desktop.</source>
        <translation>Hell oder dunkel, wie der Desktop.</translation>
    </message>
    <message>
        <source>Light theme</source>
        <translation>Helles Thema</translation>
    </message>
    <message>
        <source>Dark text on light, regardless of the desktop.</source>
        <translation>Dunkle Schrift auf hellem Grund, unabhängig vom Desktop.</translation>
    </message>
    <message>
        <source>Dark theme</source>
        <translation>Dunkles Thema</translation>
    </message>
    <message>
        <source>Light text on dark, regardless of the desktop.</source>
        <translation>Helle Schrift auf dunklem Grund, unabhängig vom Desktop.</translation>
    </message>
    <message>
        <source>Compact rows</source>
        <translation>Enge Zeilen</translation>
    </message>
    <message>
        <source>More jobs on the screen.</source>
        <translation>Mehr Jobs auf dem Bildschirm.</translation>
    </message>
    <message>
        <source>Normal rows</source>
        <translation>Normale Zeilen</translation>
    </message>
    <message>
        <source>Rows of the default height.</source>
        <translation>Zeilen der üblichen Höhe.</translation>
    </message>
    <message>
        <source>Roomy rows</source>
        <translation>Weite Zeilen</translation>
    </message>
    <message>
        <source>Easier to read and to click.</source>
        <translation>Leichter zu lesen und anzuklicken.</translation>
    </message>
    <message>
        <source>Times in UTC</source>
        <translation>Zeiten in UTC</translation>
    </message>
    <message>
        <source>As in crontabs and on most servers.</source>
        <translation>Wie in Crontabs und auf den meisten Servern.</translation>
    </message>
    <message>
        <source>Local times</source>
        <translation>Ortszeit</translation>
    </message>
    <message>
        <source>In the time zone of this computer.</source>
        <translation>In der Zeitzone dieses Rechners.</translation>
    </message>
    <message>
        <source>System language</source>
        <translation>Systemsprache</translation>
    </message>
    <message>
        <source>Takes effect at the next start.</source>
        <translation>Gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Highlight changed cells</source>
        <translation>Geänderte Zellen hervorheben</translation>
    </message>
    <message>
        <source>Cells changed by a refresh are highlighted for a second, unless the desktop asks for reduced motion.</source>
        <translation>Von einer Aktualisierung geänderte Zellen sind eine Sekunde lang hervorgehoben, außer wenn der Desktop weniger Bewegung verlangt.</translation>
    </message>
    <message>
        <source>No motion</source>
        <translation>Keine Bewegung</translation>
    </message>
    <message>
        <source>Nothing moves or fades, regardless of the desktop.</source>
        <translation>Nichts bewegt sich oder verblasst, unabhängig vom Desktop.</translation>
    </message>
    <message>
        <source>colours, appearance</source>
        <translation>Farben, Aussehen</translation>
    </message>
    <message>
        <source>colours, appearance, light mode, bright</source>
        <translation>Farben, Aussehen, heller Modus</translation>
    </message>
    <message>
        <source>colours, appearance, dark mode, night</source>
        <translation>Farben, Aussehen, dunkler Modus, Nacht</translation>
    </message>
    <message>
        <source>clock, time zone</source>
        <translation>Uhr, Zeitzone</translation>
    </message>
    <message>
        <source>clock, time zone, local time</source>
        <translation>Uhr, Zeitzone, Ortszeit, lokale Zeit</translation>
    </message>
    <message>
        <source>animation, flash</source>
        <translation>Animation, Aufleuchten</translation>
    </message>
    <message>
        <source>translation</source>
        <translation>Übersetzung</translation>
    </message>
    <message>
        <source>language, translation</source>
        <translation>Sprache, Übersetzung</translation>
    </message>
    <message>
        <source>language, translation, German</source>
        <translation>Sprache, Übersetzung</translation>
    </message>
    <message>
        <source>density, smaller</source>
        <translation>Dichte, kleiner</translation>
    </message>
    <message>
        <source>density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>density, larger, comfortable</source>
        <translation>Dichte, größer, bequem</translation>
    </message>
    <message>
        <source>zoom, font size, magnify, scale, text size</source>
        <translation>Zoom, Schriftgröße, vergrößern, verkleinern, Textgröße</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Makes all text larger.</source>
        <translation>Macht jeden Text größer.</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Makes all text smaller.</source>
        <translation>Macht jeden Text kleiner.</translation>
    </message>
    <message>
        <source>Default text size</source>
        <translation>Standardtextgröße</translation>
    </message>
    <message>
        <source>Text of the same size as on the desktop.</source>
        <translation>Text so groß wie auf dem Desktop.</translation>
    </message>
</context>
<context>
    <name>BuiltInView</name>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
    <message>
        <source>Every job in the table, newest first.</source>
        <translation>Jeder Job der Tabelle, die neuesten zuerst.</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed recently</source>
        <translation>Kürzlich fehlgeschlagen</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>Wird wiederholt</translation>
    </message>
    <message>
        <source>Stuck</source>
        <translation>Hängt</translation>
    </message>
    <message>
        <source>Due now</source>
        <translation>Jetzt fällig</translation>
    </message>
    <message>
        <source>Due for an hour</source>
        <translation>Seit einer Stunde fällig</translation>
    </message>
    <message>
        <source>Due for more than an hour and not fetched yet: workers are not keeping up.</source>
        <translation>Seit mehr als einer Stunde fällig und noch nicht geholt: Die Worker kommen nicht nach.</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Jobs that used up their attempts within the last hour, and some from the six hours before. Jobs failed by hand are not included.</source>
        <translation>Jobs, die in der letzten Stunde ihre Versuche aufgebraucht haben, und einige aus den sechs Stunden davor. Nicht die von Hand als fehlgeschlagen markierten.</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
</context>
<context>
    <name>ChangeForm</name>
    <message>
        <source>For example: now, in 10 min, 14:30, tomorrow 9:00, 2026-11-20 14:00, never</source>
        <translation>Zum Beispiel: now, in 10 min, 14:30, tomorrow 9:00, 2026-11-20 14:00, never</translation>
    </message>
</context>
<context>
    <name>ChangeMark</name>
    <message numerus="yes">
        <source>%1 changes</source>
        <translation>
            <numerusform>%1 Änderung</numerusform>
            <numerusform>%1 Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Crontab: new entry %1</source>
        <translation>Crontab: neuer Eintrag %1</translation>
    </message>
    <message numerus="yes">
        <source>Crontab: %1 new entries, %2</source>
        <translation>
            <numerusform>Crontab: %1 neuer Eintrag, %2</numerusform>
            <numerusform>Crontab: %1 neue Einträge, %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, by %2</source>
        <translation>%1, von %2</translation>
    </message>
    <message>
        <source>First worker of %1</source>
        <translation>Erster Worker mit %1</translation>
    </message>
    <message numerus="yes">
        <source>and %1 earlier ones</source>
        <translation>
            <numerusform>und %1 frühere</numerusform>
            <numerusform>und %1 frühere</numerusform>
        </translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
</context>
<context>
    <name>ChartAxis</name>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
</context>
<context>
    <name>CommandGroup</name>
    <message>
        <source>Tabs</source>
        <translation>Reiter</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Protection</source>
        <translation>Schutz</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Not possible at the moment.</source>
        <translation>Im Augenblick nicht möglich.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Alle Worker</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>Cron</source>
        <translation>Cron</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
</context>
<context>
    <name>ConnectionImport</name>
    <message>
        <source>%1: the value of %2 is not valid.</source>
        <translation>%1: Der Wert von %2 ist nicht gültig.</translation>
    </message>
    <message>
        <source>%1: libpq has no parameter &quot;%2&quot;.</source>
        <translation>%1: libpq kennt keinen Parameter „%2“.</translation>
    </message>
    <message>
        <source>%1: its password command is not imported.</source>
        <translation>%1: Der Passwortbefehl wird nicht importiert.</translation>
    </message>
    <message>
        <source>%1 refers to other variables, which are not expanded.</source>
        <translation>%1 verweist auf andere Variablen, die nicht eingesetzt werden.</translation>
    </message>
    <message>
        <source>The file is too large to hold connections.</source>
        <translation>Die Datei ist zu groß für Verbindungen.</translation>
    </message>
    <message>
        <source>The file is not JSON: %1, at byte %2.</source>
        <translation>Die Datei ist kein JSON: %1, bei Byte %2.</translation>
    </message>
    <message>
        <source>It contains no PostgreSQL connection.</source>
        <translation>Sie enthält keine PostgreSQL-Verbindung.</translation>
    </message>
</context>
<context>
    <name>ConnectionSteps</name>
    <message>
        <source>The host name %1 cannot be resolved: %2.</source>
        <translation>Der Hostname %1 lässt sich nicht auflösen: %2.</translation>
    </message>
    <message>
        <source>%1 resolves to %2.</source>
        <translation>%1 hat die Adresse %2.</translation>
    </message>
    <message>
        <source>%1 resolves to %2 addresses.</source>
        <translation>%1 hat %2 Adressen.</translation>
    </message>
    <message>
        <source>There is no socket %1: no server runs on this computer, or it listens elsewhere.</source>
        <translation>Es gibt keinen Socket %1: Auf diesem Rechner läuft kein Server, oder er lauscht woanders.</translation>
    </message>
    <message>
        <source>Local socket %1.</source>
        <translation>Lokaler Socket %1.</translation>
    </message>
    <message>
        <source>Local socket.</source>
        <translation>Lokaler Socket.</translation>
    </message>
    <message>
        <source>A local socket needs no network.</source>
        <translation>Ein lokaler Socket braucht kein Netz.</translation>
    </message>
    <message>
        <source>%1 port %2 answers.</source>
        <translation>%1 Port %2 antwortet.</translation>
    </message>
    <message>
        <source>No answer: %1.</source>
        <translation>Keine Antwort: %1.</translation>
    </message>
    <message>
        <source>Traffic over a local socket stays on this computer.</source>
        <translation>Daten über einen lokalen Socket bleiben auf diesem Rechner.</translation>
    </message>
    <message>
        <source>The server offers no encryption, and sslmode=%1 requires it.</source>
        <translation>Der Server bietet keine Verschlüsselung an, und sslmode=%1 verlangt sie.</translation>
    </message>
    <message>
        <source>The server offers no encryption: anyone on the network path can read and change the jobs.</source>
        <translation>Der Server bietet keine Verschlüsselung an: Wer den Netzverkehr sieht, kann die Jobs lesen und ändern.</translation>
    </message>
    <message>
        <source>%1, cipher %2</source>
        <translation>%1, Chiffre %2</translation>
    </message>
    <message>
        <source>Certificate of %1, issued by %2</source>
        <translation>Zertifikat von %1, ausgestellt von %2</translation>
    </message>
    <message>
        <source>Valid until %1</source>
        <translation>Gültig bis %1</translation>
    </message>
    <message>
        <source>For the names %1</source>
        <translation>Für die Namen %1</translation>
    </message>
    <message>
        <source>It covers the host %1</source>
        <translation>Es gilt für den Host %1</translation>
    </message>
    <message>
        <source>It does not cover the host %1</source>
        <translation>Es gilt nicht für den Host %1</translation>
    </message>
    <message>
        <source>The certificate is for %1, not for %2.</source>
        <translation>Das Zertifikat ist für %1, nicht für %2.</translation>
    </message>
    <message>
        <source>The certificate is not trusted: %1.</source>
        <translation>Dem Zertifikat wird nicht vertraut: %1.</translation>
    </message>
    <message>
        <source>%1; the certificate is valid for %2.</source>
        <translation>%1; das Zertifikat gilt für %2.</translation>
    </message>
    <message>
        <source>The server asks for a password, and there is none: not entered here, not in the keychain, and not in ~/.pgpass.</source>
        <translation>Der Server verlangt ein Passwort, und es gibt keines: weder eingegeben noch im Schlüsselbund noch in ~/.pgpass.</translation>
    </message>
    <message>
        <source>The session is encrypted: %1, cipher %2</source>
        <translation>Die Sitzung ist verschlüsselt: %1, Chiffre %2</translation>
    </message>
    <message>
        <source>Logged in as %1 to database %2, PostgreSQL %3.</source>
        <translation>Als %1 bei Datenbank %2 angemeldet, PostgreSQL %3.</translation>
    </message>
    <message>
        <source>A job queue in schema %1, revision %2.</source>
        <translation>Eine Job-Warteschlange im Schema %1, Revision %2.</translation>
    </message>
    <message>
        <source>%1 may see and change all jobs.</source>
        <translation>%1 darf alle Jobs sehen und ändern.</translation>
    </message>
    <message>
        <source>The tunnel through %1 is open.</source>
        <translation>Der Tunnel durch %1 ist offen.</translation>
    </message>
    <message>
        <source>%1 connects to it on demand.</source>
        <translation>%1 stellt die Verbindung bei Bedarf her.</translation>
    </message>
    <message>
        <source>The tunnel is encrypted.</source>
        <translation>Der Tunnel ist verschlüsselt.</translation>
    </message>
    <message>
        <source>The profile names no standby: everything is read from this server.</source>
        <translation>Das Profil nennt keinen Standby: Alles wird von diesem Server gelesen.</translation>
    </message>
    <message>
        <source>The lists would be read from the primary.</source>
        <translation>Die Listen würden vom Primärserver gelesen.</translation>
    </message>
    <message>
        <source>This server does not report its WAL position.</source>
        <translation>Dieser Server meldet seine WAL-Position nicht.</translation>
    </message>
    <message>
        <source>%1 cannot be reached.</source>
        <translation>%1 ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>%1 does not report how much of the WAL it has replayed.</source>
        <translation>%1 meldet nicht, wie viel vom WAL er eingespielt hat.</translation>
    </message>
    <message>
        <source>%1 is not a standby.</source>
        <translation>%1 ist kein Standby-Server.</translation>
    </message>
    <message>
        <source>%1 is a standby of another server.</source>
        <translation>%1 ist Standby eines anderen Servers.</translation>
    </message>
    <message>
        <source>%1 has not replayed anything yet.</source>
        <translation>%1 hat noch nichts eingespielt.</translation>
    </message>
    <message>
        <source>%1 is %2 behind.</source>
        <translation>%1 liegt %2 zurück.</translation>
    </message>
    <message>
        <source>Lists are read from %1, which is up to date.</source>
        <translation>Listen werden von %1 gelesen und sind aktuell.</translation>
    </message>
    <message>
        <source>Lists are read from %1, which is %2 behind.</source>
        <translation>Listen werden von %1 gelesen, %2 im Rückstand.</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>Find the server</source>
        <translation>Den Server finden</translation>
    </message>
    <message>
        <source>Reach it</source>
        <translation>Ihn erreichen</translation>
    </message>
    <message>
        <source>Encrypt</source>
        <translation>Verschlüsseln</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Find the queue</source>
        <translation>Die Warteschlange finden</translation>
    </message>
    <message>
        <source>Check rights</source>
        <translation>Rechte prüfen</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>bestanden</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>Not reached.</source>
        <translation>Nicht erreicht.</translation>
    </message>
    <message>
        <source>Ask the standby</source>
        <translation>Standby fragen</translation>
    </message>
</context>
<context>
    <name>CronAnalysis</name>
    <message>
        <source>this queue has not seen the task &apos;%1&apos; yet</source>
        <translation>diese Warteschlange kennt den Task &apos;%1&apos; noch nicht</translation>
    </message>
    <message>
        <source>its jobs wait until a worker knows it</source>
        <translation>seine Jobs warten, bis ein Worker ihn kennt</translation>
    </message>
    <message>
        <source>an invisible character, %1</source>
        <translation>ein unsichtbares Zeichen, %1</translation>
    </message>
    <message>
        <source>the line may not be what it looks like</source>
        <translation>die Zeile ist vielleicht nicht, wonach sie aussieht</translation>
    </message>
</context>
<context>
    <name>CronCompletion</name>
    <message>
        <source>an hour</source>
        <translation>eine Stunde</translation>
    </message>
    <message>
        <source>a day</source>
        <translation>ein Tag</translation>
    </message>
    <message>
        <source>a week</source>
        <translation>eine Woche</translation>
    </message>
</context>
<context>
    <name>CronDescription</name>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>%1st</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1nd</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1rd</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1th</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>January</source>
        <translation>Januar</translation>
    </message>
    <message>
        <source>February</source>
        <translation>Februar</translation>
    </message>
    <message>
        <source>March</source>
        <translation>März</translation>
    </message>
    <message>
        <source>April</source>
        <translation>April</translation>
    </message>
    <message>
        <source>May</source>
        <translation>Mai</translation>
    </message>
    <message>
        <source>June</source>
        <translation>Juni</translation>
    </message>
    <message>
        <source>July</source>
        <translation>Juli</translation>
    </message>
    <message>
        <source>August</source>
        <translation>August</translation>
    </message>
    <message>
        <source>September</source>
        <translation>September</translation>
    </message>
    <message>
        <source>October</source>
        <translation>Oktober</translation>
    </message>
    <message>
        <source>November</source>
        <translation>November</translation>
    </message>
    <message>
        <source>December</source>
        <translation>Dezember</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>Mondays</source>
        <translation>montags</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Tuesdays</source>
        <translation>dienstags</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>Wednesdays</source>
        <translation>mittwochs</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Thursdays</source>
        <translation>donnerstags</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>Fridays</source>
        <translation>freitags</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Saturdays</source>
        <translation>samstags</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>Sundays</source>
        <translation>sonntags</translation>
    </message>
    <message>
        <source>every minute</source>
        <translation>jede Minute</translation>
    </message>
    <message>
        <source>every %1 minutes</source>
        <translation>alle %1 Minuten</translation>
    </message>
    <message>
        <source>at minute %1</source>
        <translation>zur Minute %1</translation>
    </message>
    <message>
        <source>at minutes %1</source>
        <translation>zu den Minuten %1</translation>
    </message>
    <message>
        <source>every hour</source>
        <translation>jede Stunde</translation>
    </message>
    <message>
        <source>every %1 hours</source>
        <translation>alle %1 Stunden</translation>
    </message>
    <message>
        <source>%1, on the hour</source>
        <translation>%1, zur vollen Stunde</translation>
    </message>
    <message>
        <source>%1 of every hour</source>
        <translation>%1 jeder Stunde</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>um %1</translation>
    </message>
    <message>
        <source>every hour from %1 to %2</source>
        <translation>stündlich von %1 bis %2</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 von %2 bis %3</translation>
    </message>
    <message>
        <source>%1 of the hours %2</source>
        <translation>%1 in den Stunden %2</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>days of the week</comment>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>on %1</source>
        <comment>days of the week</comment>
        <translation>%1</translation>
    </message>
    <message>
        <source>in %1 to %2</source>
        <comment>months</comment>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>months</comment>
        <translation>im %1</translation>
    </message>
    <message>
        <source>every day</source>
        <translation>jeden Tag</translation>
    </message>
    <message>
        <source>every year on %1 %2</source>
        <translation>jedes Jahr am %1. %2</translation>
    </message>
    <message>
        <source>on the %1</source>
        <translation>am %1</translation>
    </message>
    <message>
        <source>%1 of every month</source>
        <translation>%1 jedes Monats</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>when the program decides</source>
        <translation>wann das Programm es bestimmt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
</context>
<context>
    <name>CronFile</name>
    <message>
        <source>&apos;%1&apos; is not a file.</source>
        <translation>&apos;%1&apos; ist keine Datei.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be read: %2.</source>
        <translation>&apos;%1&apos; kann nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is larger than 4 MiB, too large for a crontab.</source>
        <translation>&apos;%1&apos; ist größer als 4 MiB, zu groß für eine Crontab.</translation>
    </message>
    <message>
        <source>Line %1 is not UTF-8: saving would replace its invalid bytes.</source>
        <translation>Zeile %1 ist kein UTF-8: Beim Speichern würden ungültige Bytes ersetzt.</translation>
    </message>
    <message>
        <source>Line endings are mixed: saving would make them all the same.</source>
        <translation>Die Zeilenenden sind gemischt: Beim Speichern würden sie vereinheitlicht.</translation>
    </message>
    <message>
        <source>There are unusual line breaks, which saving would turn into line feeds.</source>
        <translation>Es gibt ungewöhnliche Zeilenumbrüche; beim Speichern würden sie zu Zeilenvorschüben.</translation>
    </message>
    <message>
        <source>There are null bytes, which saving would replace.</source>
        <translation>Es gibt Null-Bytes; beim Speichern würden sie ersetzt.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has been changed elsewhere since it was opened.</source>
        <translation>&apos;%1&apos; wurde seit dem Öffnen anderswo geändert.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has been removed since it was opened.</source>
        <translation>&apos;%1&apos; wurde seit dem Öffnen gelöscht.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be written: %2.</source>
        <translation>&apos;%1&apos; kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>The backup copy &apos;%1&apos; cannot be written, so nothing was saved.</source>
        <translation>Die Sicherungskopie &apos;%1&apos; kann nicht geschrieben werden; deshalb wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has just been changed elsewhere.</source>
        <translation>&apos;%1&apos; wurde gerade anderswo geändert.</translation>
    </message>
</context>
<context>
    <name>CronHelp</name>
    <message>
        <source>Minute</source>
        <translation>Minute</translation>
    </message>
    <message>
        <source>0 to 59</source>
        <translation>0 bis 59</translation>
    </message>
    <message>
        <source>* is every minute, */15 every quarter of an hour.</source>
        <translation>* ist jede Minute, */15 jede Viertelstunde.</translation>
    </message>
    <message>
        <source>Hour</source>
        <translation>Stunde</translation>
    </message>
    <message>
        <source>0 to 23</source>
        <translation>0 bis 23</translation>
    </message>
    <message>
        <source>* is every hour, 8-17 from eight to five, */4 at 0, 4, 8 …</source>
        <translation>* ist jede Stunde, 8-17 von acht bis siebzehn Uhr, */4 um 0, 4, 8 …</translation>
    </message>
    <message>
        <source>Day of the month</source>
        <translation>Tag des Monats</translation>
    </message>
    <message>
        <source>1 to 31</source>
        <translation>1 bis 31</translation>
    </message>
    <message>
        <source>If the day of the week is restricted too, either is enough.</source>
        <translation>Ist auch der Wochentag eingeschränkt, genügt eines von beiden.</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>1 to 12, jan to dec</source>
        <translation>1 bis 12, jan bis dec</translation>
    </message>
    <message>
        <source>1 to 12</source>
        <translation>1 bis 12</translation>
    </message>
    <message>
        <source>* is every month, 1,4,7,10 the first of each quarter.</source>
        <translation>* ist jeder Monat, 1,4,7,10 der erste jedes Quartals.</translation>
    </message>
    <message>
        <source>Day of the week</source>
        <translation>Wochentag</translation>
    </message>
    <message>
        <source>0 to 7, sun to sat</source>
        <translation>0 bis 7, sun bis sat</translation>
    </message>
    <message>
        <source>0 to 7</source>
        <translation>0 bis 7</translation>
    </message>
    <message>
        <source>0 and 7 are Sunday. If the day of the month is restricted too, either is enough.</source>
        <translation>0 und 7 sind Sonntag. Ist auch der Tag des Monats eingeschränkt, genügt eines von beiden.</translation>
    </message>
    <message>
        <source>Option %1</source>
        <translation>Option %1</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Written as ?name=value&amp;name=value: %1.</source>
        <translation>Schreibweise ?name=wert&amp;name=wert: %1.</translation>
    </message>
    <message>
        <source>Identifier of the entry in the database; by default the task&apos;s name.</source>
        <translation>Kennung des Eintrags in der Datenbank; ohne Angabe der Name des Tasks.</translation>
    </message>
    <message>
        <source>How far back a starting worker backfills missed runs: 4w3d2h1m, in the units w, d, h, m, s.</source>
        <translation>Wie weit zurück ein startender Worker verpasste Läufe nachholt: 4w3d2h1m, in den Einheiten w, d, h, m, s.</translation>
    </message>
    <message>
        <source>Maximum attempts of a job; 25 by default.</source>
        <translation>Höchstzahl der Versuche eines Jobs; ohne Angabe 25.</translation>
    </message>
    <message>
        <source>Named queue; its jobs run one after the other.</source>
        <translation>Benannte Warteschlange; ihre Jobs laufen nacheinander.</translation>
    </message>
    <message>
        <source>Whole number; lower runs first, 0 by default.</source>
        <translation>Ganze Zahl; kleinere laufen zuerst, ohne Angabe 0.</translation>
    </message>
    <message>
        <source>While a job with this key is waiting, it is updated instead of adding a second one.</source>
        <translation>Solange ein Job mit diesem Schlüssel wartet, wird er aktualisiert, statt einen zweiten hinzuzufügen.</translation>
    </message>
    <message>
        <source>replace, or preserve_run_at: the waiting job keeps its time.</source>
        <translation>replace oder preserve_run_at: der wartende Job behält seine Zeit.</translation>
    </message>
    <message>
        <source>Time zone whose clock the entry follows, such as Europe/Paris.</source>
        <translation>Zeitzone, deren Uhr der Eintrag folgt, etwa Europe/Paris.</translation>
    </message>
    <message>
        <source>Flags of the job, separated by commas.</source>
        <translation>Flags des Jobs, durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Its name: letters, digits and _ : / -, beginning with a letter or _.</source>
        <translation>Sein Name: Buchstaben, Ziffern und _ : / -, beginnend mit einem Buchstaben oder _.</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>A JSON5 object up to the end of the line; the job gets it with _cron added.</source>
        <translation>Ein JSON5-Objekt bis zum Zeilenende; der Job bekommt es mit _cron ergänzt.</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Workers ignore this line.</source>
        <translation>Worker ignorieren diese Zeile.</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Abgeschaltet</translation>
    </message>
    <message>
        <source>To workers this line is a comment. “Enable entry” brings it back.</source>
        <translation>Für Worker ist diese Zeile ein Kommentar. „Eintrag einschalten“ bringt sie zurück.</translation>
    </message>
</context>
<context>
    <name>CronIdChanges</name>
    <message>
        <source>&apos;%1&apos; is now called &apos;%2&apos;, which is a new entry to the database. Missed runs are not backfilled under the new name, and workers that still have the old file add its jobs as well.</source>
        <translation>&apos;%1&apos; heißt jetzt &apos;%2&apos;, für die Datenbank ein neuer Eintrag. Unter dem neuen Namen werden verpasste Läufe nicht nachgeholt, und Worker mit der alten Datei fügen seine Jobs zusätzlich hinzu.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is now called &apos;%2&apos;: workers that still have the old file add its jobs as well.</source>
        <translation>&apos;%1&apos; heißt jetzt &apos;%2&apos;: Worker mit der alten Datei fügen seine Jobs zusätzlich hinzu.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is switched off: it adds no more jobs once the workers have read the file.</source>
        <translation>&apos;%1&apos; ist abgeschaltet: er legt keine Jobs mehr an, sobald die Worker die Datei gelesen haben.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is removed. The database keeps its last run; if it comes back with fill, the runs missed until then are backfilled.</source>
        <translation>&apos;%1&apos; ist entfernt. Die Datenbank behält seinen letzten Lauf; kommt er mit fill zurück, werden die bis dahin verpassten Läufe nachgeholt.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is removed.</source>
        <translation>&apos;%1&apos; ist entfernt.</translation>
    </message>
</context>
<context>
    <name>CronTimes</name>
    <message>
        <source>The clock of %1 skips %2: it runs right after the gap, once.</source>
        <translation>Die Uhr von %1 überspringt %2: er läuft einmal, gleich nach der Lücke.</translation>
    </message>
    <message>
        <source>The clock of %1 shows %2 twice: it runs the first time only.</source>
        <translation>Die Uhr von %1 zeigt %2 zweimal: er läuft nur beim ersten Mal.</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>The schedule is in UTC: by the clock of %1 it runs %2 later from %3 on.</source>
        <translation>Der Zeitplan ist in UTC: Nach der Uhr von %1 läuft er ab %3 um %2 später.</translation>
    </message>
    <message>
        <source>The schedule is in UTC: by the clock of %1 it runs %2 earlier from %3 on.</source>
        <translation>Der Zeitplan ist in UTC: Nach der Uhr von %1 läuft er ab %3 um %2 früher.</translation>
    </message>
</context>
<context>
    <name>DecoderRules</name>
    <message>
        <source>“%1” is not a rule. Write: tasks, optionally a path in the payload, =&gt;, command.</source>
        <translation>„%1“ ist keine Regel. Schreibweise: Tasks, optional ein Pfad im Payload, =&gt;, Befehl.</translation>
    </message>
    <message>
        <source>“%1” is not a path in a payload. Write it like payload.user.data.</source>
        <translation>„%1“ ist kein Pfad in einem Payload. Schreibweise: payload.user.data.</translation>
    </message>
    <message>
        <source>“%1” has no command.</source>
        <translation>„%1“ hat keinen Befehl.</translation>
    </message>
    <message>
        <source>A quotation mark is not closed in “%1”.</source>
        <translation>In „%1“ ist ein Anführungszeichen nicht geschlossen.</translation>
    </message>
    <message>
        <source>No executable program “%1” found.</source>
        <translation>Es gibt kein ausführbares Programm „%1“.</translation>
    </message>
</context>
<context>
    <name>Diagnosis</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>an unknown number of jobs</source>
        <translation>eine unbekannte Zahl von Jobs</translation>
    </message>
    <message numerus="yes">
        <source>%1 queues</source>
        <translation>
            <numerusform>%1 Warteschlange</numerusform>
            <numerusform>%1 Warteschlangen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: last heartbeat %2, stale after %3; it holds %4 and %5</source>
        <translation>%1: letzter Heartbeat %2, gilt nach %3 als ausgefallen; er hält %4 und %5</translation>
    </message>
    <message>
        <source>its process runs on this machine</source>
        <translation>sein Prozess läuft auf diesem Rechner</translation>
    </message>
    <message>
        <source>its process is gone from this machine</source>
        <translation>sein Prozess ist auf diesem Rechner nicht mehr da</translation>
    </message>
    <message numerus="yes">
        <source>%1 workers are stale: their heartbeats have stopped.</source>
        <translation>
            <numerusform>%1 Worker sendet keinen Heartbeat mehr.</numerusform>
            <numerusform>%1 Worker senden keinen Heartbeat mehr.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 registered workers are alive.</source>
        <translation>
            <numerusform>%1 registrierter Worker lebt.</numerusform>
            <numerusform>%1 registrierte Worker leben.</numerusform>
        </translation>
    </message>
    <message>
        <source>The schema has no worker registry that can be read.</source>
        <translation>Das Schema hat kein lesbares Worker-Register.</translation>
    </message>
    <message numerus="yes">
        <source>%1 more hold jobs but never register (graphile-worker).</source>
        <translation>
            <numerusform>%1 weiterer hält Jobs und registriert sich nie (graphile-worker).</numerusform>
            <numerusform>%1 weitere halten Jobs und registrieren sich nie (graphile-worker).</numerusform>
        </translation>
    </message>
    <message>
        <source>Look with yardmaster workers sweep --dry-run; live workers sweep on their own.</source>
        <translation>Sehen Sie mit yardmaster workers sweep --dry-run nach; lebende Worker räumen von selbst ab.</translation>
    </message>
    <message>
        <source>As far as is known, registered workers run all tasks that have due jobs.</source>
        <translation>Soweit bekannt, führen registrierte Worker alle Tasks mit fälligen Jobs aus.</translation>
    </message>
    <message>
        <source>Jobs are due for tasks that no registered worker runs: %1.</source>
        <translation>Jobs sind fällig für Tasks, die kein registrierter Worker ausführt: %1.</translation>
    </message>
    <message>
        <source>Start a worker that has these tasks, or look for a misspelt name; yardmaster tasks counts lists all tasks.</source>
        <translation>Starten Sie einen Worker, der diese Tasks hat, oder suchen Sie nach einem falsch geschriebenen Namen; yardmaster tasks counts listet alle Tasks auf.</translation>
    </message>
    <message>
        <source>Jobs are due, and no registered worker is alive.</source>
        <translation>Jobs sind fällig, und kein registrierter Worker lebt.</translation>
    </message>
    <message>
        <source>Start a worker: yardmaster --no-gui. (Workers of graphile-worker never register.)</source>
        <translation>Starten Sie einen Worker: yardmaster --no-gui. (Worker von graphile-worker registrieren sich nie.)</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>Verschlüsselung</translation>
    </message>
    <message>
        <source>Login</source>
        <translation>Anmeldung</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versionen</translation>
    </message>
    <message>
        <source>Pooler</source>
        <translation>Pooler</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>Uhren</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Rights</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>Free connections</source>
        <translation>Freie Verbindungen</translation>
    </message>
    <message>
        <source>Indexes</source>
        <translation>Indizes</translation>
    </message>
    <message>
        <source>Vacuum</source>
        <translation>VACUUM</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>In Ordnung</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Run yardmaster schema upgrade as the owner, %1.</source>
        <translation>Führen Sie yardmaster schema upgrade als Besitzer, %1, aus.</translation>
    </message>
    <message>
        <source>Role %1 may not read this: %2.</source>
        <translation>Die Rolle %1 darf dies nicht lesen: %2.</translation>
    </message>
    <message>
        <source>This could not be read: %1.</source>
        <translation>Dies war nicht lesbar: %1.</translation>
    </message>
    <message>
        <source>PostgreSQL %1.%2, of the tested versions %3 to %4; this program&apos;s libpq is %5.%6.</source>
        <translation>PostgreSQL %1.%2, eine der getesteten Versionen %3 bis %4; die libpq dieses Programms ist %5.%6.</translation>
    </message>
    <message>
        <source>PostgreSQL %1.%2 is newer than the tested versions, %3 to %4; this program&apos;s libpq is %5.%6.</source>
        <translation>PostgreSQL %1.%2 ist neuer als die getesteten Versionen %3 bis %4; die libpq dieses Programms ist %5.%6.</translation>
    </message>
    <message>
        <source>No pooler is between this program and the server.</source>
        <translation>Zwischen diesem Programm und dem Server ist kein Pooler.</translation>
    </message>
    <message>
        <source>There is a pooler, but it keeps each session on one server connection.</source>
        <translation>Dazwischen ist ein Pooler, der aber jede Sitzung auf einer Serververbindung hält.</translation>
    </message>
    <message>
        <source>A pooler in transaction mode is in between: announcements of new jobs do not arrive, and prepared statements get lost.</source>
        <translation>Dazwischen ist ein Pooler im Transaktionsmodus: Meldungen neuer Jobs kommen nicht an, und vorbereitete Anweisungen gehen verloren.</translation>
    </message>
    <message>
        <source>Give workers a direct connection, or run them with --no-listen and --no-prepared-statements; they then find jobs by polling alone.</source>
        <translation>Geben Sie Workern eine direkte Verbindung, oder starten Sie sie mit --no-listen und --no-prepared-statements; sie finden Jobs dann nur durch Abfragen.</translation>
    </message>
    <message>
        <source>Synchronize both clocks (NTP). The server&apos;s clock decides what is due, unless workers run with --use-app-time.</source>
        <translation>Synchronisieren Sie beide Uhren (NTP). Was fällig ist, bestimmt die Uhr des Servers, sofern Worker nicht mit --use-app-time laufen.</translation>
    </message>
    <message>
        <source>The clocks agree (%1 ± %2).</source>
        <translation>Die Uhren stimmen überein (%1 ± %2).</translation>
    </message>
    <message>
        <source>Role %1 may not see which revision the schema has.</source>
        <translation>Die Rolle %1 darf nicht sehen, welche Revision das Schema hat.</translation>
    </message>
    <message>
        <source>Run yardmaster schema install as a role that may create the schema.</source>
        <translation>Führen Sie yardmaster schema install als eine Rolle aus, die das Schema anlegen darf.</translation>
    </message>
    <message>
        <source>Install a newer Yardmaster.</source>
        <translation>Installieren Sie ein neueres Yardmaster.</translation>
    </message>
    <message>
        <source>A worker upgrades it when it starts; so does yardmaster schema upgrade.</source>
        <translation>Ein Worker aktualisiert es beim Start, ebenso yardmaster schema upgrade.</translation>
    </message>
    <message>
        <source>A queue of %1 at revision %2, owned by %3.</source>
        <translation>Eine Warteschlange von %1 mit Revision %2, ihr Besitzer ist %3.</translation>
    </message>
    <message>
        <source>The schema has no worker registry: jobs of dead workers are recovered after four hours instead of seconds.</source>
        <translation>Das Schema hat kein Worker-Register: Jobs ausgefallener Worker werden erst nach vier Stunden statt nach Sekunden zurückgeholt.</translation>
    </message>
    <message>
        <source>A worker creates it when it starts; so does yardmaster schema upgrade.</source>
        <translation>Ein Worker legt es beim Start an, ebenso yardmaster schema upgrade.</translation>
    </message>
    <message>
        <source>Role %1 lacks rights for this use: %2.</source>
        <translation>Der Rolle %1 fehlen Rechte für diesen Zweck: %2.</translation>
    </message>
    <message>
        <source>yardmaster schema roles prints SQL with which the owner can create and grant such roles.</source>
        <translation>yardmaster schema roles gibt SQL aus, mit dem der Besitzer solche Rollen anlegen und vergeben kann.</translation>
    </message>
    <message>
        <source>Connect to the primary, or name all servers and target_session_attrs=read-write.</source>
        <translation>Verbinden Sie sich mit dem Primärserver, oder nennen Sie alle Server und target_session_attrs=read-write.</translation>
    </message>
    <message>
        <source>Look for default_transaction_read_only in the settings of the role, the database and the connection.</source>
        <translation>Suchen Sie default_transaction_read_only in den Einstellungen der Rolle, der Datenbank und der Verbindung.</translation>
    </message>
    <message>
        <source>Role %1 owns the queue.</source>
        <translation>Die Rolle %1 ist Besitzer der Warteschlange.</translation>
    </message>
    <message>
        <source>Role %1 has the rights of: %2.</source>
        <translation>Die Rolle %1 hat die Rechte von: %2.</translation>
    </message>
    <message>
        <source>The limits are not known.</source>
        <translation>Die Grenzen sind nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 of %2 connections of the server are in use</source>
        <translation>%1 von %2 Verbindungen des Servers sind belegt</translation>
    </message>
    <message>
        <source>%1 of %2 connections of the role are in use</source>
        <translation>%1 von %2 Verbindungen der Rolle sind belegt</translation>
    </message>
    <message>
        <source>%1 of %2 connections of the database are in use</source>
        <translation>%1 von %2 Verbindungen der Datenbank sind belegt</translation>
    </message>
    <message numerus="yes">
        <source>%1 connections are free.</source>
        <translation>
            <numerusform>%1 Verbindung ist frei.</numerusform>
            <numerusform>%1 Verbindungen sind frei.</numerusform>
        </translation>
    </message>
    <message>
        <source>A worker takes up to --max-pool-size connections. End idle sessions, raise the limit, or use a pooler.</source>
        <translation>Ein Worker belegt bis zu --max-pool-size Verbindungen. Beenden Sie untätige Sitzungen, erhöhen Sie die Grenze, oder verwenden Sie einen Pooler.</translation>
    </message>
    <message>
        <source>Statements are cancelled after %1.</source>
        <translation>Anweisungen werden nach %1 abgebrochen.</translation>
    </message>
    <message>
        <source>Raise statement_timeout of the role.</source>
        <translation>Erhöhen Sie statement_timeout der Rolle.</translation>
    </message>
    <message>
        <source>viewer</source>
        <translation>Betrachter</translation>
    </message>
    <message>
        <source>producer</source>
        <translation>Erzeuger</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>All indexes exist and are usable.</source>
        <translation>Alle Indizes sind vorhanden und verwendbar.</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>Every fetch reads the whole table of jobs, because an index is missing or unfinished.</source>
        <translation>Jeder Abruf liest die ganze Job-Tabelle, weil ein Index fehlt oder unfertig ist.</translation>
    </message>
    <message>
        <source>Indexes take more space than they need, or are unfinished.</source>
        <translation>Indizes brauchen mehr Platz als nötig oder sind unfertig.</translation>
    </message>
    <message>
        <source>A transaction has been open for %1: process %2, %3. Until it ends, dead rows cannot be removed, and fetches become slower.</source>
        <translation>Eine Transaktion ist seit %1 offen: Prozess %2, %3. Bis sie endet, können tote Zeilen nicht entfernt werden, und Abrufe werden langsamer.</translation>
    </message>
    <message>
        <source>state not visible</source>
        <translation>Zustand nicht sichtbar</translation>
    </message>
    <message>
        <source>End it: %1</source>
        <translation>Beenden Sie sie: %1</translation>
    </message>
    <message>
        <source>The %1 &apos;%2&apos; keeps dead rows of the last %3 transactions.</source>
        <translation>„%2“ (%1) hält tote Zeilen der letzten %3 Transaktionen.</translation>
    </message>
    <message>
        <source>Finish or drop it if nothing needs it</source>
        <translation>Abschließen oder löschen, wenn nichts es braucht</translation>
    </message>
    <message>
        <source>Autovacuum is off.</source>
        <translation>Autovacuum ist aus.</translation>
    </message>
    <message>
        <source>Turn on autovacuum and track_counts</source>
        <translation>autovacuum und track_counts einschalten</translation>
    </message>
    <message>
        <source>Autovacuum is off for %1.</source>
        <translation>Autovacuum ist für %1 aus.</translation>
    </message>
    <message>
        <source>The database is %1 transactions behind with freezing; at about 2,000 million the server stops accepting writes.</source>
        <translation>Die Datenbank ist mit dem Einfrieren %1 Transaktionen im Rückstand; bei etwa 2.000 Millionen nimmt der Server keine Änderungen mehr an.</translation>
    </message>
    <message>
        <source>vacuum (freeze), after ending what holds it back</source>
        <translation>vacuum (freeze), nachdem beendet ist, was es aufhält</translation>
    </message>
    <message>
        <source>Nothing holds back vacuum, and there are few dead rows.</source>
        <translation>Nichts hält VACUUM auf, und es gibt wenige tote Zeilen.</translation>
    </message>
    <message>
        <source>Finished jobs are not recorded.</source>
        <translation>Beendete Jobs werden nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Finished jobs are recorded.</source>
        <translation>Beendete Jobs werden aufgezeichnet.</translation>
    </message>
    <message>
        <source>Finished jobs are not recorded as they should be.</source>
        <translation>Beendete Jobs werden nicht so aufgezeichnet, wie sie sollten.</translation>
    </message>
    <message>
        <source>Role %1 may not read the queue.</source>
        <translation>Die Rolle %1 darf die Warteschlange nicht lesen.</translation>
    </message>
    <message>
        <source>There is no queue that can be read.</source>
        <translation>Es gibt keine lesbare Warteschlange.</translation>
    </message>
    <message>
        <source>Tables of the queue are missing.</source>
        <translation>Tabellen der Warteschlange fehlen.</translation>
    </message>
    <message>
        <source>Row security hides the jobs from role %1.</source>
        <translation>Row Security verbirgt die Jobs vor der Rolle %1.</translation>
    </message>
</context>
<context>
    <name>Environment</name>
    <message>
        <source>Production</source>
        <translation>Produktion</translation>
    </message>
    <message>
        <source>Staging</source>
        <translation>Staging</translation>
    </message>
    <message>
        <source>Development</source>
        <translation>Entwicklung</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
</context>
<context>
    <name>ErrorWords</name>
    <message>
        <source>Connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>Cannot connect</source>
        <translation>Keine Verbindung</translation>
    </message>
    <message>
        <source>Login refused</source>
        <translation>Anmeldung abgelehnt</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Keine Berechtigung</translation>
    </message>
    <message>
        <source>No job queue here</source>
        <translation>Hier ist keine Job-Warteschlange</translation>
    </message>
    <message>
        <source>Cannot read the queue</source>
        <translation>Die Warteschlange ist nicht lesbar</translation>
    </message>
    <message>
        <source>Certificate not trusted</source>
        <translation>Zertifikat nicht vertrauenswürdig</translation>
    </message>
    <message>
        <source>%1 Jobs stay safe in the database.</source>
        <translation>%1 Die Jobs sind in der Datenbank sicher.</translation>
    </message>
    <message>
        <source>%1 Check the user name, the password (~/.pgpass) and pg_hba.conf.</source>
        <translation>%1 Prüfen Sie den Benutzernamen, das Passwort (~/.pgpass) und pg_hba.conf.</translation>
    </message>
    <message>
        <source>%1 Check the host name, and the certificate of the authority (sslrootcert).</source>
        <translation>%1 Prüfen Sie den Rechnernamen und das Zertifikat der Zertifizierungsstelle (sslrootcert).</translation>
    </message>
    <message>
        <source>%1 The owner of the schema can grant it.</source>
        <translation>%1 Der Besitzer des Schemas kann das Recht geben.</translation>
    </message>
    <message>
        <source>%1 yardmaster --schema-only installs it.</source>
        <translation>%1 yardmaster --schema-only legt sie an.</translation>
    </message>
</context>
<context>
    <name>Filter</name>
    <message>
        <source>contains</source>
        <translation>enthält</translation>
    </message>
    <message>
        <source>is, or is within a range a..b</source>
        <translation>ist, oder liegt im Bereich a..b</translation>
    </message>
    <message>
        <source>is, or with * matches</source>
        <translation>ist, oder passt mit * auf ein Muster</translation>
    </message>
    <message>
        <source>is exactly</source>
        <translation>ist genau</translation>
    </message>
    <message>
        <source>is before</source>
        <translation>ist vor</translation>
    </message>
    <message>
        <source>is less than</source>
        <translation>ist kleiner als</translation>
    </message>
    <message>
        <source>is not after</source>
        <translation>ist nicht nach</translation>
    </message>
    <message>
        <source>is at most</source>
        <translation>ist höchstens</translation>
    </message>
    <message>
        <source>is after</source>
        <translation>ist nach</translation>
    </message>
    <message>
        <source>is more than</source>
        <translation>ist größer als</translation>
    </message>
    <message>
        <source>is not before</source>
        <translation>ist nicht vor</translation>
    </message>
    <message>
        <source>is at least</source>
        <translation>ist mindestens</translation>
    </message>
    <message>
        <source>matches a regular expression</source>
        <translation>passt auf einen regulären Ausdruck</translation>
    </message>
    <message>
        <source>A dedicated index covers failed jobs.</source>
        <translation>Ein eigener Index enthält die fehlgeschlagenen Jobs.</translation>
    </message>
    <message>
        <source>No index covers failed jobs; one can be added.</source>
        <translation>Kein Index enthält die fehlgeschlagenen Jobs; einer kann angelegt werden.</translation>
    </message>
    <message>
        <source>A dedicated index covers locked jobs.</source>
        <translation>Ein eigener Index enthält die gesperrten Jobs.</translation>
    </message>
    <message>
        <source>No index covers locked jobs; one can be added.</source>
        <translation>Kein Index enthält die gesperrten Jobs; einer kann angelegt werden.</translation>
    </message>
    <message>
        <source>The workers&apos; own index covers waiting jobs.</source>
        <translation>Der Index der Worker enthält die wartenden Jobs.</translation>
    </message>
    <message>
        <source>Waiting jobs are only indexed in fetch order.</source>
        <translation>Wartende Jobs sind nur in der Abholreihenfolge indiziert.</translation>
    </message>
    <message>
        <source>No index covers this combination of states.</source>
        <translation>Kein Index enthält diese Kombination von Zuständen.</translation>
    </message>
    <message>
        <source>Every key has to be read.</source>
        <translation>Jeder Schlüssel muss gelesen werden.</translation>
    </message>
    <message>
        <source>With a leading *, every key has to be read.</source>
        <translation>Bei einem * am Anfang muss jeder Schlüssel gelesen werden.</translation>
    </message>
    <message>
        <source>No index covers jobs without a key.</source>
        <translation>Kein Index enthält Jobs ohne Schlüssel.</translation>
    </message>
    <message>
        <source>Keys are unique and indexed.</source>
        <translation>Schlüssel sind eindeutig und indiziert.</translation>
    </message>
    <message>
        <source>A dedicated index finds keys by prefix.</source>
        <translation>Ein eigener Index findet Schlüssel nach ihrem Anfang.</translation>
    </message>
    <message>
        <source>The index on keys finds whole keys only; one for prefixes can be added.</source>
        <translation>Der Index der Schlüssel findet nur ganze Schlüssel; einer für Anfänge kann angelegt werden.</translation>
    </message>
    <message>
        <source>All but these: nearly the whole table.</source>
        <translation>Alle außer diesen: fast die ganze Tabelle.</translation>
    </message>
    <message>
        <source>Ids are indexed.</source>
        <translation>Ids sind indiziert.</translation>
    </message>
    <message>
        <source>Payloads are read one by one.</source>
        <translation>Payloads werden einzeln gelesen.</translation>
    </message>
    <message>
        <source>Errors are read one by one.</source>
        <translation>Fehler werden einzeln gelesen.</translation>
    </message>
    <message>
        <source>No index covers this.</source>
        <translation>Kein Index enthält dies.</translation>
    </message>
    <message>
        <source>Only checked for the jobs that %1 leaves.</source>
        <translation>Nur für die Jobs geprüft, die %1 übrig lässt.</translation>
    </message>
    <message>
        <source>What the job is doing or waiting for.</source>
        <translation>Was der Job tut oder worauf er wartet.</translation>
    </message>
    <message>
        <source>The task that runs it. * matches anything.</source>
        <translation>Der Task, der ihn ausführt. * steht für alles.</translation>
    </message>
    <message>
        <source>Its named queue; &quot;&quot; for jobs without one.</source>
        <translation>Seine benannte Warteschlange; &quot;&quot; für Jobs ohne.</translation>
    </message>
    <message>
        <source>Its job key; &quot;&quot; for jobs without one.</source>
        <translation>Sein Schlüssel; &quot;&quot; für Jobs ohne.</translation>
    </message>
    <message>
        <source>A flag it carries; &quot;&quot; for jobs without flags.</source>
        <translation>Ein Flag, das er trägt; &quot;&quot; für Jobs ohne Flags.</translation>
    </message>
    <message>
        <source>The worker that holds its lock; &quot;&quot; for unlocked jobs.</source>
        <translation>Der Worker, der seine Sperre hält; &quot;&quot; für Jobs ohne Sperre.</translation>
    </message>
    <message>
        <source>Its last error: &quot;:&quot; finds words, &quot;~&quot; a pattern.</source>
        <translation>Sein letzter Fehler: &quot;:&quot; findet Wörter, &quot;~&quot; ein Muster.</translation>
    </message>
    <message>
        <source>Its number, one, several or a range.</source>
        <translation>Seine Nummer: eine, mehrere oder ein Bereich.</translation>
    </message>
    <message>
        <source>Its priority; smaller numbers run first.</source>
        <translation>Seine Priorität; kleinere Zahlen laufen zuerst.</translation>
    </message>
    <message>
        <source>How many times it was started.</source>
        <translation>Wie oft er gestartet wurde.</translation>
    </message>
    <message>
        <source>How many times it may be started.</source>
        <translation>Wie oft er gestartet werden darf.</translation>
    </message>
    <message>
        <source>How many times it was updated by its key.</source>
        <translation>Wie oft er über seinen Schlüssel aktualisiert wurde.</translation>
    </message>
    <message>
        <source>When it is due.</source>
        <translation>Wann er fällig ist.</translation>
    </message>
    <message>
        <source>When it was added.</source>
        <translation>Wann er hinzugefügt wurde.</translation>
    </message>
    <message>
        <source>When it was last updated; workers do not change this.</source>
        <translation>Wann er zuletzt geändert wurde; Worker ändern das nicht.</translation>
    </message>
    <message>
        <source>When a worker fetched it.</source>
        <translation>Wann ein Worker ihn geholt hat.</translation>
    </message>
    <message>
        <source>A path in its payload, or its whole text.</source>
        <translation>Ein Pfad in seinem Payload oder dessen ganzer Text.</translation>
    </message>
    <message>
        <source>For example %1, %2 or %3.</source>
        <translation>Zum Beispiel %1, %2 oder %3.</translation>
    </message>
    <message>
        <source>There is nothing here to exclude.</source>
        <translation>Hier ist nichts, was sich ausschließen ließe.</translation>
    </message>
    <message>
        <source>A term needs a key, an operator and a value.</source>
        <translation>Ein Ausdruck braucht einen Schlüssel, einen Operator und einen Wert.</translation>
    </message>
    <message>
        <source>There is no key “%1”.</source>
        <translation>Es gibt keinen Schlüssel „%1“.</translation>
    </message>
    <message>
        <source>Keys: %1.</source>
        <translation>Schlüssel: %1.</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>Ist %1 gemeint?</translation>
    </message>
    <message>
        <source>“%1” cannot be used with %2.</source>
        <translation>„%1“ lässt sich nicht mit %2 verwenden.</translation>
    </message>
    <message>
        <source>Possible operators: %1.</source>
        <translation>Mögliche Operatoren: %1.</translation>
    </message>
    <message>
        <source>“%1” takes one value.</source>
        <translation>„%1“ nimmt einen Wert.</translation>
    </message>
    <message>
        <source>Lists need “:”.</source>
        <translation>Listen brauchen „:“.</translation>
    </message>
    <message>
        <source>There is no state “%1”.</source>
        <translation>Es gibt keinen Zustand „%1“.</translation>
    </message>
    <message>
        <source>States: %1.</source>
        <translation>Zustände: %1.</translation>
    </message>
    <message>
        <source>A range needs “:”.</source>
        <translation>Ein Bereich braucht „:“.</translation>
    </message>
    <message>
        <source>A range needs at least one end.</source>
        <translation>Ein Bereich braucht mindestens ein Ende.</translation>
    </message>
    <message>
        <source>%1 is too large a number.</source>
        <translation>%1 ist eine zu große Zahl.</translation>
    </message>
    <message>
        <source>“%1” is not a whole number.</source>
        <translation>„%1“ ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>This range is empty: it ends before it begins.</source>
        <translation>Dieser Bereich ist leer: Er endet, bevor er beginnt.</translation>
    </message>
    <message>
        <source>“%1” is not a time.</source>
        <translation>„%1“ ist keine Zeit.</translation>
    </message>
    <message>
        <source>For example now-1h30m, now+2d, today, 2026-11-01, 2026-11-01T14:03 or 2026-11-01T14:03:07+01:00.</source>
        <translation>Zum Beispiel now-1h30m, now+2d, today, 2026-11-01, 2026-11-01T14:03 oder 2026-11-01T14:03:07+01:00.</translation>
    </message>
    <message>
        <source>“%1” is not a number.</source>
        <translation>„%1“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>The pattern is empty.</source>
        <translation>Das Muster ist leer.</translation>
    </message>
    <message>
        <source>A name is missing after the dot.</source>
        <translation>Nach dem Punkt fehlt ein Name.</translation>
    </message>
    <message>
        <source>A value is missing here.</source>
        <translation>Hier fehlt ein Wert.</translation>
    </message>
    <message>
        <source>&quot;&quot; stands for nothing: queue:&quot;&quot; finds jobs without a queue.</source>
        <translation>&quot;&quot; steht für nichts: queue:&quot;&quot; findet Jobs ohne Warteschlange.</translation>
    </message>
    <message>
        <source>This quote is not closed.</source>
        <translation>Dieses Anführungszeichen wird nicht geschlossen.</translation>
    </message>
    <message>
        <source>A quote within quotes is written \&quot;.</source>
        <translation>Ein Anführungszeichen in Anführungszeichen schreibt man \&quot;.</translation>
    </message>
    <message>
        <source>A null character cannot occur in a job.</source>
        <translation>Ein Nullzeichen kann in einem Job nicht vorkommen.</translation>
    </message>
    <message>
        <source>The task that ran. * matches anything.</source>
        <translation>Der Task, der lief. * steht für alles.</translation>
    </message>
    <message>
        <source>How the run ended.</source>
        <translation>Wie der Lauf endete.</translation>
    </message>
    <message>
        <source>When it ended.</source>
        <translation>Wann er endete.</translation>
    </message>
    <message>
        <source>How long it was due before a worker fetched it.</source>
        <translation>Wie lange er fällig war, bevor ein Worker ihn holte.</translation>
    </message>
    <message>
        <source>The worker that held the job; &quot;&quot; for jobs that no worker held.</source>
        <translation>Der Worker, der den Job hielt; &quot;&quot; für Jobs, die kein Worker hielt.</translation>
    </message>
    <message>
        <source>The job&apos;s number, one, several or a range.</source>
        <translation>Die Nummer des Jobs: eine, mehrere oder ein Bereich.</translation>
    </message>
    <message>
        <source>Which attempt of the job it was.</source>
        <translation>Welcher Versuch des Jobs es war.</translation>
    </message>
    <message>
        <source>Why it failed: &quot;:&quot; finds words, &quot;~&quot; a pattern.</source>
        <translation>Warum er fehlschlug: „:“ findet Wörter, „~“ ein Muster.</translation>
    </message>
    <message>
        <source>There is no outcome “%1”.</source>
        <translation>Es gibt kein Ergebnis „%1“.</translation>
    </message>
    <message>
        <source>Outcomes: %1.</source>
        <translation>Ergebnisse: %1.</translation>
    </message>
    <message>
        <source>“%1” is not a duration.</source>
        <translation>„%1“ ist keine Dauer.</translation>
    </message>
    <message>
        <source>For example 250ms, 5s, 1.5m or 1h30m.</source>
        <translation>Zum Beispiel 250ms, 5s, 1.5m oder 1h30m.</translation>
    </message>
    <message>
        <source>No job has exactly this moment as its time.</source>
        <translation>Kein Job hat genau diesen Augenblick als Zeit.</translation>
    </message>
    <message>
        <source>An attempt failed, whether it was the last one or not.</source>
        <translation>Ein Versuch schlug fehl, ob er der letzte war oder nicht.</translation>
    </message>
    <message>
        <source>How long the handler ran, if its worker reports it; otherwise how long the worker held the job.</source>
        <translation>Wie lange der Handler lief, wo sein Worker es angibt; sonst, wie lange der Worker den Job hielt.</translation>
    </message>
</context>
<context>
    <name>Format</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 d</source>
        <translation>%1 d</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>wird gezählt…</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>&lt; 1 µs</source>
        <translation>&lt; 1 µs</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>%1 k</source>
        <comment>thousand</comment>
        <translation>%1 k</translation>
    </message>
    <message>
        <source>%1 M</source>
        <comment>million</comment>
        <translation>%1 M</translation>
    </message>
    <message>
        <source>%1 G</source>
        <comment>thousand million</comment>
        <translation>%1 G</translation>
    </message>
    <message>
        <source>Counted %1; a large table is counted only rarely.</source>
        <translation>Gezählt %1; eine große Tabelle wird nur selten gezählt.</translation>
    </message>
    <message>
        <source>Estimated from a sample of the table, %1.</source>
        <translation>Aus einer Stichprobe der Tabelle geschätzt, %1.</translation>
    </message>
    <message>
        <source>Estimated from a sample of the table.</source>
        <translation>Aus einer Stichprobe der Tabelle geschätzt.</translation>
    </message>
    <message>
        <source>At least this many: not all jobs have been counted.</source>
        <translation>Mindestens so viele: Nicht alle Jobs wurden gezählt.</translation>
    </message>
    <message>
        <source>None among the jobs that have been counted so far.</source>
        <translation>Keiner unter den bisher gezählten Jobs.</translation>
    </message>
</context>
<context>
    <name>FreshnessWords</name>
    <message>
        <source>%1 · data read %2</source>
        <translation>%1 · Daten gelesen %2</translation>
    </message>
    <message>
        <source>Reading… · data read %1</source>
        <translation>Wird gelesen… · Daten gelesen %1</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>gelesen %1</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>Gelesen %1</translation>
    </message>
</context>
<context>
    <name>HelpfulAction</name>
    <message>
        <source>Unlock it…</source>
        <translation>Entsperren…</translation>
    </message>
    <message>
        <source>Unlock job %1…</source>
        <translation>Job %1 entsperren…</translation>
    </message>
    <message>
        <source>Copy worker command</source>
        <translation>Befehl für den Worker kopieren</translation>
    </message>
    <message>
        <source>Run it now…</source>
        <translation>Jetzt ausführen…</translation>
    </message>
    <message>
        <source>Retry it…</source>
        <translation>Wiederholen…</translation>
    </message>
    <message>
        <source>Show job %1</source>
        <translation>Job %1 zeigen</translation>
    </message>
    <message>
        <source>Show the jobs ahead of it</source>
        <translation>Die Jobs davor zeigen</translation>
    </message>
    <message>
        <source>Show jobs with this flag</source>
        <translation>Jobs mit diesem Flag zeigen</translation>
    </message>
    <message>
        <source>Show the SQL that adds it again</source>
        <translation>Das SQL zeigen, das ihn wieder hinzufügt</translation>
    </message>
    <message>
        <source>Sweep stale workers…</source>
        <translation>Worker ohne Heartbeat abräumen…</translation>
    </message>
</context>
<context>
    <name>JobExport</name>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>no column is selected</source>
        <translation>keine Spalte ist gewählt</translation>
    </message>
    <message>
        <source>the output could not be written; the disk may be full</source>
        <translation>Die Ausgabe konnte nicht geschrieben werden; vielleicht ist die Platte voll</translation>
    </message>
</context>
<context>
    <name>JobFacts</name>
    <message numerus="yes">
        <source>%1 bytes</source>
        <translation>
            <numerusform>%1 Byte</numerusform>
            <numerusform>%1 Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Smaller numbers come first.</source>
        <translation>Kleinere Zahlen kommen zuerst.</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Run at</source>
        <translation>Läuft um</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Locked by</source>
        <translation>Gesperrt von</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Queue held by</source>
        <translation>Warteschlange gehalten von</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>Counts how often the job was added or changed by its key.</source>
        <translation>Zählt, wie oft der Job über seinen Schlüssel hinzugefügt oder geändert wurde.</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
</context>
<context>
    <name>JobGroupings</name>
    <message>
        <source>Group by task</source>
        <translation>Nach Task gruppieren</translation>
    </message>
    <message>
        <source>Group by queue</source>
        <translation>Nach Warteschlange gruppieren</translation>
    </message>
    <message>
        <source>Group by state</source>
        <translation>Nach Zustand gruppieren</translation>
    </message>
    <message>
        <source>Group by priority</source>
        <translation>Nach Priorität gruppieren</translation>
    </message>
    <message>
        <source>Group by attempts</source>
        <translation>Nach Versuchen gruppieren</translation>
    </message>
    <message>
        <source>Group by worker</source>
        <translation>Nach Worker gruppieren</translation>
    </message>
    <message>
        <source>Group by flag</source>
        <translation>Nach Flag gruppieren</translation>
    </message>
    <message>
        <source>Group by error</source>
        <translation>Nach Fehler gruppieren</translation>
    </message>
    <message>
        <source>No groups</source>
        <translation>Keine Gruppen</translation>
    </message>
</context>
<context>
    <name>JobGroups</name>
    <message>
        <source>A filter cannot ask for the empty name: %1:&quot;&quot; finds the jobs without any.</source>
        <translation>Ein Filter kann nicht nach dem leeren Namen fragen: %1:&quot;&quot; findet die Jobs ohne.</translation>
    </message>
    <message>
        <source>The name is too long for a filter.</source>
        <translation>Der Name ist zu lang für einen Filter.</translation>
    </message>
    <message>
        <source>A filter cannot say this value.</source>
        <translation>Ein Filter kann diesen Wert nicht ausdrücken.</translation>
    </message>
    <message>
        <source>No filter finds these jobs: what stands for their flags has no names in it.</source>
        <translation>Kein Filter findet diese Jobs: Was bei ihnen für die Flags steht, enthält keine Namen.</translation>
    </message>
    <message>
        <source>No filter finds these jobs: the row of their queue is missing.</source>
        <translation>Kein Filter findet diese Jobs: Die Zeile ihrer Warteschlange fehlt.</translation>
    </message>
    <message>
        <source>No filter finds these jobs: the row of their task is missing.</source>
        <translation>Kein Filter findet diese Jobs: Die Zeile ihres Tasks fehlt.</translation>
    </message>
</context>
<context>
    <name>JobNotice</name>
    <message>
        <source>%1, %2. This is how it looked at %3.</source>
        <translation>%1, %2. So sah er um %3 aus.</translation>
    </message>
    <message>
        <source>Completed or deleted before %1. This is how it looked at %2.</source>
        <translation>Abgeschlossen oder gelöscht vor %1. So sah er um %2 aus.</translation>
    </message>
    <message>
        <source>%1: %2, %3. The job has left the table; this is its recorded past.</source>
        <translation>%1: %2, %3. Der Job hat die Tabelle verlassen; dies ist seine aufgezeichnete Vergangenheit.</translation>
    </message>
    <message>
        <source>%1 Shown as of %2.</source>
        <translation>%1 Stand von %2.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
</context>
<context>
    <name>JobReads</name>
    <message>
        <source>The pattern in %1 is not valid: %2.</source>
        <translation>Das Muster in %1 ist nicht gültig: %2.</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
</context>
<context>
    <name>JobSql</name>
    <message>
        <source>Hidden values appear as “[hidden]”: reveal them first, or fill them in yourself.</source>
        <translation>Verborgene Werte erscheinen als „[hidden]“: Decken Sie sie vorher auf oder setzen Sie sie selbst ein.</translation>
    </message>
    <message>
        <source>While a job with this key exists, this updates that job.</source>
        <translation>Solange es einen Job mit diesem Schlüssel gibt, aktualisiert dies jenen Job.</translation>
    </message>
    <message>
        <source>Read it</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Add it again</source>
        <translation>Wieder hinzufügen</translation>
    </message>
    <message>
        <source>Retry it now</source>
        <translation>Jetzt wiederholen</translation>
    </message>
    <message>
        <source>Silently skips the job while a worker holds its lock.</source>
        <translation>Lässt den Job ohne Meldung aus, solange ein Worker seine Sperre hält.</translation>
    </message>
    <message>
        <source>Run it in an hour</source>
        <translation>In einer Stunde ausführen</translation>
    </message>
    <message>
        <source>A job without attempts left does not run, whatever its run time.</source>
        <translation>Ein Job ohne übrige Versuche läuft nicht, gleich für wann er geplant ist.</translation>
    </message>
    <message>
        <source>Fail it for good</source>
        <translation>Endgültig fehlschlagen lassen</translation>
    </message>
    <message>
        <source>The reason replaces its last error.</source>
        <translation>Der Grund ersetzt seinen letzten Fehler.</translation>
    </message>
    <message>
        <source>Complete it</source>
        <translation>Abschließen</translation>
    </message>
    <message>
        <source>This deletes the job.</source>
        <translation>Dies löscht den Job.</translation>
    </message>
</context>
<context>
    <name>JobState</name>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Scheduled</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>Wird wiederholt</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>Endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>Stuck</source>
        <translation>Hängt</translation>
    </message>
    <message>
        <source>Blocked by queue</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Forbidden by flag</source>
        <translation>Durch ein Flag verboten</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Due now. The next free worker that knows the task takes it.</source>
        <translation>Jetzt fällig. Der nächste freie Worker, der den Task kennt, holt ihn.</translation>
    </message>
    <message>
        <source>It is not due yet.</source>
        <translation>Er ist noch nicht fällig.</translation>
    </message>
    <message>
        <source>It failed and is waiting for its next attempt.</source>
        <translation>Er ist fehlgeschlagen und wartet auf den nächsten Versuch.</translation>
    </message>
    <message>
        <source>It failed on its last attempt. No worker takes it again unless it is rescheduled.</source>
        <translation>Er ist beim letzten Versuch fehlgeschlagen. Kein Worker holt ihn wieder, wenn er nicht neu geplant wird.</translation>
    </message>
    <message>
        <source>Due, but it carries a flag that workers refuse at the moment.</source>
        <translation>Fällig, aber er trägt ein Flag, das die Worker zurzeit ablehnen.</translation>
    </message>
    <message>
        <source>It completed and left the queue.</source>
        <translation>Er wurde abgeschlossen und hat die Warteschlange verlassen.</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Locked by a worker: it runs, or waits in the worker&apos;s memory.</source>
        <translation>Von einem Worker gesperrt: Er läuft oder wartet im Speicher des Workers.</translation>
    </message>
    <message>
        <source>Locked for more than 4 hours, or by a worker that sends no heartbeats any more: the worker has probably died. A sweep returns its jobs to the queue.</source>
        <translation>Seit mehr als 4 Stunden gesperrt, oder von einem Worker, der keine Heartbeats mehr sendet: Der Worker ist wahrscheinlich tot. Abräumen gibt seine Jobs an die Warteschlange zurück.</translation>
    </message>
    <message>
        <source>Due, but a worker holds its named queue for another job.</source>
        <translation>Fällig, aber ein Worker hält seine benannte Warteschlange für einen anderen Job.</translation>
    </message>
</context>
<context>
    <name>JobTargets</name>
    <message>
        <source>all jobs</source>
        <translation>alle Jobs</translation>
    </message>
    <message>
        <source>jobs that match %1</source>
        <translation>Jobs, die auf %1 passen</translation>
    </message>
    <message numerus="yes">
        <source>%1 selected jobs</source>
        <translation>
            <numerusform>%1 ausgewählter Job</numerusform>
            <numerusform>%1 ausgewählte Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>job %1, %2</source>
        <translation>Job %1, %2</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>Job %1</translation>
    </message>
</context>
<context>
    <name>JobTimeline</name>
    <message>
        <source>Attempt 1 failed</source>
        <translation>Versuch 1 schlug fehl</translation>
    </message>
    <message>
        <source>Attempts 1 to %1 failed</source>
        <translation>Versuche 1 bis %1 schlugen fehl</translation>
    </message>
    <message>
        <source>Failed for good, at attempt %1 of %2</source>
        <translation>Endgültig fehlgeschlagen, bei Versuch %1 von %2</translation>
    </message>
    <message>
        <source>Attempt %1 of %2 failed</source>
        <translation>Versuch %1 von %2 schlug fehl</translation>
    </message>
    <message>
        <source>Attempt %1 of %2 started</source>
        <translation>Versuch %1 von %2 begonnen</translation>
    </message>
    <message>
        <source>By %1.</source>
        <translation>Von %1.</translation>
    </message>
    <message>
        <source>Attempt %1 of %2 due</source>
        <translation>Versuch %1 von %2 fällig</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Last changed</source>
        <translation>Zuletzt geändert</translation>
    </message>
    <message>
        <source>It was due at once.</source>
        <translation>Er war sofort fällig.</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>Never: its run time is infinity.</source>
        <translation>Nie: Seine Zeit ist infinity.</translation>
    </message>
    <message>
        <source>First due</source>
        <translation>Zuerst fällig</translation>
    </message>
    <message>
        <source>Not recorded: every failure replaces the run time.</source>
        <translation>Nicht aufgezeichnet: Jeder Fehlschlag ersetzt die Zeit.</translation>
    </message>
    <message>
        <source>Completed or deleted</source>
        <translation>Abgeschlossen oder gelöscht</translation>
    </message>
    <message>
        <source>Found missing at this time; whether it was completed or deleted is not recorded.</source>
        <translation>Zu diesem Zeitpunkt nicht mehr gefunden; ob er abgeschlossen oder gelöscht wurde, ist nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The times are not recorded.</source>
        <translation>Die Zeiten sind nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The time is derived from when the next attempt is due, using the standard retry delay.</source>
        <translation>Die Zeit ist aus der Fälligkeit des nächsten Versuchs abgeleitet, mit der üblichen Wartezeit.</translation>
    </message>
    <message>
        <source>The time is not recorded.</source>
        <translation>Die Zeit ist nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>It was held by %1 for %2.</source>
        <translation>Er wurde %2 lang von %1 gehalten.</translation>
    </message>
    <message>
        <source>It had been due for %1.</source>
        <translation>Er war seit %1 fällig.</translation>
    </message>
    <message>
        <source>The handler took %1.</source>
        <translation>Der Handler brauchte %1.</translation>
    </message>
    <message>
        <source>Attempt %1 of %2</source>
        <translation>Versuch %1 von %2</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>Versuch %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 schlug fehl</translation>
    </message>
    <message>
        <source>%1 interrupted: its worker died</source>
        <translation>%1 unterbrochen: Sein Worker starb</translation>
    </message>
    <message>
        <source>%1 succeeded</source>
        <translation>%1 war erfolgreich</translation>
    </message>
    <message>
        <source>%1 earlier attempts</source>
        <translation>%1 frühere Versuche</translation>
    </message>
    <message>
        <source>They are listed on the History page.</source>
        <translation>Sie stehen auf der Seite Verlauf.</translation>
    </message>
    <message>
        <source>%1 due</source>
        <translation>%1 fällig</translation>
    </message>
</context>
<context>
    <name>JobsModel</name>
    <message>
        <source>Click for newest or oldest first. An index provides this order at any table size.</source>
        <translation>Klick für die neuesten oder die ältesten zuerst. Ein Index liefert diese Reihenfolge bei jeder Tabellengröße.</translation>
    </message>
    <message>
        <source>Click for the order in which workers fetch waiting jobs: priority, run at, id. Only available when filtering for waiting states.</source>
        <translation>Klick für die Reihenfolge, in der Worker wartende Jobs holen: Priorität, Zeit, Id. Nur verfügbar, wenn nach wartenden Zuständen gefiltert wird.</translation>
    </message>
    <message>
        <source>Not sortable by this column: no index provides this order, so every page would read the whole table. Filter for a value instead.</source>
        <translation>Nicht nach dieser Spalte sortierbar: Kein Index liefert diese Reihenfolge, jede Seite müsste die ganze Tabelle lesen. Filtern Sie stattdessen nach einem Wert.</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>It has left the queue since it was read: completed or deleted.</source>
        <translation>Er hat die Warteschlange verlassen, seit er gelesen wurde: abgeschlossen oder gelöscht.</translation>
    </message>
    <message>
        <source>since %1</source>
        <translation>seit %1</translation>
    </message>
    <message>
        <source>Job %1, %2, %3</source>
        <translation>Job %1, %2, %3</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Locked by</source>
        <translation>Gesperrt von</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Run at</source>
        <translation>Läuft um</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>JsonTree</name>
    <message>
        <source>It is too long.</source>
        <translation>Er ist zu lang.</translation>
    </message>
    <message>
        <source>It is not JSON: something is wrong at byte %1.</source>
        <translation>Das ist kein JSON: Bei Byte %1 stimmt etwas nicht.</translation>
    </message>
</context>
<context>
    <name>KeychainSecrets</name>
    <message>
        <source>The system keychain does not answer: %1</source>
        <translation>Der Schlüsselbund des Systems antwortet nicht: %1</translation>
    </message>
</context>
<context>
    <name>LiveFeed</name>
    <message>
        <source>jobs added: %1</source>
        <translation>Jobs hinzugefügt: %1</translation>
    </message>
    <message>
        <source>jobs removed: %1</source>
        <translation>Jobs entfernt: %1</translation>
    </message>
    <message>
        <source>announcements: %1</source>
        <translation>Ankündigungen: %1</translation>
    </message>
    <message>
        <source>a schema of this database was migrated to revision %1</source>
        <translation>ein Schema dieser Datenbank wurde auf Revision %1 migriert</translation>
    </message>
    <message>
        <source>a schema of this database was migrated</source>
        <translation>ein Schema dieser Datenbank wurde migriert</translation>
    </message>
    <message>
        <source>workers that do not know it must stop</source>
        <translation>Worker, die sie nicht kennen, müssen anhalten</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>LiveFilter</name>
    <message>
        <source>This is not a regular expression: %1</source>
        <translation>Das ist kein regulärer Ausdruck: %1</translation>
    </message>
    <message>
        <source>A time is missing here.</source>
        <translation>Hier fehlt eine Zeit.</translation>
    </message>
    <message>
        <source>A number is missing here.</source>
        <translation>Hier fehlt eine Zahl.</translation>
    </message>
    <message>
        <source>There is no %1 “%2”.</source>
        <translation>%1 „%2“ gibt es nicht.</translation>
    </message>
    <message>
        <source>Available: %1</source>
        <translation>Möglich: %1</translation>
    </message>
    <message>
        <source>“%1” does not take “%2”.</source>
        <translation>„%1“ verträgt kein „%2“.</translation>
    </message>
    <message>
        <source>Lines have no “%1”.</source>
        <translation>Zeilen haben kein „%1“.</translation>
    </message>
    <message>
        <source>Available: %1. Put a word that contains a colon in quotes.</source>
        <translation>Möglich: %1. Ein Wort mit Doppelpunkt gehört in Anführungszeichen.</translation>
    </message>
    <message>
        <source>Words find lines whose task, queue or message contains them. task:send_* queue:a,b kind:failed event:job:* source:database text~&quot;time.?out&quot; job:42 attempt&gt;1 duration&gt;2s; a leading - excludes lines. All terms must match.</source>
        <translation>Wörter finden Zeilen, deren Task, Warteschlange oder Meldung sie enthält. task:send_* queue:a,b kind:failed event:job:* source:database text~&quot;time.?out&quot; job:42 attempt&gt;1 duration&gt;2s; ein - davor schließt Zeilen aus. Alle Bedingungen müssen zutreffen.</translation>
    </message>
</context>
<context>
    <name>LiveLine</name>
    <message>
        <source>Returned</source>
        <translation>Zurückgegeben</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Completed</source>
        <translation>Abgeschlossen</translation>
    </message>
    <message>
        <source>Lost its lock</source>
        <translation>Sperre verloren</translation>
    </message>
    <message>
        <source>Failed in handler</source>
        <translation>Im Handler fehlgeschlagen</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Standard error</source>
        <translation>Fehlerausgabe</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Cron</source>
        <translation>Cron</translation>
    </message>
    <message>
        <source>Cron problem</source>
        <translation>Cron-Problem</translation>
    </message>
    <message>
        <source>Fetching</source>
        <translation>Abholen</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Recovery</source>
        <translation>Wiederherstellung</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>Jobs announced</source>
        <translation>Jobs angekündigt</translation>
    </message>
    <message>
        <source>Schema migrated</source>
        <translation>Schema migriert</translation>
    </message>
    <message>
        <source>This worker</source>
        <translation>Dieser Worker</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>Datenbank</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fehlschläge</translation>
    </message>
    <message>
        <source>Announcements</source>
        <translation>Ankündigungen</translation>
    </message>
    <message>
        <source>Jobs that start, complete or return to the queue.</source>
        <translation>Jobs, die starten, abgeschlossen werden oder in die Warteschlange zurückkehren.</translation>
    </message>
    <message>
        <source>Jobs that fail, and jobs that lost their lock.</source>
        <translation>Jobs, die fehlschlagen oder ihre Sperre verloren haben.</translation>
    </message>
    <message>
        <source>Output and progress of jobs.</source>
        <translation>Ausgabe und Fortschritt von Jobs.</translation>
    </message>
    <message>
        <source>Jobs added by the crontab of this worker.</source>
        <translation>Jobs, die die Crontab dieses Workers hinzufügt.</translation>
    </message>
    <message>
        <source>Fetches, and the jobs that were fetched ahead.</source>
        <translation>Abholvorgänge und im Voraus abgeholte Jobs.</translation>
    </message>
    <message>
        <source>Start and end of this worker, and jobs it recovers from stale workers.</source>
        <translation>Start und Ende dieses Workers und Jobs, die er von Workern ohne Heartbeat zurückholt.</translation>
    </message>
    <message>
        <source>Problems with the database, and when they are resolved.</source>
        <translation>Probleme mit der Datenbank, und wann sie behoben sind.</translation>
    </message>
    <message>
        <source>Announcements in this database: jobs and migrations of all its queues.</source>
        <translation>Ankündigungen in dieser Datenbank: Jobs und Migrationen aller ihrer Warteschlangen.</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Entfernt</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
</context>
<context>
    <name>LiveListener</name>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>fetching</source>
        <translation>holt ab</translation>
    </message>
    <message>
        <source>full</source>
        <translation>voll</translation>
    </message>
    <message>
        <source>for free threads only</source>
        <translation>nur für freie Threads</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>geschlossen</translation>
    </message>
    <message>
        <source>%1 added as job %2</source>
        <translation>%1 als Job %2 hinzugefügt</translation>
    </message>
    <message>
        <source>%1 was added by another worker</source>
        <translation>%1 hat ein anderer Worker hinzugefügt</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 ausgelassen</translation>
    </message>
    <message>
        <source>%1 refused: %2</source>
        <translation>%1 abgelehnt: %2</translation>
    </message>
    <message>
        <source>%1 for schema %2, jobs at a time: %3</source>
        <translation>%1 für Schema %2, Jobs zugleich: %3</translation>
    </message>
    <message>
        <source>started as %1, tasks: %2</source>
        <translation>gestartet als %1, Tasks: %2</translation>
    </message>
    <message>
        <source>stopped fetching</source>
        <translation>holt nichts mehr ab</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>steht</translation>
    </message>
    <message>
        <source>stopped: %1</source>
        <translation>angehalten: %1</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>der Lauf ist zu Ende</translation>
    </message>
    <message>
        <source>the run ends during %1: %2</source>
        <translation>der Lauf endet bei %1: %2</translation>
    </message>
    <message>
        <source>stop requested</source>
        <translation>Anhalten angefordert</translation>
    </message>
    <message>
        <source>the program received %1</source>
        <translation>das Programm erhielt %1</translation>
    </message>
    <message>
        <source>stops when the running jobs have ended: %1</source>
        <translation>hält an, wenn die laufenden Jobs zu Ende sind: %1</translation>
    </message>
    <message>
        <source>stops now and returns running jobs to the queue: %1</source>
        <translation>hält sofort an und gibt laufende Jobs an die Warteschlange zurück: %1</translation>
    </message>
    <message>
        <source>all results are in the database</source>
        <translation>alle Ergebnisse sind in der Datenbank</translation>
    </message>
    <message>
        <source>some results could not be written, so their jobs run again: %1</source>
        <translation>manche Ergebnisse ließen sich nicht schreiben, ihre Jobs laufen noch einmal: %1</translation>
    </message>
    <message>
        <source>starts listening, attempt %1</source>
        <translation>Verbindungsaufbau für LISTEN, Versuch %1</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>LISTEN aktiv</translation>
    </message>
    <message>
        <source>cannot listen: %1</source>
        <translation>LISTEN nicht möglich: %1</translation>
    </message>
    <message>
        <source>no longer listening</source>
        <translation>LISTEN beendet</translation>
    </message>
    <message>
        <source>jobs fetched ahead, at most: %1</source>
        <translation>im Voraus abgeholte Jobs, höchstens: %1</translation>
    </message>
    <message>
        <source>fetches for free threads only</source>
        <translation>holt nur für freie Threads ab</translation>
    </message>
    <message>
        <source>local queue: %1, was: %2</source>
        <translation>lokale Warteschlange: %1, bisher: %2</translation>
    </message>
    <message>
        <source>waits %1 before the next fetch, or until so many jobs are announced: %2</source>
        <translation>wartet %1 bis zum nächsten Abholen oder bis so viele Jobs angekündigt sind: %2</translation>
    </message>
    <message>
        <source>fetches early, jobs announced: %1</source>
        <translation>holt vorzeitig ab, angekündigte Jobs: %1</translation>
    </message>
    <message>
        <source>the wait before a fetch is over</source>
        <translation>die Wartezeit vor dem Abholen ist vorbei</translation>
    </message>
    <message>
        <source>fetching jobs</source>
        <translation>holt Jobs ab</translation>
    </message>
    <message>
        <source>could not fetch: %1</source>
        <translation>konnte nichts abholen: %1</translation>
    </message>
    <message>
        <source>nothing to fetch</source>
        <translation>nichts abzuholen</translation>
    </message>
    <message>
        <source>jobs fetched: %1</source>
        <translation>abgeholte Jobs: %1</translation>
    </message>
    <message>
        <source>jobs returned before they started: %1</source>
        <translation>vor dem Start zurückgegebene Jobs: %1</translation>
    </message>
    <message>
        <source>the crontab is being registered</source>
        <translation>die Crontab wird eingetragen</translation>
    </message>
    <message>
        <source>the crontab is active</source>
        <translation>die Crontab ist aktiv</translation>
    </message>
    <message>
        <source>backfills %1: %2</source>
        <translation>holt %1 nach: %2</translation>
    </message>
    <message>
        <source>the clock was set back; waits for %1</source>
        <translation>die Uhr wurde zurückgestellt; wartet auf %1</translation>
    </message>
    <message>
        <source>late: catches up from %1</source>
        <translation>verspätet: holt auf ab %1</translation>
    </message>
    <message>
        <source>due at %1: %2</source>
        <translation>fällig um %1: %2</translation>
    </message>
    <message>
        <source>crontab read again, entries: %1</source>
        <translation>Crontab neu gelesen, Einträge: %1</translation>
    </message>
    <message>
        <source>new: %1</source>
        <translation>neu: %1</translation>
    </message>
    <message>
        <source>removed: %1</source>
        <translation>entfernt: %1</translation>
    </message>
    <message>
        <source>keeps the old crontab: %1</source>
        <translation>die alte Crontab bleibt: %1</translation>
    </message>
    <message>
        <source>checks for locks older than four hours</source>
        <translation>sucht Sperren, die älter als vier Stunden sind</translation>
    </message>
    <message>
        <source>old locks removed, jobs: %1</source>
        <translation>alte Sperren entfernt, Jobs: %1</translation>
    </message>
    <message>
        <source>could not check for old locks: %1</source>
        <translation>konnte nicht nach alten Sperren suchen: %1</translation>
    </message>
    <message>
        <source>stale: %1; jobs returned to the queue: %2</source>
        <translation>ohne Heartbeat: %1; in die Warteschlange zurückgegebene Jobs: %2</translation>
    </message>
</context>
<context>
    <name>LiveModel</name>
    <message>
        <source>The worker stopped before the job ended, or the job was postponed. It is back in the queue; the attempt does not count.</source>
        <translation>Der Worker hielt an, bevor der Job endete, oder der Job wurde aufgeschoben. Er ist zurück in der Warteschlange, der Versuch zählt nicht.</translation>
    </message>
    <message>
        <source>The job was unlocked while it ran, so its result was not written. It may run twice.</source>
        <translation>Jemand entsperrte den Job, während er lief; sein Ergebnis wurde nicht geschrieben. Er kann zweimal laufen.</translation>
    </message>
    <message>
        <source>The handler has ended; its result is not in the database yet.</source>
        <translation>Der Handler ist fertig; das Ergebnis ist noch nicht in der Datenbank.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Time, %1</source>
        <translation>Zeit, %1</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Shows the job in the inspector</source>
        <translation>Zeigt den Job im Inspektor</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>LiveWords</name>
    <message>
        <source>Worker without tasks</source>
        <translation>Worker ohne Tasks</translation>
    </message>
    <message>
        <source>Connecting to listen…</source>
        <translation>Verbindung für LISTEN wird aufgebaut…</translation>
    </message>
    <message>
        <source>Listening; checking whether announcements arrive</source>
        <translation>LISTEN aktiv; ob Ankündigungen ankommen, wird geprüft</translation>
    </message>
    <message>
        <source>Announcements do not arrive, possibly because of a connection pooler. Connect directly to the server to see them</source>
        <translation>Ankündigungen kommen nicht an, vielleicht wegen eines Connection-Poolers. Mit einer direkten Verbindung zum Server sind sie zu sehen</translation>
    </message>
    <message>
        <source>Not listening, retrying soon. %1</source>
        <translation>LISTEN nicht aktiv, neuer Versuch folgt. %1</translation>
    </message>
    <message>
        <source>Listening to the database</source>
        <translation>LISTEN aktiv</translation>
    </message>
    <message>
        <source>Listening to the database; announcements name no schema, so those of %1 are shown too</source>
        <translation>LISTEN aktiv; Ankündigungen nennen kein Schema, die von %1 stehen also auch hier</translation>
    </message>
    <message>
        <source>No line matches the filter</source>
        <translation>Keine Zeile passt zum Filter</translation>
    </message>
    <message>
        <source>Hidden lines: %1. Clear the filter, or show more kinds.</source>
        <translation>Ausgeblendete Zeilen: %1. Leeren Sie den Filter oder zeigen Sie mehr Arten.</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>New lines wait until you resume.</source>
        <translation>Neue Zeilen warten, bis Sie fortsetzen.</translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>Noch ist nichts geschehen</translation>
    </message>
    <message>
        <source>The worker of this window has no tasks, so it runs no jobs. Announcements in the database appear here.</source>
        <translation>Der Worker dieses Fensters hat keine Tasks und führt keine Jobs aus. Ankündigungen in der Datenbank erscheinen hier.</translation>
    </message>
    <message>
        <source>Each job the worker runs appears here. Start the worker, and add a job in psql:</source>
        <translation>Jeder Job, den der Worker ausführt, erscheint hier. Starten Sie den Worker, und fügen Sie in psql einen Job hinzu:</translation>
    </message>
    <message>
        <source>Each job the worker runs appears here. Add one in psql:</source>
        <translation>Jeder Job, den der Worker ausführt, erscheint hier. Fügen Sie in psql einen hinzu:</translation>
    </message>
</context>
<context>
    <name>LoadWords</name>
    <message>
        <source>%1 ready</source>
        <translation>%1 bereit</translation>
    </message>
    <message>
        <source>%1 blocked</source>
        <translation>%1 blockiert</translation>
    </message>
    <message>
        <source>%1 scheduled</source>
        <translation>%1 geplant</translation>
    </message>
    <message>
        <source>%1 retrying</source>
        <translation>%1 in Wiederholung</translation>
    </message>
    <message>
        <source>%1 failed for good</source>
        <translation>%1 endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>none seen</source>
        <translation>keine gesehen</translation>
    </message>
    <message>
        <source>jobs estimated from a sample %1</source>
        <translation>Jobs geschätzt aus einer Stichprobe %1</translation>
    </message>
    <message>
        <source>jobs counted %1</source>
        <translation>Jobs gezählt %1</translation>
    </message>
    <message>
        <source>%1 locked</source>
        <translation>%1 gesperrt</translation>
    </message>
</context>
<context>
    <name>LockedBox</name>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Operations are in progress, and the worker of this window is running jobs. Both continue.</source>
        <translation>Vorgänge sind im Gang, und der Worker dieses Fensters führt Jobs aus. Beides läuft weiter.</translation>
    </message>
    <message>
        <source>Operations are in progress. They continue.</source>
        <translation>Vorgänge sind im Gang. Sie laufen weiter.</translation>
    </message>
    <message>
        <source>The worker of this window is running jobs. It continues.</source>
        <translation>Der Worker dieses Fensters führt Jobs aus. Er läuft weiter.</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Pause operations</source>
        <translation>Vorgänge anhalten</translation>
    </message>
    <message>
        <source>Stop worker</source>
        <translation>Worker anhalten</translation>
    </message>
</context>
<context>
    <name>LogLines</name>
    <message>
        <source>%1 as %2</source>
        <translation>%1 als %2</translation>
    </message>
</context>
<context>
    <name>Maintenance</name>
    <message>
        <source>there is no job queue in the schema %1</source>
        <translation>im Schema %1 ist keine Job-Warteschlange</translation>
    </message>
    <message>
        <source>the schema %1 no longer exists</source>
        <translation>es gibt kein Schema %1 mehr</translation>
    </message>
    <message>
        <source>This server is a standby; nothing can be removed here.</source>
        <translation>Dieser Server ist ein Standby; hier kann nichts entfernt werden.</translation>
    </message>
    <message>
        <source>This connection is read-only.</source>
        <translation>Diese Verbindung darf nur lesen.</translation>
    </message>
    <message>
        <source>Only the owner of the schema, %1, may remove it; you are connected as %2.</source>
        <translation>Nur der Eigentümer des Schemas, %1, darf es entfernen; Sie sind als %2 verbunden.</translation>
    </message>
    <message>
        <source>the schema has changed since it was shown; nothing was removed, check again</source>
        <translation>das Schema hat sich geändert, seit es gezeigt wurde; nichts wurde entfernt, prüfen Sie erneut</translation>
    </message>
    <message>
        <source>a worker has started in the meantime; nothing was removed, check again</source>
        <translation>inzwischen ist ein Worker gestartet; nichts wurde entfernt, prüfen Sie erneut</translation>
    </message>
    <message>
        <source>the schema is in use; nothing was removed. Stop its workers and try again</source>
        <translation>das Schema ist in Benutzung; nichts wurde entfernt. Halten Sie seine Worker an und versuchen Sie es erneut</translation>
    </message>
    <message>
        <source>This server is a standby. Vacuum and reindex on the primary.</source>
        <translation>Dieser Server ist ein Standby. Führen Sie VACUUM und REINDEX auf dem Primärserver aus.</translation>
    </message>
    <message>
        <source>Only the owner of the tables, %1, may do this; you are connected as %2.</source>
        <translation>Nur der Eigentümer der Tabellen, %1, darf dies; Sie sind als %2 verbunden.</translation>
    </message>
    <message>
        <source>An unfinished index: every change to the table maintains it, but no query uses it.</source>
        <translation>Ein unfertiger Index: Jede Änderung der Tabelle pflegt ihn, aber keine Abfrage benutzt ihn.</translation>
    </message>
    <message>
        <source>About %1 of it is empty space (estimate). Every fetch reads through the empty pages.</source>
        <translation>Etwa %1 davon sind leer (geschätzt). Jedes Abholen liest durch die leeren Seiten.</translation>
    </message>
    <message>
        <source>last vacuumed %1</source>
        <translation>letztes VACUUM %1</translation>
    </message>
    <message>
        <source>never vacuumed</source>
        <translation>noch nie VACUUM</translation>
    </message>
    <message>
        <source>%1 rows are dead, %2. Every fetch has to skip them.</source>
        <translation>%1 Zeilen sind tot, %2. Jedes Abholen muss sie überspringen.</translation>
    </message>
    <message>
        <source>Each finished job costs the server more CPU time: 3 to 15 % where workers release jobs in batches, 20 to 32 % in graphile-worker&apos;s default mode, one job at a time.</source>
        <translation>Jeder erledigte Job kostet den Server mehr CPU-Zeit: 3 bis 15 %, wo Worker Jobs stapelweise freigeben, 20 bis 32 % in der Standardeinstellung von graphile-worker, Job für Job.</translation>
    </message>
    <message>
        <source>A million runs take 15 to 30 MB where they are released in batches, and 200 MB one by one.</source>
        <translation>Eine Million Läufe belegen 15 bis 30 MB, wo sie stapelweise freigegeben werden, und einzeln 200 MB.</translation>
    </message>
    <message>
        <source>Here a million runs take %1.</source>
        <translation>Hier belegen eine Million Läufe %1.</translation>
    </message>
    <message>
        <source>Installing blocks writes to the tables of jobs, tasks and queues for a few milliseconds; removing blocks reads as well. If these tables are in use, each try waits for at most 300 ms, because workers queue up behind it, and tries are repeated for 20 s.</source>
        <translation>Das Einrichten sperrt die Tabellen der Jobs, Tasks und Warteschlangen für einige Millisekunden gegen Schreiben, das Entfernen auch gegen Lesen. Sind sie in Gebrauch, wartet jeder Versuch höchstens 300 ms, weil Worker dahinter warten; versucht wird es 20 s lang.</translation>
    </message>
    <message>
        <source>Another version of Yardmaster installed it. Install it again.</source>
        <translation>Eine andere Version von Yardmaster hat ihn eingerichtet. Richten Sie ihn erneut ein.</translation>
    </message>
    <message>
        <source>There is no partition for today, so runs go to the default partition: no Yardmaster process with the right to maintain the history has been connected lately.</source>
        <translation>Für heute gibt es keine Partition, daher kommen Läufe in die Standardpartition: Zuletzt war kein Prozess von Yardmaster verbunden, der den Verlauf pflegen darf.</translation>
    </message>
    <message>
        <source>Runs of %1 were not recorded: %2. Workers carried on. Installing the history again clears this message.</source>
        <translation>Läufe vom %1 wurden nicht aufgezeichnet: %2. Die Worker liefen weiter. Erneutes Einrichten des Verlaufs löscht diese Meldung.</translation>
    </message>
    <message>
        <source>About %1 jobs per day are deleted in this database, according to its statistics: %2 to %3 in %4.</source>
        <translation>In dieser Datenbank werden laut ihrer Statistik etwa %1 Jobs am Tag gelöscht: %2 bis %3 in %4.</translation>
    </message>
    <message>
        <source>Not everything is recorded. Missing, altered or switched off: %1. Install it again, or remove it first.</source>
        <translation>Nicht alles wird aufgezeichnet. Es fehlt, ist geändert oder abgeschaltet: %1. Richten Sie den Verlauf erneut ein, oder entfernen Sie ihn vorher.</translation>
    </message>
    <message>
        <source>Missing: every fetch reads the whole table of jobs.</source>
        <translation>Fehlt: Jeder Abruf liest die ganze Job-Tabelle.</translation>
    </message>
    <message>
        <source>Unfinished: every fetch reads the whole table of jobs.</source>
        <translation>Unfertig: Jeder Abruf liest die ganze Job-Tabelle.</translation>
    </message>
    <message>
        <source>Only the owner and operators can read the kept payloads; viewers and readers of the history cannot.</source>
        <translation>Nur der Eigentümer und Rollen zum Bedienen (operator) können aufbewahrte Payloads lesen; wer nur zusieht (viewer) oder den Verlauf liest, kann es nicht.</translation>
    </message>
    <message>
        <source>A payload takes its own size plus 200 bytes. Keeping one of 400 bytes costs the server about half as much CPU time as its job does in a batch; a larger one costs more, and one in which values are replaced several times as much.</source>
        <translation>Ein Payload braucht seine eigene Größe und 200 Byte dazu. Einen von 400 Byte aufzubewahren kostet etwa halb so viel Rechenzeit des Servers wie sein Job, wenn der im Stapel abgeschlossen wird, einen größeren mehr, und einen, in dem Werte ersetzt werden, ein Mehrfaches.</translation>
    </message>
</context>
<context>
    <name>MigrationPlan</name>
    <message>
        <source>Role %1 may not read schema %2; connect as its owner, %3.</source>
        <translation>Die Rolle %1 darf das Schema %2 nicht lesen; verbinden Sie sich als sein Besitzer, %3.</translation>
    </message>
    <message>
        <source>This queue was created by graphile_worker_rs, which has its own upgrades.</source>
        <translation>Diese Warteschlange stammt von graphile_worker_rs, das seine eigenen Aktualisierungen hat.</translation>
    </message>
    <message>
        <source>This server is a standby; connect to its primary.</source>
        <translation>Dieser Server ist ein Standby; verbinden Sie sich mit seinem Primärserver.</translation>
    </message>
    <message>
        <source>This connection is read-only; the server refuses every change.</source>
        <translation>Diese Verbindung ist nur zum Lesen; der Server lehnt jede Änderung ab.</translation>
    </message>
    <message>
        <source>Role %1 may not create a schema in database %2.</source>
        <translation>Die Rolle %1 darf in der Datenbank %2 kein Schema anlegen.</translation>
    </message>
    <message>
        <source>Only the owner of schema %1, %2, can change it; you are connected as %3.</source>
        <translation>Nur der Besitzer des Schemas %1, %2, kann es ändern; Sie sind als %3 verbunden.</translation>
    </message>
</context>
<context>
    <name>Moment</name>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>never (infinity)</source>
        <translation>nie (infinity)</translation>
    </message>
    <message>
        <source>always (-infinity)</source>
        <translation>immer (-infinity)</translation>
    </message>
</context>
<context>
    <name>Operation</name>
    <message numerus="yes">
        <source>%1 of %2 locked jobs could not be changed</source>
        <translation>
            <numerusform>%1 von %2 gesperrten Job konnte nicht geändert werden</numerusform>
            <numerusform>%1 von %2 gesperrten Jobs konnten nicht geändert werden</numerusform>
        </translation>
    </message>
    <message>
        <source>the last batch is still running on the server</source>
        <translation>die letzte Teilmenge läuft auf dem Server noch</translation>
    </message>
    <message>
        <source>Something follows the value.</source>
        <translation>Nach dem Wert folgt noch etwas.</translation>
    </message>
    <message>
        <source>It ends too early.</source>
        <translation>Es endet zu früh.</translation>
    </message>
    <message>
        <source>It is nested too deeply.</source>
        <translation>Es ist zu tief verschachtelt.</translation>
    </message>
    <message>
        <source>A comma or } is missing.</source>
        <translation>Ein Komma oder } fehlt.</translation>
    </message>
    <message>
        <source>A comma or ] is missing.</source>
        <translation>Ein Komma oder ] fehlt.</translation>
    </message>
    <message>
        <source>A name in double quotes is expected.</source>
        <translation>Ein Name in Anführungszeichen wird erwartet.</translation>
    </message>
    <message>
        <source>A colon is missing.</source>
        <translation>Ein Doppelpunkt fehlt.</translation>
    </message>
    <message>
        <source>A line break or tab within quotes must be written \n or \t.</source>
        <translation>Ein Zeilenumbruch oder Tabulator in Anführungszeichen muss als \n oder \t geschrieben werden.</translation>
    </message>
    <message>
        <source>There is no such escape.</source>
        <translation>Ein solches Escape gibt es nicht.</translation>
    </message>
    <message>
        <source>\u needs four hexadecimal digits.</source>
        <translation>\u braucht vier hexadezimale Ziffern.</translation>
    </message>
    <message>
        <source>A digit is expected.</source>
        <translation>Eine Ziffer wird erwartet.</translation>
    </message>
    <message>
        <source>A value is expected.</source>
        <translation>Ein Wert wird erwartet.</translation>
    </message>
    <message>
        <source>A number cannot begin with 0.</source>
        <translation>Eine Zahl kann nicht mit 0 beginnen.</translation>
    </message>
    <message>
        <source>cannot write the journal %1: %2</source>
        <translation>das Protokoll %1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>cannot read the journal %1: %2</source>
        <translation>das Protokoll %1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>the operation is being carried out by another window or process</source>
        <translation>der Vorgang wird von einem anderen Fenster oder Prozess ausgeführt</translation>
    </message>
    <message>
        <source>cannot create the folder %1</source>
        <translation>der Ordner %1 kann nicht angelegt werden</translation>
    </message>
    <message>
        <source>%1 is not the journal of an operation</source>
        <translation>%1 ist nicht das Protokoll eines Vorgangs</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>Job %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>all jobs</source>
        <translation>alle Jobs</translation>
    </message>
    <message>
        <source>jobs that match %1</source>
        <translation>Jobs, die auf %1 passen</translation>
    </message>
    <message>
        <source>Retry %1</source>
        <translation>%1 wiederholen</translation>
    </message>
    <message>
        <source>Reschedule %1</source>
        <translation>%1 neu planen</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>%1 ändern</translation>
    </message>
    <message>
        <source>Complete %1</source>
        <translation>%1 abschließen</translation>
    </message>
    <message>
        <source>Fail %1 for good</source>
        <translation>%1 endgültig fehlschlagen lassen</translation>
    </message>
    <message>
        <source>Remove %1 by key</source>
        <translation>%1 über den Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Unlock %1</source>
        <translation>%1 entsperren</translation>
    </message>
    <message>
        <source>Edit payload of %1</source>
        <translation>Payload von %1 bearbeiten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Waiting: %1</source>
        <translation>Wartet: %1</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Unfertig</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Abgebrochen: %1</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Cancelled, undone</source>
        <translation>Abgebrochen, rückgängig gemacht</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source> · %1/s</source>
        <translation> · %1/s</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 ausgelassen</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weg</translation>
    </message>
    <message numerus="yes">
        <source>%1 errors</source>
        <translation>
            <numerusform>%1 Fehler</numerusform>
            <numerusform>%1 Fehler</numerusform>
        </translation>
    </message>
    <message>
        <source>the operation has ended</source>
        <translation>der Vorgang ist beendet</translation>
    </message>
    <message>
        <source>stopped while the database was unavailable</source>
        <translation>angehalten, während die Datenbank nicht erreichbar war</translation>
    </message>
    <message>
        <source>this operation cannot be undone</source>
        <translation>dieser Vorgang kann nicht rückgängig gemacht werden</translation>
    </message>
    <message>
        <source>finish or cancel the operation before you undo it</source>
        <translation>beenden Sie den Vorgang oder brechen Sie ihn ab, bevor Sie ihn rückgängig machen</translation>
    </message>
    <message numerus="yes">
        <source>stopped after %1 errors</source>
        <translation>
            <numerusform>nach %1 Fehler angehalten</numerusform>
            <numerusform>nach %1 Fehlern angehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>the connection to the server is lost</source>
        <translation>die Verbindung zum Server ist verloren</translation>
    </message>
    <message>
        <source>%1 is %2; it must be from %3 to %4</source>
        <translation>%1 ist %2; möglich ist %3 bis %4</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>specify the time to reschedule the jobs to</source>
        <translation>geben Sie die Zeit an, auf die die Jobs neu geplant werden</translation>
    </message>
    <message>
        <source>specify the interval to move the jobs by</source>
        <translation>geben Sie die Spanne an, um die die Jobs verschoben werden</translation>
    </message>
    <message>
        <source>the window to spread the jobs over must be longer than zero</source>
        <translation>das Fenster, über das die Jobs verteilt werden, muss länger als null sein</translation>
    </message>
    <message>
        <source>jobs can be moved by a hundred years at most</source>
        <translation>Jobs können um höchstens hundert Jahre verschoben werden</translation>
    </message>
    <message>
        <source>a window cannot begin at infinity</source>
        <translation>ein Fenster kann nicht bei infinity beginnen</translation>
    </message>
    <message>
        <source>specify a reason for failing the jobs</source>
        <translation>geben Sie den Grund an, aus dem die Jobs fehlschlagen sollen</translation>
    </message>
    <message>
        <source>the reason contains a null character</source>
        <translation>der Grund enthält ein Nullzeichen</translation>
    </message>
    <message>
        <source>the payload is not JSON</source>
        <translation>der Payload ist kein JSON</translation>
    </message>
    <message>
        <source>specify the operation to undo</source>
        <translation>geben Sie den Vorgang an, der rückgängig gemacht werden soll</translation>
    </message>
    <message>
        <source>Due now; jobs that have failed for good get all their attempts back.</source>
        <translation>Jetzt fällig; endgültig fehlgeschlagene Jobs bekommen alle Versuche zurück.</translation>
    </message>
    <message>
        <source>Moved by %1.</source>
        <translation>Um %1 verschoben.</translation>
    </message>
    <message>
        <source>Spread over %1 from %2 on.</source>
        <translation>Ab %2 über %1 verteilt.</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Due at %1; jobs that have failed for good stay failed.</source>
        <translation>Fällig um %1; endgültig fehlgeschlagene Jobs bleiben fehlgeschlagen.</translation>
    </message>
    <message>
        <source>priority %1</source>
        <translation>Priorität %1</translation>
    </message>
    <message>
        <source>attempts %1</source>
        <translation>Versuche %1</translation>
    </message>
    <message>
        <source>max_attempts %1</source>
        <translation>max_attempts %1</translation>
    </message>
    <message>
        <source>New values: %1.</source>
        <translation>Neue Werte: %1.</translation>
    </message>
    <message>
        <source>Deleted, as if they had succeeded.</source>
        <translation>Gelöscht, als wären sie erfolgreich gewesen.</translation>
    </message>
    <message>
        <source>No attempts left; the reason is put before their last error.</source>
        <translation>Keine Versuche mehr übrig; der Grund wird ihrem letzten Fehler vorangestellt.</translation>
    </message>
    <message>
        <source>Deleted by their key.</source>
        <translation>Über ihren Schlüssel gelöscht.</translation>
    </message>
    <message>
        <source>Released from the workers that hold them, alive or not; they run again at once.</source>
        <translation>Sperren gelöst, ob die Worker leben oder nicht; die Jobs laufen sofort wieder.</translation>
    </message>
    <message>
        <source>New payload; due now, with attempts left.</source>
        <translation>Neuer Payload; jetzt fällig, mit Versuchen übrig.</translation>
    </message>
    <message>
        <source>As they were before, unless they have changed since.</source>
        <translation>Wie sie vorher waren, wenn sie sich seitdem nicht geändert haben.</translation>
    </message>
    <message>
        <source>the filter is not valid: %1</source>
        <translation>der Filter ist nicht gültig: %1</translation>
    </message>
    <message>
        <source>a batch must have 1 to 10000 jobs</source>
        <translation>eine Teilmenge muss 1 bis 10000 Jobs haben</translation>
    </message>
    <message>
        <source>the pace must not be negative</source>
        <translation>das Tempo darf nicht negativ sein</translation>
    </message>
    <message>
        <source>the number of errors to stop after must not be negative</source>
        <translation>die Zahl der Fehler, nach denen angehalten wird, darf nicht negativ sein</translation>
    </message>
    <message>
        <source>a payload can be edited in only one job at a time</source>
        <translation>ein Payload kann immer nur in einem Job bearbeitet werden</translation>
    </message>
    <message>
        <source>an id occurs twice</source>
        <translation>eine Id kommt zweimal vor</translation>
    </message>
    <message>
        <source>this is not the journal of an operation</source>
        <translation>dies ist nicht das Protokoll eines Vorgangs</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 jobs could not be restored</source>
        <translation>
            <numerusform>%1 von %2 Job konnte nicht wiederhergestellt werden</numerusform>
            <numerusform>%1 von %2 Jobs konnten nicht wiederhergestellt werden</numerusform>
        </translation>
    </message>
    <message>
        <source>cannot write the operator log %1: %2</source>
        <translation>das Logbuch %1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>the folder cannot be created</source>
        <translation>der Ordner kann nicht angelegt werden</translation>
    </message>
    <message>
        <source>it is locked</source>
        <translation>es ist gesperrt</translation>
    </message>
    <message>
        <source>it cannot be renamed</source>
        <translation>es kann nicht umbenannt werden</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>%1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Ausgelassen</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>%1 (%2 here)</source>
        <translation>%1 (%2 hier)</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Reschedule</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>Abschließen</translation>
    </message>
    <message>
        <source>Fail for good</source>
        <translation>Endgültig fehlschlagen lassen</translation>
    </message>
    <message>
        <source>Remove by key</source>
        <translation>Über den Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Edit payload</source>
        <translation>Payload bearbeiten</translation>
    </message>
    <message>
        <source>Fail %1</source>
        <translation>%1 fehlschlagen lassen</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Change payload of %1</source>
        <translation>Payload von %1 ändern</translation>
    </message>
    <message>
        <source>Restore %1</source>
        <translation>%1 wiederherstellen</translation>
    </message>
    <message>
        <source>Empty fields are left unchanged.</source>
        <translation>Leere Felder bleiben unverändert.</translation>
    </message>
    <message>
        <source>Deletes jobs as if they had succeeded. No worker will run them.</source>
        <translation>Löscht Jobs, als wären sie erfolgreich gewesen. Kein Worker führt sie mehr aus.</translation>
    </message>
    <message>
        <source>Leaves no attempts. Your reason is put before the last error of each job.</source>
        <translation>Lässt keine Versuche übrig. Ihr Grund wird dem letzten Fehler jedes Jobs vorangestellt.</translation>
    </message>
    <message>
        <source>Deletes jobs that have a key; their keys are free again.</source>
        <translation>Löscht Jobs mit Schlüssel; ihre Schlüssel sind wieder frei.</translation>
    </message>
    <message>
        <source>Releases the locks of workers, so that jobs run again at once. If the worker is still alive, a job runs twice.</source>
        <translation>Löst die Sperren der Worker, sodass Jobs sofort wieder laufen. Lebt der Worker noch, läuft ein Job zweimal.</translation>
    </message>
    <message>
        <source>The job gets the new payload and is due now, with attempts left.</source>
        <translation>Der Job bekommt den neuen Payload und ist jetzt fällig, mit Versuchen übrig.</translation>
    </message>
    <message>
        <source>Restores jobs as they were before. Jobs that have changed since are skipped and reported.</source>
        <translation>Stellt Jobs wieder her, wie sie vorher waren. Seitdem geänderte Jobs werden ausgelassen und gemeldet.</translation>
    </message>
    <message>
        <source>An undo cannot be undone.</source>
        <translation>Ein Rückgängigmachen kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Can be undone exactly, for every job that has not changed in the meantime.</source>
        <translation>Kann genau rückgängig gemacht werden, für jeden Job, der sich inzwischen nicht geändert hat.</translation>
    </message>
    <message>
        <source>Undo creates equal jobs again, under new ids, if their keys are still free.</source>
        <translation>Rückgängig legt gleiche Jobs neu an, unter neuen Ids, wenn ihre Schlüssel noch frei sind.</translation>
    </message>
    <message>
        <source>Cannot be undone.</source>
        <translation>Kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>locked by an unnamed worker</source>
        <translation>gesperrt von einem Worker ohne Namen</translation>
    </message>
    <message>
        <source>locked by %1</source>
        <translation>gesperrt von %1</translation>
    </message>
    <message>
        <source>not locked</source>
        <translation>nicht gesperrt</translation>
    </message>
    <message>
        <source>has no key</source>
        <translation>hat keinen Schlüssel</translation>
    </message>
    <message>
        <source>failed for good already</source>
        <translation>schon endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>being changed at this moment</source>
        <translation>wird in diesem Augenblick geändert</translation>
    </message>
    <message>
        <source>changed since it was read</source>
        <translation>geändert, seit er gelesen wurde</translation>
    </message>
    <message>
        <source>changed since</source>
        <translation>seitdem geändert</translation>
    </message>
    <message>
        <source>its key now belongs to job %1</source>
        <translation>sein Schlüssel gehört jetzt Job %1</translation>
    </message>
    <message>
        <source>new id %1</source>
        <translation>neue Id %1</translation>
    </message>
    <message>
        <source>an undo cannot be undone; carry out the operation again</source>
        <translation>ein Rückgängigmachen kann nicht rückgängig gemacht werden; führen Sie den Vorgang noch einmal aus</translation>
    </message>
    <message>
        <source>it has been undone</source>
        <translation>er wurde rückgängig gemacht</translation>
    </message>
    <message>
        <source>an undo of it was started and is not finished; resume that one</source>
        <translation>ein Rückgängigmachen wurde begonnen und ist nicht abgeschlossen; setzen Sie es fort</translation>
    </message>
    <message>
        <source>Partly undone, %1 of %2</source>
        <translation>Teilweise rückgängig gemacht, %1 von %2</translation>
    </message>
    <message>
        <source>the operation was carried out on another server, or in another database or schema</source>
        <translation>der Vorgang wurde auf einem anderen Server ausgeführt, oder in einer anderen Datenbank oder einem anderen Schema</translation>
    </message>
    <message>
        <source>this server may be a copy of the one where the operation was carried out, or a standby that has since been promoted</source>
        <translation>dieser Server ist vielleicht eine Kopie dessen, auf dem der Vorgang ausgeführt wurde, oder ein Standby, der seitdem befördert wurde</translation>
    </message>
    <message>
        <source>cannot write the list of jobs %1: %2</source>
        <translation>die Liste der Jobs %1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>cannot read the list of jobs %1: %2; cancel the operation and start it again</source>
        <translation>die Liste der Jobs %1 kann nicht gelesen werden: %2; brechen Sie den Vorgang ab und beginnen Sie ihn noch einmal</translation>
    </message>
    <message>
        <source>the list of jobs %1 is damaged; cancel the operation and start it again</source>
        <translation>die Liste der Jobs %1 ist beschädigt; brechen Sie den Vorgang ab und beginnen Sie ihn noch einmal</translation>
    </message>
    <message>
        <source>cannot read the list of jobs %1: %2</source>
        <translation>die Liste der Jobs %1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>changed since the preview</source>
        <translation>seit der Vorschau geändert</translation>
    </message>
    <message>
        <source>skipped in the preview</source>
        <translation>in der Vorschau ausgelassen</translation>
    </message>
    <message>
        <source>This server may not be the one where the operation was carried out: it may be a copy of it, or a standby that has since been promoted. Its jobs may not be those you confirmed.</source>
        <translation>Dieser Server ist vielleicht nicht der, auf dem der Vorgang ausgeführt wurde: Er kann eine Kopie davon sein, oder ein Standby, der seitdem befördert wurde. Seine Jobs sind vielleicht andere als die, die Sie bestätigt haben.</translation>
    </message>
    <message>
        <source>its text is not valid UTF-8</source>
        <translation>sein Text ist kein gültiges UTF-8</translation>
    </message>
    <message>
        <source>It is not finished: resume or cancel it first.</source>
        <translation>Er ist nicht abgeschlossen: Setzen Sie ihn zuerst fort oder brechen Sie ihn ab.</translation>
    </message>
    <message>
        <source>It is being undone: resume or cancel that first.</source>
        <translation>Er wird rückgängig gemacht: Setzen Sie das zuerst fort oder brechen Sie es ab.</translation>
    </message>
    <message>
        <source>Its jobs are on hold, and only undoing it resumes them.</source>
        <translation>Seine Jobs sind angehalten, und nur das Rückgängigmachen setzt sie fort.</translation>
    </message>
    <message>
        <source>Delete the operation that it undid first.</source>
        <translation>Löschen Sie zuerst den Vorgang, den er rückgängig gemacht hat.</translation>
    </message>
    <message>
        <source>the operation is in use by another window or process</source>
        <translation>der Vorgang wird von einem anderen Fenster oder Prozess benutzt</translation>
    </message>
    <message>
        <source>cannot delete %1: %2</source>
        <translation>%1 kann nicht gelöscht werden: %2</translation>
    </message>
    <message>
        <source>It is still running.</source>
        <translation>Er läuft noch.</translation>
    </message>
    <message>
        <source>this is not the server where the jobs were counted</source>
        <translation>dies ist nicht der Server, auf dem die Jobs gezählt wurden</translation>
    </message>
    <message>
        <source>whether its last batch was committed is not known while the database is unavailable; cancel it again when it is back</source>
        <translation>ob der letzte Stapel ausgeführt wurde, ist nicht bekannt, solange die Datenbank nicht erreichbar ist; brechen Sie danach noch einmal ab</translation>
    </message>
    <message>
        <source>row security may hide jobs from %1; connect as %2, who started it</source>
        <translation>Row Security verbirgt %1 vielleicht Jobs; verbinden Sie sich als %2, von dem der Vorgang begonnen wurde</translation>
    </message>
    <message>
        <source>there is no schema %1</source>
        <translation>es gibt kein Schema %1</translation>
    </message>
    <message>
        <source>cannot write the operator log in the database: %1</source>
        <translation>das Logbuch in der Datenbank kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>its journal is damaged: %1</source>
        <translation>sein Protokoll ist beschädigt: %1</translation>
    </message>
    <message>
        <source>the journal %1 is damaged; cancel the operation and start it again</source>
        <translation>das Protokoll %1 ist beschädigt; brechen Sie den Vorgang ab und beginnen Sie ihn noch einmal</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>attempts %1, priority %2, run at %3</source>
        <translation>Versuche %1, Priorität %2, läuft um %3</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>run at</source>
        <translation>läuft um</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>as before</source>
        <translation>wie zuvor</translation>
    </message>
    <message>
        <source>locked → unlocked</source>
        <translation>gesperrt → entsperrt</translation>
    </message>
    <message>
        <source>%1 → deleted</source>
        <translation>%1 → gelöscht</translation>
    </message>
    <message>
        <source>deleted → %1</source>
        <translation>gelöscht → %1</translation>
    </message>
    <message>
        <source>Makes the jobs due now. Jobs that failed for good get all their attempts back.</source>
        <translation>Macht die Jobs sofort fällig. Endgültig fehlgeschlagene Jobs bekommen alle Versuche zurück.</translation>
    </message>
    <message>
        <source>Moves the jobs to another time. Jobs that failed for good stay failed: to run them again, retry them.</source>
        <translation>Verschiebt die Jobs auf eine andere Zeit. Endgültig fehlgeschlagene Jobs bleiben fehlgeschlagen: Um sie wieder auszuführen, wiederholen Sie sie.</translation>
    </message>
    <message>
        <source>queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>the name of a queue has at most %1 characters</source>
        <translation>der Name einer Warteschlange hat höchstens %1 Zeichen</translation>
    </message>
    <message>
        <source>a key has at most %1 characters</source>
        <translation>ein Schlüssel hat höchstens %1 Zeichen</translation>
    </message>
    <message>
        <source>a flag has no name</source>
        <translation>ein Flag hat keinen Namen</translation>
    </message>
    <message>
        <source>a flag occurs twice</source>
        <translation>ein Flag kommt zweimal vor</translation>
    </message>
    <message>
        <source>a name contains a null character</source>
        <translation>ein Name enthält ein Nullzeichen</translation>
    </message>
    <message>
        <source>specify a value to change: priority, attempts, max_attempts, queue, flags or key</source>
        <translation>geben Sie an, was zu ändern ist: priority, attempts, max_attempts, queue, flags oder key</translation>
    </message>
    <message>
        <source>no queue</source>
        <translation>keine Warteschlange</translation>
    </message>
    <message>
        <source>queue %1</source>
        <translation>Warteschlange %1</translation>
    </message>
    <message>
        <source>no flags</source>
        <translation>keine Flags</translation>
    </message>
    <message>
        <source>flags %1</source>
        <translation>Flags %1</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>keinen Schlüssel</translation>
    </message>
    <message>
        <source>key %1</source>
        <translation>Schlüssel %1</translation>
    </message>
    <message>
        <source>a key belongs to one job: select a single job</source>
        <translation>ein Schlüssel gehört zu einem Job: wählen Sie einen einzelnen</translation>
    </message>
    <message>
        <source>Not done: %1</source>
        <translation>Nicht ausgeführt: %1</translation>
    </message>
    <message>
        <source>Upgrade the schema</source>
        <translation>Schema aktualisieren</translation>
    </message>
    <message numerus="yes">
        <source>Add %1 jobs</source>
        <translation>
            <numerusform>%1 Job hinzufügen</numerusform>
            <numerusform>%1 Jobs hinzufügen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clean up %1 jobs</source>
        <translation>
            <numerusform>%1 Job aufräumen</numerusform>
            <numerusform>%1 Jobs aufräumen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sweep %1 jobs of stale workers</source>
        <translation>
            <numerusform>%1 Job von Workern ohne Heartbeat abräumen</numerusform>
            <numerusform>%1 Jobs von Workern ohne Heartbeat abräumen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock %1 jobs of a worker</source>
        <translation>
            <numerusform>%1 Job eines Workers entsperren</numerusform>
            <numerusform>%1 Jobs eines Workers entsperren</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo for %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
</context>
<context>
    <name>OutputFile</name>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>Älteste</translation>
    </message>
    <message>
        <source>nothing is ready</source>
        <translation>nichts ist bereit</translation>
    </message>
    <message>
        <source>in no queue</source>
        <translation>in keiner Warteschlange</translation>
    </message>
    <message>
        <source>in queue %1</source>
        <translation>in Warteschlange %1</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>Steady</source>
        <translation>Gleichbleibend</translation>
    </message>
    <message>
        <source>Growing</source>
        <translation>Wächst</translation>
    </message>
    <message>
        <source>workers keep up</source>
        <translation>die Worker kommen nach</translation>
    </message>
    <message>
        <source>until it is empty</source>
        <translation>bis er abgearbeitet ist</translation>
    </message>
    <message>
        <source>neither grows nor shrinks</source>
        <translation>wächst nicht und schrumpft nicht</translation>
    </message>
    <message>
        <source>by %1 per minute</source>
        <translation>um %1 je Minute</translation>
    </message>
    <message>
        <source>Among the newest jobs and those due next. Older failures are not counted here.</source>
        <translation>Unter den neuesten und den als Nächstes fälligen Jobs. Ältere Fehler zählen hier nicht.</translation>
    </message>
    <message>
        <source>In no queue</source>
        <translation>In keiner Warteschlange</translation>
    </message>
    <message>
        <source>%1 (held)</source>
        <translation>%1 (belegt)</translation>
    </message>
    <message>
        <source>%1: %2 due among the oldest jobs; a running job holds it.</source>
        <translation>%1: %2 fällig unter den ältesten Jobs; ein laufender Job belegt sie.</translation>
    </message>
    <message>
        <source>%1: %2 due among the oldest jobs.</source>
        <translation>%1: %2 fällig unter den ältesten Jobs.</translation>
    </message>
    <message>
        <source>%1: %2 jobs failed for good, %3 wait for a retry.</source>
        <translation>%1: %2 Jobs endgültig fehlgeschlagen, %3 warten auf einen neuen Versuch.</translation>
    </message>
    <message>
        <source>Values, the newest first</source>
        <translation>Messwerte, die neuesten zuerst</translation>
    </message>
    <message>
        <source>Shrinking</source>
        <translation>Schrumpft</translation>
    </message>
    <message>
        <source>Runs that failed in the last minute. Exact if the history is recorded; otherwise estimated from changes in the table: jobs that now wait for a retry, and jobs that have newly failed for good. Jobs changed by hand are not counted, and jobs of tasks with their own retry delay only at their last attempt.</source>
        <translation>Läufe, die in der letzten Minute fehlschlugen. Genau, wenn der Verlauf aufgezeichnet wird; sonst aus den Änderungen in der Tabelle geschätzt: Jobs, die nun auf eine Wiederholung warten, und neu endgültig fehlgeschlagene. Von Hand geänderte Jobs zählen nicht, und Jobs von Tasks mit eigener Wartezeit erst bei ihrem letzten Versuch.</translation>
    </message>
    <message>
        <source>per minute, %1 of runs</source>
        <translation>je Minute, %1 der Läufe</translation>
    </message>
    <message>
        <source>per minute</source>
        <translation>je Minute</translation>
    </message>
    <message>
        <source>per minute, estimated, %1 of runs</source>
        <translation>je Min., geschätzt, %1 der Läufe</translation>
    </message>
    <message>
        <source>per minute, estimated</source>
        <translation>je Minute, geschätzt</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>Alle Worker</translation>
    </message>
    <message>
        <source>Cron</source>
        <translation>Cron</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>This worker</source>
        <translation>Dieser Worker</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
</context>
<context>
    <name>PastHour</name>
    <message>
        <source>Runs, 1 h</source>
        <translation>Läufe, 1 h</translation>
    </message>
    <message>
        <source>Failed, 1 h</source>
        <translation>Fehlgeschlagen, 1 h</translation>
    </message>
    <message>
        <source>Held, 95 %</source>
        <translation>Gehalten, 95 %</translation>
    </message>
    <message>
        <source>Past hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>The history contains no run that ended in the past hour.</source>
        <translation>Der Verlauf enthält keinen Lauf, der in der letzten Stunde geendet hat.</translation>
    </message>
    <message>
        <source>In the past hour %1 runs succeeded and %2 attempts failed.</source>
        <translation>In der letzten Stunde waren %1 Läufe erfolgreich, und %2 Versuche sind fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Half of them were held by a worker for at most %1, and 95 % for at most %2, including the time they waited in its memory.</source>
        <translation>Die Hälfte davon hielt ein Worker höchstens %1 und 95 % höchstens %2, das Warten in seinem Speicher eingeschlossen.</translation>
    </message>
</context>
<context>
    <name>PastJob</name>
    <message>
        <source>Job %1 is still in the queue: retry it there, or duplicate it.</source>
        <translation>Job %1 ist noch in der Queue: Wiederholen Sie ihn dort, oder duplizieren Sie ihn.</translation>
    </message>
    <message>
        <source>The history does not show how job %1 ended.</source>
        <translation>Aus dem Verlauf geht nicht hervor, wie Job %1 geendet hat.</translation>
    </message>
    <message>
        <source>The task name of job %1 is no longer known.</source>
        <translation>Der Name des Tasks von Job %1 ist nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>The queue name of job %1 is no longer known.</source>
        <translation>Der Name der Warteschlange von Job %1 ist nicht mehr bekannt.</translation>
    </message>
    <message>
        <source>In the payload of job %1, values were replaced by “[redacted]” when it was kept.</source>
        <translation>Im Payload von Job %1 wurden Werte durch „[redacted]“ ersetzt, als er aufbewahrt wurde.</translation>
    </message>
    <message>
        <source>The payload of job %1 was too large to be kept.</source>
        <translation>Der Payload von Job %1 war zu groß, um aufbewahrt zu werden.</translation>
    </message>
    <message>
        <source>The payload of job %1 was not kept, because it could not be searched for values to replace.</source>
        <translation>Der Payload von Job %1 wurde nicht aufbewahrt, weil er nicht nach Werten durchsucht werden konnte, die zu ersetzen sind.</translation>
    </message>
    <message>
        <source>The payload of job %1 was not kept: its task is excluded, or the job ended before payloads were kept.</source>
        <translation>Der Payload von Job %1 wurde nicht aufbewahrt: Sein Task ist ausgenommen, oder der Job endete, bevor Payloads aufbewahrt wurden.</translation>
    </message>
    <message>
        <source>The payload of job %1 was not kept: this history keeps no payloads.</source>
        <translation>Der Payload von Job %1 wurde nicht aufbewahrt: Dieser Verlauf bewahrt keine Payloads auf.</translation>
    </message>
    <message>
        <source>This role may not read the payload of job %1.</source>
        <translation>Diese Rolle darf den Payload von Job %1 nicht lesen.</translation>
    </message>
    <message>
        <source>The priority, maximum attempts and flags of job %1 are not known: the defaults are used instead.</source>
        <translation>Priorität, Höchstzahl der Versuche und Flags von Job %1 sind nicht bekannt: Stattdessen gelten die Standardwerte.</translation>
    </message>
</context>
<context>
    <name>PastOutcome</name>
    <message>
        <source>Succeeded</source>
        <translation>Erfolgreich</translation>
    </message>
    <message>
        <source>Its worker deleted the job. Deleting it by hand while a worker held it would look the same.</source>
        <translation>Sein Worker löschte den Job. Von Hand gelöscht, während ein Worker ihn hielt, sähe er gleich aus.</translation>
    </message>
    <message>
        <source>Attempt failed</source>
        <translation>Versuch fehlgeschlagen</translation>
    </message>
    <message>
        <source>The attempt failed, and at least one more was left.</source>
        <translation>Der Versuch schlug fehl, und mindestens einer war noch übrig.</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>Endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>The last attempt failed.</source>
        <translation>Der letzte Versuch schlug fehl.</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Unterbrochen</translation>
    </message>
    <message>
        <source>Its worker died, and the job was returned to the queue; the attempt does not count.</source>
        <translation>Sein Worker starb, und der Job kam in die Warteschlange zurück; der Versuch zählt nicht.</translation>
    </message>
    <message>
        <source>Removed by hand</source>
        <translation>Von Hand entfernt</translation>
    </message>
    <message>
        <source>The job was deleted while no worker held it. After a forced unlock, a success may look the same.</source>
        <translation>Der Job wurde gelöscht, während kein Worker ihn hielt. Nach einem erzwungenen Entsperren kann ein Erfolg gleich aussehen.</translation>
    </message>
    <message>
        <source>Failed for good, cleaned up</source>
        <translation>Endgültig fehlgeschlagen, aufgeräumt</translation>
    </message>
    <message>
        <source>The job had failed for good before it was deleted.</source>
        <translation>Der Job war endgültig fehlgeschlagen, bevor er gelöscht wurde.</translation>
    </message>
    <message>
        <source>Retired by key</source>
        <translation>Durch Schlüssel abgelöst</translation>
    </message>
    <message>
        <source>While it ran, another job took its key, or it was removed by its key.</source>
        <translation>Während er lief, bekam ein anderer Job seinen Schlüssel, oder er wurde über seinen Schlüssel entfernt.</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>The job was deleted after it had been locked for more than four hours: it succeeded, or it was removed.</source>
        <translation>Der Job wurde gelöscht, nachdem er mehr als vier Stunden gesperrt war: Er war erfolgreich, oder er wurde entfernt.</translation>
    </message>
    <message>
        <source>Probably removed by hand</source>
        <translation>Wohl von Hand entfernt</translation>
    </message>
    <message>
        <source>Probably retired by key</source>
        <translation>Wohl durch Schlüssel abgelöst</translation>
    </message>
</context>
<context>
    <name>PastRun</name>
    <message>
        <source>held %1</source>
        <translation>gehalten %1</translation>
    </message>
</context>
<context>
    <name>PayloadCell</name>
    <message>
        <source>Enter a path, for example payload.user.id.</source>
        <translation>Geben Sie einen Pfad ein, zum Beispiel payload.user.id.</translation>
    </message>
    <message>
        <source>Enter a path in the payload, for example payload.user.id.</source>
        <translation>Geben Sie einen Pfad im Payload an, zum Beispiel payload.user.id.</translation>
    </message>
    <message>
        <source>A null character cannot occur in a payload.</source>
        <translation>Ein Nullzeichen kann in einem Payload nicht vorkommen.</translation>
    </message>
    <message>
        <source>This is not a path. Dots separate names; names with other characters need quotes: payload.&quot;first name&quot;.0</source>
        <translation>Das ist kein Pfad. Punkte trennen die Namen; Namen mit anderen Zeichen brauchen Anführungszeichen: payload.&quot;first name&quot;.0</translation>
    </message>
    <message>
        <source>Hidden by a redaction rule. The inspector can reveal it.</source>
        <translation>Von einer Regel verborgen. Der Inspektor kann es aufdecken.</translation>
    </message>
    <message>
        <source>Not read yet.</source>
        <translation>Noch nicht gelesen.</translation>
    </message>
    <message>
        <source>The payload has nothing at this path.</source>
        <translation>Der Payload hat an diesem Pfad nichts.</translation>
    </message>
    <message>
        <source>The value is null.</source>
        <translation>Der Wert ist null.</translation>
    </message>
    <message>
        <source>The payload is too long to be read for a list. The inspector shows it.</source>
        <translation>Der Payload ist zu lang, um für eine Liste gelesen zu werden. Der Inspektor zeigt ihn.</translation>
    </message>
    <message>
        <source>PostgreSQL cannot read this payload: it contains \u0000 or half a surrogate pair.</source>
        <translation>PostgreSQL kann diesen Payload nicht lesen: Er enthält \u0000 oder ein halbes Surrogatpaar.</translation>
    </message>
    <message>
        <source>Too long for a list. The inspector shows it.</source>
        <translation>Zu lang für eine Liste. Der Inspektor zeigt es.</translation>
    </message>
</context>
<context>
    <name>Profile</name>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>A profile needs a name.</source>
        <translation>Ein Profil braucht einen Namen.</translation>
    </message>
    <message>
        <source>A profile with this name already exists.</source>
        <translation>Ein Profil mit diesem Namen gibt es schon.</translation>
    </message>
    <message>
        <source>A port must be a number from 1 to 65535.</source>
        <translation>Ein Port muss eine Zahl von 1 bis 65535 sein.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an sslmode.</source>
        <translation>&quot;%1&quot; ist kein sslmode.</translation>
    </message>
    <message>
        <source>The file %1 cannot be read.</source>
        <translation>Die Datei %1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>A client key needs its certificate.</source>
        <translation>Ein Client-Schlüssel braucht sein Zertifikat.</translation>
    </message>
    <message>
        <source>White text would not be readable on this colour.</source>
        <translation>Weiße Schrift wäre auf dieser Farbe nicht lesbar.</translation>
    </message>
    <message>
        <source>The certificate is checked, the host name is not: any server with a certificate of the same authority could pose as this one.</source>
        <translation>Das Zertifikat wird geprüft, der Hostname nicht: Jeder Server mit einem Zertifikat derselben Stelle könnte sich als dieser ausgeben.</translation>
    </message>
    <message>
        <source>Encrypted, but the server is not authenticated: an attacker on the network path can pose as it. verify-full prevents this.</source>
        <translation>Verschlüsselt, aber der Server wird nicht authentifiziert: Ein Angreifer im Netz kann sich als der Server ausgeben. verify-full verhindert das.</translation>
    </message>
    <message>
        <source>Not encrypted: anyone on the network path can read and change the jobs.</source>
        <translation>Nicht verschlüsselt: Wer den Netzverkehr sieht, kann die Jobs lesen und ändern.</translation>
    </message>
    <message>
        <source>Encrypted only if the server agrees, and the server is not authenticated: an attacker on the network path can switch encryption off. verify-full prevents this.</source>
        <translation>Nur verschlüsselt, wenn der Server zustimmt, und der Server wird nicht authentifiziert: Ein Angreifer im Netz kann die Verschlüsselung abschalten. verify-full verhindert das.</translation>
    </message>
</context>
<context>
    <name>ProfileStore</name>
    <message>
        <source>The profiles cannot be written to %1.</source>
        <translation>Die Profile können nicht nach %1 geschrieben werden.</translation>
    </message>
</context>
<context>
    <name>QueueEvidence</name>
    <message>
        <source>This queue no longer exists.</source>
        <translation>Diese Warteschlange gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The queue is free: there is nothing to release.</source>
        <translation>Die Warteschlange ist frei: Es gibt nichts zu lösen.</translation>
    </message>
    <message>
        <source>an owner without a name</source>
        <translation>einem Besitzer ohne Namen</translation>
    </message>
    <message>
        <source>Locked by %1 since %2, %3.</source>
        <translation>Gesperrt von %1 seit %2, %3.</translation>
    </message>
    <message>
        <source>No job of this queue is locked, so nothing runs in it.</source>
        <translation>Kein Job dieser Warteschlange ist gesperrt, es läuft also nichts.</translation>
    </message>
    <message>
        <source>Job %1 (%2) is locked by %3, fetched %4.</source>
        <translation>Job %1 (%2) ist gesperrt von %3, geholt %4.</translation>
    </message>
    <message numerus="yes">
        <source>And %1 more locked jobs.</source>
        <translation>
            <numerusform>Und %1 weiterer gesperrter Job.</numerusform>
            <numerusform>Und %1 weitere gesperrte Jobs.</numerusform>
        </translation>
    </message>
    <message>
        <source>The owner is registered and sent a heartbeat %1.</source>
        <translation>Der Besitzer ist registriert und hat %1 einen Heartbeat gesendet.</translation>
    </message>
    <message>
        <source>The owner is registered, and has sent no heartbeat since %1.</source>
        <translation>Der Besitzer ist registriert und hat seit %1 keinen Heartbeat gesendet.</translation>
    </message>
    <message>
        <source>The owner is not in the worker registry: it ended, was swept, or is of a kind that never registers, such as graphile-worker&apos;s (Node).</source>
        <translation>Der Besitzer steht nicht im Worker-Register: Er hat sich beendet, wurde aufgeräumt oder registriert sich nie, wie die von graphile-worker (Node).</translation>
    </message>
    <message>
        <source>This schema has no worker registry, so it is not known whether the owner is alive.</source>
        <translation>Dieses Schema hat kein Worker-Register; ob der Besitzer lebt, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>No other session is connected to this database.</source>
        <translation>Keine andere Sitzung ist mit dieser Datenbank verbunden.</translation>
    </message>
    <message>
        <source>Connected to this database: %1.</source>
        <translation>Mit dieser Datenbank verbunden: %1.</translation>
    </message>
</context>
<context>
    <name>QueueMetrics</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>QueueSnapshot</name>
    <message>
        <source>Free</source>
        <translation>Frei</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Orphaned lock</source>
        <translation>Verwaiste Sperre</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
</context>
<context>
    <name>RedactionRules</name>
    <message>
        <source>“%1” needs a regular expression between two slashes, like /token/.</source>
        <translation>„%1“ braucht einen regulären Ausdruck zwischen zwei Schrägstrichen, wie /token/.</translation>
    </message>
    <message>
        <source>“%1” is not a regular expression: %2.</source>
        <translation>„%1“ ist kein regulärer Ausdruck: %2.</translation>
    </message>
    <message>
        <source>“%1” has an empty name between its dots.</source>
        <translation>„%1“ hat einen leeren Namen zwischen seinen Punkten.</translation>
    </message>
</context>
<context>
    <name>Restrictions</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>yardmaster --schema-only installs one.</source>
        <translation>yardmaster --schema-only legt eine an.</translation>
    </message>
    <message>
        <source>Role %1 may not create it; an administrator can run yardmaster --schema-only.</source>
        <translation>Die Rolle %1 darf sie nicht anlegen; ein Administrator kann yardmaster --schema-only ausführen.</translation>
    </message>
    <message>
        <source>There is no job queue in schema %1 of this database. %2</source>
        <translation>Im Schema %1 dieser Datenbank ist keine Job-Warteschlange. %2</translation>
    </message>
    <message>
        <source>You see nothing because role %1 may not read schema %2; connect as its owner, %3.</source>
        <translation>Sie sehen nichts, weil die Rolle %1 das Schema %2 nicht lesen darf; verbinden Sie sich als sein Besitzer, %3.</translation>
    </message>
    <message>
        <source>You see 0 rows because row security hides all jobs from role %1; connect as the owner, %2.</source>
        <translation>Sie sehen 0 Zeilen, weil Row Security alle Jobs vor der Rolle %1 verbirgt; verbinden Sie sich als der Besitzer, %2.</translation>
    </message>
    <message>
        <source>The queue is at breaking revision %1, and this program knows revisions up to %2: it can be read, but not changed.</source>
        <translation>Die Warteschlange ist bei der nicht kompatiblen Revision %1, und dieses Programm kennt Revisionen bis %2: Sie kann gelesen, aber nicht geändert werden.</translation>
    </message>
    <message>
        <source>The queue is at revision %1, newer than %2, the newest known here; the migrations in between are marked as non-breaking.</source>
        <translation>Die Warteschlange ist bei Revision %1, neuer als %2, die neueste hier bekannte; die Migrationen dazwischen sind als verträglich gekennzeichnet.</translation>
    </message>
    <message>
        <source>The queue is at revision %1, too old to be read; yardmaster --schema-only upgrades it to %2.</source>
        <translation>Die Warteschlange ist bei Revision %1, zu alt zum Lesen; yardmaster --schema-only aktualisiert sie auf %2.</translation>
    </message>
    <message>
        <source>The queue is at revision %1; yardmaster --schema-only upgrades it to %2. It is never upgraded automatically.</source>
        <translation>Die Warteschlange ist bei Revision %1; yardmaster --schema-only aktualisiert sie auf %2. Automatisch wird sie nie aktualisiert.</translation>
    </message>
    <message>
        <source>Nothing can be changed because this server is a standby, which only replays its primary.</source>
        <translation>Nichts kann geändert werden, weil dieser Server ein Standby ist, der nur die Änderungen seines Primärservers nachvollzieht.</translation>
    </message>
    <message>
        <source>Nothing can be changed because this connection is read-only; the server refuses every write.</source>
        <translation>Nichts kann geändert werden, weil diese Verbindung nur zum Lesen ist; der Server lehnt jedes Schreiben ab.</translation>
    </message>
    <message>
        <source>Jobs cannot be changed because role %1 may not update and delete them; the owner, %2, can grant it.</source>
        <translation>Die Jobs können nicht geändert werden, weil die Rolle %1 sie nicht ändern und löschen darf; der Besitzer, %2, kann das Recht geben.</translation>
    </message>
    <message>
        <source>Role %1 may not call %2.</source>
        <translation>Die Rolle %1 darf %2 nicht aufrufen.</translation>
    </message>
    <message>
        <source>This queue was created by graphile_worker_rs; its schema is not changed.</source>
        <translation>Diese Warteschlange stammt von graphile_worker_rs; ihr Schema wird nicht geändert.</translation>
    </message>
    <message>
        <source>The schema holds objects of another tool, which are left alone: %1.</source>
        <translation>Das Schema enthält Objekte eines anderen Werkzeugs, die unberührt bleiben: %1.</translation>
    </message>
    <message>
        <source>The server&apos;s clock is %1 ahead of this computer&apos;s: ages and due times shown here are wrong by that much.</source>
        <translation>Die Uhr des Servers geht gegen die dieses Rechners um %1 vor: Alter und Fälligkeiten hier sind um so viel falsch.</translation>
    </message>
    <message>
        <source>The server&apos;s clock is %1 behind this computer&apos;s: ages and due times shown here are wrong by that much.</source>
        <translation>Die Uhr des Servers geht gegen die dieses Rechners um %1 nach: Alter und Fälligkeiten hier sind um so viel falsch.</translation>
    </message>
    <message>
        <source>You see nothing because %1 is missing from schema %2, which is at revision %3. Rename it back, or restore it from a backup.</source>
        <translation>Sie sehen nichts, weil %1 im Schema %2 fehlt, das auf Revision %3 ist. Benennen Sie es zurück, oder stellen Sie es aus einer Sicherung wieder her.</translation>
    </message>
</context>
<context>
    <name>RunExport</name>
    <message>
        <source>cancelled</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>there is no readable history here</source>
        <translation>hier gibt es keinen lesbaren Verlauf</translation>
    </message>
</context>
<context>
    <name>RunFigures</name>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>a week ago</source>
        <translation>vor einer Woche</translation>
    </message>
    <message>
        <source>There is no data for %1.</source>
        <translation>Für „%1“ gibt es keine Daten.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>95 % held</source>
        <translation>95 % gehalten</translation>
    </message>
</context>
<context>
    <name>SavedView</name>
    <message>
        <source>it is not JSON: line %1, %2</source>
        <translation>das ist kein JSON: Zeile %1, %2</translation>
    </message>
    <message>
        <source>it contains no list of views</source>
        <translation>darin ist keine Liste von Ansichten</translation>
    </message>
    <message>
        <source>This is not a link to a view; such a link begins with %1.</source>
        <translation>Das ist kein Link zu einer Ansicht; ein solcher beginnt mit %1.</translation>
    </message>
    <message>
        <source>This link to a view has no filter.</source>
        <translation>Dieser Link zu einer Ansicht hat keinen Filter.</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
</context>
<context>
    <name>SingleJob</name>
    <message>
        <source>The worker refuses its flag %1.</source>
        <translation>Der Worker lehnt sein Flag %1 ab.</translation>
    </message>
    <message>
        <source>Its flag %1 is not one of those the worker allows.</source>
        <translation>Sein Flag %1 gehört nicht zu den vom Worker erlaubten.</translation>
    </message>
    <message>
        <source>It has none of the flags that the worker accepts.</source>
        <translation>Er hat keines der Flags, die der Worker annimmt.</translation>
    </message>
    <message>
        <source>There is no job %1: it has ended, or was removed.</source>
        <translation>Es gibt keinen Job %1: er ist beendet oder wurde entfernt.</translation>
    </message>
    <message>
        <source>There is no task %1 here: set up the worker with a folder or a plugin that has it.</source>
        <translation>Hier gibt es keinen Task %1: Richten Sie den Worker mit einem Ordner oder Plugin ein, das ihn hat.</translation>
    </message>
    <message>
        <source>It was stopped before the job started.</source>
        <translation>Es wurde angehalten, bevor der Job begann.</translation>
    </message>
    <message>
        <source>Another worker fetched it first, or holds its lock for a moment; try again.</source>
        <translation>Ein anderer Worker war schneller oder hält kurz seine Sperre; versuchen Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>Standby</name>
    <message>
        <source>Write a standby as host or host:port; separate several with commas.</source>
        <translation>Schreiben Sie einen Standby als Host oder Host:Port, mehrere durch Kommas getrennt.</translation>
    </message>
    <message>
        <source>A port must be a number from 1 to 65535.</source>
        <translation>Ein Port muss eine Zahl von 1 bis 65535 sein.</translation>
    </message>
</context>
<context>
    <name>SupportingIndex</name>
    <message>
        <source>Lists failed jobs at once.</source>
        <translation>Listet fehlgeschlagene Jobs sofort auf.</translation>
    </message>
    <message>
        <source>Costs workers time when a job fails for good, which is rare.</source>
        <translation>Kostet Worker Zeit, wenn ein Job endgültig fehlschlägt, was selten ist.</translation>
    </message>
    <message>
        <source>Lists running and stuck jobs at once.</source>
        <translation>Listet laufende und hängende Jobs sofort auf.</translation>
    </message>
    <message>
        <source>Costs workers time with every job they fetch.</source>
        <translation>Kostet Worker Zeit bei jedem Job, den sie holen.</translation>
    </message>
    <message>
        <source>Keeps the list of waiting jobs fast where many are due at the same moment.</source>
        <translation>Hält die Liste der wartenden Jobs schnell, wo viele im selben Augenblick fällig sind.</translation>
    </message>
    <message>
        <source>Costs time with every job that is added or fetched.</source>
        <translation>Kostet Zeit bei jedem Job, der hinzugefügt oder geholt wird.</translation>
    </message>
    <message>
        <source>Finds job keys by prefix.</source>
        <translation>Findet Schlüssel von Jobs nach ihrem Anfang.</translation>
    </message>
    <message>
        <source>Costs time with every job that has a key.</source>
        <translation>Kostet Zeit bei jedem Job mit einem Schlüssel.</translation>
    </message>
    <message>
        <source>This server is a standby; indexes are created on its primary.</source>
        <translation>Dieser Server ist ein Standby; Indizes werden auf seinem Primärserver angelegt.</translation>
    </message>
    <message>
        <source>This connection is read-only; the server refuses every change.</source>
        <translation>Diese Verbindung ist nur zum Lesen; der Server lehnt jede Änderung ab.</translation>
    </message>
    <message>
        <source>Only the owner of the jobs table, %1, can create and drop its indexes; you are connected as %2.</source>
        <translation>Nur der Besitzer der Job-Tabelle, %1, kann ihre Indizes anlegen und löschen; Sie sind als %2 verbunden.</translation>
    </message>
    <message>
        <source>there is no job queue in schema &apos;%1&apos; of this database</source>
        <translation>im Schema &apos;%1&apos; dieser Datenbank ist keine Job-Warteschlange</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Fehlt</translation>
    </message>
    <message>
        <source>Being created</source>
        <translation>Wird angelegt</translation>
    </message>
    <message>
        <source>Unfinished</source>
        <translation>Unfertig</translation>
    </message>
    <message>
        <source>Present</source>
        <translation>Vorhanden</translation>
    </message>
</context>
<context>
    <name>Table</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>TaskSnapshot</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message numerus="yes">
        <source>Here, %1 workers in all</source>
        <translation>
            <numerusform>Hier, insgesamt %1 Worker</numerusform>
            <numerusform>Hier, insgesamt %1 Worker</numerusform>
        </translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Hier</translation>
    </message>
    <message numerus="yes">
        <source>%1 workers</source>
        <translation>
            <numerusform>%1 Worker</numerusform>
            <numerusform>%1 Worker</numerusform>
        </translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>The worker of this window runs it.</source>
        <translation>Der Worker dieses Fensters führt ihn aus.</translation>
    </message>
    <message>
        <source>The worker of this window runs it. In the registry: %1.</source>
        <translation>Der Worker dieses Fensters führt ihn aus. Im Register: %1.</translation>
    </message>
    <message>
        <source>Live workers that report this task: %1.</source>
        <translation>Lebende Worker, die diesen Task melden: %1.</translation>
    </message>
    <message>
        <source>Workers that hold one of its jobs now, so they know it: %1.</source>
        <translation>Worker, die gerade einen seiner Jobs halten, ihn also kennen: %1.</translation>
    </message>
    <message>
        <source>All live registered workers (%1) report their tasks, and none reports this one. Workers of graphile-worker (Node) never register, so one of those may run it.</source>
        <translation>Alle lebenden registrierten Worker (%1) melden ihre Tasks, und keiner meldet diesen. Worker von graphile-worker (Node) registrieren sich nie, einer davon kann ihn also ausführen.</translation>
    </message>
    <message>
        <source>This schema has no worker registry, so this is not known.</source>
        <translation>Dieses Schema hat kein Worker-Register, daher ist es nicht bekannt.</translation>
    </message>
    <message>
        <source>No live worker is registered. Workers of graphile-worker (Node) never register, so one of those may run it.</source>
        <translation>Kein lebender Worker ist registriert. Worker von graphile-worker (Node) registrieren sich nie, einer davon kann ihn also ausführen.</translation>
    </message>
    <message>
        <source>Live workers that do not report their tasks: %1.</source>
        <translation>Lebende Worker, die ihre Tasks nicht melden: %1.</translation>
    </message>
    <message>
        <source>executable</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>plugin</source>
        <translation>Plugin</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>eingebaut</translation>
    </message>
    <message>
        <source>No registered worker</source>
        <translation>Kein registrierter Worker</translation>
    </message>
</context>
<context>
    <name>TlsProbe</name>
    <message>
        <source>no answer within ten seconds</source>
        <translation>keine Antwort in zehn Sekunden</translation>
    </message>
    <message>
        <source>%1 port %2: %3</source>
        <translation>%1 Port %2: %3</translation>
    </message>
    <message>
        <source>this program was built without TLS</source>
        <translation>dieses Programm wurde ohne TLS gebaut</translation>
    </message>
    <message>
        <source>the server closed the connection when asked for TLS: %1</source>
        <translation>der Server schloss die Verbindung, als TLS angefragt wurde: %1</translation>
    </message>
    <message>
        <source>the server there is not PostgreSQL</source>
        <translation>der Server dort ist kein PostgreSQL</translation>
    </message>
    <message>
        <source>the handshake failed: %1</source>
        <translation>der Handshake schlug fehl: %1</translation>
    </message>
</context>
<context>
    <name>Trend</name>
    <message>
        <source>due %1 → %2</source>
        <translation>fällig %1 → %2</translation>
    </message>
    <message>
        <source>locked %1 → %2</source>
        <translation>gesperrt %1 → %2</translation>
    </message>
    <message>
        <source>failed for good %1 → %2</source>
        <translation>endgültig fehlgeschlagen %1 → %2</translation>
    </message>
    <message>
        <source>Last 5 minutes</source>
        <translation>Letzte 5 Minuten</translation>
    </message>
</context>
<context>
    <name>ViewArgument</name>
    <message>
        <source>the filter is not valid at its end: %1</source>
        <translation>der Filter ist am Ende nicht gültig: %1</translation>
    </message>
    <message>
        <source>the filter is not valid at &apos;%1&apos;: %2</source>
        <translation>der Filter ist bei &apos;%1&apos; nicht gültig: %2</translation>
    </message>
    <message>
        <source>the filter is not valid after &apos;%1&apos;: %2</source>
        <translation>der Filter ist nach &apos;%1&apos; nicht gültig: %2</translation>
    </message>
    <message>
        <source>There are no views in %1.</source>
        <translation>In %1 sind keine Ansichten.</translation>
    </message>
</context>
<context>
    <name>ViewStore</name>
    <message>
        <source>The view “%1” no longer exists.</source>
        <translation>Die Ansicht „%1“ gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>The views cannot be written to %1: %2.</source>
        <translation>Die Ansichten können nicht in %1 geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>The views in %1 cannot be read: %2.</source>
        <translation>Die Ansichten in %1 können nicht gelesen werden: %2.</translation>
    </message>
    <message>
        <source>it is larger than 4 MiB</source>
        <translation>sie ist größer als 4 MiB</translation>
    </message>
    <message>
        <source>%1 is damaged and cannot be moved aside; the views are not saved.</source>
        <translation>%1 ist beschädigt und lässt sich nicht beiseitelegen; die Ansichten werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>A view needs a name.</source>
        <translation>Eine Ansicht braucht einen Namen.</translation>
    </message>
    <message>
        <source>A view “%1” already exists.</source>
        <translation>Es gibt schon eine Ansicht „%1“.</translation>
    </message>
</context>
<context>
    <name>WhyNot</name>
    <message>
        <source>%1 last sent a heartbeat %2.</source>
        <translation>%1 sendete den letzten Heartbeat %2.</translation>
    </message>
    <message>
        <source>%1 is not registered, as graphile-worker&apos;s workers never are, so it is not known whether it is alive.</source>
        <translation>%1 ist nicht registriert, wie die Worker von graphile-worker es nie sind; ob er lebt, ist daher nicht bekannt.</translation>
    </message>
    <message>
        <source>Locked by %1 since %2.</source>
        <translation>Gesperrt von %1 seit %2.</translation>
    </message>
    <message>
        <source>Worker %1 fetched it %2 and is now stale.</source>
        <translation>Worker %1 holte ihn %2 und sendet keinen Heartbeat mehr.</translation>
    </message>
    <message>
        <source>Sweep the stale worker: its jobs return to the queue. Any Yardmaster worker on this schema does so automatically.</source>
        <translation>Räumen Sie den Worker ab: Seine Jobs kommen zurück in die Warteschlange. Jeder Yardmaster-Worker an diesem Schema tut das automatisch.</translation>
    </message>
    <message>
        <source>Worker %1 fetched it %2 and has not finished it.</source>
        <translation>Worker %1 holte ihn %2 und ist noch nicht fertig.</translation>
    </message>
    <message>
        <source>Its worker is alive; check there whether the task still makes progress.</source>
        <translation>Sein Worker lebt; prüfen Sie dort, ob der Task noch vorankommt.</translation>
    </message>
    <message>
        <source>Unlock it once you are sure that its worker is dead. Workers also look every few minutes for jobs locked for more than 4 hours, and unlock them.</source>
        <translation>Entsperren Sie ihn, sobald sicher ist, dass sein Worker tot ist. Worker suchen auch selbst alle paar Minuten nach Jobs, die länger als 4 Stunden gesperrt sind, und entsperren sie.</translation>
    </message>
    <message>
        <source>Nothing needs to be done.</source>
        <translation>Es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>It is postponed forever.</source>
        <translation>Er ist für immer aufgeschoben.</translation>
    </message>
    <message>
        <source>Its run time is infinity.</source>
        <translation>Seine Zeit ist infinity.</translation>
    </message>
    <message>
        <source>It failed and will be retried %1.</source>
        <translation>Er ist fehlgeschlagen und wird %1 wiederholt.</translation>
    </message>
    <message>
        <source>It is not due yet: %1.</source>
        <translation>Er ist noch nicht fällig: %1.</translation>
    </message>
    <message>
        <source>Its run time is %1; the server&apos;s clock says %2.</source>
        <translation>Seine Zeit ist %1; die Uhr des Servers zeigt %2.</translation>
    </message>
    <message>
        <source>Attempt %1 of %2 failed: %3</source>
        <translation>Versuch %1 von %2 schlug fehl: %3</translation>
    </message>
    <message>
        <source>Its queue was deleted, so no worker can take it.</source>
        <translation>Seine Warteschlange wurde gelöscht, darum kann kein Worker ihn holen.</translation>
    </message>
    <message>
        <source>The job refers to a queue that has no row.</source>
        <translation>Der Job verweist auf eine Warteschlange ohne Zeile.</translation>
    </message>
    <message>
        <source>Add the job again, and remove this one.</source>
        <translation>Fügen Sie den Job neu hinzu und entfernen Sie diesen.</translation>
    </message>
    <message>
        <source>Queue %1 has been locked by %2 since %3.</source>
        <translation>Die Warteschlange %1 ist von %2 gesperrt seit %3.</translation>
    </message>
    <message>
        <source>Locked jobs of this queue: %1.</source>
        <translation>Gesperrte Jobs dieser Warteschlange: %1.</translation>
    </message>
    <message>
        <source>Its queue %1 is held by worker %2, which is stale.</source>
        <translation>Seine Warteschlange %1 hält der Worker %2, der keinen Heartbeat mehr sendet.</translation>
    </message>
    <message>
        <source>Sweep the stale worker: that frees the queue.</source>
        <translation>Räumen Sie den Worker ab: Das gibt die Warteschlange frei.</translation>
    </message>
    <message>
        <source>Its queue %1 was taken by %2 %3; the jobs of a queue run one after the other.</source>
        <translation>Seine Warteschlange %1 holte %2 %3; die Jobs einer Warteschlange laufen nacheinander.</translation>
    </message>
    <message>
        <source>Job %1 of its queue %2 has been running since %3; the jobs of a queue run one after the other.</source>
        <translation>Job %1 seiner Warteschlange %2 läuft seit %3; die Jobs einer Warteschlange laufen nacheinander.</translation>
    </message>
    <message>
        <source>Unlock the queue once you are sure that its worker is dead.</source>
        <translation>Entsperren Sie die Warteschlange, sobald sicher ist, dass ihr Worker tot ist.</translation>
    </message>
    <message>
        <source>It runs once the other job has ended.</source>
        <translation>Er läuft, sobald der andere Job beendet ist.</translation>
    </message>
    <message>
        <source>Due since %1, attempts left, no lock in its way.</source>
        <translation>Fällig seit %1, Versuche übrig, keine Sperre im Weg.</translation>
    </message>
    <message>
        <source>Registered workers that are alive: %1.</source>
        <translation>Registrierte Worker, die leben: %1.</translation>
    </message>
    <message>
        <source>No registered worker is alive.</source>
        <translation>Kein registrierter Worker lebt.</translation>
    </message>
    <message>
        <source>This schema has no worker registry.</source>
        <translation>Dieses Schema hat kein Worker-Register.</translation>
    </message>
    <message>
        <source>Which tasks a worker knows is not recorded in the database, and workers of graphile-worker do not register at all.</source>
        <translation>Welche Tasks ein Worker kennt, steht nicht in der Datenbank, und die Worker von graphile-worker registrieren sich gar nicht.</translation>
    </message>
    <message>
        <source>It is due, but no worker is known to be alive.</source>
        <translation>Er ist fällig, aber von keinem Worker ist bekannt, dass er lebt.</translation>
    </message>
    <message>
        <source>Start a worker that knows the task %1.</source>
        <translation>Starten Sie einen Worker, der den Task %1 kennt.</translation>
    </message>
    <message>
        <source>It is due and waits its turn. Jobs ahead of it: %1.</source>
        <translation>Er ist fällig und wartet, bis er dran ist. Jobs vor ihm: %1.</translation>
    </message>
    <message>
        <source>A smaller priority number moves it forward; more workers help all jobs.</source>
        <translation>Eine kleinere Prioritätszahl rückt ihn nach vorn; mehr Worker helfen allen.</translation>
    </message>
    <message>
        <source>It is due and first in line. If no worker fetches it, no running worker knows the task %1.</source>
        <translation>Er ist fällig und der erste in der Reihe. Wenn kein Worker ihn holt, kennt kein laufender Worker den Task %1.</translation>
    </message>
    <message>
        <source>Due jobs before it in the order: %1.</source>
        <translation>Fällige Jobs vor ihm in der Reihe: %1.</translation>
    </message>
    <message numerus="yes">
        <source>It has failed for good: all %n attempts are used up.</source>
        <translation>
            <numerusform>Er ist endgültig fehlgeschlagen: Sein einziger Versuch ist verbraucht.</numerusform>
            <numerusform>Er ist endgültig fehlgeschlagen: Alle %n Versuche sind verbraucht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Last error: %1</source>
        <translation>Letzter Fehler: %1</translation>
    </message>
    <message>
        <source>Attempts: %1 of %2.</source>
        <translation>Versuche: %1 von %2.</translation>
    </message>
    <message>
        <source>Workers refuse jobs with the flag %1 at the moment.</source>
        <translation>Worker lehnen Jobs mit dem Flag %1 zurzeit ab.</translation>
    </message>
    <message>
        <source>The job carries: %1.</source>
        <translation>Der Job trägt: %1.</translation>
    </message>
    <message>
        <source>Allow the flag again, or start a worker that accepts it.</source>
        <translation>Lassen Sie das Flag wieder zu, oder starten Sie einen Worker, der es annimmt.</translation>
    </message>
    <message>
        <source>%1 fetched it %2: it runs, or waits in the worker&apos;s memory.</source>
        <translation>%1 holte ihn %2: Er läuft oder wartet im Speicher des Workers.</translation>
    </message>
    <message>
        <source>Jobs that %1 ran at its last heartbeat: %2.</source>
        <translation>Jobs, die bei %1 zum letzten Heartbeat liefen: %2.</translation>
    </message>
    <message>
        <source>Reschedule it to now if it should not wait.</source>
        <translation>Planen Sie ihn auf jetzt um, wenn er nicht warten soll.</translation>
    </message>
    <message>
        <source>Retry it: that sets its attempts to 0 and makes it due now.</source>
        <translation>Wiederholen Sie ihn: Das setzt seine Versuche auf 0 und macht ihn sofort fällig.</translation>
    </message>
    <message>
        <source>Always due (-infinity), attempts left, no lock in its way.</source>
        <translation>Immer fällig (-infinity), Versuche übrig, keine Sperre im Weg.</translation>
    </message>
</context>
<context>
    <name>WindowPage</name>
    <message>
        <source>Starting the sandbox database</source>
        <translation>Die Sandbox-Datenbank startet</translation>
    </message>
    <message>
        <source>A private PostgreSQL on this machine. The first start takes a few seconds.</source>
        <translation>Ein privates PostgreSQL auf diesem Rechner. Der erste Start dauert ein paar Sekunden.</translation>
    </message>
    <message>
        <source>The sandbox database did not start</source>
        <translation>Die Sandbox-Datenbank ist nicht gestartet</translation>
    </message>
</context>
<context>
    <name>Windowed</name>
    <message>
        <source>Open the view “%1” from a link</source>
        <translation>Die Ansicht „%1“ aus einem Link öffnen</translation>
    </message>
</context>
<context>
    <name>WorkerSetup</name>
    <message>
        <source>Choose a folder of tasks or a plugin.</source>
        <translation>Einen Ordner mit Tasks oder ein Plugin wählen.</translation>
    </message>
    <message>
        <source>There are no tasks in it.</source>
        <translation>Es sind keine Tasks darin.</translation>
    </message>
</context>
<context>
    <name>WorkerWords</name>
    <message>
        <source>Worker stopped</source>
        <translation>Worker steht</translation>
    </message>
    <message>
        <source>Worker starting…</source>
        <translation>Worker startet…</translation>
    </message>
    <message>
        <source>Worker running</source>
        <translation>Worker läuft</translation>
    </message>
    <message>
        <source>Worker stopping…</source>
        <translation>Worker hält an…</translation>
    </message>
    <message>
        <source>no jobs</source>
        <translation>keine Jobs</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>Writing the last results</source>
        <translation>Die letzten Ergebnisse werden geschrieben</translation>
    </message>
    <message>
        <source>Returning %1 to the queue</source>
        <translation>%1 gehen in die Warteschlange zurück</translation>
    </message>
    <message>
        <source>Waiting for %1; jobs still running %2 return to the queue</source>
        <translation>Warten auf %1; was %2 noch läuft, geht in die Warteschlange zurück</translation>
    </message>
</context>
<context>
    <name>Workers</name>
    <message>
        <source>Alive</source>
        <translation>Lebt</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>Kein Heartbeat</translation>
    </message>
    <message>
        <source>Gone</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>It was registered earlier in this session, and has since left or been swept.</source>
        <translation>Er war in dieser Sitzung schon registriert und hat sich seither abgemeldet oder wurde abgeräumt.</translation>
    </message>
    <message>
        <source>It holds locks but sends no heartbeats: workers of graphile-worker never do, so it is not known whether it is alive.</source>
        <translation>Er hält Sperren, sendet aber keine Heartbeats, wie Worker von graphile-worker nie; ob er lebt, ist daher nicht bekannt.</translation>
    </message>
    <message>
        <source>Never registers</source>
        <translation>Registriert sich nie</translation>
    </message>
    <message>
        <source>No owner</source>
        <translation>Kein Besitzer</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1, Prozess %2</translation>
    </message>
    <message>
        <source>It sent a heartbeat within the last %1.</source>
        <translation>Er hat in den letzten %1 einen Heartbeat gesendet.</translation>
    </message>
    <message>
        <source>It is registered, but has sent no heartbeat for more than %1. A sweep returns its jobs to the queue.</source>
        <translation>Er ist registriert, hat aber seit mehr als %1 keinen Heartbeat gesendet. Ein Abräumen gibt seine Jobs an die Warteschlange zurück.</translation>
    </message>
</context>
<context>
    <name>yardmaster::AddJobDialog</name>
    <message>
        <source>Copy SQL</source>
        <translation>SQL kopieren</translation>
    </message>
    <message>
        <source>Add job</source>
        <translation>Job hinzufügen</translation>
    </message>
    <message>
        <source>Add a job</source>
        <translation>Einen Job hinzufügen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>send_email</source>
        <translation>send_email</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>none: runs in parallel with any other job</source>
        <translation>keine: läuft parallel zu jedem anderen Job</translation>
    </message>
    <message>
        <source>Run at</source>
        <translation>Läuft um</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>0; lower runs first</source>
        <translation>0; kleinere laufen zuerst</translation>
    </message>
    <message>
        <source>Max attempts</source>
        <translation>Max. Versuche</translation>
    </message>
    <message>
        <source>25</source>
        <translation>25</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>If the key is taken</source>
        <translation>Ist der Schlüssel vergeben</translation>
    </message>
    <message>
        <source>Replace the waiting job</source>
        <translation>Den wartenden Job ersetzen</translation>
    </message>
    <message>
        <source>Replace it, but keep its time</source>
        <translation>Ihn ersetzen, aber seine Zeit behalten</translation>
    </message>
    <message>
        <source>Add nothing (unsafe_dedupe)</source>
        <translation>Nichts hinzufügen (unsafe_dedupe)</translation>
    </message>
    <message>
        <source>If it is taken</source>
        <translation>Wenn er vergeben ist</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>none; separate with commas</source>
        <translation>keine; mehrere durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Duplicate job %1</source>
        <translation>Job %1 duplizieren</translation>
    </message>
    <message>
        <source>Reading job %1…</source>
        <translation>Job %1 wird gelesen…</translation>
    </message>
    <message>
        <source>Job %1 is gone: completed or deleted.</source>
        <translation>Job %1 ist weg: abgeschlossen oder gelöscht.</translation>
    </message>
    <message>
        <source>Filled in from job %1.</source>
        <translation>Aus Job %1 übernommen.</translation>
    </message>
    <message>
        <source>Filled in from job %1, but without its key: with the key, this would replace that job.</source>
        <translation>Aus Job %1 übernommen, aber ohne dessen Schlüssel: Mit ihm würde dieser Job jenen ersetzen.</translation>
    </message>
    <message>
        <source>Enter a task.</source>
        <translation>Geben Sie einen Task an.</translation>
    </message>
    <message>
        <source>The payload is not JSON: line %1, column %2.</source>
        <translation>Der Payload ist kein JSON: Zeile %1, Spalte %2.</translation>
    </message>
    <message>
        <source>“Run at” is not a valid time.</source>
        <translation>„Läuft um“ ist keine gültige Zeit.</translation>
    </message>
    <message>
        <source>The priority must be a whole number.</source>
        <translation>Die Priorität muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>“Max attempts” must be a whole number.</source>
        <translation>„Max. Versuche“ muss eine ganze Zahl sein.</translation>
    </message>
    <message>
        <source>If a job with this key exists, nothing is added, even if that job is running or has failed for good.</source>
        <translation>Gibt es einen Job mit diesem Schlüssel, wird nichts hinzugefügt, auch wenn jener Job läuft oder endgültig fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>A waiting job with this key is replaced by this one. A running job with this key keeps running, without the key.</source>
        <translation>Ein wartender Job mit diesem Schlüssel wird durch diesen ersetzt. Ein laufender läuft weiter, ohne den Schlüssel.</translation>
    </message>
    <message>
        <source>Show SQL</source>
        <translation>SQL zeigen</translation>
    </message>
    <message>
        <source>The payload is being checked.</source>
        <translation>Der Payload wird geprüft.</translation>
    </message>
    <message>
        <source>The statement is too long to show.</source>
        <translation>Die Anweisung ist zu lang, um gezeigt zu werden.</translation>
    </message>
    <message>
        <source>Add job %1 again</source>
        <translation>Job %1 erneut hinzufügen</translation>
    </message>
    <message>
        <source>Reading what the history keeps of job %1…</source>
        <translation>Es wird gelesen, was der Verlauf von Job %1 aufbewahrt…</translation>
    </message>
    <message>
        <source>No history is recorded here.</source>
        <translation>Hier wird kein Verlauf aufgezeichnet.</translation>
    </message>
    <message>
        <source>This role may not read the history.</source>
        <translation>Diese Rolle darf den Verlauf nicht lesen.</translation>
    </message>
    <message>
        <source>Part of the history is missing; the Maintenance page says which.</source>
        <translation>Ein Teil des Verlaufs fehlt; die Seite Wartung sagt, welcher.</translation>
    </message>
    <message>
        <source>Filled in from job %1, but due now and without its key.</source>
        <translation>Aus Job %1 übernommen, aber jetzt fällig und ohne seinen Schlüssel.</translation>
    </message>
    <message>
        <source>Add it with “[redacted]” where values are missing</source>
        <translation>Mit „[redacted]“ hinzufügen, wo Werte fehlen</translation>
    </message>
    <message>
        <source>Add it with an empty payload</source>
        <translation>Mit leerem Payload hinzufügen</translation>
    </message>
    <message>
        <source>Fill in the values shown as “[redacted]”, or tick the box to add them as they are.</source>
        <translation>Tragen Sie die Werte ein, die als „[redacted]“ erscheinen, oder setzen Sie den Haken, um sie so hinzuzufügen.</translation>
    </message>
    <message>
        <source>Enter the payload, or tick the box to add an empty one.</source>
        <translation>Geben Sie den Payload ein, oder setzen Sie den Haken für einen leeren.</translation>
    </message>
    <message>
        <source>Add it without a queue</source>
        <translation>Ohne Queue hinzufügen</translation>
    </message>
    <message>
        <source>Enter its queue, or tick the box to add it without one.</source>
        <translation>Geben Sie seine Queue an, oder kreuzen Sie an, dass er ohne Queue hinzugefügt wird.</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertChip</name>
    <message>
        <source>Edit alerts…</source>
        <translation>Alarme bearbeiten…</translation>
    </message>
    <message>
        <source>Chooses what this profile alerts about, and how.</source>
        <translation>Legt fest, worüber dieses Profil alarmiert und wie.</translation>
    </message>
    <message>
        <source>Show the cause of the alert</source>
        <translation>Ursache des Alarms zeigen</translation>
    </message>
    <message>
        <source>Shows the jobs or the page behind the most severe alert.</source>
        <translation>Zeigt die Jobs oder die Seite hinter dem schwersten Alarm.</translation>
    </message>
    <message>
        <source>Acknowledge alerts</source>
        <translation>Alarme bestätigen</translation>
    </message>
    <message>
        <source>Stops reminders of active alerts until they are resolved.</source>
        <translation>Erinnert nicht mehr an aktive Alarme, bis sie erledigt sind.</translation>
    </message>
    <message>
        <source>Snooze alerts for an hour</source>
        <translation>Alarme eine Stunde stummschalten</translation>
    </message>
    <message>
        <source>Shows alerts only in the window; notifications resume after an hour.</source>
        <translation>Zeigt Alarme nur im Fenster; nach einer Stunde wird wieder benachrichtigt.</translation>
    </message>
    <message>
        <source>Alerts off</source>
        <translation>Alarme aus</translation>
    </message>
    <message>
        <source>No alerts</source>
        <translation>Keine Alarme</translation>
    </message>
    <message numerus="yes">
        <source>%1 alerts · %2</source>
        <translation>
            <numerusform>%1 Alarm · %2</numerusform>
            <numerusform>%1 Alarme · %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Alerts snoozed until %1</source>
        <translation>Alarme stumm bis %1</translation>
    </message>
    <message>
        <source>Snoozed until %1 · %2</source>
        <translation>Stumm bis %1 · %2</translation>
    </message>
    <message>
        <source>End alert snooze</source>
        <translation>Stummschaltung der Alarme beenden</translation>
    </message>
    <message>
        <source>Alerts: %1</source>
        <translation>Alarme: %1</translation>
    </message>
    <message>
        <source>Shows the cause</source>
        <translation>Zeigt die Ursache</translation>
    </message>
    <message>
        <source>Snooze for 15 minutes</source>
        <translation>15 Minuten stumm</translation>
    </message>
    <message>
        <source>Snooze for 1 hour</source>
        <translation>1 Stunde stumm</translation>
    </message>
    <message>
        <source>Snooze for 4 hours</source>
        <translation>4 Stunden stumm</translation>
    </message>
    <message>
        <source>Snooze for 12 hours</source>
        <translation>12 Stunden stumm</translation>
    </message>
    <message>
        <source>notifications, rules, thresholds</source>
        <translation>Benachrichtigungen, Regeln, Schwellen</translation>
    </message>
    <message>
        <source>There are no alerts.</source>
        <translation>Es gibt keine Alarme.</translation>
    </message>
    <message>
        <source>why, reason</source>
        <translation>warum, Grund</translation>
    </message>
    <message>
        <source>There is no unacknowledged alert.</source>
        <translation>Es gibt keinen unbestätigten Alarm.</translation>
    </message>
    <message>
        <source>confirm, seen</source>
        <translation>quittieren, gesehen</translation>
    </message>
    <message>
        <source>Alerts are off.</source>
        <translation>Alarme sind aus.</translation>
    </message>
    <message>
        <source>mute, silence, notifications</source>
        <translation>stumm, Ruhe, Benachrichtigungen</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertHistoryList</name>
    <message>
        <source>The last alerts</source>
        <translation>Die letzten Alarme</translation>
    </message>
    <message>
        <source>Raised</source>
        <translation>Ausgelöst</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>Behoben</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>nicht gesehen</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>nach %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertNotice</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Snooze 1 h</source>
        <translation>1 h stumm</translation>
    </message>
    <message>
        <source>Show the cause of the alert</source>
        <translation>Ursache des Alarms zeigen</translation>
    </message>
    <message>
        <source>Snooze alerts for an hour</source>
        <translation>Alarme eine Stunde stummschalten</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertNotifier</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>notification</source>
        <translation>Mitteilung</translation>
    </message>
    <message>
        <source>bar in the window</source>
        <translation>Leiste im Fenster</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>program</source>
        <translation>Programm</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertPolicyForm</name>
    <message>
        <source>Desktop &amp;notifications</source>
        <translation>&amp;Mitteilungen des Desktops</translation>
    </message>
    <message>
        <source>&amp;Sound</source>
        <translation>&amp;Ton</translation>
    </message>
    <message>
        <source>&amp;Run a program</source>
        <translation>Programm &amp;ausführen</translation>
    </message>
    <message>
        <source>&amp;Quiet hours</source>
        <translation>&amp;Ruhezeiten</translation>
    </message>
    <message>
        <source>&amp;Critical alerts notify in quiet hours, too</source>
        <translation>&amp;Kritische Alarme auch in den Ruhezeiten melden</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Every %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Notification channels</source>
        <translation>Meldewege</translation>
    </message>
    <message>
        <source>This desktop cannot show notifications now; a bar in the window shows alerts instead.</source>
        <translation>Dieser Desktop kann derzeit keine Mitteilungen zeigen; Alarme stehen in einer Leiste im Fenster.</translation>
    </message>
    <message>
        <source>&amp;Program</source>
        <translation>&amp;Programm</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Choose the program</source>
        <translation>Programm wählen</translation>
    </message>
    <message>
        <source>Ar&amp;guments</source>
        <translation>Ar&amp;gumente</translation>
    </message>
    <message>
        <source>No shell is used. {rule}, {value}, {profile} and {schema} are filled in; the variables YARDMASTER_ALERT_STATE, …_TEXT, …_SEVERITY, …_SINCE and …_WORKERS give details. After 30 s the program is killed.</source>
        <translation>Ohne Shell. {rule}, {value}, {profile} und {schema} werden eingesetzt; die Variablen YARDMASTER_ALERT_STATE, …_TEXT, …_SEVERITY, …_SINCE und …_WORKERS sagen mehr. Nach 30 s wird das Programm beendet.</translation>
    </message>
    <message>
        <source>Re&amp;mind</source>
        <translation>&amp;Erinnern</translation>
    </message>
    <message>
        <source>while an alert is active</source>
        <translation>solange ein Alarm aktiv ist</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>Ruhe ab</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>Ruhe bis</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Quiet from %1 on</source>
        <translation>Ruhe ab %1</translation>
    </message>
    <message>
        <source>In local time, starting on these days. Alerts that are still active when quiet hours end are sent then.</source>
        <translation>Nach Ortszeit, beginnend an diesen Tagen. Alarme, die am Ende der Ruhezeit noch aktiv sind, werden dann gemeldet.</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertRuleForm</name>
    <message>
        <source>failures per minute or more</source>
        <translation>Fehlschläge je Minute oder mehr</translation>
    </message>
    <message>
        <source>% or more</source>
        <translation>% oder mehr</translation>
    </message>
    <message>
        <source>or more, such as “90 s” or “5 min”</source>
        <translation>oder mehr, etwa „90 s“ oder „5 min“</translation>
    </message>
    <message>
        <source>ready jobs or more</source>
        <translation>bereite Jobs oder mehr</translation>
    </message>
    <message>
        <source>jobs or more</source>
        <translation>Jobs oder mehr</translation>
    </message>
    <message>
        <source>&amp;Limit</source>
        <translation>&amp;Grenze</translation>
    </message>
    <message>
        <source>before the alert is raised; the same time, but at least a minute, before it is resolved</source>
        <translation>bis zum Alarm; ebenso lange, mindestens eine Minute, bis zur Entwarnung</translation>
    </message>
    <message>
        <source>Loo&amp;ks at</source>
        <translation>&amp;Beobachtet</translation>
    </message>
    <message>
        <source>&amp;For</source>
        <translation>&amp;Dauer</translation>
    </message>
    <message>
        <source>S&amp;everity</source>
        <translation>Sch&amp;were</translation>
    </message>
    <message>
        <source>&amp;Task</source>
        <translation>&amp;Task</translation>
    </message>
    <message>
        <source>all tasks</source>
        <translation>alle Tasks</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertsDialog</name>
    <message>
        <source>Save alerts</source>
        <translation>Alarme speichern</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigung</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Send a test</source>
        <translation>Test senden</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>Diese Regel entfernen</translation>
    </message>
    <message>
        <source>No alerts yet</source>
        <translation>Noch keine Alarme</translation>
    </message>
    <message>
        <source>Alerts of this profile are listed here, with how long they lasted.</source>
        <translation>Hier stehen die Alarme dieses Profils und wie lange sie dauerten.</translation>
    </message>
    <message>
        <source>Clear the list</source>
        <translation>Liste leeren</translation>
    </message>
    <message>
        <source>The last %1 alerts of this profile.</source>
        <translation>Die letzten %1 Alarme dieses Profils.</translation>
    </message>
    <message>
        <source>No rule is enabled, so no alerts are sent. Tick those that matter here.</source>
        <translation>Keine Regel ist eingeschaltet: Es wird nichts gemeldet.</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 rules are on.</source>
        <translation>
            <numerusform>%1 von %2 Regel an.</numerusform>
            <numerusform>%1 von %2 Regeln an.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sent: %1.</source>
        <translation>Gesendet: %1.</translation>
    </message>
</context>
<context>
    <name>yardmaster::AlertsList</name>
    <message>
        <source>Alert rules</source>
        <translation>Alarmregeln</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Alert at</source>
        <translation>Alarm bei</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>needs correcting below</source>
        <translation>unten zu berichtigen</translation>
    </message>
    <message>
        <source>%1 · alert</source>
        <translation>%1 · Alarm</translation>
    </message>
    <message>
        <source>not read while off</source>
        <translation>nicht gelesen, da aus</translation>
    </message>
</context>
<context>
    <name>yardmaster::ArmDialog</name>
    <message>
        <source>Jobs of this connection can then be changed until the time is up or you lock it with Ctrl+L. Other tabs and windows stay locked.</source>
        <translation>Jobs dieser Verbindung können dann geändert werden, bis die Zeit um ist oder Sie sie mit Strg+L sperren. Andere Reiter und Fenster bleiben gesperrt.</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1 Minuten</translation>
    </message>
    <message>
        <source>For how long</source>
        <translation>Wie lange</translation>
    </message>
    <message>
        <source>Type %1</source>
        <translation>Geben Sie %1 ein</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Type “%1”</source>
        <translation>Geben Sie „%1“ ein</translation>
    </message>
    <message>
        <source>Unlock changes</source>
        <translation>Änderungen freischalten</translation>
    </message>
    <message>
        <source>Type the word to confirm.</source>
        <translation>Geben Sie zur Bestätigung das Wort ein.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ArmingBar</name>
    <message>
        <source>Lock against changes</source>
        <translation>Gegen Änderungen sperren</translation>
    </message>
    <message>
        <source>Lets jobs of this connection be changed for a few minutes.</source>
        <translation>Lässt für einige Minuten zu, dass Jobs dieser Verbindung geändert werden.</translation>
    </message>
    <message>
        <source>Lock now</source>
        <translation>Jetzt sperren</translation>
    </message>
    <message>
        <source>Locked against changes</source>
        <translation>Gegen Änderungen gesperrt</translation>
    </message>
    <message>
        <source>Unlock changes…</source>
        <translation>Änderungen freischalten…</translation>
    </message>
    <message>
        <source>Nothing is locked here.</source>
        <translation>Hier ist nichts gesperrt.</translation>
    </message>
    <message>
        <source>arm, write, allow, edit</source>
        <translation>scharf schalten, schreiben, erlauben, bearbeiten</translation>
    </message>
    <message>
        <source>Locks the jobs of this connection until changes are unlocked again.</source>
        <translation>Sperrt die Jobs dieser Verbindung, bis Änderungen wieder freigeschaltet werden.</translation>
    </message>
    <message>
        <source>Changes are not unlocked.</source>
        <translation>Änderungen sind nicht freigeschaltet.</translation>
    </message>
    <message>
        <source>disarm, read-only, protect</source>
        <translation>entschärfen, nur lesen, schützen</translation>
    </message>
    <message>
        <source>Unlocked: changes are possible for %1:%2</source>
        <translation>Freigeschaltet: Änderungen sind noch %1:%2 möglich</translation>
    </message>
</context>
<context>
    <name>yardmaster::ChangeForm</name>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Why these jobs must no longer run</source>
        <translation>Warum diese Jobs nicht mehr laufen dürfen</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Wie</translation>
    </message>
    <message>
        <source>All at the same time</source>
        <translation>Alle zu einer Zeit</translation>
    </message>
    <message>
        <source>Each moved by an interval</source>
        <translation>Jeder um eine Spanne verschoben</translation>
    </message>
    <message>
        <source>Spread over a window, with jitter</source>
        <translation>Über ein Fenster verteilt, zufällig gestreut</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>unchanged; lower runs first</source>
        <translation>unverändert; kleinere laufen zuerst</translation>
    </message>
    <message>
        <source>Attempts made</source>
        <translation>Gemachte Versuche</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>Max attempts</source>
        <translation>Max. Versuche</translation>
    </message>
    <message>
        <source>Enter a reason: it is stored with every job.</source>
        <translation>Geben Sie einen Grund an: Er wird bei jedem Job gespeichert.</translation>
    </message>
    <message>
        <source>Put before the last error of each job.</source>
        <translation>Wird dem letzten Fehler jedes Jobs vorangestellt.</translation>
    </message>
    <message>
        <source>By how much? For example: 1 h 30 min, or -15 min for earlier.</source>
        <translation>Um wie viel? Zum Beispiel: 1 h 30 min, oder -15 min für früher.</translation>
    </message>
    <message>
        <source>Each runs %1 later than planned.</source>
        <translation>Jeder läuft %1 später als geplant.</translation>
    </message>
    <message>
        <source>Each runs %1 earlier than planned.</source>
        <translation>Jeder läuft %1 früher als geplant.</translation>
    </message>
    <message>
        <source>This is not a time. %1</source>
        <translation>Das ist keine Zeit. %1</translation>
    </message>
    <message>
        <source>Over how long? For example: 30 min.</source>
        <translation>Über wie lange? Zum Beispiel: 30 min.</translation>
    </message>
    <message>
        <source>A window cannot begin at “never”.</source>
        <translation>Ein Fenster kann nicht bei „never“ beginnen.</translation>
    </message>
    <message>
        <source>Evenly between %1 and %2, each job at a random moment within its share.</source>
        <translation>Gleichmäßig zwischen %1 und %2, jeder Job zu einem zufälligen Augenblick innerhalb seines Anteils.</translation>
    </message>
    <message>
        <source>%1 must be a whole number.</source>
        <translation>%1: Nur eine ganze Zahl ist möglich.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>No queue</source>
        <translation>Keine Warteschlange</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>No flags</source>
        <translation>Keine Flags</translation>
    </message>
    <message>
        <source>All flags they will have, separated by commas</source>
        <translation>Alle Flags, die sie haben werden, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Kein Schlüssel</translation>
    </message>
</context>
<context>
    <name>yardmaster::CheckDialog</name>
    <message>
        <source>Check this database</source>
        <translation>Diese Datenbank prüfen</translation>
    </message>
    <message>
        <source>Progress of the checks</source>
        <translation>Fortschritt der Prüfungen</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Looks for anything that would stop a worker, or another use of the connection, and says what to do. It changes nothing; yardmaster doctor runs the same checks.</source>
        <translation>Sucht, was einen Worker oder eine andere Verwendung der Verbindung aufhielte, und sagt, was zu tun ist. Ändert nichts; yardmaster doctor prüft dasselbe.</translation>
    </message>
    <message>
        <source>What the connection is used for</source>
        <translation>Wozu die Verbindung verwendet wird</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>C&amp;heck this database…</source>
        <translation>Diese Datenbank &amp;prüfen…</translation>
    </message>
    <message>
        <source>Looks for problems with the connection, server and queue, and says what to do.</source>
        <translation>Sucht Probleme mit Verbindung, Server und Warteschlange und sagt, was zu tun ist.</translation>
    </message>
    <message>
        <source>doctor, diagnose, health, troubleshoot, problems, test connection</source>
        <translation>Doctor, Diagnose, Zustand, Fehlersuche, Probleme, Verbindung testen</translation>
    </message>
    <message>
        <source>Checking: %1 (%2 of %3)</source>
        <translation>Wird geprüft: %1 (%2 von %3)</translation>
    </message>
    <message>
        <source>Checked %1</source>
        <translation>Geprüft %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%1 warnings</source>
        <translation>
            <numerusform>%1 Warnung</numerusform>
            <numerusform>%1 Warnungen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 skipped</source>
        <translation>%1 ausgelassen</translation>
    </message>
    <message>
        <source>%1 OK</source>
        <translation>%1 in Ordnung</translation>
    </message>
    <message>
        <source>%1 not run</source>
        <translation>%1 nicht geprüft</translation>
    </message>
    <message>
        <source>Edit connection…</source>
        <translation>Verbindung bearbeiten…</translation>
    </message>
    <message>
        <source>Install schema…</source>
        <translation>Schema installieren…</translation>
    </message>
    <message>
        <source>Upgrade schema…</source>
        <translation>Schema aktualisieren…</translation>
    </message>
    <message>
        <source>Sweep stale workers…</source>
        <translation>Worker ohne Heartbeat abräumen…</translation>
    </message>
    <message>
        <source>Show tasks</source>
        <translation>Tasks zeigen</translation>
    </message>
    <message>
        <source>Check for:</source>
        <translation>Prüfen für:</translation>
    </message>
    <message>
        <source>Open This worker</source>
        <translation>„Dieser Worker“ öffnen</translation>
    </message>
    <message>
        <source>Open Maintenance</source>
        <translation>Wartung öffnen</translation>
    </message>
</context>
<context>
    <name>yardmaster::CleanupDialog</name>
    <message>
        <source>Delete what was counted</source>
        <translation>Gezähltes löschen</translation>
    </message>
    <message>
        <source>Jobs that failed for good</source>
        <translation>Endgültig fehlgeschlagene Jobs</translation>
    </message>
    <message>
        <source>Task names without jobs</source>
        <translation>Task-Namen ohne Jobs</translation>
    </message>
    <message>
        <source>Queues without jobs</source>
        <translation>Warteschlangen ohne Jobs</translation>
    </message>
    <message>
        <source>Deleted jobs cannot be brought back.</source>
        <translation>Gelöschte Jobs lassen sich nicht zurückholen.</translation>
    </message>
    <message>
        <source>While the names are deleted, adding and fetching jobs is blocked for a moment.</source>
        <translation>Während die Namen gelöscht werden, ist das Hinzufügen und Abholen von Jobs einen Moment lang blockiert.</translation>
    </message>
    <message>
        <source>Rows that have come to match since the count are deleted too.</source>
        <translation>Was seit dem Zählen hinzugekommen ist, wird mit gelöscht.</translation>
    </message>
    <message>
        <source>the number of rows</source>
        <translation>die Zahl der Zeilen</translation>
    </message>
    <message numerus="yes">
        <source>Delete %1 rows</source>
        <translation>
            <numerusform>%1 Zeile löschen</numerusform>
            <numerusform>%1 Zeilen löschen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::CleanupSection</name>
    <message>
        <source>Delete jobs that failed for good</source>
        <translation>Endgültig fehlgeschlagene Jobs löschen</translation>
    </message>
    <message>
        <source>Delete names of tasks without jobs</source>
        <translation>Namen von Tasks ohne Jobs löschen</translation>
    </message>
    <message>
        <source>Delete queues without jobs</source>
        <translation>Warteschlangen ohne Jobs löschen</translation>
    </message>
    <message>
        <source>Clean up</source>
        <translation>Aufräumen</translation>
    </message>
    <message>
        <source>Does what graphile-worker&apos;s cleanup does. Counting changes nothing; on large queues it takes a few seconds.</source>
        <translation>Tut dasselbe wie das Aufräumen von graphile-worker. Zählen ändert nichts; bei großen Warteschlangen dauert es einige Sekunden.</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Zählen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Task names to keep</source>
        <translation>Zu behaltende Task-Namen</translation>
    </message>
    <message>
        <source>names, separated by commas</source>
        <translation>Namen, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Running workers of graphile-worker look up the ids of their tasks only at the start: if a name is deleted and added again, they never see its jobs. Name their tasks here, or restart them afterwards. Yardmaster&apos;s workers notice on their own.</source>
        <translation>Laufende Worker von graphile-worker schlagen die Ids ihrer Tasks nur beim Start nach: Wird ein Name gelöscht und neu hinzugefügt, sehen sie seine Jobs nie. Nennen Sie ihre Tasks hier, oder starten Sie sie danach neu. Yardmasters Worker bemerken es selbst.</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>Nichts ist angekreuzt.</translation>
    </message>
    <message>
        <source>Count first, to see what would be deleted.</source>
        <translation>Zählen Sie zuerst, um zu sehen, was gelöscht würde.</translation>
    </message>
    <message>
        <source>There is nothing to delete.</source>
        <translation>Es gibt nichts zu löschen.</translation>
    </message>
    <message>
        <source>Counting was cancelled.</source>
        <translation>Das Zählen wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Cancelled; nothing was deleted.</source>
        <translation>Abgebrochen; nichts wurde gelöscht.</translation>
    </message>
    <message>
        <source>Deleting…</source>
        <translation>Wird gelöscht…</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>Deleted jobs: %1; task names: %2; queues: %3.</source>
        <translation>Gelöschte Jobs: %1; Task-Namen: %2; Warteschlangen: %3.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ClosingBar</name>
    <message>
        <source>Stop now</source>
        <translation>Jetzt anhalten</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>Offen lassen</translation>
    </message>
    <message>
        <source>Running jobs return to the queue; the attempt does not count</source>
        <translation>Jobs, die noch laufen, gehen in die Warteschlange zurück, ihr Versuch zählt nicht</translation>
    </message>
    <message>
        <source>Grace period</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Closing. %1.</source>
        <translation>Schließt. %1.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ColumnsDialog</name>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Ticked columns are shown, from left to right. Drag the edges of the headers to change their widths.</source>
        <translation>Angehakte Spalten werden gezeigt, von links nach rechts. Ziehen Sie die Ränder der Köpfe, um die Breiten zu ändern.</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Payload column…</source>
        <translation>Payload-Spalte…</translation>
    </message>
    <message>
        <source>Adds a column for one path in the payload.</source>
        <translation>Fügt eine Spalte für einen Pfad im Payload hinzu.</translation>
    </message>
    <message>
        <source>Payload columns can be removed; the others can only be hidden.</source>
        <translation>Payload-Spalten lassen sich entfernen, die anderen nur ausblenden.</translation>
    </message>
</context>
<context>
    <name>yardmaster::CommandPalette</name>
    <message>
        <source>No command matches.</source>
        <translation>Kein Befehl passt.</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Command, job number or filter</source>
        <translation>Befehl, Nummer eines Jobs oder Filter</translation>
    </message>
    <message>
        <source>Commands that match</source>
        <translation>Passende Befehle</translation>
    </message>
</context>
<context>
    <name>yardmaster::ComparePage</name>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>The payloads are equal.</source>
        <translation>Die Payloads sind gleich.</translation>
    </message>
    <message>
        <source>Pinned: %1</source>
        <translation>Angeheftet: %1</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>Gezeigt: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConfirmDialog</name>
    <message>
        <source>Type %1, %2, to confirm:</source>
        <translation>Geben Sie zur Bestätigung %1 ein, %2:</translation>
    </message>
    <message>
        <source>Type the word to confirm.</source>
        <translation>Geben Sie zur Bestätigung das Wort ein.</translation>
    </message>
    <message>
        <source>Unlock changes…</source>
        <translation>Änderungen freischalten…</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectDialog</name>
    <message>
        <source>A private PostgreSQL on this computer, with example tasks. It starts and stops with the window; there is nothing to fill in.</source>
        <translation>Ein privates PostgreSQL auf diesem Rechner, mit Beispiel-Tasks. Es startet und endet mit dem Fenster; es gibt nichts auszufüllen.</translation>
    </message>
    <message>
        <source>Delete profile</source>
        <translation>Profil löschen</translation>
    </message>
    <message>
        <source>Test connection</source>
        <translation>Verbindung prüfen</translation>
    </message>
    <message>
        <source>Save profile</source>
        <translation>Profil speichern</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connect to a queue</source>
        <translation>Mit einer Warteschlange verbinden</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>Profile</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>Neues Profil</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Endgültig löschen</translation>
    </message>
    <message>
        <source>Stop test</source>
        <translation>Prüfung anhalten</translation>
    </message>
    <message>
        <source>The profile is deleted, but its password may not be. %1</source>
        <translation>Das Profil ist gelöscht, sein Passwort vielleicht nicht. %1</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>The password is stored once a login with it has succeeded: test the connection, or connect.</source>
        <translation>Das Passwort wird gespeichert, sobald eine Anmeldung damit gelungen ist: Prüfen Sie die Verbindung, oder verbinden Sie.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectionBar</name>
    <message>
        <source>Copy psql command</source>
        <translation>psql-Befehl kopieren</translation>
    </message>
    <message>
        <source>Last counted %1</source>
        <translation>Zuletzt gezählt %1</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindet…</translation>
    </message>
    <message>
        <source>Connected</source>
        <translation>Verbunden</translation>
    </message>
    <message>
        <source>role %1</source>
        <translation>Rolle %1</translation>
    </message>
    <message>
        <source>schema %1, revision %2</source>
        <translation>Schema %1, Revision %2</translation>
    </message>
    <message>
        <source>PostgreSQL %1</source>
        <translation>PostgreSQL %1</translation>
    </message>
    <message>
        <source>standby, read-only</source>
        <translation>Standby, nur zum Lesen</translation>
    </message>
    <message>
        <source>schema %1</source>
        <translation>Schema %1</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1 (und %2 mehr)</translation>
    </message>
    <message>
        <source>Counted %1</source>
        <translation>Gezählt %1</translation>
    </message>
    <message>
        <source>Counts are live; the table is too big to count running and failed jobs</source>
        <translation>Die Zahlen sind aktuell; die Tabelle ist zu groß, um laufende und fehlgeschlagene Jobs zu zählen</translation>
    </message>
    <message>
        <source>Waiting for the server to answer</source>
        <translation>Wartet auf die Antwort des Servers</translation>
    </message>
    <message>
        <source>Counts are live</source>
        <translation>Die Zahlen sind aktuell</translation>
    </message>
    <message>
        <source>retrying %1</source>
        <translation>neuer Versuch %1</translation>
    </message>
    <message>
        <source>These counts are from %1 · %2</source>
        <translation>Diese Zahlen sind von %1 · %2</translation>
    </message>
    <message>
        <source>Nothing counted yet · %1</source>
        <translation>Noch nichts gezählt · %1</translation>
    </message>
    <message>
        <source>Install schema…</source>
        <translation>Schema anlegen…</translation>
    </message>
    <message>
        <source>Upgrade to revision %1…</source>
        <translation>Auf Revision %1 aktualisieren…</translation>
    </message>
    <message>
        <source>Counts are live; some were counted %1</source>
        <translation>Die Zahlen sind aktuell; manche wurden %1 gezählt</translation>
    </message>
    <message>
        <source>No answer</source>
        <translation>Keine Antwort</translation>
    </message>
    <message>
        <source>Waiting for the server to answer · these counts are from %1</source>
        <translation>Wartet auf die Antwort des Servers · diese Zahlen sind %1 gezählt</translation>
    </message>
    <message>
        <source>Edit connection…</source>
        <translation>Verbindung bearbeiten…</translation>
    </message>
    <message>
        <source>Check…</source>
        <translation>Prüfen…</translation>
    </message>
    <message>
        <source>Looks for problems with the connection, server and queue</source>
        <translation>Sucht Probleme mit Verbindung, Server und Warteschlange</translation>
    </message>
    <message>
        <source>Asking the standby %1</source>
        <translation>Standby %1 wird gefragt</translation>
    </message>
    <message>
        <source>Lists are from standby %1, up to date</source>
        <translation>Listen vom Standby %1, aktuell</translation>
    </message>
    <message>
        <source>Lists are from standby %1, %2 behind</source>
        <translation>Listen vom Standby %1, %2 im Rückstand</translation>
    </message>
    <message>
        <source>Standby %1 is %2 behind: lists are from the primary</source>
        <translation>Standby %1 liegt %2 zurück: Listen vom Primärserver</translation>
    </message>
    <message>
        <source>Standby %1 does not answer: lists are from the primary</source>
        <translation>Standby %1 antwortet nicht: Listen vom Primärserver</translation>
    </message>
    <message>
        <source>Standby %1 cannot be reached: lists are from the primary</source>
        <translation>Standby %1 ist nicht erreichbar: Listen vom Primärserver</translation>
    </message>
    <message>
        <source>%1 is not a standby: lists are from the primary</source>
        <translation>%1 ist kein Standby: Listen vom Primärserver</translation>
    </message>
    <message>
        <source>%1 is a standby of another server: lists are from the primary</source>
        <translation>%1 ist Standby eines anderen Servers: Listen vom Primärserver</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>gemessen %1</translation>
    </message>
    <message>
        <source>Measured %1</source>
        <translation>Gemessen %1</translation>
    </message>
    <message>
        <source>Changes and their previews, workers, alerts and Live always use the primary.</source>
        <translation>Änderungen und ihre Vorschau, Worker, Alarme und Live verwenden immer den Primärserver.</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>wird gefragt</translation>
    </message>
    <message>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>%1 behind</source>
        <translation>%1 zurück</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <source>not a standby</source>
        <translation>kein Standby</translation>
    </message>
    <message>
        <source>of another server</source>
        <translation>eines anderen Servers</translation>
    </message>
    <message>
        <source>Standby: %1</source>
        <translation>Standby: %1</translation>
    </message>
    <message>
        <source>catching up</source>
        <translation>holt auf</translation>
    </message>
    <message>
        <source>Standby %1 has yet to replay a change: lists are from the primary</source>
        <translation>Standby %1 muss eine Änderung noch einspielen: Listen vom Primärserver</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectionTabs</name>
    <message>
        <source>Open connections</source>
        <translation>Offene Verbindungen</translation>
    </message>
    <message numerus="yes">
        <source>%1 alerts</source>
        <translation>
            <numerusform>%1 Alarm</numerusform>
            <numerusform>%1 Alarme</numerusform>
        </translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 schließen</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectionsModel</name>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Cannot read the queue</source>
        <translation>Die Warteschlange ist nicht lesbar</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>Endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Standby</source>
        <translation>Standby</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>nicht erreichbar</translation>
    </message>
    <message>
        <source>Last answer</source>
        <translation>Letzte Antwort</translation>
    </message>
    <message>
        <source>worker runs</source>
        <translation>Worker läuft</translation>
    </message>
    <message>
        <source>operation runs</source>
        <translation>Vorgang läuft</translation>
    </message>
    <message>
        <source>unlocked</source>
        <translation>freigeschaltet</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConnectionsWindow</name>
    <message>
        <source>Not open</source>
        <translation>Nicht offen</translation>
    </message>
    <message>
        <source>&amp;Recent profiles, too</source>
        <translation>Auch &amp;zuletzt geöffnete Profile</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Yardmaster — Connections</source>
        <translation>Yardmaster — Verbindungen</translation>
    </message>
    <message>
        <source>Also lists recently opened profiles. No connection is made until you choose one.</source>
        <translation>Zeigt auch Profile, die zuletzt geöffnet waren. Verbunden wird erst, wenn Sie eines wählen.</translation>
    </message>
    <message>
        <source>Find connection</source>
        <translation>Verbindung suchen</translation>
    </message>
    <message>
        <source>Select a connection first.</source>
        <translation>Wählen Sie zuerst eine Verbindung.</translation>
    </message>
    <message numerus="yes">
        <source>%1 connections open</source>
        <translation>
            <numerusform>%1 Verbindung offen</numerusform>
            <numerusform>%1 Verbindungen offen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show connection</source>
        <translation>Verbindung zeigen</translation>
    </message>
    <message>
        <source>Brings the window of the connection to the front, with its tab.</source>
        <translation>Holt das Fenster der Verbindung mit ihrem Reiter nach vorn.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConsoleContext</name>
    <message>
        <source>This profile is read-only; the server refuses changes.</source>
        <translation>Dieses Profil ist nur zum Lesen; der Server lehnt Änderungen ab.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConsoleDialog</name>
    <message>
        <source>Statement</source>
        <translation>Anweisung</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConsolePage</name>
    <message>
        <source>Large header</source>
        <translation>Großer Kopf</translation>
    </message>
    <message>
        <source>Connection and job counts on several lines, or on one line each.</source>
        <translation>Verbindung und Job-Zahlen in mehreren Zeilen oder in je einer.</translation>
    </message>
    <message>
        <source>collapse, hide, compact, small, tiles</source>
        <translation>einklappen, ausblenden, kompakt, klein, Kacheln</translation>
    </message>
</context>
<context>
    <name>yardmaster::ConsolePages</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Brings “%1” to the front.</source>
        <translation>Bringt „%1“ nach vorn.</translation>
    </message>
    <message>
        <source>page, tab, go to</source>
        <translation>Seite, Reiter, gehe zu</translation>
    </message>
    <message>
        <source>Navigator</source>
        <translation>Navigator</translation>
    </message>
    <message>
        <source>Views, queues and tasks, left of the list of jobs.</source>
        <translation>Ansichten, Warteschlangen und Tasks, links der Jobliste.</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>The job under the cursor, right of the list of jobs.</source>
        <translation>Der Job unter dem Cursor, rechts der Jobliste.</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Only available beside lists of jobs.</source>
        <translation>Nur neben Joblisten verfügbar.</translation>
    </message>
    <message>
        <source>hide, show, collapse, sidebar, panel</source>
        <translation>ausblenden, einblenden, einklappen, Seitenleiste</translation>
    </message>
</context>
<context>
    <name>yardmaster::ContinueDialog</name>
    <message>
        <source>Counting what is left…</source>
        <translation>Was noch übrig ist, wird gezählt…</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Resume an operation</source>
        <translation>Vorgang fortsetzen</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs are left. Those that have changed since are skipped.</source>
        <translation>
            <numerusform>%1 Job ist übrig. Hat er sich seitdem geändert, wird er ausgelassen.</numerusform>
            <numerusform>%1 Jobs sind übrig. Seitdem geänderte werden ausgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 jobs are left. Those that have changed since they were counted are skipped.</source>
        <translation>
            <numerusform>%1 von %2 Jobs ist übrig. Hat er sich seit der Zählung geändert, wird er ausgelassen.</numerusform>
            <numerusform>%1 von %2 Jobs sind übrig. Seit der Zählung geänderte werden ausgelassen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Started %1 by %2 on %3.</source>
        <translation>Begonnen %1 von %2 auf %3.</translation>
    </message>
    <message>
        <source>It was started on another server, or in another database or schema: it cannot be resumed here.</source>
        <translation>Er wurde auf einem anderen Server begonnen, oder in einer anderen Datenbank oder einem anderen Schema: Hier kann er nicht fortgesetzt werden.</translation>
    </message>
    <message>
        <source>What is left is being counted.</source>
        <translation>Was noch übrig ist, wird gezählt.</translation>
    </message>
</context>
<context>
    <name>yardmaster::CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
</context>
<context>
    <name>yardmaster::CountsBar</name>
    <message>
        <source>Jobs by state</source>
        <translation>Jobs nach Zustand</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronDetails</name>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>About the crontab</source>
        <translation>Zur Crontab</translation>
    </message>
    <message>
        <source>Errors and warnings</source>
        <translation>Fehler und Warnungen</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Week</source>
        <translation>Woche</translation>
    </message>
    <message>
        <source>Pile-ups</source>
        <translation>Häufungen</translation>
    </message>
    <message>
        <source>Known entries</source>
        <translation>Bekannte Einträge</translation>
    </message>
    <message>
        <source>Entries in one minute, at &amp;least</source>
        <translation>Einträge in einer Minute, &amp;mindestens</translation>
    </message>
    <message>
        <source>Entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>Times a week</source>
        <translation>Mal pro Woche</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>Which</source>
        <translation>Welche</translation>
    </message>
    <message>
        <source>Minutes in which many entries are due</source>
        <translation>Minuten, in denen viele Einträge fällig sind</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>What a worker starting now would backfill</source>
        <translation>Was ein jetzt startender Worker nachholen würde</translation>
    </message>
    <message>
        <source>Entries known to the database</source>
        <translation>Einträge, die die Datenbank kennt</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Warnung: %1</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>No problems: workers accept this crontab.</source>
        <translation>Keine Probleme: Worker nehmen diese Crontab an.</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
    <message>
        <source>Pile-ups (%1)</source>
        <translation>Häufungen (%1)</translation>
    </message>
    <message>
        <source>No minute of the week has that many. Spreading entries over odd minutes keeps it that way.</source>
        <translation>Keine Minute der Woche hat so viele. Verteilen Sie Einträge auf krumme Minuten, damit es so bleibt.</translation>
    </message>
    <message>
        <source>These jobs become due at the same time; moving some of them to another minute spreads the load.</source>
        <translation>Diese Jobs werden gleichzeitig fällig; einige auf eine andere Minute zu legen, verteilt die Last.</translation>
    </message>
    <message>
        <source>What a start would backfill depends on the known entries in the database, which could not be read.</source>
        <translation>Was ein Start nachholen würde, hängt von den bekannten Einträgen in der Datenbank ab, die nicht gelesen werden konnten.</translation>
    </message>
    <message>
        <source>A worker starting now with this crontab would backfill nothing.</source>
        <translation>Ein Worker, der jetzt mit dieser Crontab startet, würde nichts nachholen.</translation>
    </message>
    <message numerus="yes">
        <source>A worker starting now with this crontab would add %1 jobs for missed runs.</source>
        <translation>
            <numerusform>Ein Worker, der jetzt mit dieser Crontab startet, würde einen Job für verpasste Läufe anlegen.</numerusform>
            <numerusform>Ein Worker, der jetzt mit dieser Crontab startet, würde %1 Jobs für verpasste Läufe anlegen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There were %1 runs; those with the same job key share a job.</source>
        <translation>
            <numerusform>Es war %1 Lauf; solche mit demselben Job-Schlüssel teilen sich einen Job.</numerusform>
            <numerusform>Es waren %1 Läufe; solche mit demselben Job-Schlüssel teilen sich einen Job.</numerusform>
        </translation>
    </message>
    <message>
        <source>Entries new to the database: %1; these are not backfilled.</source>
        <translation>Für die Datenbank neue Einträge: %1; für sie wird nichts nachgeholt.</translation>
    </message>
    <message>
        <source>Known entries (%1 overdue)</source>
        <translation>Bekannte Einträge (%1 überfällig)</translation>
    </message>
    <message>
        <source>Reading known entries</source>
        <translation>Bekannte Einträge werden gelesen</translation>
    </message>
    <message>
        <source>The entries that workers have had here appear in a moment.</source>
        <translation>Die Einträge, die Worker hier hatten, erscheinen gleich.</translation>
    </message>
    <message>
        <source>No known entries in this schema</source>
        <translation>Keine bekannten Einträge in diesem Schema</translation>
    </message>
    <message>
        <source>This schema is older than graphile-worker 0.16, so its known entries cannot be read. An upgrade keeps them.</source>
        <translation>Dieses Schema ist älter als graphile-worker 0.16; seine bekannten Einträge können nicht gelesen werden. Ein Upgrade behält sie.</translation>
    </message>
    <message>
        <source>Hidden from you</source>
        <translation>Verborgen</translation>
    </message>
    <message>
        <source>You see no rows because row security hides them from your role. The owner of the tables sees them.</source>
        <translation>Sie sehen keine Zeilen, weil Row Security sie vor Ihrer Rolle verbirgt. Der Eigentümer der Tabellen sieht sie.</translation>
    </message>
    <message>
        <source>No entries known</source>
        <translation>Keine Einträge bekannt</translation>
    </message>
    <message>
        <source>Each entry of a crontab would appear here once a worker has started with it, with its last run.</source>
        <translation>Jeder Eintrag einer Crontab erscheint hier mit seinem letzten Lauf, sobald ein Worker damit gestartet ist.</translation>
    </message>
    <message>
        <source>If a worker started now</source>
        <translation>Wenn jetzt ein Worker startet</translation>
    </message>
    <message>
        <source>If a worker started now (%1)</source>
        <translation>Wenn jetzt ein Worker startet (%1)</translation>
    </message>
    <message>
        <source>Go to the line</source>
        <translation>Zur Zeile gehen</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronDiffView</name>
    <message>
        <source>What changes</source>
        <translation>Was sich ändert</translation>
    </message>
    <message>
        <source>  … %1 unchanged</source>
        <translation>  … %1 unverändert</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronDiskBar</name>
    <message>
        <source>Compare…</source>
        <translation>Vergleichen…</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Shows how your text differs from the file on disk.</source>
        <translation>Zeigt, wie sich der Text von der Datei auf dem Datenträger unterscheidet.</translation>
    </message>
    <message>
        <source>Loads the file from disk; unsaved changes are lost.</source>
        <translation>Lädt die Datei vom Datenträger; nicht gespeicherte Änderungen gehen verloren.</translation>
    </message>
    <message>
        <source>This file was changed elsewhere. Saving would overwrite that change.</source>
        <translation>Diese Datei wurde anderswo geändert. Speichern würde die Änderung überschreiben.</translation>
    </message>
    <message>
        <source>This file was changed elsewhere.</source>
        <translation>Diese Datei wurde anderswo geändert.</translation>
    </message>
    <message>
        <source>This file was removed from disk. Saving creates it again.</source>
        <translation>Diese Datei wurde gelöscht. Speichern legt sie neu an.</translation>
    </message>
    <message>
        <source>This file can no longer be read.</source>
        <translation>Diese Datei kann nicht mehr gelesen werden.</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronEditor</name>
    <message>
        <source>Crontab</source>
        <translation>Crontab</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronEntriesModel</name>
    <message>
        <source>up to date</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>overdue</source>
        <translation>überfällig</translation>
    </message>
    <message>
        <source>not due yet</source>
        <translation>noch nicht fällig</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>not in this file</source>
        <translation>nicht in dieser Datei</translation>
    </message>
    <message>
        <source>known</source>
        <translation>bekannt</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>It ran the last time it was due.</source>
        <translation>Er lief, als er zuletzt fällig war.</translation>
    </message>
    <message>
        <source>It was due at %1 and no worker has added its job. Is a worker with this crontab running?</source>
        <translation>Er war um %1 fällig, und kein Worker hat den Job angelegt. Läuft ein Worker mit dieser Crontab?</translation>
    </message>
    <message>
        <source>Workers have it; it has not been due since.</source>
        <translation>Worker haben ihn; seitdem war er nicht fällig.</translation>
    </message>
    <message>
        <source>No worker has started with it. The first start backfills nothing.</source>
        <translation>Noch kein Worker ist damit gestartet. Beim ersten Start wird nichts nachgeholt.</translation>
    </message>
    <message>
        <source>The database was not read.</source>
        <translation>Die Datenbank wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>Workers treat it as a comment.</source>
        <translation>Worker behandeln ihn als Kommentar.</translation>
    </message>
    <message>
        <source>Workers had it from another crontab, or it was once in this one.</source>
        <translation>Worker hatten ihn aus einer anderen Crontab, oder er stand früher in dieser.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Identifier</source>
        <translation>Kennung</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>Letzter Lauf</translation>
    </message>
    <message>
        <source>Next run</source>
        <translation>Nächster Lauf</translation>
    </message>
    <message>
        <source>Known since</source>
        <translation>Bekannt seit</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronEntryPane</name>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Lokal</translation>
    </message>
    <message>
        <source>Next times this entry is due</source>
        <translation>Die nächsten Termine dieses Eintrags</translation>
    </message>
    <message>
        <source>No entry here</source>
        <translation>Hier ist kein Eintrag</translation>
    </message>
    <message>
        <source>Place the cursor in an entry to see when it is due.</source>
        <translation>Setzen Sie den Cursor in einen Eintrag, um zu sehen, wann er fällig ist.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Switched off; it would run: %1</source>
        <translation>Abgeschaltet; er liefe: %1</translation>
    </message>
    <message>
        <source>last run %1</source>
        <translation>letzter Lauf %1</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>noch kein Lauf</translation>
    </message>
    <message>
        <source>known for %1</source>
        <translation>bekannt seit %1</translation>
    </message>
    <message>
        <source>Local (%1)</source>
        <translation>Lokal (%1)</translation>
    </message>
    <message>
        <source>Not understood</source>
        <translation>Nicht verstanden</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronPanel</name>
    <message>
        <source>Which crontabs are accepted</source>
        <translation>Welche Crontabs angenommen werden</translation>
    </message>
    <message>
        <source>Extended</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>Strikt</translation>
    </message>
    <message>
        <source>Strict accepts what graphile-worker 0.18 accepts. Extended adds time zones, flags, names of days and months, and steps of ranges.</source>
        <translation>Strikt nimmt an, was graphile-worker 0.18 annimmt. Erweitert kennt auch Zeitzonen, Flags, Namen von Tagen und Monaten und Schritte in Bereichen.</translation>
    </message>
    <message>
        <source>No crontab is open</source>
        <translation>Keine Crontab geöffnet</translation>
    </message>
    <message>
        <source>Open the crontab of your workers, or start a new one. It is checked as you type, and you see when its jobs will be due before any worker uses it.</source>
        <translation>Öffnen Sie die Crontab Ihrer Worker, oder beginnen Sie eine neue. Sie wird beim Tippen geprüft, und Sie sehen, wann ihre Jobs fällig werden, bevor ein Worker sie benutzt.</translation>
    </message>
    <message>
        <source>here: %1</source>
        <translation>hier: %1</translation>
    </message>
    <message>
        <source>Crontab</source>
        <translation>Crontab</translation>
    </message>
    <message>
        <source>New crontab</source>
        <translation>Neue Crontab</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>nicht gespeichert</translation>
    </message>
    <message>
        <source>not on disk yet</source>
        <translation>noch nicht auf dem Datenträger</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Öffnen…</translation>
    </message>
    <message>
        <source>Opens a crontab file.</source>
        <translation>Öffnet eine Crontab-Datei.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Starts a new crontab.</source>
        <translation>Beginnt eine neue Crontab.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Shows what changes, then writes the crontab in one step and keeps a copy of the old one.</source>
        <translation>Zeigt, was sich ändert, schreibt dann die Crontab in einem Schritt und behält eine Kopie der alten.</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Writes the crontab under another name.</source>
        <translation>Schreibt die Crontab unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>Disable entry</source>
        <translation>Eintrag abschalten</translation>
    </message>
    <message>
        <source>Turns the selected entries into marked comments, or back into entries.</source>
        <translation>Macht die gewählten Einträge zu markierten Kommentaren oder wieder zu Einträgen.</translation>
    </message>
    <message>
        <source>Run now…</source>
        <translation>Jetzt ausführen…</translation>
    </message>
    <message>
        <source>Adds the job of the selected entry now, as cron would.</source>
        <translation>Legt den Job des gewählten Eintrags jetzt an, wie Cron es täte.</translation>
    </message>
    <message>
        <source>Reload local worker</source>
        <translation>Lokalen Worker neu laden</translation>
    </message>
    <message>
        <source>Makes the local worker read its crontab again at once.</source>
        <translation>Lässt den lokalen Worker seine Crontab sofort neu lesen.</translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation>Nächstes Problem</translation>
    </message>
    <message>
        <source>Goes to the next error or warning in the crontab.</source>
        <translation>Geht zum nächsten Fehler oder zur nächsten Warnung in der Crontab.</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>Voriges Problem</translation>
    </message>
    <message>
        <source>Goes to the previous error or warning in the crontab.</source>
        <translation>Geht zum vorigen Fehler oder zur vorigen Warnung in der Crontab.</translation>
    </message>
    <message>
        <source>Suggests how to continue at the cursor.</source>
        <translation>Schlägt vor, wie es am Cursor weitergehen kann.</translation>
    </message>
    <message>
        <source>Open a crontab first.</source>
        <translation>Öffnen Sie zuerst eine Crontab.</translation>
    </message>
    <message>
        <source>Place the cursor in an entry without errors first.</source>
        <translation>Setzen Sie den Cursor zuerst in einen fehlerfreien Eintrag.</translation>
    </message>
    <message>
        <source>Enable entry</source>
        <translation>Eintrag einschalten</translation>
    </message>
    <message>
        <source>There is no entry in this line.</source>
        <translation>In dieser Zeile steht kein Eintrag.</translation>
    </message>
    <message>
        <source>The local worker is not running; it reads the crontab when it starts.</source>
        <translation>Der lokale Worker läuft nicht; er liest die Crontab, wenn er startet.</translation>
    </message>
    <message>
        <source>Changes are not saved</source>
        <translation>Änderungen sind nicht gespeichert</translation>
    </message>
    <message>
        <source>The open crontab has unsaved changes. They would be lost.</source>
        <translation>Die geöffnete Crontab hat nicht gespeicherte Änderungen. Sie gingen verloren.</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>Änderungen verwerfen</translation>
    </message>
    <message>
        <source>Open a crontab</source>
        <translation>Crontab öffnen</translation>
    </message>
    <message>
        <source>Nothing to save: the file has the same text.</source>
        <translation>Nichts zu speichern: Die Datei hat denselben Text.</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>Gespeichert.</translation>
    </message>
    <message>
        <source>Saved; the old file is kept as %1.</source>
        <translation>Gespeichert; die alte Datei bleibt als %1 erhalten.</translation>
    </message>
    <message>
        <source>Save the crontab as</source>
        <translation>Crontab speichern unter</translation>
    </message>
    <message>
        <source>Saved. Workers refuse it as long as it has errors.</source>
        <translation>Gespeichert. Worker lehnen sie ab, solange sie Fehler hat.</translation>
    </message>
    <message>
        <source>Job %1 was added.</source>
        <translation>Job %1 wurde angelegt.</translation>
    </message>
    <message>
        <source>The local worker reads its crontab again; see Live for the result.</source>
        <translation>Der lokale Worker liest seine Crontab neu; das Ergebnis steht unter Live.</translation>
    </message>
    <message>
        <source>The crontab has unsaved changes.</source>
        <translation>Die Crontab hat nicht gespeicherte Änderungen.</translation>
    </message>
    <message>
        <source>load, file</source>
        <translation>laden, Datei</translation>
    </message>
    <message>
        <source>create</source>
        <translation>anlegen</translation>
    </message>
    <message>
        <source>write</source>
        <translation>schreiben</translation>
    </message>
    <message>
        <source>write, copy</source>
        <translation>schreiben, Kopie</translation>
    </message>
    <message>
        <source>comment, switch off, pause</source>
        <translation>auskommentieren, ausschalten, pausieren</translation>
    </message>
    <message>
        <source>trigger, start, execute</source>
        <translation>auslösen, starten, ausführen</translation>
    </message>
    <message>
        <source>refresh, apply</source>
        <translation>neu laden, anwenden</translation>
    </message>
    <message>
        <source>error, warning</source>
        <translation>Fehler, Warnung</translation>
    </message>
    <message>
        <source>suggest, fill in</source>
        <translation>vorschlagen, ergänzen</translation>
    </message>
    <message>
        <source>Autocomplete</source>
        <translation>Vervollständigen</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronRunDialog</name>
    <message>
        <source>Add job</source>
        <translation>Job hinzufügen</translation>
    </message>
    <message>
        <source>Run now</source>
        <translation>Jetzt ausführen</translation>
    </message>
    <message>
        <source>One job of “%1” is added now, as cron would add it.</source>
        <translation>Ein Job von „%1“ wird jetzt angelegt, wie Cron es täte.</translation>
    </message>
    <message>
        <source>It is due as of the beginning of this minute; its payload gives the same time under _cron. The entry&apos;s last run does not change: if the entry is due in this very minute, cron adds its job too.</source>
        <translation>Er ist seit Beginn dieser Minute fällig; dieselbe Zeit steht unter _cron in seinem Payload. Der letzte Lauf des Eintrags ändert sich nicht: Ist der Eintrag genau in dieser Minute fällig, legt Cron seinen Job ebenfalls an.</translation>
    </message>
    <message>
        <source>The entry has a job key: a waiting job with this key is changed instead of a second one being added.</source>
        <translation>Der Eintrag hat einen Job-Schlüssel: ein wartender Job mit diesem Schlüssel wird geändert, statt einen zweiten anzulegen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronSaveDialog</name>
    <message>
        <source>A new file. Lines: +%1</source>
        <translation>Eine neue Datei. Zeilen: +%1</translation>
    </message>
    <message>
        <source>The text is the same as in the file.</source>
        <translation>Der Text ist derselbe wie in der Datei.</translation>
    </message>
    <message>
        <source>Lines: +%1 −%2</source>
        <translation>Zeilen: +%1 −%2</translation>
    </message>
    <message>
        <source>Overwrite crontab</source>
        <translation>Crontab überschreiben</translation>
    </message>
    <message>
        <source>Save crontab</source>
        <translation>Crontab speichern</translation>
    </message>
    <message>
        <source>Compare with the file</source>
        <translation>Mit der Datei vergleichen</translation>
    </message>
    <message>
        <source>From the file on disk to your text: %1</source>
        <translation>Von der Datei auf dem Datenträger zum Text: %1</translation>
    </message>
    <message>
        <source>The file was changed elsewhere since you opened it. Saving overwrites that change; the backup copy keeps it.</source>
        <translation>Die Datei wurde seit dem Öffnen anderswo geändert. Speichern überschreibt die Änderung; die Sicherungskopie behält sie.</translation>
    </message>
    <message numerus="yes">
        <source>And %1 more entries are removed or renamed.</source>
        <translation>
            <numerusform>Und %1 weiterer Eintrag ist weg oder umbenannt.</numerusform>
            <numerusform>Und %1 weitere Einträge sind weg oder umbenannt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Line %1: %2.</source>
        <translation>Zeile %1: %2.</translation>
    </message>
    <message>
        <source>And %1 more.</source>
        <translation>Und %1 weitere.</translation>
    </message>
    <message>
        <source>Save it anyway: workers will refuse it. Running workers keep the old crontab; others do not start.</source>
        <translation>Trotzdem speichern: Worker lehnen sie ab. Laufende Worker behalten die alte Crontab, andere starten nicht.</translation>
    </message>
    <message>
        <source>A copy of the old file is kept next to it; the newest %1 copies are kept.</source>
        <translation>Eine Kopie der alten Datei bleibt daneben erhalten; aufbewahrt werden die neuesten %1 Kopien.</translation>
    </message>
</context>
<context>
    <name>yardmaster::CronWeek</name>
    <message>
        <source>Runs of the coming week</source>
        <translation>Läufe der kommenden Woche</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 entries</source>
        <translation>
            <numerusform>%1: %2 Eintrag</numerusform>
            <numerusform>%1: %2 Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>at most %1 at once</source>
        <translation>höchstens %1 zugleich</translation>
    </message>
    <message>
        <source>No entries: nothing would run.</source>
        <translation>Keine Einträge: nichts würde laufen.</translation>
    </message>
    <message>
        <source>Looking ahead…</source>
        <translation>Vorausschau…</translation>
    </message>
    <message>
        <source>More than %1 runs: not simulated from here on</source>
        <translation>Mehr als %1 Läufe: ab hier nicht simuliert</translation>
    </message>
    <message>
        <source>Runs until %1: %2; entries: %3</source>
        <translation>Läufe bis %1: %2; Einträge: %3</translation>
    </message>
</context>
<context>
    <name>yardmaster::DecodedPage</name>
    <message>
        <source>Decode again</source>
        <translation>Erneut dekodieren</translation>
    </message>
    <message>
        <source>Change rules…</source>
        <translation>Regeln ändern …</translation>
    </message>
    <message>
        <source>Decoded payload</source>
        <translation>Dekodierter Payload</translation>
    </message>
    <message>
        <source>The payload is too long for a decoder: over %1 MiB.</source>
        <translation>Der Payload ist zu lang für ein Programm: über %1 MiB.</translation>
    </message>
    <message>
        <source>This payload has nothing at %1.</source>
        <translation>Dieser Payload hat nichts bei %1.</translation>
    </message>
    <message>
        <source>The value at %1 is hidden. Reveal it on the Payload page first.</source>
        <translation>Der Wert bei %1 ist verborgen. Decken Sie ihn zuerst auf der Seite „Payload“ auf.</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft …</translation>
    </message>
    <message>
        <source>Decoded in %1.</source>
        <translation>Dekodiert in %1.</translation>
    </message>
    <message>
        <source>The command ended with exit code %1.</source>
        <translation>Der Befehl endete mit Code %1.</translation>
    </message>
    <message>
        <source>The command crashed.</source>
        <translation>Der Befehl ist abgestürzt.</translation>
    </message>
    <message>
        <source>The command took longer than %1 and was stopped.</source>
        <translation>Der Befehl brauchte länger als %1 und wurde beendet.</translation>
    </message>
    <message>
        <source>The command wrote more than %1 KiB and was stopped. This is the beginning of its output.</source>
        <translation>Der Befehl schrieb mehr als %1 KiB und wurde beendet. Das ist der Anfang seiner Ausgabe.</translation>
    </message>
    <message>
        <source>The command did not start.</source>
        <translation>Der Befehl ist nicht gestartet.</translation>
    </message>
</context>
<context>
    <name>yardmaster::DecodersDialog</name>
    <message>
        <source>Decode payloads</source>
        <translation>Payloads dekodieren</translation>
    </message>
    <message>
        <source>Your own programs that make encoded payloads readable. A program gets the payload of the job being shown, or one value of it, on its standard input; its output appears on the Decoded page. It runs under your user account, without a shell. One rule per line; the first that matches applies:</source>
        <translation>Eigene Programme, die kodierte Payloads lesbar machen. Ein Programm bekommt den Payload des gezeigten Jobs oder einen Wert daraus auf seiner Standardeingabe; seine Ausgabe steht auf der Seite „Dekodiert“. Es läuft unter Ihrem Benutzerkonto, ohne Shell. Eine Regel je Zeile, die erste passende gilt:</translation>
    </message>
</context>
<context>
    <name>yardmaster::DurationMap</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>%1 · %2: %3 of %4 runs (%5)</source>
        <translation>%1 · %2: %3 von %4 Läufen (%5)</translation>
    </message>
    <message>
        <source>%1: %2 runs, most often held for %3.</source>
        <translation>%1: %2 Läufe, am häufigsten %3 gehalten.</translation>
    </message>
    <message>
        <source>No runs are known.</source>
        <translation>Es sind keine Läufe bekannt.</translation>
    </message>
</context>
<context>
    <name>yardmaster::EditPayloadDialog</name>
    <message>
        <source>Reading job %1…</source>
        <translation>Job %1 wird gelesen…</translation>
    </message>
    <message>
        <source>As it is now</source>
        <translation>Wie er jetzt ist</translation>
    </message>
    <message>
        <source>Type the job&apos;s id, %1, to confirm:</source>
        <translation>Geben Sie zur Bestätigung die Id des Jobs ein, %1:</translation>
    </message>
    <message>
        <source>Change payload and retry</source>
        <translation>Payload ändern und wiederholen</translation>
    </message>
    <message>
        <source>Edit payload of job %1</source>
        <translation>Payload von Job %1 bearbeiten</translation>
    </message>
    <message>
        <source>Payload as it is now</source>
        <translation>Payload, wie er jetzt ist</translation>
    </message>
    <message>
        <source>Job %1 is gone: completed or deleted.</source>
        <translation>Job %1 ist weg: abgeschlossen oder gelöscht.</translation>
    </message>
    <message>
        <source>Job %1, %2: %3</source>
        <translation>Job %1, %2: %3</translation>
    </message>
    <message>
        <source>It cannot be changed now: %1 is running it.</source>
        <translation>Er kann jetzt nicht geändert werden: %1 führt ihn aus.</translation>
    </message>
    <message>
        <source>a worker</source>
        <translation>ein Worker</translation>
    </message>
    <message>
        <source>Nothing changed yet.</source>
        <translation>Noch nichts geändert.</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Afterwards</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Compared once it is JSON again.</source>
        <translation>Wird verglichen, sobald es wieder JSON ist.</translation>
    </message>
    <message>
        <source>Only white space, escapes or the order of keys differ.</source>
        <translation>Nur Leerraum, Escapes oder die Reihenfolge der Schlüssel unterscheiden sich.</translation>
    </message>
</context>
<context>
    <name>yardmaster::EmptyHint</name>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
</context>
<context>
    <name>yardmaster::EnvironmentStrip</name>
    <message>
        <source>Environment: %1 %2</source>
        <translation>Umgebung: %1 %2</translation>
    </message>
</context>
<context>
    <name>yardmaster::ErrorDetail</name>
    <message>
        <source>Copy filter</source>
        <translation>Filter kopieren</translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation>Jobs zeigen</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Lists all jobs with this error, including those that were not searched.</source>
        <translation>Listet alle Jobs mit diesem Fehler auf, auch die nicht durchsuchten.</translation>
    </message>
    <message>
        <source>Retry all…</source>
        <translation>Wiederholen…</translation>
    </message>
    <message>
        <source>Reschedule all…</source>
        <translation>Neu planen…</translation>
    </message>
    <message>
        <source>Fail all for good…</source>
        <translation>Fehlschlagen lassen…</translation>
    </message>
    <message>
        <source>No error text</source>
        <translation>Kein Fehlertext</translation>
    </message>
    <message>
        <source>Comparing the filter with the group…</source>
        <translation>Der Filter wird mit der Gruppe verglichen…</translation>
    </message>
    <message>
        <source>It also finds failures older than those searched.</source>
        <translation>Er findet auch Fehlschläge, die älter als die durchsuchten sind.</translation>
    </message>
    <message>
        <source>Whether the filter finds more than this group is not known: comparing took too long or failed.</source>
        <translation>Ob der Filter mehr als diese Gruppe findet, ist nicht bekannt: Der Vergleich dauerte zu lange oder schlug fehl.</translation>
    </message>
    <message>
        <source>Among the failures searched, the filter finds exactly this group.</source>
        <translation>Unter den durchsuchten Fehlschlägen findet der Filter genau diese Gruppe.</translation>
    </message>
    <message>
        <source>The filter finds %1 more jobs: with a similar error, or failed since.</source>
        <translation>Der Filter findet %1 Jobs mehr: mit ähnlichem Fehler oder seitdem fehlgeschlagen.</translation>
    </message>
    <message>
        <source>These jobs have failed for good already.</source>
        <translation>Diese Jobs sind schon endgültig fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The time of this failure is not stored.</source>
        <translation>Die Zeit dieses Fehlers ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>Task %1, failures: %2</source>
        <translation>Task %1, Fehlschläge: %2</translation>
    </message>
</context>
<context>
    <name>yardmaster::ErrorGroupsModel</name>
    <message>
        <source>No error text</source>
        <translation>Kein Fehlertext</translation>
    </message>
    <message>
        <source>%1 failures: %2</source>
        <translation>%1-mal fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>First seen</source>
        <translation>Zuerst gesehen</translation>
    </message>
    <message>
        <source>Last seen</source>
        <translation>Zuletzt gesehen</translation>
    </message>
    <message>
        <source>The time of a failure is not stored. It is derived from when the next attempt is due, using the standard retry delay.</source>
        <translation>Die Zeit eines Fehlers ist nicht gespeichert. Sie ist aus der Fälligkeit des nächsten Versuchs abgeleitet, mit der üblichen Wartezeit.</translation>
    </message>
    <message>
        <source>Not known for %1 of %2 jobs, which have been changed since they were added, or have another retry delay.</source>
        <translation>Nicht bekannt bei %1 von %2 Jobs, die seit dem Hinzufügen geändert wurden oder eine andere Wartezeit haben.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>New since</source>
        <translation>Neu seit</translation>
    </message>
    <message>
        <source>The history first recorded it at %1.</source>
        <translation>Der Verlauf hat ihn erstmals um %1 aufgezeichnet.</translation>
    </message>
    <message>
        <source>Shown for errors that first occurred in the last 24 hours, if the history is recorded.</source>
        <translation>Steht bei Fehlern, die in den letzten 24 Stunden erstmals auftraten, wenn der Verlauf aufgezeichnet wird.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ErrorPage</name>
    <message>
        <source>Copy error</source>
        <translation>Fehler kopieren</translation>
    </message>
    <message>
        <source>No error</source>
        <translation>Kein Fehler</translation>
    </message>
    <message>
        <source>It has not failed so far.</source>
        <translation>Er ist bisher nicht fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Rest of the error</source>
        <translation>Rest des Fehlers</translation>
    </message>
    <message>
        <source>It will be retried, but no error was recorded.</source>
        <translation>Er wird wiederholt, aber kein Fehler ist aufgezeichnet.</translation>
    </message>
    <message numerus="yes">
        <source>%1 more lines</source>
        <translation>
            <numerusform>%1 weitere Zeile</numerusform>
            <numerusform>%1 weitere Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::ErrorsPanel</name>
    <message>
        <source>Failures by error</source>
        <translation>Fehlgeschlagene Jobs nach Fehler</translation>
    </message>
    <message>
        <source>Search further</source>
        <translation>Weiter suchen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Which failures</source>
        <translation>Welche fehlgeschlagenen Jobs</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>Endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>Wird wiederholt</translation>
    </message>
    <message>
        <source>Failed for good and retrying</source>
        <translation>Endgültig fehlgeschlagen und wiederholt</translation>
    </message>
    <message>
        <source>Searches older failures, too.</source>
        <translation>Durchsucht auch ältere.</translation>
    </message>
    <message>
        <source>Searching for failures</source>
        <translation>Fehlgeschlagene Jobs werden gesucht</translation>
    </message>
    <message>
        <source>No failures</source>
        <translation>Keine fehlgeschlagenen Jobs</translation>
    </message>
    <message>
        <source>Jobs that fail appear here, grouped by what went wrong.</source>
        <translation>Fehlgeschlagene Jobs erscheinen hier, gruppiert danach, was schiefging.</translation>
    </message>
    <message>
        <source>No failures among the newest %1 jobs</source>
        <translation>Keine fehlgeschlagenen Jobs unter den neuesten %1 Jobs</translation>
    </message>
    <message>
        <source>There may be older ones. Search further, or create the index of failed jobs, which finds them at once.</source>
        <translation>Es kann ältere geben. Suchen Sie weiter, oder legen Sie den Index der fehlgeschlagenen Jobs an, der sie sofort findet.</translation>
    </message>
    <message>
        <source>Searching… %1 failures in %2 jobs so far</source>
        <translation>Sucht… %1 fehlgeschlagen unter %2 Jobs bisher</translation>
    </message>
    <message>
        <source>All %1 failures</source>
        <translation>Alle %1 Fehlschläge</translation>
    </message>
    <message>
        <source>Newest %1 failures</source>
        <translation>Die neuesten %1 fehlgeschlagenen</translation>
    </message>
    <message>
        <source>Stopped after %1 failures</source>
        <translation>Nach %1 fehlgeschlagenen angehalten</translation>
    </message>
    <message>
        <source>They appear here as they are found, grouped by task and error.</source>
        <translation>Sie erscheinen hier, sobald sie gefunden sind, nach Task und Fehler gruppiert.</translation>
    </message>
    <message>
        <source>Groups of failures</source>
        <translation>Gruppen von Fehlern</translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation>Jobs zeigen</translation>
    </message>
    <message>
        <source>Lists all jobs with this error.</source>
        <translation>Listet alle Jobs mit diesem Fehler auf.</translation>
    </message>
    <message>
        <source>list, filter, open</source>
        <translation>auflisten, filtern, öffnen</translation>
    </message>
    <message>
        <source>Retry all…</source>
        <translation>Wiederholen…</translation>
    </message>
    <message>
        <source>Makes all jobs of the group due now, with all their attempts.</source>
        <translation>Macht alle Jobs der Gruppe jetzt fällig, mit allen Versuchen.</translation>
    </message>
    <message>
        <source>run again, restart, rerun</source>
        <translation>nochmal ausführen, neu starten</translation>
    </message>
    <message>
        <source>Reschedule all…</source>
        <translation>Neu planen…</translation>
    </message>
    <message>
        <source>Makes all jobs of the group due at another time.</source>
        <translation>Macht alle Jobs der Gruppe zu einer anderen Zeit fällig.</translation>
    </message>
    <message>
        <source>postpone, delay, run at</source>
        <translation>aufschieben, verzögern, später</translation>
    </message>
    <message>
        <source>Fail all for good…</source>
        <translation>Fehlschlagen lassen…</translation>
    </message>
    <message>
        <source>Leaves no attempts for any job of the group.</source>
        <translation>Lässt keinem Job der Gruppe einen Versuch.</translation>
    </message>
    <message>
        <source>These jobs have failed for good already.</source>
        <translation>Diese Jobs sind schon endgültig fehlgeschlagen.</translation>
    </message>
    <message>
        <source>cancel, abort, give up</source>
        <translation>abbrechen, aufgeben</translation>
    </message>
    <message>
        <source>Show job</source>
        <translation>Job zeigen</translation>
    </message>
    <message>
        <source>Shows the selected example in the list of jobs.</source>
        <translation>Zeigt das gewählte Beispiel in der Liste der Jobs.</translation>
    </message>
    <message>
        <source>Edit payload and retry…</source>
        <translation>Payload bearbeiten und wiederholen…</translation>
    </message>
    <message>
        <source>Gives the selected example another payload and makes it due now.</source>
        <translation>Gibt dem gewählten Beispiel einen anderen Payload und macht es jetzt fällig.</translation>
    </message>
    <message>
        <source>fix, change data, arguments, JSON</source>
        <translation>reparieren, Daten ändern, Argumente, JSON</translation>
    </message>
    <message>
        <source>Select a group of failures first.</source>
        <translation>Zuerst eine Gruppe von Fehlern wählen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ExportDialog</name>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Run at</source>
        <translation>Läuft um</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Max attempts</source>
        <translation>Max. Versuche</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>Letzter Fehler</translation>
    </message>
    <message>
        <source>Created at</source>
        <translation>Hinzugefügt um</translation>
    </message>
    <message>
        <source>Updated at</source>
        <translation>Geändert um</translation>
    </message>
    <message>
        <source>Locked at</source>
        <translation>Gesperrt um</translation>
    </message>
    <message>
        <source>Locked by</source>
        <translation>Gesperrt von</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Export jobs</source>
        <translation>Jobs exportieren</translation>
    </message>
    <message>
        <source>Progress of the export</source>
        <translation>Fortschritt des Exports</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Exportieren…</translation>
    </message>
    <message>
        <source>Writes the jobs of the list to a CSV or JSON file.</source>
        <translation>Schreibt die Jobs der Liste in eine CSV- oder JSON-Datei.</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>CSV, for spreadsheets</source>
        <translation>CSV, für Tabellenkalkulationen</translation>
    </message>
    <message>
        <source>JSON, one array</source>
        <translation>JSON, ein Array</translation>
    </message>
    <message>
        <source>NDJSON, one job per line</source>
        <translation>NDJSON, ein Job je Zeile</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>&amp;Guard against formulas</source>
        <translation>&amp;Vor Formeln schützen</translation>
    </message>
    <message>
        <source>A text that begins with = + - or @ gets an apostrophe in front, so that a spreadsheet does not run it.</source>
        <translation>Ein Text, der mit = + - oder @ beginnt, bekommt einen Apostroph davor, damit keine Tabellenkalkulation ihn ausführt.</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Drag to change the order.</source>
        <translation>Ziehen ändert die Reihenfolge.</translation>
    </message>
    <message>
        <source>C&amp;olumns</source>
        <translation>S&amp;palten</translation>
    </message>
    <message>
        <source>UTC</source>
        <translation>UTC</translation>
    </message>
    <message>
        <source>Local, %1</source>
        <translation>Lokal, %1</translation>
    </message>
    <message>
        <source>&amp;Times</source>
        <translation>&amp;Zeiten</translation>
    </message>
    <message>
        <source>F&amp;ile</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>D&amp;urchsuchen…</translation>
    </message>
    <message>
        <source>With a header line. Payloads are quoted texts.</source>
        <translation>Mit Kopfzeile. Payloads sind Texte in Anführungszeichen.</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>No column is selected.</source>
        <translation>Keine Spalte ist gewählt.</translation>
    </message>
    <message>
        <source>Enter a file name.</source>
        <translation>Geben Sie einen Dateinamen an.</translation>
    </message>
    <message>
        <source>Enter the full path of the file, from the root.</source>
        <translation>Geben Sie den vollständigen Pfad der Datei an, von der Wurzel an.</translation>
    </message>
    <message>
        <source>%1 is a folder.</source>
        <translation>%1 ist ein Ordner.</translation>
    </message>
    <message>
        <source>%1 already exists. Export again to replace it.</source>
        <translation>%1 gibt es schon. Exportieren Sie noch einmal, um sie zu ersetzen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs written</source>
        <translation>
            <numerusform>%1 Job geschrieben</numerusform>
            <numerusform>%1 Jobs geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Searching for jobs…</source>
        <translation>Jobs werden gesucht…</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs written to %2</source>
        <translation>
            <numerusform>%1 Job in %2 geschrieben</numerusform>
            <numerusform>%1 Jobs in %2 geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelled; no file was written.</source>
        <translation>Abgebrochen; keine Datei wurde geschrieben.</translation>
    </message>
    <message>
        <source>No file was written.</source>
        <translation>Keine Datei wurde geschrieben.</translation>
    </message>
    <message>
        <source>Cancel export</source>
        <translation>Export abbrechen</translation>
    </message>
    <message>
        <source>&amp;Hide values of payloads as in the window</source>
        <translation>Werte der Payloads wie im Fenster ver&amp;bergen</translation>
    </message>
    <message>
        <source>Passwords, tokens and whatever else your rules hide become “[hidden]”. Such payloads cannot be run again.</source>
        <translation>Passwörter, Token und was Ihre Regeln sonst verbergen, wird zu „[hidden]“. Solche Payloads können nicht wieder ausgeführt werden.</translation>
    </message>
    <message>
        <source>; hidden values: %1</source>
        <translation>; verborgene Werte: %1</translation>
    </message>
    <message>
        <source>Payloads are included as the database stores them, except for hidden values.</source>
        <translation>Payloads sind enthalten, wie die Datenbank sie speichert, bis auf verborgene Werte.</translation>
    </message>
    <message>
        <source>Payloads are included, with line breaks turned into spaces.</source>
        <translation>Payloads sind enthalten; Zeilenumbrüche werden zu Leerzeichen.</translation>
    </message>
    <message>
        <source>save, download, CSV, JSON</source>
        <translation>speichern, herunterladen, CSV, JSON</translation>
    </message>
</context>
<context>
    <name>yardmaster::FactList</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy all of these</source>
        <translation>Alle diese kopieren</translation>
    </message>
</context>
<context>
    <name>yardmaster::FilterBar</name>
    <message>
        <source>Previous filter (Alt+Left)</source>
        <translation>Voriger Filter (Alt+Links)</translation>
    </message>
    <message>
        <source>Next filter (Alt+Right)</source>
        <translation>Nächster Filter (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>Den Filter leeren</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter jobs, like state:failed task:send_* run&lt;now-1h</source>
        <translation>Jobs filtern, wie state:failed task:send_* run&lt;now-1h</translation>
    </message>
    <message>
        <source>Filter syntax (F1)</source>
        <translation>Syntax der Filter (F1)</translation>
    </message>
    <message>
        <source>Edit filter</source>
        <translation>Filter bearbeiten</translation>
    </message>
    <message>
        <source>Goes to the filter.</source>
        <translation>Geht zum Filter.</translation>
    </message>
    <message>
        <source>Previous filter</source>
        <translation>Voriger Filter</translation>
    </message>
    <message>
        <source>Shows the filter before this one.</source>
        <translation>Zeigt den Filter vor diesem.</translation>
    </message>
    <message>
        <source>Next filter</source>
        <translation>Nächster Filter</translation>
    </message>
    <message>
        <source>Shows the filter after this one.</source>
        <translation>Zeigt den Filter nach diesem.</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>Filter leeren</translation>
    </message>
    <message>
        <source>Lists all jobs.</source>
        <translation>Listet alle Jobs auf.</translation>
    </message>
    <message>
        <source>Cost and SQL of the filter</source>
        <translation>Kosten und SQL des Filters</translation>
    </message>
    <message>
        <source>Shows what each term costs, and the statement.</source>
        <translation>Zeigt, was jeder Ausdruck kostet, und die Anweisung.</translation>
    </message>
    <message>
        <source>Filter syntax</source>
        <translation>Syntax der Filter</translation>
    </message>
    <message>
        <source>Opens the manual&apos;s page about filters.</source>
        <translation>Öffnet die Seite des Handbuchs über Filter.</translation>
    </message>
    <message>
        <source>There is no earlier filter.</source>
        <translation>Es gibt keinen früheren Filter.</translation>
    </message>
    <message>
        <source>There is no later filter.</source>
        <translation>Es gibt keinen späteren Filter.</translation>
    </message>
    <message>
        <source>There is no filter.</source>
        <translation>Es gibt keinen Filter.</translation>
    </message>
    <message>
        <source>search, find jobs</source>
        <translation>suchen, Jobs finden</translation>
    </message>
    <message>
        <source>previous, undo</source>
        <translation>voriger, rückgängig</translation>
    </message>
    <message>
        <source>next</source>
        <translation>nächster</translation>
    </message>
    <message>
        <source>reset, remove</source>
        <translation>zurücksetzen, entfernen</translation>
    </message>
    <message>
        <source>explain, query, performance</source>
        <translation>erklären, Abfrage, Geschwindigkeit</translation>
    </message>
    <message>
        <source>how filters are written, language</source>
        <translation>wie Filter geschrieben werden, Sprache</translation>
    </message>
    <message>
        <source>Filter runs, like outcome:failed task:send_* took&gt;5s</source>
        <translation>Läufe filtern, etwa outcome:failed task:send_* took&gt;5s</translation>
    </message>
    <message>
        <source>Lists all runs.</source>
        <translation>Listet alle Läufe auf.</translation>
    </message>
</context>
<context>
    <name>yardmaster::FilterChip</name>
    <message>
        <source>No filter: all jobs are listed.</source>
        <translation>Kein Filter: Alle Jobs sind aufgelistet.</translation>
    </message>
    <message>
        <source>Applied with Enter, or a moment after the last key.</source>
        <translation>Angewandt mit Enter, oder kurz nach der letzten Taste.</translation>
    </message>
    <message>
        <source>Indexes find these jobs. Click for the cost of each term and the SQL.</source>
        <translation>Indizes finden diese Jobs. Klicken Sie für die Kosten jedes Ausdrucks und das SQL.</translation>
    </message>
    <message>
        <source>Searched among the jobs that an index finds. Click for the cost of each term and the SQL.</source>
        <translation>Gesucht unter den Jobs, die ein Index findet. Klicken Sie für die Kosten jedes Ausdrucks und das SQL.</translation>
    </message>
    <message>
        <source>The whole table has to be read, newest jobs first. Click for the cost of each term and the SQL.</source>
        <translation>Die ganze Tabelle muss gelesen werden, neueste Jobs zuerst. Klicken Sie für die Kosten jedes Ausdrucks und das SQL.</translation>
    </message>
    <message>
        <source>Not valid; the list still shows the previous filter.</source>
        <translation>Nicht gültig; die Liste zeigt noch den vorigen Filter.</translation>
    </message>
    <message>
        <source>all jobs</source>
        <translation>alle Jobs</translation>
    </message>
    <message>
        <source>typing</source>
        <translation>tippt</translation>
    </message>
    <message>
        <source>indexed</source>
        <translation>indiziert</translation>
    </message>
    <message>
        <source>bounded</source>
        <translation>begrenzt</translation>
    </message>
    <message>
        <source>scan</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>not valid</source>
        <translation>ungültig</translation>
    </message>
</context>
<context>
    <name>yardmaster::FilterCostPanel</name>
    <message>
        <source>Cost of the filter</source>
        <translation>Kosten des Filters</translation>
    </message>
    <message>
        <source>The same as SQL</source>
        <translation>Dasselbe als SQL</translation>
    </message>
    <message>
        <source>Copy SQL</source>
        <translation>SQL kopieren</translation>
    </message>
    <message>
        <source>SQL of the filter</source>
        <translation>SQL des Filters</translation>
    </message>
    <message numerus="yes">
        <source>and %1 more terms</source>
        <translation>
            <numerusform>und %1 weiterer Ausdruck</numerusform>
            <numerusform>und %1 weitere Ausdrücke</numerusform>
        </translation>
    </message>
    <message>
        <source>An index would help: %1 %2</source>
        <translation>Ein Index würde helfen: %1 %2</translation>
    </message>
    <message>
        <source>Add index…</source>
        <translation>Index anlegen…</translation>
    </message>
</context>
<context>
    <name>yardmaster::FilterDropDown</name>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>yardmaster::FleetFeed</name>
    <message>
        <source>more than %1 runs ended at once; not all are shown</source>
        <translation>mehr als %1 Läufe endeten auf einmal; nicht alle werden gezeigt</translation>
    </message>
</context>
<context>
    <name>yardmaster::GoToDialog</name>
    <message>
        <source>Go to job</source>
        <translation>Zu Job gehen</translation>
    </message>
    <message>
        <source>What to go by</source>
        <translation>Wonach</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Time added</source>
        <translation>Zeit des Hinzufügens</translation>
    </message>
    <message>
        <source>By</source>
        <translation>Um</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>The number of a job, for example 4812.</source>
        <translation>Die Nummer eines Jobs, zum Beispiel 4812.</translation>
    </message>
    <message>
        <source>The whole key of a job, for example welcome-17.</source>
        <translation>Der ganze Schlüssel eines Jobs, zum Beispiel welcome-17.</translation>
    </message>
    <message>
        <source>An id must be a whole number above 0.</source>
        <translation>Eine Id muss eine ganze Zahl über 0 sein.</translation>
    </message>
    <message>
        <source>Enter a key.</source>
        <translation>Geben Sie einen Schlüssel ein.</translation>
    </message>
    <message>
        <source>This is not a time.</source>
        <translation>Das ist keine Zeit.</translation>
    </message>
    <message>
        <source>The first job added then or later: 2026-11-01T14:03, today, now-2h. Times without an offset are in the time zone shown, %1.</source>
        <translation>Der erste Job, der dann oder später hinzugefügt wurde: 2026-11-01T14:03, today, now-2h. Zeiten ohne Abstand zu UTC gelten in der angezeigten Zeitzone, %1.</translation>
    </message>
</context>
<context>
    <name>yardmaster::GroupsPane</name>
    <message>
        <source>Groups of jobs</source>
        <translation>Gruppen von Jobs</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Ends the statement that counts.</source>
        <translation>Beendet die Anweisung, die zählt.</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>The groups appear here, the largest one first.</source>
        <translation>Die Gruppen erscheinen hier, die größte zuerst.</translation>
    </message>
    <message>
        <source>All groups</source>
        <translation>Alle Gruppen</translation>
    </message>
    <message>
        <source>Lists the jobs of all groups again.</source>
        <translation>Listet wieder die Jobs aller Gruppen auf.</translation>
    </message>
    <message>
        <source>Groups of the list</source>
        <translation>Gruppen der Liste</translation>
    </message>
    <message>
        <source>Counts the jobs of the filter by what they have in common.</source>
        <translation>Zählt die Jobs des Filters nach dem, was sie gemeinsam haben.</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren</translation>
    </message>
    <message>
        <source>Group by…</source>
        <translation>Gruppieren…</translation>
    </message>
    <message>
        <source>Opens what the jobs can be grouped by.</source>
        <translation>Öffnet, wonach die Jobs gruppiert werden können.</translation>
    </message>
    <message>
        <source>count, divide, distribution</source>
        <translation>zählen, aufteilen, Verteilung</translation>
    </message>
    <message>
        <source>Lists the jobs alone.</source>
        <translation>Listet nur die Jobs auf.</translation>
    </message>
    <message>
        <source>The jobs are not grouped.</source>
        <translation>Die Jobs sind nicht gruppiert.</translation>
    </message>
    <message>
        <source>Go to groups</source>
        <translation>Zu den Gruppen</translation>
    </message>
    <message>
        <source>Goes to the list of groups.</source>
        <translation>Geht zur Liste der Gruppen.</translation>
    </message>
    <message>
        <source>Show all groups</source>
        <translation>Alle Gruppen zeigen</translation>
    </message>
    <message>
        <source>The jobs of all groups are listed.</source>
        <translation>Die Jobs aller Gruppen sind aufgelistet.</translation>
    </message>
    <message>
        <source>back, up, leave the group</source>
        <translation>zurück, hinauf, Gruppe verlassen</translation>
    </message>
    <message>
        <source>all jobs</source>
        <translation>alle Jobs</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>a group of the jobs of a filter</comment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Counting… %1</source>
        <translation>Wird gezählt… %1</translation>
    </message>
    <message>
        <source>Not counted within %1</source>
        <translation>Nicht innerhalb von %1 gezählt</translation>
    </message>
    <message>
        <source>Counting was stopped</source>
        <translation>Das Zählen wurde angehalten</translation>
    </message>
    <message>
        <source>The largest %1 of %2 groups</source>
        <translation>Die größten %1 von %2 Gruppen</translation>
    </message>
    <message numerus="yes">
        <source>%1 groups</source>
        <translation>
            <numerusform>%1 Gruppe</numerusform>
            <numerusform>%1 Gruppen</numerusform>
        </translation>
    </message>
    <message>
        <source>A job with several flags is in several groups.</source>
        <translation>Ein Job mit mehreren Flags ist in mehreren Gruppen.</translation>
    </message>
    <message>
        <source>It took too long</source>
        <translation>Es dauerte zu lange</translation>
    </message>
    <message>
        <source>The server stopped counting after its time limit. Workers are not affected. A narrower filter has fewer jobs to count.</source>
        <translation>Der Server hörte nach seiner Zeitgrenze auf zu zählen. Die Worker sind nicht betroffen. Ein engerer Filter hat weniger Jobs zu zählen.</translation>
    </message>
    <message>
        <source>Refresh counts again.</source>
        <translation>Aktualisieren zählt noch einmal.</translation>
    </message>
    <message>
        <source>%1 of all jobs</source>
        <translation>%1 von allen Jobs</translation>
    </message>
    <message>
        <source>Still listed: %1.</source>
        <translation>Weiter aufgelistet: %1.</translation>
    </message>
</context>
<context>
    <name>yardmaster::HeartbeatStrip</name>
    <message>
        <source>Heartbeats in the last two minutes</source>
        <translation>Heartbeats der letzten zwei Minuten</translation>
    </message>
    <message>
        <source>%1 seen</source>
        <translation>%1 gesehen</translation>
    </message>
    <message>
        <source>Each mark is a heartbeat that was seen; the band is the time without one after which a worker is stale.</source>
        <translation>Jede Marke ist ein gesehener Heartbeat; nach der Zeit des Bands ohne einen gilt ein Worker als ausgefallen.</translation>
    </message>
    <message>
        <source>2 min ago</source>
        <translation>vor 2 min</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>yardmaster::HelpOverlay</name>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Press any key to close this. Keys can be changed under Help, Keyboard shortcuts.</source>
        <translation>Eine beliebige Taste schließt dies. Tasten lassen sich unter Hilfe, Tastenkürzel ändern.</translation>
    </message>
</context>
<context>
    <name>yardmaster::HistoryDialog</name>
    <message>
        <source>Remove the history of %1</source>
        <translation>Verlauf von %1 entfernen</translation>
    </message>
    <message>
        <source>Record the history of %1</source>
        <translation>Verlauf von %1 aufzeichnen</translation>
    </message>
    <message>
        <source>Deletes everything that was recorded, %1, for everyone. Jobs and workers are not affected. This cannot be undone.</source>
        <translation>Löscht für alle, was aufgezeichnet wurde, %1. Jobs und Worker bleiben unberührt. Dies kann nicht rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>the schema&apos;s name</source>
        <translation>den Namen des Schemas</translation>
    </message>
    <message>
        <source>Delete history</source>
        <translation>Verlauf löschen</translation>
    </message>
    <message>
        <source>Install history</source>
        <translation>Verlauf einrichten</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>In Arbeit…</translation>
    </message>
    <message>
        <source>This server is a standby: use its primary.</source>
        <translation>Dieser Server ist ein Standby: Verwenden Sie seinen Primärserver.</translation>
    </message>
    <message>
        <source>Only the owner of the job tables, %1, may do this.</source>
        <translation>Das darf nur der Eigentümer der Job-Tabellen, %1.</translation>
    </message>
    <message>
        <source>The history has been removed.</source>
        <translation>Der Verlauf wurde entfernt.</translation>
    </message>
    <message>
        <source>Finished jobs are recorded from now on.</source>
        <translation>Von jetzt an werden erledigte Jobs aufgezeichnet.</translation>
    </message>
    <message>
        <source>What the history of %1 keeps</source>
        <translation>Was der Verlauf von %1 aufbewahrt</translation>
    </message>
    <message>
        <source>Records when each job began and ended, with which outcome and on which worker; for failed attempts also the first 500 characters of the error. If recording fails, workers carry on.</source>
        <translation>Zeichnet auf, wann jeder Job begann und endete, mit welchem Ergebnis und bei welchem Worker; bei fehlgeschlagenen Versuchen auch die ersten 500 Zeichen des Fehlers. Misslingt das Aufzeichnen, arbeiten die Worker weiter.</translation>
    </message>
    <message>
        <source>Change history</source>
        <translation>Verlauf ändern</translation>
    </message>
    <message>
        <source>Nothing has been changed.</source>
        <translation>Es wurde nichts geändert.</translation>
    </message>
    <message>
        <source>The history has been changed.</source>
        <translation>Der Verlauf wurde geändert.</translation>
    </message>
</context>
<context>
    <name>yardmaster::HistoryModel</name>
    <message>
        <source>Finished, %1</source>
        <translation>Beendet, %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>From the time the job was due until a worker fetched it.</source>
        <translation>Ab dem Zeitpunkt, zu dem der Job fällig war, bis ein Worker ihn holte.</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>How long its handler ran, as measured by its worker.</source>
        <translation>Wie lange sein Handler lief, wie sein Worker es gemessen hat.</translation>
    </message>
    <message>
        <source>From the fetch to the end: its worker did not report how long the handler took. For a part of this time the job may have waited in its worker&apos;s memory.</source>
        <translation>Vom Abholen bis zum Ende: Sein Worker hat nicht gemeldet, wie lange der Handler lief. Einen Teil dieser Zeit kann der Job im Speicher seines Workers gewartet haben.</translation>
    </message>
</context>
<context>
    <name>yardmaster::HistoryPanel</name>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Open Maintenance</source>
        <translation>Wartung öffnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Runs that have ended</source>
        <translation>Läufe, die geendet haben</translation>
    </message>
    <message>
        <source>Writes all runs that match the filter to a file.</source>
        <translation>Schreibt alle Läufe, auf die der Filter passt, in eine Datei.</translation>
    </message>
    <message>
        <source>Searching for runs</source>
        <translation>Läufe werden gesucht</translation>
    </message>
    <message>
        <source>They appear here, the newest first.</source>
        <translation>Sie erscheinen hier, die neuesten zuerst.</translation>
    </message>
    <message numerus="yes">
        <source>%1 runs exported so far</source>
        <translation>
            <numerusform>Bisher %1 Lauf exportiert</numerusform>
            <numerusform>Bisher %1 Läufe exportiert</numerusform>
        </translation>
    </message>
    <message>
        <source>The search was stopped</source>
        <translation>Die Suche wurde angehalten</translation>
    </message>
    <message>
        <source>No run had been found by then. A filter that covers fewer days, such as finished:today, is faster.</source>
        <translation>Bis dahin wurde kein Lauf gefunden. Ein Filter, der weniger Tage ansieht, etwa finished:today, ist schneller.</translation>
    </message>
    <message>
        <source>No history is recorded here</source>
        <translation>Hier wird kein Verlauf aufgezeichnet</translation>
    </message>
    <message>
        <source>Jobs that have succeeded are deleted and leave no trace. The Maintenance page can record what every worker does from now on, and says what that costs.</source>
        <translation>Erfolgreiche Jobs werden gelöscht und hinterlassen keine Spur. Die Seite „Wartung“ kann ab jetzt aufzeichnen, was jeder Worker tut, und sagt, was das kostet.</translation>
    </message>
    <message>
        <source>This role may not read the history</source>
        <translation>Diese Rolle darf den Verlauf nicht lesen</translation>
    </message>
    <message>
        <source>The history is recorded here. Its owner can grant the right to read it, which the role viewer has.</source>
        <translation>Der Verlauf wird hier aufgezeichnet. Sein Besitzer kann das Recht vergeben, ihn zu lesen; die Rolle viewer hat es.</translation>
    </message>
    <message>
        <source>No run matches the filter</source>
        <translation>Kein Lauf passt zum Filter</translation>
    </message>
    <message>
        <source>Change the filter, or clear it to see all runs.</source>
        <translation>Ändern Sie den Filter, oder leeren Sie ihn, um alle Läufe zu sehen.</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>Noch keine Läufe</translation>
    </message>
    <message>
        <source>Runs of all workers appear here as they end. Recording began at %1.</source>
        <translation>Läufe aller Worker erscheinen hier, sobald sie enden. Die Aufzeichnung begann am %1.</translation>
    </message>
    <message>
        <source>an unknown time</source>
        <translation>unbekannter Zeit</translation>
    </message>
    <message numerus="yes">
        <source>Newest %1 runs</source>
        <translation>
            <numerusform>Neuester %1 Lauf</numerusform>
            <numerusform>Neueste %1 Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %1 runs</source>
        <translation>
            <numerusform>%1 Lauf</numerusform>
            <numerusform>Alle %1 Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>Läufe exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON lines (*.ndjson)</source>
        <translation>JSON-Zeilen (*.ndjson)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message numerus="yes">
        <source>%1 runs written to %2</source>
        <translation>
            <numerusform>%1 Lauf in %2 geschrieben</numerusform>
            <numerusform>%1 Läufe in %2 geschrieben</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel export</source>
        <translation>Export abbrechen</translation>
    </message>
    <message>
        <source>Stops the export. No file is left behind.</source>
        <translation>Bricht den Export ab. Es bleibt keine Datei zurück.</translation>
    </message>
    <message>
        <source>Part of the history is missing</source>
        <translation>Ein Teil des Verlaufs fehlt</translation>
    </message>
    <message>
        <source>The Maintenance page says which part, and can repair it.</source>
        <translation>Die Seite „Wartung“ sagt, welcher, und kann es reparieren.</translation>
    </message>
    <message>
        <source>export cancelled</source>
        <translation>Export abgebrochen</translation>
    </message>
    <message>
        <source>Select a run in the list first.</source>
        <translation>Zuerst einen Lauf in der Liste wählen.</translation>
    </message>
    <message>
        <source>Show job of the run</source>
        <translation>Job des Laufs zeigen</translation>
    </message>
    <message>
        <source>Shows the job of the selected run, even if it has left the queue.</source>
        <translation>Zeigt den Job des gewählten Laufs, auch wenn er die Warteschlange verlassen hat.</translation>
    </message>
    <message>
        <source>open, inspector, timeline</source>
        <translation>öffnen, Inspektor, Zeitleiste</translation>
    </message>
    <message>
        <source>Show all runs of this job</source>
        <translation>Alle Läufe dieses Jobs zeigen</translation>
    </message>
    <message>
        <source>Lists every run of the same job as the selected run.</source>
        <translation>Listet jeden Lauf desselben Jobs wie der gewählte Lauf auf.</translation>
    </message>
    <message>
        <source>attempts, filter</source>
        <translation>Versuche, Filter</translation>
    </message>
    <message>
        <source>Add job again…</source>
        <translation>Job erneut hinzufügen…</translation>
    </message>
    <message>
        <source>Adds a new job like that of the selected run, as far as the history keeps it.</source>
        <translation>Fügt einen neuen Job wie den des gewählten Laufs hinzu, soweit der Verlauf ihn aufbewahrt.</translation>
    </message>
    <message>
        <source>rerun, run again, replay, repeat, payload</source>
        <translation>noch einmal ausführen, wiederholen, erneut, Payload</translation>
    </message>
</context>
<context>
    <name>yardmaster::HistorySection</name>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>graphile-worker deletes finished jobs. Triggers can record them, whichever worker runs them; each job then costs the server a little more.</source>
        <translation>graphile-worker löscht erledigte Jobs. Trigger können sie aufzeichnen, gleich welcher Worker sie ausführt; jeder Job kostet den Server dann etwas mehr.</translation>
    </message>
    <message>
        <source>Remove history…</source>
        <translation>Verlauf entfernen…</translation>
    </message>
    <message>
        <source>Not recorded.</source>
        <translation>Wird nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>Recorded, with problems.</source>
        <translation>Wird aufgezeichnet, mit Störungen.</translation>
    </message>
    <message>
        <source>Recorded.</source>
        <translation>Wird aufgezeichnet.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Hourly figures</source>
        <translation>Stundenwerte</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>%1, hourly figures %2</source>
        <translation>%1, Stundenwerte %2</translation>
    </message>
    <message>
        <source>A million runs</source>
        <translation>Eine Million Läufe</translation>
    </message>
    <message>
        <source>Install again…</source>
        <translation>Erneut einrichten…</translation>
    </message>
    <message>
        <source>Install history…</source>
        <translation>Verlauf einrichten…</translation>
    </message>
    <message>
        <source>Failed attempts</source>
        <translation>Fehlgeschlagene Versuche</translation>
    </message>
    <message>
        <source>Kept for</source>
        <translation>Aufbewahrt</translation>
    </message>
    <message>
        <source>%1, hourly figures for %2</source>
        <translation>%1, Stundenwerte %2</translation>
    </message>
    <message>
        <source>up to %1</source>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>Record the &amp;history of jobs…</source>
        <translation>&amp;Verlauf der Jobs aufzeichnen…</translation>
    </message>
    <message>
        <source>Remove the history of &amp;jobs…</source>
        <translation>Verlauf der &amp;Jobs entfernen…</translation>
    </message>
    <message>
        <source>Removes the triggers and everything they recorded.</source>
        <translation>Entfernt die Trigger und alles, was sie aufgezeichnet haben.</translation>
    </message>
    <message>
        <source>triggers, finished jobs, uninstall</source>
        <translation>Trigger, erledigte Jobs, deinstallieren</translation>
    </message>
    <message>
        <source>The schema has not been read yet.</source>
        <translation>Das Schema wurde noch nicht gelesen.</translation>
    </message>
    <message>
        <source>There is no history.</source>
        <translation>Es gibt keinen Verlauf.</translation>
    </message>
    <message>
        <source>Installs triggers that record finished jobs, or changes what they keep; shows the cost first.</source>
        <translation>Richtet Trigger ein, die erledigte Jobs aufzeichnen, oder ändert, was sie aufbewahren; zeigt vorher, was das kostet.</translation>
    </message>
    <message>
        <source>triggers, finished jobs, past, repair, payloads, rerun</source>
        <translation>Trigger, erledigte Jobs, Vergangenheit, reparieren, Payloads, wiederholen</translation>
    </message>
    <message>
        <source>Payloads</source>
        <translation>Payloads</translation>
    </message>
    <message>
        <source>kept, %1</source>
        <translation>aufbewahrt, %1</translation>
    </message>
    <message>
        <source>not kept</source>
        <translation>nicht aufbewahrt</translation>
    </message>
    <message>
        <source>Change what it keeps…</source>
        <translation>Ändern, was er aufbewahrt…</translation>
    </message>
</context>
<context>
    <name>yardmaster::HoldActions</name>
    <message>
        <source>queue %1</source>
        <translation>Warteschlange %1</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>Task %1</translation>
    </message>
    <message>
        <source>Hold here</source>
        <translation>Hier anhalten</translation>
    </message>
    <message>
        <source>The worker of this window fetches no more of its jobs; nothing is changed in the database, and other workers continue.</source>
        <translation>Der Worker dieses Fensters holt keine ihrer Jobs mehr; in der Datenbank ändert sich nichts, andere Worker machen weiter.</translation>
    </message>
    <message>
        <source>Hold everywhere…</source>
        <translation>Überall anhalten…</translation>
    </message>
    <message>
        <source>Postpones the waiting jobs by a hundred years, so that no worker fetches them. Jobs added later are not held. Resume undoes this.</source>
        <translation>Verschiebt die wartenden Jobs um hundert Jahre, sodass kein Worker sie nimmt. Später hinzugefügte Jobs werden nicht angehalten. Fortsetzen nimmt es zurück.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Lets the worker of this window fetch again, or undoes the newest hold everywhere: its jobs get their former due times back.</source>
        <translation>Lässt den Worker dieses Fensters wieder holen oder macht den neuesten überall geltenden Halt rückgängig: Seine Jobs bekommen ihre früheren Zeiten zurück.</translation>
    </message>
    <message>
        <source>Select one in the list first.</source>
        <translation>Zuerst in der Liste wählen.</translation>
    </message>
    <message>
        <source>This window has no worker.</source>
        <translation>Dieses Fenster hat keinen Worker.</translation>
    </message>
    <message>
        <source>It is already on hold here.</source>
        <translation>Hier bereits angehalten.</translation>
    </message>
    <message>
        <source>Hold new jobs too…</source>
        <translation>Auch neue Jobs anhalten…</translation>
    </message>
    <message>
        <source>It is not on hold.</source>
        <translation>Nicht angehalten.</translation>
    </message>
    <message>
        <source>The hold is not finished; resume or cancel it under Operations first.</source>
        <translation>Der Halt ist nicht abgeschlossen; zuerst unter Vorgänge fortsetzen oder abbrechen.</translation>
    </message>
    <message>
        <source>Resume everywhere…</source>
        <translation>Überall fortsetzen…</translation>
    </message>
    <message>
        <source>Held here: the worker of this window does not fetch it; others do.</source>
        <translation>Hier angehalten: Der Worker dieses Fensters holt nichts davon, andere schon.</translation>
    </message>
    <message numerus="yes">
        <source>Being held everywhere since %1: %2 jobs postponed so far.</source>
        <translation>
            <numerusform>Wird seit %1 überall angehalten: bisher %2 Job verschoben.</numerusform>
            <numerusform>Wird seit %1 überall angehalten: bisher %2 Jobs verschoben.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Held everywhere since %1: %2 jobs postponed to %3. Jobs added later are not held.</source>
        <translation>
            <numerusform>Überall angehalten seit %1: %2 Job auf %3 verschoben. Später hinzugefügte Jobs sind nicht angehalten.</numerusform>
            <numerusform>Überall angehalten seit %1: %2 Jobs auf %3 verschoben. Später hinzugefügte Jobs sind nicht angehalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>waiting jobs of %1</source>
        <translation>wartende Jobs von %1</translation>
    </message>
    <message>
        <source>This puts %1 on hold: its waiting jobs are postponed to %2, so that no worker of any implementation fetches them. Jobs added later are not held. “Resume” undoes this operation, and the jobs get their former due times back.</source>
        <translation>Dies hält %1 an: Die wartenden Jobs werden auf %2 verschoben, sodass kein Worker sie holt, gleich welcher Implementierung. Später hinzugefügte Jobs werden nicht angehalten. „Fortsetzen“ macht diesen Vorgang rückgängig, und die Jobs bekommen ihre früheren Zeiten zurück.</translation>
    </message>
    <message>
        <source>pause, stop</source>
        <translation>pausieren, stoppen</translation>
    </message>
    <message>
        <source>continue, release, end the pause</source>
        <translation>weiter, freigeben, Pause beenden</translation>
    </message>
</context>
<context>
    <name>yardmaster::HoldTracker</name>
    <message>
        <source>here</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>everywhere</source>
        <translation>überall</translation>
    </message>
</context>
<context>
    <name>yardmaster::ImportDialog</name>
    <message>
        <source>Import connections</source>
        <translation>Verbindungen importieren</translation>
    </message>
    <message>
        <source>Connections from pg_service.conf, .pgpass, DBeaver (data-sources.json), pgAdmin (exported servers) and .env files.</source>
        <translation>Verbindungen aus pg_service.conf, .pgpass, DBeaver (data-sources.json), pgAdmin (exportierte Server) und .env-Dateien.</translation>
    </message>
    <message>
        <source>Choose file…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>or paste postgres://…, or host=… dbname=…, and press Enter</source>
        <translation>oder postgres://… oder host=… dbname=… einfügen und Enter drücken</translation>
    </message>
    <message>
        <source>Connection to import</source>
        <translation>Verbindung zum Importieren</translation>
    </message>
    <message>
        <source>Connections found</source>
        <translation>Gefundene Verbindungen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Found in</source>
        <translation>Gefunden in</translation>
    </message>
    <message>
        <source>Passwords are not imported: each is asked for at the first login and can be stored then. Connections whose environment is unknown are locked against changes.</source>
        <translation>Passwörter werden nicht importiert: Jedes wird bei der ersten Anmeldung erfragt und kann dann gespeichert werden. Verbindungen, deren Umgebung unbekannt ist, sind gegen Änderungen gesperrt.</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>pasted</source>
        <translation>eingefügt</translation>
    </message>
    <message>
        <source>Choose a file with connections</source>
        <translation>Eine Datei mit Verbindungen wählen</translation>
    </message>
    <message>
        <source>already a profile</source>
        <translation>schon ein Profil</translation>
    </message>
    <message>
        <source>No connection was found yet: choose a file, or paste one.</source>
        <translation>Noch wurde keine Verbindung gefunden: Wählen Sie eine Datei, oder fügen Sie eine ein.</translation>
    </message>
    <message>
        <source>Tick the connections to import.</source>
        <translation>Kreuzen Sie die Verbindungen an, die importiert werden sollen.</translation>
    </message>
    <message numerus="yes">
        <source>Import %1 connections</source>
        <translation>
            <numerusform>%1 Verbindung importieren</numerusform>
            <numerusform>%1 Verbindungen importieren</numerusform>
        </translation>
    </message>
    <message>
        <source>And %1 more.</source>
        <translation>Und %1 weitere.</translation>
    </message>
    <message>
        <source>No connection was found yet</source>
        <translation>Noch keine Verbindung gefunden</translation>
    </message>
    <message>
        <source>Choose a file, or paste a URL. None was found in the usual places.</source>
        <translation>Wählen Sie eine Datei oder fügen Sie eine URL ein. An den üblichen Stellen ist keine.</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
</context>
<context>
    <name>yardmaster::IndexRow</name>
    <message>
        <source>Progress of creating %1</source>
        <translation>Fortschritt beim Anlegen von %1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Another session is creating it.</source>
        <translation>Eine andere Sitzung legt ihn gerade an.</translation>
    </message>
    <message>
        <source>Views that use it become slower at once. It can be created again.</source>
        <translation>Ansichten, die ihn nutzen, werden sofort langsamer. Er kann wieder angelegt werden.</translation>
    </message>
    <message>
        <source>The whole table is read, alongside the workers and without making them wait. The index can be dropped here again.</source>
        <translation>Die ganze Tabelle wird gelesen, neben den Workern und ohne sie warten zu lassen. Der Index kann hier wieder gelöscht werden.</translation>
    </message>
    <message>
        <source>Drop index</source>
        <translation>Index löschen</translation>
    </message>
    <message>
        <source>Create index</source>
        <translation>Index anlegen</translation>
    </message>
    <message>
        <source>Being dropped</source>
        <translation>Wird gelöscht</translation>
    </message>
    <message>
        <source>Being created</source>
        <translation>Wird angelegt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Drop leftover…</source>
        <translation>Rest löschen…</translation>
    </message>
    <message>
        <source>Drop…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>Create…</source>
        <translation>Anlegen…</translation>
    </message>
</context>
<context>
    <name>yardmaster::IndexesDialog</name>
    <message>
        <source>No queue needs these indexes; they make views of large queues fast, and each costs the workers a little. None is created automatically.</source>
        <translation>Keine Warteschlange braucht diese Indizes; sie machen Ansichten großer Warteschlangen schnell, und jeder kostet die Worker ein wenig. Keiner wird automatisch angelegt.</translation>
    </message>
    <message>
        <source>Supporting indexes</source>
        <translation>Hilfsindizes</translation>
    </message>
    <message>
        <source>Supporting &amp;indexes…</source>
        <translation>Hilfs&amp;indizes…</translation>
    </message>
    <message>
        <source>Creates and drops the indexes that make views of large queues fast.</source>
        <translation>Legt die Indizes an, die Ansichten großer Warteschlangen schnell machen, und löscht sie.</translation>
    </message>
    <message>
        <source>Reading the indexes…</source>
        <translation>Die Indizes werden gelesen…</translation>
    </message>
    <message>
        <source>Only one at a time.</source>
        <translation>Nur einer auf einmal.</translation>
    </message>
    <message>
        <source>slow, performance</source>
        <translation>langsam, Geschwindigkeit</translation>
    </message>
</context>
<context>
    <name>yardmaster::IndexesSection</name>
    <message>
        <source>Supporting indexes</source>
        <translation>Hilfsindizes</translation>
    </message>
    <message>
        <source>They make views of large queues fast, and each costs the workers a little. None is created automatically.</source>
        <translation>Sie machen Ansichten großer Warteschlangen schnell, und jeder kostet die Worker ein wenig. Keiner wird automatisch angelegt.</translation>
    </message>
    <message>
        <source>Manage indexes…</source>
        <translation>Indizes verwalten…</translation>
    </message>
</context>
<context>
    <name>yardmaster::InspectorHeader</name>
    <message>
        <source>Gone</source>
        <translation>Weg</translation>
    </message>
    <message>
        <source>Job %1, %2, %3</source>
        <translation>Job %1, %2, %3</translation>
    </message>
    <message>
        <source>Job %1</source>
        <translation>Job %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::InspectorPanel</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Pages of the inspector</source>
        <translation>Seiten des Inspektors</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandte</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>No job selected</source>
        <translation>Kein Job ausgewählt</translation>
    </message>
    <message>
        <source>Select a job in the list to see why it is not running, its payload, its error and what belongs to it.</source>
        <translation>Wählen Sie einen Job in der Liste, um zu sehen, warum er nicht läuft, seinen Payload, seinen Fehler und was zu ihm gehört.</translation>
    </message>
    <message>
        <source>Previous job</source>
        <translation>Voriger Job</translation>
    </message>
    <message>
        <source>Shows the job above in the list.</source>
        <translation>Zeigt den Job darüber in der Liste.</translation>
    </message>
    <message>
        <source>Next job</source>
        <translation>Nächster Job</translation>
    </message>
    <message>
        <source>Shows the job below in the list.</source>
        <translation>Zeigt den Job darunter in der Liste.</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Keeps this job&apos;s payload to compare others with it.</source>
        <translation>Behält den Payload dieses Jobs, um andere mit ihm zu vergleichen.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Shows this job in its own window.</source>
        <translation>Zeigt diesen Job in einem eigenen Fenster.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Job %1 – %2</source>
        <translation>Job %1 – %2</translation>
    </message>
    <message>
        <source>No job %1</source>
        <translation>Kein Job %1</translation>
    </message>
    <message>
        <source>It was completed or deleted, or never existed.</source>
        <translation>Er wurde abgeschlossen oder gelöscht, oder es gab ihn nie.</translation>
    </message>
    <message>
        <source>Decoded</source>
        <translation>Dekodiert</translation>
    </message>
    <message>
        <source>up, before</source>
        <translation>hoch, voriger</translation>
    </message>
    <message>
        <source>down, after</source>
        <translation>runter, nächster</translation>
    </message>
    <message>
        <source>compare, difference</source>
        <translation>vergleichen, Unterschied</translation>
    </message>
    <message>
        <source>detach, pop out, open separately</source>
        <translation>ablösen, eigenes Fenster, getrennt öffnen</translation>
    </message>
    <message>
        <source>The history of jobs is not recorded here; the Maintenance page can turn it on.</source>
        <translation>Der Verlauf der Jobs wird hier nicht aufgezeichnet; auf der Seite „Wartung“ lässt sich das einschalten.</translation>
    </message>
    <message>
        <source>Add again…</source>
        <translation>Erneut hinzufügen…</translation>
    </message>
    <message>
        <source>Adds a job like this finished one, from what the history keeps of it.</source>
        <translation>Ein neuer Job wie dieser erledigte, soweit der Verlauf ihn aufbewahrt.</translation>
    </message>
    <message>
        <source>First show a job whose end the history has recorded.</source>
        <translation>Zeigen Sie zuerst einen Job an, dessen Ende der Verlauf aufgezeichnet hat.</translation>
    </message>
    <message>
        <source>rerun, run again, replay, repeat</source>
        <translation>noch einmal ausführen, wiederholen, erneut</translation>
    </message>
</context>
<context>
    <name>yardmaster::InvisibleMarks</name>
    <message>
        <source>This text has invisible characters: %1</source>
        <translation>Dieser Text hat unsichtbare Zeichen: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobActions</name>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Makes jobs due now; those that have failed for good get all their attempts back.</source>
        <translation>Macht Jobs jetzt fällig; endgültig fehlgeschlagene bekommen alle Versuche zurück.</translation>
    </message>
    <message>
        <source>Reschedule…</source>
        <translation>Neu planen…</translation>
    </message>
    <message>
        <source>Makes jobs due at another time, all at once or spread over a period.</source>
        <translation>Macht Jobs zu einer anderen Zeit fällig, alle auf einmal oder über einen Zeitraum verteilt.</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Edit payload…</source>
        <translation>Payload bearbeiten…</translation>
    </message>
    <message>
        <source>Gives one job another payload and makes it due now.</source>
        <translation>Gibt einem Job einen anderen Payload und macht ihn jetzt fällig.</translation>
    </message>
    <message>
        <source>Fail…</source>
        <translation>Fehlschlagen lassen…</translation>
    </message>
    <message>
        <source>Fails jobs for good; your reason is put before their last error.</source>
        <translation>Lässt Jobs endgültig fehlschlagen; Ihr Grund wird ihrem letzten Fehler vorangestellt.</translation>
    </message>
    <message>
        <source>Deletes jobs as if they had succeeded.</source>
        <translation>Löscht Jobs, als wären sie erfolgreich gewesen.</translation>
    </message>
    <message>
        <source>Remove by key…</source>
        <translation>Über den Schlüssel entfernen…</translation>
    </message>
    <message>
        <source>Deletes jobs by their key, which is free again then.</source>
        <translation>Löscht Jobs über ihren Schlüssel, der danach wieder frei ist.</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Entsperren…</translation>
    </message>
    <message>
        <source>Releases jobs from the workers that hold them, alive or not.</source>
        <translation>Löst die Sperren von Jobs, ob die Worker leben oder nicht.</translation>
    </message>
    <message>
        <source>Add job…</source>
        <translation>Job hinzufügen…</translation>
    </message>
    <message>
        <source>Adds a new job, with all options.</source>
        <translation>Fügt einen neuen Job hinzu, mit allen Optionen.</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>Duplizieren…</translation>
    </message>
    <message>
        <source>Adds a new job, filled in from the selected one.</source>
        <translation>Fügt einen neuen Job hinzu, aus dem gewählten übernommen.</translation>
    </message>
    <message>
        <source>Select jobs first.</source>
        <translation>Wählen Sie zuerst Jobs.</translation>
    </message>
    <message>
        <source>Only one job at a time: select a single job.</source>
        <translation>Nur ein Job auf einmal: Wählen Sie einen einzelnen.</translation>
    </message>
    <message>
        <source>run again, restart, rerun</source>
        <translation>nochmal ausführen, neu starten</translation>
    </message>
    <message>
        <source>postpone, delay, run at</source>
        <translation>aufschieben, verzögern, später</translation>
    </message>
    <message>
        <source>change data, arguments, JSON</source>
        <translation>Daten ändern, Argumente, JSON</translation>
    </message>
    <message>
        <source>cancel, abort, give up</source>
        <translation>abbrechen, aufgeben</translation>
    </message>
    <message>
        <source>Complete (delete)…</source>
        <translation>Abschließen (löschen)…</translation>
    </message>
    <message>
        <source>remove, finish, done</source>
        <translation>entfernen, beenden, fertig</translation>
    </message>
    <message>
        <source>delete</source>
        <translation>löschen</translation>
    </message>
    <message>
        <source>release, free, stuck</source>
        <translation>freigeben, hängt</translation>
    </message>
    <message>
        <source>new, create, enqueue, insert</source>
        <translation>neu, anlegen, einreihen, einfügen</translation>
    </message>
    <message>
        <source>copy, clone</source>
        <translation>kopieren, klonen</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>Job %1</translation>
    </message>
    <message>
        <source>jobs that match %1</source>
        <translation>Jobs, die auf %1 passen</translation>
    </message>
    <message>
        <source>The list of jobs is not in front.</source>
        <translation>Die Liste der Jobs ist nicht vorn.</translation>
    </message>
    <message>
        <source>Changes the priority, attempts, queue, key or flags.</source>
        <translation>Ändert Priorität, Versuche, Warteschlange, Schlüssel oder Flags.</translation>
    </message>
    <message>
        <source>edit, priority, attempts, move, queue, flags, key</source>
        <translation>bearbeiten, Priorität, Versuche, verschieben, Warteschlange, Flags, Schlüssel</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobColumns</name>
    <message>
        <source>There are %1 payload columns already; remove one first.</source>
        <translation>Es gibt schon %1 Payload-Spalten; entfernen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>%1 (no room)</source>
        <comment>a column</comment>
        <translation>%1 (kein Platz)</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobCommands</name>
    <message>
        <source>Moves the cursor down.</source>
        <translation>Bewegt den Cursor nach unten.</translation>
    </message>
    <message>
        <source>Moves the cursor up.</source>
        <translation>Bewegt den Cursor nach oben.</translation>
    </message>
    <message>
        <source>First job</source>
        <translation>Erster Job</translation>
    </message>
    <message>
        <source>Goes to the top of the whole list, including new jobs.</source>
        <translation>Geht an den Anfang der ganzen Liste, einschließlich neuer Jobs.</translation>
    </message>
    <message>
        <source>Last job</source>
        <translation>Letzter Job</translation>
    </message>
    <message>
        <source>Goes to the end of the whole list.</source>
        <translation>Geht an das Ende der ganzen Liste.</translation>
    </message>
    <message>
        <source>Select or deselect job</source>
        <translation>Job auswählen oder abwählen</translation>
    </message>
    <message>
        <source>Toggles the check box of the current job.</source>
        <translation>Schaltet das Kästchen des aktuellen Jobs um.</translation>
    </message>
    <message>
        <source>Select loaded jobs</source>
        <translation>Geladene Jobs auswählen</translation>
    </message>
    <message>
        <source>Selects the jobs that are loaded here.</source>
        <translation>Wählt die Jobs aus, die hier geladen sind.</translation>
    </message>
    <message>
        <source>Select all that match</source>
        <translation>Alle passenden auswählen</translation>
    </message>
    <message>
        <source>Selects every job that matches the filter, loaded or not.</source>
        <translation>Wählt jeden Job aus, auf den der Filter passt, geladen oder nicht.</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Deselects all jobs.</source>
        <translation>Wählt alle Jobs ab.</translation>
    </message>
    <message>
        <source>Filter by this value</source>
        <translation>Nach diesem Wert filtern</translation>
    </message>
    <message>
        <source>Shows only jobs with the value of the current cell.</source>
        <translation>Zeigt nur Jobs mit dem Wert der aktuellen Zelle.</translation>
    </message>
    <message>
        <source>Exclude this value</source>
        <translation>Diesen Wert ausschließen</translation>
    </message>
    <message>
        <source>Shows only jobs without the value of the current cell.</source>
        <translation>Zeigt nur Jobs ohne den Wert der aktuellen Zelle.</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>Zelle kopieren</translation>
    </message>
    <message>
        <source>Copies the text of the current cell, or the selected rows.</source>
        <translation>Kopiert den Text der aktuellen Zelle, oder die ausgewählten Zeilen.</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>Copies the selected jobs that are loaded, or the current one.</source>
        <translation>Kopiert die ausgewählten geladenen Jobs oder den aktuellen.</translation>
    </message>
    <message>
        <source>Copy ids</source>
        <translation>Ids kopieren</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy as…</source>
        <translation>Kopieren als…</translation>
    </message>
    <message>
        <source>Opens the list of formats to copy jobs in.</source>
        <translation>Öffnet die Liste der Formate, in denen sich Jobs kopieren lassen.</translation>
    </message>
    <message>
        <source>Asks where to go in the list.</source>
        <translation>Fragt, wohin in der Liste.</translation>
    </message>
    <message>
        <source>Go to id…</source>
        <translation>Zu Id gehen…</translation>
    </message>
    <message>
        <source>Go to key…</source>
        <translation>Zu Schlüssel gehen…</translation>
    </message>
    <message>
        <source>Go to time…</source>
        <translation>Zu Zeit gehen…</translation>
    </message>
    <message>
        <source>There is no filter for one value of the column %1.</source>
        <translation>Für einen Wert der Spalte %1 gibt es keinen Filter.</translation>
    </message>
    <message>
        <source>Copied the cell.</source>
        <translation>Die Zelle ist kopiert.</translation>
    </message>
    <message numerus="yes">
        <source>Copied %1 jobs.</source>
        <translation>
            <numerusform>%1 Job ist kopiert.</numerusform>
            <numerusform>%1 Jobs sind kopiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>There is no filter for this value of %1. %2</source>
        <translation>Für diesen Wert von %1 gibt es keinen Filter. %2</translation>
    </message>
    <message>
        <source>top, start, newest</source>
        <translation>oben, Anfang, neueste</translation>
    </message>
    <message>
        <source>bottom, oldest</source>
        <translation>unten, älteste</translation>
    </message>
    <message>
        <source>mark, check, tick</source>
        <translation>markieren, ankreuzen</translation>
    </message>
    <message>
        <source>mark, visible</source>
        <translation>markieren, sichtbare</translation>
    </message>
    <message>
        <source>mark, everything</source>
        <translation>markieren, alles</translation>
    </message>
    <message>
        <source>unselect all, none</source>
        <translation>alles abwählen, nichts</translation>
    </message>
    <message>
        <source>same, like this, only</source>
        <translation>gleiche, wie dieser, nur</translation>
    </message>
    <message>
        <source>leave out, hide, not</source>
        <translation>auslassen, ausblenden, nicht</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>Zwischenablage</translation>
    </message>
    <message>
        <source>jump, find, open</source>
        <translation>springen, finden, öffnen</translation>
    </message>
    <message>
        <source>Go to</source>
        <translation>Gehe zu</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>Auswählen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy as NDJSON</source>
        <translation>Als NDJSON kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as SELECT by id</source>
        <translation>Als SELECT nach id kopieren</translation>
    </message>
    <message>
        <source>Copy as add_job() call</source>
        <translation>Als Aufruf von add_job() kopieren</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobGroupsModel</name>
    <message>
        <source>The first of them is due at %1.</source>
        <translation>Der erste von ihnen ist fällig um %1.</translation>
    </message>
    <message>
        <source>&lt; 1 %</source>
        <translation>&lt; 1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Flag</source>
        <translation>Flag</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>First due</source>
        <translation>Zuerst fällig</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>without a queue</source>
        <translation>ohne Warteschlange</translation>
    </message>
    <message>
        <source>without flags</source>
        <translation>ohne Flags</translation>
    </message>
    <message>
        <source>not locked</source>
        <translation>nicht gesperrt</translation>
    </message>
    <message>
        <source>without an error</source>
        <translation>ohne Fehler</translation>
    </message>
    <message>
        <source>(empty)</source>
        <translation>(leer)</translation>
    </message>
    <message>
        <source>missing queue</source>
        <translation>fehlende Warteschlange</translation>
    </message>
    <message>
        <source>unreadable flags</source>
        <translation>unlesbare Flags</translation>
    </message>
    <message>
        <source>missing task</source>
        <translation>fehlender Task</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobGutter</name>
    <message>
        <source>Selected jobs</source>
        <translation>Ausgewählte Jobs</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobLogView</name>
    <message>
        <source>started</source>
        <translation>gestartet</translation>
    </message>
    <message>
        <source>completed</source>
        <translation>abgeschlossen</translation>
    </message>
    <message>
        <source>failed, runs again: %1</source>
        <translation>fehlgeschlagen, läuft noch einmal: %1</translation>
    </message>
    <message>
        <source>failed for good: %1</source>
        <translation>endgültig fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>returned to the queue</source>
        <translation>in die Warteschlange zurückgegeben</translation>
    </message>
    <message>
        <source>returned to the queue: %1</source>
        <translation>in die Warteschlange zurückgegeben: %1</translation>
    </message>
    <message>
        <source>lost its lock; the result was not written</source>
        <translation>Sperre verloren; das Ergebnis wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>Progress of the job</source>
        <translation>Fortschritt des Jobs</translation>
    </message>
    <message>
        <source>Output of the job</source>
        <translation>Ausgabe des Jobs</translation>
    </message>
    <message>
        <source>Show job</source>
        <translation>Job zeigen</translation>
    </message>
    <message>
        <source>Close the log</source>
        <translation>Protokoll schließen</translation>
    </message>
    <message>
        <source>Job %1: the log of its runs is no longer kept</source>
        <translation>Job %1: das Protokoll seiner Läufe ist nicht mehr vorhanden</translation>
    </message>
    <message>
        <source>Job %1 · %2 · attempt %3 of %4%5</source>
        <translation>Job %1 · %2 · Versuch %3 von %4%5</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message numerus="yes">
        <source>(%1 older lines were dropped)</source>
        <translation>
            <numerusform>(%1 ältere Zeile ist verworfen)</numerusform>
            <numerusform>(%1 ältere Zeilen sind verworfen)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::JobRows</name>
    <message>
        <source>%1, selected</source>
        <translation>%1, ausgewählt</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsBar</name>
    <message>
        <source>Progress of the search</source>
        <translation>Fortschritt der Suche</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message numerus="yes">
        <source>The search stopped; %1 jobs are loaded so far.</source>
        <translation>
            <numerusform>Die Suche hielt an; %1 Job ist bisher geladen.</numerusform>
            <numerusform>Die Suche hielt an; %1 Jobs sind bisher geladen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Continue search</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Reading jobs…</source>
        <translation>Jobs werden gelesen…</translation>
    </message>
    <message numerus="yes">
        <source>Searched %1 of about %2 jobs</source>
        <translation>
            <numerusform>%1 von etwa %2 Job durchsucht</numerusform>
            <numerusform>%1 von etwa %2 Jobs durchsucht</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Searched %1 jobs</source>
        <translation>
            <numerusform>%1 Job durchsucht</numerusform>
            <numerusform>%1 Jobs durchsucht</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>all jobs</source>
        <translation>alle Jobs</translation>
    </message>
    <message>
        <source>all jobs that match %1</source>
        <translation>alle Jobs, die auf %1 passen</translation>
    </message>
    <message>
        <source>Selected: %1, %2</source>
        <translation>Ausgewählt: %1, %2</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <translation>Ausgewählt: %1</translation>
    </message>
    <message>
        <source>(except %1)</source>
        <translation>(außer %1)</translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message numerus="yes">
        <source>All %1 loaded jobs are selected.</source>
        <translation>
            <numerusform>Der einzige geladene Job ist ausgewählt.</numerusform>
            <numerusform>Alle %1 geladenen Jobs sind ausgewählt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Select all %1 that match</source>
        <translation>Alle %1 passenden auswählen</translation>
    </message>
    <message>
        <source>Select all that match</source>
        <translation>Alle passenden auswählen</translation>
    </message>
    <message>
        <source>%1 The data shown was read at %2.</source>
        <translation>%1 Die gezeigten Daten wurden um %2 gelesen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsHint</name>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>The jobs of the queue appear here once the window is connected.</source>
        <translation>Die Jobs der Warteschlange erscheinen hier, sobald das Fenster verbunden ist.</translation>
    </message>
    <message>
        <source>Reading jobs…</source>
        <translation>Jobs werden gelesen…</translation>
    </message>
    <message>
        <source>None found so far</source>
        <translation>Bisher keine gefunden</translation>
    </message>
    <message>
        <source>The search stopped before the end of the table. It can continue from there.</source>
        <translation>Die Suche hielt vor dem Ende der Tabelle an. Sie kann von dort weitergehen.</translation>
    </message>
    <message>
        <source>Continue search</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Change the filter</source>
        <translation>Den Filter ändern</translation>
    </message>
    <message>
        <source>You see no jobs, but there may be some</source>
        <translation>Sie sehen keine Jobs, aber es kann welche geben</translation>
    </message>
    <message>
        <source>Jobs cannot be shown</source>
        <translation>Jobs können nicht gezeigt werden</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>No jobs</source>
        <translation>Keine Jobs</translation>
    </message>
    <message>
        <source>The queue is empty: all jobs that were added are done. New jobs appear here as soon as they are added.</source>
        <translation>Die Warteschlange ist leer: Alle hinzugefügten Jobs sind erledigt. Neue Jobs erscheinen hier, sobald sie hinzugefügt sind.</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>No job matches %1.</source>
        <translation>Kein Job passt zu %1.</translation>
    </message>
    <message>
        <source>Looking for near matches…</source>
        <translation>Ähnliche Treffer werden gesucht…</translation>
    </message>
    <message>
        <source>Near matches:</source>
        <translation>Ähnliche Treffer:</translation>
    </message>
    <message>
        <source>No job matches</source>
        <translation>Kein Job passt</translation>
    </message>
    <message>
        <source>Without %1: %2</source>
        <translation>Ohne %1: %2</translation>
    </message>
    <message>
        <source>Show all jobs</source>
        <translation>Alle Jobs zeigen</translation>
    </message>
    <message>
        <source>It took too long</source>
        <translation>Es dauerte zu lange</translation>
    </message>
    <message>
        <source>The server stopped reading after its time limit. Workers are not affected.</source>
        <translation>Der Server hörte nach seiner Zeitgrenze auf zu lesen. Die Worker sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The server stopped searching after its time limit; %1 makes it slow. Workers are not affected.</source>
        <translation>Der Server hörte nach seiner Zeitgrenze auf zu suchen; %1 macht es langsam. Die Worker sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The server rejected the filter</source>
        <translation>Der Server hat den Filter abgelehnt</translation>
    </message>
    <message>
        <source>Retrying every few seconds.</source>
        <translation>Alle paar Sekunden wird es wieder versucht.</translation>
    </message>
    <message>
        <source>Try now</source>
        <translation>Jetzt versuchen</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsPanel</name>
    <message>
        <source>Job %1 does not match the filter. This is where it would be.</source>
        <translation>Auf Job %1 passt der Filter nicht. Hier wäre er.</translation>
    </message>
    <message>
        <source>Show %1 new</source>
        <translation>%1 neue zeigen</translation>
    </message>
    <message>
        <source>There is no job %1: it was completed or deleted, or never existed.</source>
        <translation>Es gibt keinen Job %1: Er wurde abgeschlossen oder gelöscht, oder es gab ihn nie.</translation>
    </message>
    <message>
        <source>No job has the key %1.</source>
        <translation>Kein Job hat den Schlüssel %1.</translation>
    </message>
    <message>
        <source>No job was added at %1 or later.</source>
        <translation>Um %1 oder später wurde kein Job hinzugefügt.</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Reads the listed jobs again and removes those that have left the queue.</source>
        <translation>Liest die aufgelisteten Jobs neu und entfernt die, die die Warteschlange verlassen haben.</translation>
    </message>
    <message>
        <source>Pause live updates</source>
        <translation>Aktualisierung anhalten</translation>
    </message>
    <message>
        <source>Leaves the list unchanged until live updates are switched on again.</source>
        <translation>Lässt die Liste unverändert, bis die Aktualisierung wieder eingeschaltet wird.</translation>
    </message>
    <message>
        <source>Show new jobs</source>
        <translation>Neue Jobs zeigen</translation>
    </message>
    <message>
        <source>Reads the list from the top, including jobs that were added since.</source>
        <translation>Liest die Liste von oben, einschließlich der seitdem hinzugefügten Jobs.</translation>
    </message>
    <message>
        <source>Count exactly</source>
        <translation>Genau zählen</translation>
    </message>
    <message>
        <source>Counts all jobs that match the filter, in the background.</source>
        <translation>Zählt alle Jobs, auf die der Filter passt, im Hintergrund.</translation>
    </message>
    <message>
        <source>Columns…</source>
        <translation>Spalten…</translation>
    </message>
    <message>
        <source>Chooses which columns are shown, and their order.</source>
        <translation>Bestimmt, welche Spalten zu sehen sind, und ihre Reihenfolge.</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Jobs that match and were added since the list was read</source>
        <translation>Passende Jobs, die hinzukamen, seit die Liste gelesen wurde</translation>
    </message>
    <message>
        <source>Order of the list</source>
        <translation>Reihenfolge der Liste</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>Fetch order</source>
        <translation>Abholreihenfolge</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Only for waiting jobs: filter for state:ready, scheduled, retrying…</source>
        <translation>Nur für wartende Jobs: Filtern Sie nach state:ready, scheduled, retrying…</translation>
    </message>
    <message>
        <source>Fast: an index returns the jobs in this order.</source>
        <translation>Schnell: Ein Index liefert die Jobs in dieser Reihenfolge.</translation>
    </message>
    <message>
        <source>Mostly fast: searches the jobs that an index finds.</source>
        <translation>Meist schnell: durchsucht die Jobs, die ein Index findet.</translation>
    </message>
    <message>
        <source>May take long: searches the table in this order and shows the progress.</source>
        <translation>Kann lange dauern: durchsucht die Tabelle in dieser Reihenfolge und zeigt den Fortschritt.</translation>
    </message>
    <message>
        <source>At least one column has to stay.</source>
        <translation>Mindestens eine Spalte muss bleiben.</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
    <message>
        <source>Payload column…</source>
        <translation>Payload-Spalte…</translation>
    </message>
    <message>
        <source>Adds a column with the value at one path of each payload.</source>
        <translation>Fügt eine Spalte mit dem Wert an einem Pfad jedes Payloads hinzu.</translation>
    </message>
    <message>
        <source>Added the column %1.</source>
        <translation>Die Spalte %1 ist hinzugefügt.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>reload, update</source>
        <translation>neu laden, aktualisieren</translation>
    </message>
    <message>
        <source>freeze, stop, automatic refresh</source>
        <translation>einfrieren, stoppen, automatisch aktualisieren</translation>
    </message>
    <message>
        <source>latest, top</source>
        <translation>neueste, oben</translation>
    </message>
    <message>
        <source>number, total, how many</source>
        <translation>Anzahl, Summe, wie viele</translation>
    </message>
    <message>
        <source>fields, hide, show</source>
        <translation>Felder, ausblenden, einblenden</translation>
    </message>
    <message>
        <source>field, JSON</source>
        <translation>Feld, JSON</translation>
    </message>
    <message>
        <source>The Maintenance page can turn on a history of jobs.</source>
        <translation>Auf der Seite „Wartung“ lässt sich ein Verlauf der Jobs einschalten.</translation>
    </message>
    <message>
        <source>The history has no record of it either.</source>
        <translation>Auch im Verlauf steht nichts über ihn.</translation>
    </message>
    <message>
        <source>Job %1 has left the table. The inspector shows its recorded past.</source>
        <translation>Job %1 hat die Tabelle verlassen. Der Inspektor zeigt seine aufgezeichnete Vergangenheit.</translation>
    </message>
    <message>
        <source>Fit columns to content</source>
        <translation>Spalten an den Inhalt anpassen</translation>
    </message>
    <message>
        <source>Makes each column as wide as its loaded content.</source>
        <translation>Macht jede Spalte so breit wie ihren geladenen Inhalt.</translation>
    </message>
    <message>
        <source>width, size, resize</source>
        <translation>Breite, Größe</translation>
    </message>
    <message numerus="yes">
        <source>Copied a statement that reads %1 jobs.</source>
        <translation>
            <numerusform>Eine Anweisung kopiert, die %1 Job liest.</numerusform>
            <numerusform>Eine Anweisung kopiert, die %1 Jobs liest.</numerusform>
        </translation>
    </message>
    <message>
        <source>At most %1 jobs at a time: export them instead.</source>
        <translation>Höchstens %1 Jobs auf einmal: stattdessen exportieren.</translation>
    </message>
    <message>
        <source>They have left the queue since they were read.</source>
        <translation>Sie haben die Warteschlange verlassen, seit sie gelesen wurden.</translation>
    </message>
    <message numerus="yes">
        <source>Copied calls that add %1 jobs again.</source>
        <translation>
            <numerusform>Aufrufe kopiert, die %1 Job wieder hinzufügen.</numerusform>
            <numerusform>Aufrufe kopiert, die %1 Jobs wieder hinzufügen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden values appear as “[hidden]”.</source>
        <translation>Verborgene Werte erscheinen als „[hidden]“.</translation>
    </message>
    <message>
        <source>job %1, gone</source>
        <translation>Job %1, nicht mehr da</translation>
    </message>
    <message>
        <source>The selection has been cleared: other jobs are listed.</source>
        <translation>Die Auswahl ist aufgehoben: Andere Jobs sind aufgelistet.</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsStatus</name>
    <message>
        <source>Count all jobs exactly</source>
        <translation>Alle Jobs genau zählen</translation>
    </message>
    <message>
        <source>%1 loaded of</source>
        <translation>%1 geladen von</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>wird gezählt…</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Jobs that match the filter</source>
        <translation>Jobs, auf die der Filter passt</translation>
    </message>
    <message>
        <source>Count exactly. On a large table this takes a while, in the background.</source>
        <translation>Genau zählen. Bei einer großen Tabelle dauert das eine Weile, im Hintergrund.</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 ausgewählt</translation>
    </message>
    <message>
        <source>all that match selected</source>
        <translation>alle passenden ausgewählt</translation>
    </message>
    <message>
        <source>%1 out of view</source>
        <translation>%1 nicht zu sehen</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weg</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>paused: all that match selected</source>
        <translation>angehalten: alle passenden ausgewählt</translation>
    </message>
    <message>
        <source>paused: %1 selected</source>
        <translation>angehalten: %1 ausgewählt</translation>
    </message>
    <message>
        <source>live, every %1</source>
        <translation>aktuell, alle %1</translation>
    </message>
    <message>
        <source>read %1 · page %2 ms</source>
        <translation>gelesen %1 · Seite %2 ms</translation>
    </message>
    <message>
        <source>Jobs that match the filter, as counted at %1. Click to count exactly.</source>
        <translation>Jobs, auf die der Filter passt, gezählt um %1. Klicken Sie, um genau zu zählen.</translation>
    </message>
    <message>
        <source>%1 loaded, there are more</source>
        <translation>%1 geladen, es gibt weitere</translation>
    </message>
</context>
<context>
    <name>yardmaster::JobsTable</name>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Everything that matches another filter is selected. Clear that selection first.</source>
        <translation>Alles, worauf ein anderer Filter passt, ist ausgewählt. Heben Sie diese Auswahl zuerst auf.</translation>
    </message>
    <message>
        <source>Everything that matches is selected; single jobs can be deselected.</source>
        <translation>Alles Passende ist ausgewählt; einzelne Jobs lassen sich abwählen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::JsonFolding</name>
    <message>
        <source>Folds and unfolds: Alt+Left, Alt+Right</source>
        <translation>Klappt ein und aus: Alt+Links, Alt+Rechts</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Einklappen</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>Ausklappen</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alles einklappen</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alles ausklappen</translation>
    </message>
    <message numerus="yes">
        <source>… %1 lines</source>
        <translation>
            <numerusform>… %1 Zeile</numerusform>
            <numerusform>… %1 Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::KeyFigure</name>
    <message>
        <source>Click to list the jobs behind it.</source>
        <translation>Klick listet die Jobs dahinter auf.</translation>
    </message>
</context>
<context>
    <name>yardmaster::KeychainNotice</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>The keychain refused the password: it is kept only until you close this window. %1</source>
        <translation>Der Schlüsselbund hat das Passwort nicht angenommen: Es bleibt nur, bis Sie dieses Fenster schließen. %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::KeymapDialog</name>
    <message>
        <source>Use these keys</source>
        <translation>Diese Tasten nehmen</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>Keine Tasten</translation>
    </message>
    <message>
        <source>Back to default</source>
        <translation>Zurück zum Standard</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Find a command or its keys</source>
        <translation>Einen Befehl oder seine Tasten finden</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>Select a command to change its keys.</source>
        <translation>Wählen Sie einen Befehl, um seine Tasten zu ändern.</translation>
    </message>
    <message>
        <source>New keys for “%1”</source>
        <translation>Neue Tasten für „%1“</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>%1 is already used for %2. If you use it here, it is removed there.</source>
        <translation>%1 wird schon für %2 verwendet. Wenn Sie es hier verwenden, wird es dort entfernt.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ListPage</name>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Reads the list again and sorts it.</source>
        <translation>Liest die Liste erneut und sortiert sie.</translation>
    </message>
    <message>
        <source>No name contains “%1”</source>
        <translation>Kein Name enthält „%1“</translation>
    </message>
    <message>
        <source>Only listed names are searched. Clear the search to see all of them.</source>
        <translation>Nur aufgelistete Namen werden durchsucht. Leeren Sie die Suche, um alle zu sehen.</translation>
    </message>
    <message>
        <source>Goes to the search field of the list.</source>
        <translation>Geht zum Suchfeld der Liste.</translation>
    </message>
    <message>
        <source>search, filter</source>
        <translation>suchen, filtern</translation>
    </message>
</context>
<context>
    <name>yardmaster::LiveBar</name>
    <message>
        <source>Which lines are shown</source>
        <translation>Welche Zeilen gezeigt werden</translation>
    </message>
    <message>
        <source>Filter: words, task:send_*, kind:failed, job:42, -text:debug*</source>
        <translation>Filter: Wörter, task:send_*, kind:failed, job:42, -text:debug*</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
</context>
<context>
    <name>yardmaster::LivePanel</name>
    <message>
        <source>Filter lines</source>
        <translation>Zeilen filtern</translation>
    </message>
    <message>
        <source>Goes to the filter of the live page.</source>
        <translation>Geht zum Filter der Live-Seite.</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Shows no new lines; they wait until you resume.</source>
        <translation>Zeigt keine neuen Zeilen; sie warten, bis Sie fortsetzen.</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Keeps the newest line in view.</source>
        <translation>Hält die neueste Zeile im Blick.</translation>
    </message>
    <message>
        <source>Every event</source>
        <translation>Jedes Ereignis</translation>
    </message>
    <message>
        <source>Shows each event on a line of its own, fetches included, instead of one line per run.</source>
        <translation>Zeigt jedes Ereignis als eigene Zeile, auch Abholvorgänge, statt einer Zeile pro Lauf.</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Empties the list; new events still appear.</source>
        <translation>Leert die Liste; neue Ereignisse erscheinen weiterhin.</translation>
    </message>
    <message>
        <source>Export shown lines…</source>
        <translation>Gezeigte Zeilen exportieren…</translation>
    </message>
    <message>
        <source>Writes the lines that match the filter to a file.</source>
        <translation>Schreibt die Zeilen, die zum Filter passen, in eine Datei.</translation>
    </message>
    <message>
        <source>Export all lines…</source>
        <translation>Alle Zeilen exportieren…</translation>
    </message>
    <message>
        <source>Writes all lines of the list to a file.</source>
        <translation>Schreibt alle Zeilen der Liste in eine Datei.</translation>
    </message>
    <message>
        <source>Export lines</source>
        <translation>Zeilen exportieren</translation>
    </message>
    <message>
        <source>JSON lines (*.ndjson)</source>
        <translation>JSON-Zeilen (*.ndjson)</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>Text (*.txt)</translation>
    </message>
    <message numerus="yes">
        <source>%1 lines written to %2</source>
        <translation>
            <numerusform>%1 Zeile in %2 geschrieben</numerusform>
            <numerusform>%1 Zeilen in %2 geschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 lines</source>
        <translation>
            <numerusform>%1 Zeile</numerusform>
            <numerusform>%1 Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 lines</source>
        <translation>
            <numerusform>%1 von %2 Zeile</numerusform>
            <numerusform>%1 von %2 Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>paused, %1 wait</source>
        <translation>
            <numerusform>Pause, %1 wartet</numerusform>
            <numerusform>Pause, %1 warten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 older ones dropped</source>
        <translation>
            <numerusform>%1 ältere verworfen</numerusform>
            <numerusform>%1 ältere verworfen</numerusform>
        </translation>
    </message>
    <message>
        <source>search, find</source>
        <translation>suchen, finden</translation>
    </message>
    <message>
        <source>freeze, stop</source>
        <translation>einfrieren, stoppen</translation>
    </message>
    <message>
        <source>scroll, tail</source>
        <translation>rollen, ans Ende</translation>
    </message>
    <message>
        <source>details, verbose, all events</source>
        <translation>Einzelheiten, ausführlich, alle Ereignisse</translation>
    </message>
    <message>
        <source>empty, reset</source>
        <translation>leeren, zurücksetzen</translation>
    </message>
    <message>
        <source>save, download, log</source>
        <translation>speichern, herunterladen, Protokoll</translation>
    </message>
    <message numerus="yes">
        <source>%1 matches took too long</source>
        <translation>
            <numerusform>%1 Vergleich dauerte zu lange</numerusform>
            <numerusform>%1 Vergleiche dauerten zu lange</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs of all workers</source>
        <translation>Läufe aller Worker</translation>
    </message>
</context>
<context>
    <name>yardmaster::LiveTable</name>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Goes to the newest line and follows it</source>
        <translation>Geht zur neuesten Zeile und folgt ihr</translation>
    </message>
    <message>
        <source>%1 new ↓</source>
        <translation>%1 neue ↓</translation>
    </message>
    <message>
        <source>Newest ↓</source>
        <translation>Neueste ↓</translation>
    </message>
</context>
<context>
    <name>yardmaster::LocalWorker</name>
    <message>
        <source>it has no tasks yet; set it up first</source>
        <translation>er hat noch keine Tasks; zuerst einrichten</translation>
    </message>
</context>
<context>
    <name>yardmaster::LocalWorkerPage</name>
    <message>
        <source>Set up…</source>
        <translation>Einrichten…</translation>
    </message>
    <message>
        <source>Stop worker &amp;now</source>
        <translation>Worker &amp;sofort anhalten</translation>
    </message>
    <message>
        <source>Returns running jobs to the queue at once, without their grace period.</source>
        <translation>Gibt laufende Jobs sofort an die Warteschlange zurück, ohne ihre Frist.</translation>
    </message>
    <message>
        <source>Set &amp;up worker…</source>
        <translation>Worker &amp;einrichten…</translation>
    </message>
    <message>
        <source>Chooses the tasks, the crontab and how many jobs run at a time.</source>
        <translation>Wählt die Tasks, die Crontab und wie viele Jobs gleichzeitig laufen.</translation>
    </message>
    <message>
        <source>&amp;Reload crontab</source>
        <translation>Crontab neu &amp;laden</translation>
    </message>
    <message>
        <source>Makes the running worker read its crontab again.</source>
        <translation>Lässt den laufenden Worker seine Crontab neu lesen.</translation>
    </message>
    <message>
        <source>Run this job here</source>
        <translation>Diesen Job hier ausführen</translation>
    </message>
    <message>
        <source>Runs the selected job in this window, by the same rules as any worker.</source>
        <translation>Führt den gewählten Job in diesem Fenster aus, nach denselben Regeln wie jeder Worker.</translation>
    </message>
    <message>
        <source>Dry run of this job here</source>
        <translation>Probelauf dieses Jobs hier</translation>
    </message>
    <message>
        <source>The worker is not running.</source>
        <translation>Der Worker läuft nicht.</translation>
    </message>
    <message>
        <source>The worker has no crontab.</source>
        <translation>Der Worker hat keine Crontab.</translation>
    </message>
    <message>
        <source>No job is selected.</source>
        <translation>Es ist kein Job gewählt.</translation>
    </message>
    <message>
        <source>Stop the worker to change its setup.</source>
        <translation>Zum Ändern der Einrichtung den Worker anhalten.</translation>
    </message>
    <message>
        <source>A job is running.</source>
        <translation>Ein Job läuft gerade.</translation>
    </message>
    <message>
        <source>Back to the jobs</source>
        <translation>Zurück zu den Jobs</translation>
    </message>
    <message>
        <source>tasks from %1</source>
        <translation>Tasks aus %1</translation>
    </message>
    <message>
        <source>plugins %1</source>
        <translation>Plugins %1</translation>
    </message>
    <message>
        <source>crontab %1</source>
        <translation>Crontab %1</translation>
    </message>
    <message>
        <source>on hold here: tasks %1</source>
        <translation>hier angehalten: Tasks %1</translation>
    </message>
    <message>
        <source>on hold here: queues %1</source>
        <translation>hier angehalten: Warteschlangen %1</translation>
    </message>
    <message>
        <source>The setup stored for this profile cannot be used: %1</source>
        <translation>Die für dieses Profil gespeicherte Einrichtung ist nicht nutzbar: %1</translation>
    </message>
    <message>
        <source>set up by the program that opened this window</source>
        <translation>eingerichtet von dem Programm, das dieses Fenster geöffnet hat</translation>
    </message>
    <message>
        <source>not set up yet</source>
        <translation>noch nicht eingerichtet</translation>
    </message>
    <message>
        <source>kill, abort, terminate</source>
        <translation>töten, abbrechen, beenden</translation>
    </message>
    <message>
        <source>configure, settings, concurrency</source>
        <translation>konfigurieren, Einstellungen, Nebenläufigkeit</translation>
    </message>
    <message>
        <source>refresh, apply</source>
        <translation>neu laden, anwenden</translation>
    </message>
    <message>
        <source>execute, start, debug</source>
        <translation>ausführen, starten, Fehlersuche</translation>
    </message>
    <message>
        <source>test, try, debug</source>
        <translation>testen, probieren, Fehlersuche</translation>
    </message>
    <message>
        <source>Calls the handler with the selected job&apos;s payload, for real: programs run, requests are sent. The queue is not changed.</source>
        <translation>Ruft den Handler mit dem Payload des gewählten Jobs wirklich auf: Programme laufen, Anfragen werden gesendet. Die Warteschlange ändert sich nicht.</translation>
    </message>
    <message numerus="yes">
        <source>%1 files cannot run: %2</source>
        <translation>
            <numerusform>%1 Datei kann nicht laufen: %2</numerusform>
            <numerusform>%1 Dateien können nicht laufen: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>Worker setup</source>
        <translation>Einrichtung des Workers</translation>
    </message>
</context>
<context>
    <name>yardmaster::LocalWorkerPanel</name>
    <message>
        <source>Start worker</source>
        <translation>Worker starten</translation>
    </message>
    <message>
        <source>Stop worker</source>
        <translation>Worker anhalten</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Jetzt anhalten</translation>
    </message>
    <message>
        <source>No worker in this window</source>
        <translation>Kein Worker in diesem Fenster</translation>
    </message>
    <message>
        <source>Jobs wait until a worker runs them</source>
        <translation>Jobs warten, bis ein Worker sie ausführt</translation>
    </message>
    <message>
        <source>Preparing the schema</source>
        <translation>Das Schema wird vorbereitet</translation>
    </message>
    <message>
        <source>%1 running, %2 at most · serves %3: %4</source>
        <translation>%1 in Arbeit, höchstens %2 · kennt %3: %4</translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 Task</numerusform>
            <numerusform>%1 Tasks</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 failed for good</source>
        <translation>%1 endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 returned to the queue</source>
        <translation>%1 in die Warteschlange zurückgegeben</translation>
    </message>
    <message numerus="yes">
        <source>%1 lost their lock</source>
        <translation>
            <numerusform>%1 verlor seine Sperre</numerusform>
            <numerusform>%1 verloren ihre Sperre</numerusform>
        </translation>
    </message>
    <message>
        <source>It only watches the queue; set it up below to run jobs here</source>
        <translation>Er beobachtet die Warteschlange nur; richten Sie ihn unten ein, um hier Jobs auszuführen</translation>
    </message>
    <message>
        <source>Runs ended here: %1 completed</source>
        <translation>Hier beendete Läufe: %1 abgeschlossen</translation>
    </message>
    <message>
        <source>%1 failed with attempts left</source>
        <translation>%1 fehlgeschlagen mit weiteren Versuchen</translation>
    </message>
</context>
<context>
    <name>yardmaster::MainWindow</name>
    <message>
        <source>Yardmaster</source>
        <translation>Yardmaster</translation>
    </message>
    <message>
        <source>Yardmaster — %1</source>
        <translation>Yardmaster — %1</translation>
    </message>
    <message>
        <source>The schema %1 was removed</source>
        <translation>Das Schema %1 wurde entfernt</translation>
    </message>
    <message>
        <source>There is nothing left to show. Retry offers to install it again.</source>
        <translation>Es gibt nichts mehr zu zeigen. Erneut versuchen bietet an, es neu anzulegen.</translation>
    </message>
    <message>
        <source>No connection</source>
        <translation>Keine Verbindung</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
</context>
<context>
    <name>yardmaster::MaintenancePanel</name>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>&amp;Upgrade the schema…</source>
        <translation>Schema akt&amp;ualisieren…</translation>
    </message>
    <message>
        <source>Shows what an upgrade would do, and does it when confirmed.</source>
        <translation>Zeigt, was eine Aktualisierung des Schemas täte, und führt sie nach Bestätigung aus.</translation>
    </message>
    <message>
        <source>&amp;Count what a clean-up would delete</source>
        <translation>&amp;Zählen, was ein Aufräumen löschen würde</translation>
    </message>
    <message>
        <source>Counts failed jobs and names without jobs that can be deleted.</source>
        <translation>Zählt fehlgeschlagene Jobs und Namen ohne Jobs, die gelöscht werden können.</translation>
    </message>
    <message>
        <source>Manage supporting &amp;indexes…</source>
        <translation>H&amp;ilfsindizes verwalten…</translation>
    </message>
    <message>
        <source>Creates and drops the indexes that make views of large queues fast.</source>
        <translation>Legt die Indizes an, die Ansichten großer Warteschlangen schnell machen, und löscht sie.</translation>
    </message>
    <message>
        <source>&amp;Remove the schema…</source>
        <translation>Schema entfe&amp;rnen…</translation>
    </message>
    <message>
        <source>Lists everything that would be removed, and removes it once you have typed its name.</source>
        <translation>Listet auf, was entfernt würde, und entfernt es, wenn Sie seinen Namen eingegeben haben.</translation>
    </message>
    <message>
        <source>Schema</source>
        <translation>Schema</translation>
    </message>
    <message>
        <source>Upgrade…</source>
        <translation>Aktualisieren…</translation>
    </message>
    <message>
        <source>Applied migrations</source>
        <translation>Angewandte Migrationen</translation>
    </message>
    <message>
        <source>Remove the schema</source>
        <translation>Schema entfernen</translation>
    </message>
    <message>
        <source>Removes every job, table and function of this queue. Everything that would be removed is listed first.</source>
        <translation>Entfernt jeden Job, jede Tabelle und jede Funktion dieser Warteschlange. Zuerst wird aufgelistet, was entfernt würde.</translation>
    </message>
    <message>
        <source>Remove schema…</source>
        <translation>Schema entfernen…</translation>
    </message>
    <message>
        <source>%1 in the database %2</source>
        <translation>%1 in der Datenbank %2</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>%1, as numbered by %2</source>
        <translation>%1, nach der Zählung von %2</translation>
    </message>
    <message>
        <source>not readable by %1</source>
        <translation>für %1 nicht lesbar</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Eigentümer</translation>
    </message>
    <message>
        <source>%1; you are connected as %2</source>
        <translation>%1; Sie sind als %2 verbunden</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Worker registry</source>
        <translation>Worker-Register</translation>
    </message>
    <message>
        <source>missing: the first Yardmaster worker with the right to do so creates it</source>
        <translation>fehlt: der erste Yardmaster-Worker mit dem Recht dazu legt es an</translation>
    </message>
    <message>
        <source>Additions by others</source>
        <translation>Zusätze anderer</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>This role may not read which migrations have been applied.</source>
        <translation>Diese Rolle darf nicht lesen, welche Migrationen angewandt wurden.</translation>
    </message>
    <message>
        <source>Revision %1 is the newest known. An upgrade shows first what it will do.</source>
        <translation>Die neueste bekannte Revision ist %1. Eine Aktualisierung zeigt zuerst, was sie tun wird.</translation>
    </message>
    <message>
        <source>Schemas of graphile_worker_rs are used as they are.</source>
        <translation>Schemas von graphile_worker_rs werden benutzt, wie sie sind.</translation>
    </message>
    <message>
        <source>This is newer than revision %1, the newest that this program knows.</source>
        <translation>Dies ist neuer als Revision %1, die neueste, die dieses Programm kennt.</translation>
    </message>
    <message>
        <source>Up to date.</source>
        <translation>Auf dem neuesten Stand.</translation>
    </message>
    <message>
        <source>Revision %1</source>
        <translation>Revision %1</translation>
    </message>
    <message>
        <source>%1, breaking</source>
        <translation>%1, unverträglich</translation>
    </message>
    <message>
        <source>The schema %1 has been removed</source>
        <translation>Das Schema %1 wurde entfernt</translation>
    </message>
    <message>
        <source>Nothing is left of this queue. Reconnect to install it again, or close this window.</source>
        <translation>Von dieser Warteschlange ist nichts übrig. Verbinden Sie sich neu, um sie wieder anzulegen, oder schließen Sie das Fenster.</translation>
    </message>
    <message>
        <source>Reading the schema</source>
        <translation>Das Schema wird gelesen</translation>
    </message>
    <message>
        <source>Maintenance tasks appear here.</source>
        <translation>Wartungsaufgaben erscheinen hier.</translation>
    </message>
    <message>
        <source>Read %1</source>
        <translation>Gelesen %1</translation>
    </message>
    <message>
        <source>The schema has not been read yet.</source>
        <translation>Das Schema wurde noch nicht gelesen.</translation>
    </message>
    <message>
        <source>Creates or removes the shared log of changes made by hand.</source>
        <translation>Legt ein gemeinsames Logbuch für Änderungen von Hand an oder entfernt es.</translation>
    </message>
    <message>
        <source>Keep the &amp;operator log in the schema, or remove it…</source>
        <translation>&amp;Logbuch im Schema führen oder entfernen…</translation>
    </message>
    <message>
        <source>migrate, update, revision</source>
        <translation>migrieren, aktualisieren, Revision</translation>
    </message>
    <message>
        <source>purge, vacuum, garbage, old jobs</source>
        <translation>leeren, Müll, alte Jobs</translation>
    </message>
    <message>
        <source>slow, performance</source>
        <translation>langsam, Geschwindigkeit</translation>
    </message>
    <message>
        <source>audit, history, shared log</source>
        <translation>Protokoll, Verlauf, gemeinsames Protokoll</translation>
    </message>
    <message>
        <source>delete, drop, uninstall</source>
        <translation>löschen, deinstallieren</translation>
    </message>
    <message>
        <source>%1, the user of this connection</source>
        <translation>%1, Benutzer dieser Verbindung</translation>
    </message>
    <message>
        <source>present: workers send heartbeats</source>
        <translation>vorhanden: Worker senden Heartbeats</translation>
    </message>
    <message>
        <source>Check this database…</source>
        <translation>Diese Datenbank prüfen…</translation>
    </message>
    <message>
        <source>Maintenance</source>
        <translation>Wartung</translation>
    </message>
</context>
<context>
    <name>yardmaster::ManualViewer</name>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
</context>
<context>
    <name>yardmaster::MetricsTable</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Added per minute</source>
        <translation>Hinzugefügt je Minute</translation>
    </message>
    <message>
        <source>Finished per minute</source>
        <translation>Beendet je Minute</translation>
    </message>
    <message>
        <source>Failed runs per minute</source>
        <translation>Fehlgeschlagene Läufe je Minute</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>Endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>Oldest ready</source>
        <translation>Längste Wartezeit</translation>
    </message>
</context>
<context>
    <name>yardmaster::MigrationDialog</name>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Schema of the queue</source>
        <translation>Schema der Warteschlange</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revision</translation>
    </message>
    <message>
        <source>What it means for workers</source>
        <translation>Was es für die Worker heißt</translation>
    </message>
    <message>
        <source>This is production. Type the name of the schema, %1:</source>
        <translation>Dies ist Produktion. Geben Sie den Namen des Schemas ein, %1:</translation>
    </message>
    <message>
        <source>In progress</source>
        <translation>In Arbeit</translation>
    </message>
    <message>
        <source>Install or upgrade the &amp;schema…</source>
        <translation>&amp;Schema anlegen oder aktualisieren…</translation>
    </message>
    <message>
        <source>Shows what the schema of the queue lacks, and installs it if asked.</source>
        <translation>Zeigt, was dem Schema der Warteschlange fehlt, und legt es auf Wunsch an.</translation>
    </message>
    <message>
        <source>Reading schema %1…</source>
        <translation>Das Schema %1 wird angesehen…</translation>
    </message>
    <message>
        <source>Installing…</source>
        <translation>Wird angelegt…</translation>
    </message>
    <message>
        <source>Upgrading…</source>
        <translation>Wird aktualisiert…</translation>
    </message>
    <message>
        <source>Schema %1 is at revision %2.</source>
        <translation>Das Schema %1 ist bei Revision %2.</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Nichts wurde geändert</translation>
    </message>
    <message>
        <source>Cannot read the schema</source>
        <translation>Das Schema kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Schema %1 is up to date.</source>
        <translation>Das Schema %1 ist aktuell.</translation>
    </message>
    <message>
        <source>Install a job queue in schema %1 of %2</source>
        <translation>Eine Job-Warteschlange im Schema %1 von %2 anlegen</translation>
    </message>
    <message>
        <source>Upgrade schema %1 of %2 from revision %3 to %4</source>
        <translation>Das Schema %1 von %2 von Revision %3 auf %4 aktualisieren</translation>
    </message>
    <message numerus="yes">
        <source>The table holds about %1 jobs; they are kept.</source>
        <translation>
            <numerusform>Die Tabelle enthält etwa %1 Job; er bleibt erhalten.</numerusform>
            <numerusform>Die Tabelle enthält etwa %1 Jobs; sie bleiben erhalten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Jobs are kept.</source>
        <translation>Die Jobs bleiben erhalten.</translation>
    </message>
    <message>
        <source>Either all steps are applied, or none.</source>
        <translation>Entweder werden alle Schritte ausgeführt oder keiner.</translation>
    </message>
    <message>
        <source>There is nothing to do.</source>
        <translation>Es ist nichts zu tun.</translation>
    </message>
    <message>
        <source>Breaking: workers that do not know it stop</source>
        <translation>Unverträglich: Worker, die sie nicht kennen, halten an</translation>
    </message>
    <message>
        <source>Non-breaking</source>
        <translation>Verträglich</translation>
    </message>
    <message>
        <source>Stop workers that know no revision above %1 first, and start newer ones afterwards.</source>
        <translation>Halten Sie zuerst Worker an, die keine Revision über %1 kennen, und starten Sie danach neuere.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Workers that hold jobs now, with the number of jobs: %1.</source>
        <translation>Worker, die jetzt Jobs halten, mit der Zahl der Jobs: %1.</translation>
    </message>
    <message>
        <source>Install schema</source>
        <translation>Schema anlegen</translation>
    </message>
    <message>
        <source>Upgrade to revision %1</source>
        <translation>Auf Revision %1 aktualisieren</translation>
    </message>
    <message>
        <source>Stop and undo</source>
        <translation>Anhalten und zurücknehmen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>migrate, update, create</source>
        <translation>migrieren, aktualisieren, anlegen</translation>
    </message>
</context>
<context>
    <name>yardmaster::NavigatorPanel</name>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>Views</source>
        <translation>Ansichten</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Queues</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>Views, tasks and queues</source>
        <translation>Ansichten, Tasks und Warteschlangen</translation>
    </message>
    <message>
        <source>Find a view, task or queue</source>
        <translation>Eine Ansicht, einen Task oder eine Warteschlange finden</translation>
    </message>
    <message>
        <source>Find view, task or queue</source>
        <translation>Ansicht, Task, Warteschlange finden</translation>
    </message>
    <message>
        <source>Save this filter as a view (Ctrl+S)</source>
        <translation>Diesen Filter als Ansicht speichern (Strg+S)</translation>
    </message>
    <message>
        <source>More about views</source>
        <translation>Mehr zu Ansichten</translation>
    </message>
    <message>
        <source>For all connections.</source>
        <translation>Für alle Verbindungen.</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
    <message>
        <source>no queue</source>
        <translation>ohne</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen…</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>no tasks yet</source>
        <translation>noch keine Tasks</translation>
    </message>
    <message>
        <source>The first %1 only</source>
        <translation>Nur die ersten %1</translation>
    </message>
    <message>
        <source>Only a view with a single term can be excluded.</source>
        <translation>Nur eine Ansicht mit einem einzigen Ausdruck lässt sich ausschließen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Show these jobs</source>
        <translation>Diese Jobs zeigen</translation>
    </message>
    <message>
        <source>Add to the filter</source>
        <translation>Zum Filter hinzufügen</translation>
    </message>
    <message>
        <source>Exclude from the filter</source>
        <translation>Durch den Filter ausschließen</translation>
    </message>
</context>
<context>
    <name>yardmaster::NavigatorTree</name>
    <message>
        <source>Click to show these jobs, Ctrl+click to add them to the filter, Shift+click or middle-click to exclude them.</source>
        <translation>Klick zeigt diese Jobs, Strg+Klick nimmt sie in den Filter auf, Umschalt+Klick oder die mittlere Taste schließt sie aus.</translation>
    </message>
    <message>
        <source>Jobs: %1</source>
        <translation>Jobs: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::NoticeListener</name>
    <message>
        <source>announcements do not arrive, possibly because of a connection pooler</source>
        <translation>Ankündigungen kommen nicht an, vielleicht wegen eines Connection-Poolers</translation>
    </message>
    <message>
        <source>listening again; announcements in between are not shown</source>
        <translation>LISTEN wieder aktiv; was inzwischen angekündigt wurde, fehlt</translation>
    </message>
    <message>
        <source>listening to announcements in this database</source>
        <translation>LISTEN aktiv für Ankündigungen in dieser Datenbank</translation>
    </message>
    <message>
        <source>the connection to the server was lost</source>
        <translation>die Verbindung zum Server ging verloren</translation>
    </message>
    <message>
        <source>not listening: %1</source>
        <translation>LISTEN nicht aktiv: %1</translation>
    </message>
    <message>
        <source>a standby does not pass on announcements; they appear once it is promoted</source>
        <translation>ein Standby gibt keine Ankündigungen weiter; sie erscheinen, sobald er befördert ist</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperationDialog</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>unlock</source>
        <translation>entsperren</translation>
    </message>
    <message>
        <source>The options are not complete.</source>
        <translation>Die Optionen sind nicht vollständig.</translation>
    </message>
    <message>
        <source>The jobs have to be counted first.</source>
        <translation>Die Jobs müssen zuerst gezählt werden.</translation>
    </message>
    <message>
        <source>There are no such jobs.</source>
        <translation>Solche Jobs gibt es nicht.</translation>
    </message>
    <message>
        <source>Pace: %1</source>
        <translation>Tempo: %1</translation>
    </message>
    <message>
        <source>All of them would be skipped.</source>
        <translation>Alle würden ausgelassen.</translation>
    </message>
    <message>
        <source>A key belongs to one job: select a single job.</source>
        <translation>Ein Schlüssel gehört zu einem Job: Wählen Sie einen einzelnen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperationList</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Vorgang</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>%1: an operation that is no longer kept</source>
        <translation>%1: ein Vorgang, der nicht mehr aufbewahrt wird</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperationNotice</name>
    <message>
        <source>%1 due now</source>
        <translation>%1 jetzt fällig</translation>
    </message>
    <message>
        <source>%1 rescheduled</source>
        <translation>%1 neu geplant</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 geändert</translation>
    </message>
    <message>
        <source>%1 completed</source>
        <translation>%1 abgeschlossen</translation>
    </message>
    <message>
        <source>%1 failed for good</source>
        <translation>%1 endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 removed</source>
        <translation>%1 entfernt</translation>
    </message>
    <message>
        <source>%1 unlocked</source>
        <translation>%1 entsperrt</translation>
    </message>
    <message>
        <source>%1 with a new payload, due now</source>
        <translation>%1 mit neuem Payload, jetzt fällig</translation>
    </message>
    <message>
        <source>%1 restored</source>
        <translation>%1 wiederhergestellt</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 skipped.</source>
        <translation>%1 ausgelassen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 were gone.</source>
        <translation>
            <numerusform>%1 war weg.</numerusform>
            <numerusform>%1 waren weg.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 errors.</source>
        <translation>
            <numerusform>%1 Fehler.</numerusform>
            <numerusform>%1 Fehler.</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Not finished; it can be resumed.</source>
        <translation>Nicht fertig; es kann fortgesetzt werden.</translation>
    </message>
    <message>
        <source>Undo…</source>
        <translation>Rückgängig…</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Job %1 added.</source>
        <translation>Job %1 hinzugefügt.</translation>
    </message>
    <message>
        <source>Undoes: %1</source>
        <translation>Macht rückgängig: %1</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Angehalten: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperationStrip</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Cancel operation</source>
        <translation>Vorgang abbrechen</translation>
    </message>
    <message>
        <source>Starts no further batch. Changes made so far stay and can be undone.</source>
        <translation>Beginnt keine weitere Teilmenge. Bereits gemachte Änderungen bleiben und können rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Brings “Operations” to the front.</source>
        <translation>Bringt „Vorgänge“ nach vorn.</translation>
    </message>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1, und %2 weitere</translation>
    </message>
    <message>
        <source>Paused: %1</source>
        <translation>Angehalten: %1</translation>
    </message>
    <message>
        <source>Waiting, %1: %2</source>
        <translation>Wartet, %1: %2</translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation> · noch %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperationsPanel</name>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Cancel operation</source>
        <translation>Vorgang abbrechen</translation>
    </message>
    <message>
        <source>Undo…</source>
        <translation>Rückgängig…</translation>
    </message>
    <message>
        <source>Undo last operation…</source>
        <translation>Letzten Vorgang rückgängig machen…</translation>
    </message>
    <message>
        <source>Operator log…</source>
        <translation>Logbuch…</translation>
    </message>
    <message>
        <source>Shows what would be restored, then asks for confirmation.</source>
        <translation>Zeigt, was wiederhergestellt würde, und fragt dann nach.</translation>
    </message>
    <message>
        <source>Shows who changed which jobs by hand, and when.</source>
        <translation>Zeigt, wer wann welche Jobs von Hand geändert hat.</translation>
    </message>
    <message>
        <source>No operations yet</source>
        <translation>Noch keine Vorgänge</translation>
    </message>
    <message>
        <source>Changes made by hand are listed here, with their progress and the result for each job, and can be undone. Select jobs and an action to begin.</source>
        <translation>Von Hand gemachte Änderungen stehen hier, mit ihrem Fortschritt und dem Ergebnis für jeden Job, und lassen sich rückgängig machen. Wählen Sie Jobs und eine Aktion, um zu beginnen.</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Vorgänge</translation>
    </message>
    <message>
        <source>It is still running.</source>
        <translation>Er läuft noch.</translation>
    </message>
    <message>
        <source>It has not changed anything.</source>
        <translation>Er hat nichts geändert.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Starts no further batch. Changes made so far stay and can be undone.</source>
        <translation>Beginnt keine weitere Teilmenge. Bereits gemachte Änderungen bleiben und können rückgängig gemacht werden.</translation>
    </message>
    <message>
        <source>Select an operation first.</source>
        <translation>Wählen Sie zuerst einen Vorgang.</translation>
    </message>
    <message>
        <source>Shows what is left, then asks for confirmation.</source>
        <translation>Zeigt, was übrig ist, und fragt dann nach.</translation>
    </message>
    <message>
        <source>Undo the rest…</source>
        <translation>Rest rückgängig machen…</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Löschen…</translation>
    </message>
    <message>
        <source>How long operations are kept</source>
        <translation>Wie lange Vorgänge aufbewahrt werden</translation>
    </message>
    <message>
        <source>Kept for %1 days</source>
        <translation>%1 Tage aufbewahrt</translation>
    </message>
    <message>
        <source>Not deleted</source>
        <translation>Nicht gelöscht</translation>
    </message>
    <message>
        <source>Delete an operation</source>
        <translation>Vorgang löschen</translation>
    </message>
    <message>
        <source>%1

Its changes stay, but they can no longer be undone, and its report is deleted. The operator log keeps its entry.</source>
        <translation>%1

Seine Änderungen bleiben, können aber nicht mehr rückgängig gemacht werden, und sein Bericht wird gelöscht. Sein Eintrag im Logbuch bleibt.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Finished operations are deleted after this time, and the oldest ones earlier if they take more than 1 GB. Until then they can be undone; the payloads needed for that are kept on this computer.</source>
        <translation>Abgeschlossene Vorgänge werden nach dieser Zeit gelöscht, die ältesten früher, wenn sie mehr als 1 GB belegen. Bis dahin können sie rückgängig gemacht werden; die Payloads, die dazu nötig sind, liegen auf diesem Rechner.</translation>
    </message>
    <message>
        <source>Kept forever</source>
        <translation>Immer aufbewahrt</translation>
    </message>
    <message>
        <source>Its journal is damaged: it can only be cancelled.</source>
        <translation>Sein Protokoll ist beschädigt: Er kann nur abgebrochen werden.</translation>
    </message>
    <message>
        <source>No operation can be undone.</source>
        <translation>Kein Vorgang lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>revert, roll back, take back</source>
        <translation>rückgängig, zurücknehmen</translation>
    </message>
    <message>
        <source>audit, history</source>
        <translation>Protokoll, Verlauf</translation>
    </message>
    <message>
        <source>Undoes: %1</source>
        <translation>Macht rückgängig: %1</translation>
    </message>
    <message>
        <source>Undo “%1”…</source>
        <translation>„%1“ rückgängig machen…</translation>
    </message>
    <message>
        <source>Pauses the operation, or resumes it.</source>
        <translation>Hält den Vorgang an oder lässt ihn weiterlaufen.</translation>
    </message>
    <message>
        <source>stop, abort</source>
        <translation>anhalten, abbrechen</translation>
    </message>
    <message>
        <source>continue, go on</source>
        <translation>fortsetzen, weitermachen</translation>
    </message>
    <message>
        <source>Removes the operation from the list, after confirmation.</source>
        <translation>Entfernt den Vorgang nach Rückfrage aus der Liste.</translation>
    </message>
    <message>
        <source>remove, forget</source>
        <translation>entfernen, vergessen</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperatorLogDialog</name>
    <message>
        <source>Operator log</source>
        <translation>Logbuch</translation>
    </message>
    <message>
        <source>Only entries that contain…</source>
        <translation>Nur Einträge, die enthalten…</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Changes made by hand</source>
        <translation>Änderungen von Hand</translation>
    </message>
    <message>
        <source>Entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>Select an entry to see its details: which jobs, and their values before the change. Payloads and errors are never written to this log.</source>
        <translation>Wählen Sie einen Eintrag, um seine Einzelheiten zu sehen: welche Jobs, und ihre Werte vor der Änderung. Payloads und Fehler stehen nie in diesem Logbuch.</translation>
    </message>
    <message>
        <source>Export log…</source>
        <translation>Logbuch exportieren…</translation>
    </message>
    <message>
        <source>No entries.</source>
        <translation>Keine Einträge.</translation>
    </message>
    <message numerus="yes">
        <source>%1 entries</source>
        <translation>
            <numerusform>%1 Eintrag</numerusform>
            <numerusform>%1 Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>Export operator log</source>
        <translation>Logbuch exportieren</translation>
    </message>
    <message>
        <source>NDJSON (*.ndjson)</source>
        <translation>NDJSON (*.ndjson)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message>
        <source>Written to %1.</source>
        <translation>In %1 geschrieben.</translation>
    </message>
    <message>
        <source>Which log</source>
        <translation>Welches Logbuch</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Rechner</translation>
    </message>
    <message>
        <source>Schema %1</source>
        <translation>Schema %1</translation>
    </message>
    <message>
        <source>Newest entries: %1. The export has all of them.</source>
        <translation>Neueste Einträge: %1. Der Export hat alle.</translation>
    </message>
    <message>
        <source>The schema keeps no operator log. It can be enabled on the Maintenance page.</source>
        <translation>Im Schema wird kein Logbuch geführt. Auf der Seite Wartung lässt es sich einschalten.</translation>
    </message>
</context>
<context>
    <name>yardmaster::OperatorLogModel</name>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Who</source>
        <translation>Wer</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
</context>
<context>
    <name>yardmaster::OutcomeModel</name>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Before → after</source>
        <translation>Vorher → nachher</translation>
    </message>
</context>
<context>
    <name>yardmaster::OverviewPage</name>
    <message>
        <source>The job has left the queue: %1, %2. Below is how it was last seen; its attempts are on the Timeline page.</source>
        <translation>Der Job hat die Warteschlange verlassen: %1, %2. Unten steht, wie er zuletzt gesehen wurde; seine Versuche stehen auf der Seite „Verlauf“.</translation>
    </message>
    <message>
        <source>The job has left the queue: it was completed or deleted. Below is how it was last seen.</source>
        <translation>Der Job hat die Warteschlange verlassen: Er wurde abgeschlossen oder gelöscht. Unten steht, wie er zuletzt gesehen wurde.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
</context>
<context>
    <name>yardmaster::OverviewPanel</name>
    <message>
        <source>Values as a table</source>
        <translation>Messwerte als Tabelle</translation>
    </message>
    <message>
        <source>Charts of 15 minutes</source>
        <translation>Diagramme über 15 Minuten</translation>
    </message>
    <message>
        <source>The charts of the overview show the last 15 minutes.</source>
        <translation>Die Diagramme der Übersicht zeigen die letzten 15 Minuten.</translation>
    </message>
    <message>
        <source>Charts of an hour</source>
        <translation>Diagramme über eine Stunde</translation>
    </message>
    <message>
        <source>The charts of the overview show the last hour.</source>
        <translation>Die Diagramme der Übersicht zeigen die letzte Stunde.</translation>
    </message>
    <message>
        <source>Charts of the whole session</source>
        <translation>Diagramme über die ganze Sitzung</translation>
    </message>
    <message>
        <source>The charts of the overview show everything since this window was opened.</source>
        <translation>Die Diagramme der Übersicht zeigen alles, seit dieses Fenster geöffnet wurde.</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Lists the values of the overview instead of drawing charts.</source>
        <translation>Listet die Messwerte der Übersicht auf, statt Diagramme zu zeichnen.</translation>
    </message>
    <message>
        <source>Time range of the charts</source>
        <translation>Zeitraum der Diagramme</translation>
    </message>
    <message>
        <source>15 min</source>
        <translation>15 min</translation>
    </message>
    <message>
        <source>1 h</source>
        <translation>1 h</translation>
    </message>
    <message>
        <source>Key figures</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Oldest ready</source>
        <translation>Längste Wartezeit</translation>
    </message>
    <message>
        <source>How long the oldest job that a worker may fetch has been due.</source>
        <translation>Wie lange der älteste Job, den ein Worker holen darf, schon fällig ist.</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>Hinzugefügt</translation>
    </message>
    <message>
        <source>Jobs added in the last minute, according to the server&apos;s count of new rows, which lags a few seconds behind. A job that replaces one with the same key is not counted.</source>
        <translation>In der letzten Minute hinzugefügte Jobs, nach der Zählung neuer Zeilen durch den Server, die einige Sekunden nachhinkt. Ein Job, der einen mit demselben Schlüssel ersetzt, zählt nicht.</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Jobs that left the table in the last minute, according to the server&apos;s count of deleted rows: those that succeeded, and those deleted by hand or by a clean-up.</source>
        <translation>Jobs, die die Tabelle in der letzten Minute verlassen haben, nach der Zählung gelöschter Zeilen durch den Server: erfolgreiche und von Hand oder beim Aufräumen gelöschte.</translation>
    </message>
    <message>
        <source>Failed runs</source>
        <translation>Fehlgeschlagene Läufe</translation>
    </message>
    <message>
        <source>Backlog</source>
        <translation>Rückstand</translation>
    </message>
    <message>
        <source>When no job will be ready any more, if jobs keep being added and finished as in the last minute.</source>
        <translation>Wann kein Job mehr bereit sein wird, wenn weiter so viele hinzukommen und enden wie in der letzten Minute.</translation>
    </message>
    <message>
        <source>Jobs per minute</source>
        <translation>Jobs je Minute</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Wait of the oldest ready job</source>
        <translation>Wartezeit des ältesten bereiten Jobs</translation>
    </message>
    <message>
        <source>Longest waiting queues</source>
        <translation>Am längsten wartende Warteschlangen</translation>
    </message>
    <message>
        <source>Oldest</source>
        <translation>Älteste</translation>
    </message>
    <message>
        <source>Queues whose oldest due job has waited longest</source>
        <translation>Warteschlangen, deren ältester fälliger Job am längsten wartet</translation>
    </message>
    <message>
        <source>Most failing tasks</source>
        <translation>Meiste Fehler</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>Wird wiederholt</translation>
    </message>
    <message>
        <source>Nothing is due.</source>
        <translation>Nichts ist fällig.</translation>
    </message>
    <message>
        <source>No failed job was found.</source>
        <translation>Kein fehlgeschlagener Job wurde gefunden.</translation>
    </message>
    <message>
        <source>Tasks with the most failures</source>
        <translation>Tasks mit den meisten fehlgeschlagenen Jobs</translation>
    </message>
    <message>
        <source>per minute</source>
        <translation>je Minute</translation>
    </message>
    <message>
        <source>A standby does not know what is added and finished.</source>
        <translation>Ein Standby-Server weiß nicht, was hinzukommt und endet.</translation>
    </message>
    <message>
        <source>Reading the first values</source>
        <translation>Erste Messung läuft</translation>
    </message>
    <message>
        <source>How fast the queue moves and how long jobs wait appears here.</source>
        <translation>Hier erscheint, wie schnell die Warteschlange vorankommt und wie lange Jobs warten.</translation>
    </message>
    <message>
        <source>time range, period, zoom</source>
        <translation>Zeitraum, Zoom</translation>
    </message>
    <message>
        <source>numbers, figures</source>
        <translation>Zahlen, Werte</translation>
    </message>
    <message>
        <source>Not known at the moment.</source>
        <translation>Zurzeit nicht bekannt.</translation>
    </message>
    <message>
        <source>Looking for failed jobs…</source>
        <translation>Fehlgeschlagene Jobs werden gesucht…</translation>
    </message>
    <message>
        <source>Charts of 24 hours</source>
        <translation>Diagramme von 24 Stunden</translation>
    </message>
    <message>
        <source>Charts of 7 days</source>
        <translation>Diagramme von 7 Tagen</translation>
    </message>
    <message>
        <source>Charts of 4 weeks</source>
        <translation>Diagramme von 4 Wochen</translation>
    </message>
    <message>
        <source>24 h</source>
        <translation>24 h</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 Tage</translation>
    </message>
    <message>
        <source>4 weeks</source>
        <translation>4 Wochen</translation>
    </message>
    <message>
        <source>The charts of the overview show this time range, from the history.</source>
        <translation>Die Diagramme der Übersicht zeigen diesen Zeitraum, aus dem Verlauf.</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
</context>
<context>
    <name>yardmaster::PaceForm</name>
    <message>
        <source>Jobs per batch</source>
        <translation>Jobs je Teilmenge</translation>
    </message>
    <message>
        <source>Max jobs per second</source>
        <translation>Max. Jobs je Sekunde</translation>
    </message>
    <message>
        <source>as fast as possible</source>
        <translation>so schnell wie möglich</translation>
    </message>
    <message>
        <source>Stop after errors</source>
        <translation>Anhalten nach Fehlern</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs per batch</source>
        <translation>
            <numerusform>%1 Job je Teilmenge</numerusform>
            <numerusform>%1 Jobs je Teilmenge</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs per second</source>
        <translation>
            <numerusform>%1 Job je Sekunde</numerusform>
            <numerusform>%1 Jobs je Sekunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stops after %1 errors</source>
        <translation>
            <numerusform>hält nach %1 Fehler an</numerusform>
            <numerusform>hält nach %1 Fehlern an</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::PaletteEntries</name>
    <message>
        <source>Go to job %1</source>
        <translation>Zu Job %1 gehen</translation>
    </message>
    <message>
        <source>Shows it in the inspector, whether or not it is in the list.</source>
        <translation>Zeigt ihn im Inspektor, ob er in der Liste ist oder nicht.</translation>
    </message>
    <message>
        <source>List jobs with %1</source>
        <translation>Jobs mit %1 auflisten</translation>
    </message>
    <message>
        <source>Puts it into the filter.</source>
        <translation>Setzt es in den Filter.</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>switch, window, connection</source>
        <translation>wechseln, Fenster, Verbindung</translation>
    </message>
</context>
<context>
    <name>yardmaster::PasswordPage</name>
    <message>
        <source>The server asks for a password</source>
        <translation>Der Server fragt nach einem Passwort</translation>
    </message>
    <message>
        <source>&amp;Remember it in the system keychain</source>
        <translation>Im Schlüsselbund des Systems &amp;merken</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>To connect to %1. The password goes to the server and nowhere else.</source>
        <translation>Für die Verbindung zu %1. Das Passwort geht zum Server und nirgends sonst hin.</translation>
    </message>
</context>
<context>
    <name>yardmaster::PasswordPrompt</name>
    <message>
        <source>The server refused the password.</source>
        <translation>Der Server lehnte das Passwort ab.</translation>
    </message>
</context>
<context>
    <name>yardmaster::PathField</name>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Wählen: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadColumnDialog</name>
    <message>
        <source>Payload column</source>
        <translation>Payload-Spalte</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>The path in the payload, as in filters: names and array indexes separated by dots, with quotes around names that contain other characters.</source>
        <translation>Der Pfad im Payload, wie in Filtern: Namen und Listenindizes, durch Punkte getrennt, mit Anführungszeichen um Namen, die andere Zeichen enthalten.</translation>
    </message>
    <message>
        <source>Add column</source>
        <translation>Spalte hinzufügen</translation>
    </message>
    <message>
        <source>Job %1 has left the queue.</source>
        <translation>Job %1 hat die Warteschlange verlassen.</translation>
    </message>
    <message>
        <source>Job %1 has nothing at this path.</source>
        <translation>Job %1 hat an diesem Pfad nichts.</translation>
    </message>
    <message>
        <source>In job %1: %2</source>
        <translation>In Job %1: %2</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadDiffView</name>
    <message>
        <source>Differences of the payloads</source>
        <translation>Unterschiede der Payloads</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>More than %1 differences; the first are listed.</source>
        <translation>Mehr als %1 Unterschiede; die ersten sind aufgelistet.</translation>
    </message>
    <message>
        <source>%1 changed, %2 added, %3 removed.</source>
        <translation>%1 geändert, %2 hinzugefügt, %3 entfernt.</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadEditor</name>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Payload, JSON</source>
        <translation>Payload, JSON</translation>
    </message>
    <message>
        <source>&lt;a href=&quot;there&quot;&gt;Line %1, column %2&lt;/a&gt;: %3</source>
        <translation>&lt;a href=&quot;there&quot;&gt;Zeile %1, Spalte %2&lt;/a&gt;: %3</translation>
    </message>
    <message>
        <source>A value is expected, for example {}.</source>
        <translation>Ein Wert wird erwartet, zum Beispiel {}.</translation>
    </message>
    <message numerus="yes">
        <source>JSON, %1 bytes</source>
        <translation>
            <numerusform>JSON, %1 Byte</numerusform>
            <numerusform>JSON, %1 Bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>Show hidden values</source>
        <translation>Verborgene Werte zeigen</translation>
    </message>
    <message>
        <source>Values shown as “[hidden 1]” are kept unchanged.</source>
        <translation>Als „[hidden 1]“ gezeigte Werte bleiben unverändert.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Replaces the text with that of the clipboard.</source>
        <translation>Ersetzt den Text durch den der Zwischenablage.</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Restores the text from before it was pasted or formatted.</source>
        <translation>Stellt den Text von vor dem Einfügen oder Formatieren wieder her.</translation>
    </message>
    <message>
        <source>One value per line. Numbers, escapes and the order of the keys stay as written.</source>
        <translation>Ein Wert pro Zeile. Zahlen, Escapes und die Reihenfolge der Schlüssel bleiben, wie sie geschrieben sind.</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>All on one line. Numbers, escapes and the order of the keys stay as written.</source>
        <translation>Alles in einer Zeile. Zahlen, Escapes und die Reihenfolge der Schlüssel bleiben, wie sie geschrieben sind.</translation>
    </message>
    <message>
        <source>Payload, JSON, too long to edit here</source>
        <translation>Payload, JSON, zu lang, um ihn hier zu bearbeiten</translation>
    </message>
    <message>
        <source>Reading the payload…</source>
        <translation>Der Payload wird gelesen…</translation>
    </message>
    <message>
        <source>Formatting…</source>
        <translation>Wird formatiert…</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>It is too long to edit here.</source>
        <translation>Er ist zu lang, um ihn hier zu bearbeiten.</translation>
    </message>
    <message>
        <source>Format it, or copy it into an editor and paste it again.</source>
        <translation>Formatieren, oder in einen Editor kopieren und wieder einfügen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadForm</name>
    <message>
        <source>Keep the payloads too, so that finished jobs can be added again</source>
        <translation>Auch Payloads aufbewahren, damit erledigte Jobs erneut hinzugefügt werden können</translation>
    </message>
    <message>
        <source>Of these tasks</source>
        <translation>Von diesen Tasks</translation>
    </message>
    <message>
        <source>all; separate with commas, * matches anything</source>
        <translation>alle; mehrere durch Kommas getrennt, * steht für Beliebiges</translation>
    </message>
    <message>
        <source>Payloads of other tasks are not kept.</source>
        <translation>Payloads anderer Tasks werden nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Not of these</source>
        <translation>Nicht von diesen</translation>
    </message>
    <message>
        <source>none; separate with commas, * matches anything</source>
        <translation>keine; mehrere durch Kommas getrennt, * steht für Beliebiges</translation>
    </message>
    <message>
        <source>Payloads of these tasks are not kept.</source>
        <translation>Payloads dieser Tasks werden nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>Without values of</source>
        <translation>Ohne Werte von</translation>
    </message>
    <message>
        <source>none; keys such as password, *token*</source>
        <translation>keine; Schlüssel wie password, *token*</translation>
    </message>
    <message>
        <source>At any depth, in upper or lower case; “[redacted]” replaces them. JSON inside strings is not searched.</source>
        <translation>In jeder Tiefe, in Groß- oder Kleinschreibung; „[redacted]“ ersetzt sie. JSON innerhalb von Texten wird nicht durchsucht.</translation>
    </message>
    <message>
        <source>Largest payload</source>
        <translation>Größter Payload</translation>
    </message>
    <message>
        <source> KiB</source>
        <translation> KiB</translation>
    </message>
    <message>
        <source>The name of a key cannot contain quotes, slashes or control characters.</source>
        <translation>Der Name eines Schlüssels darf keine Anführungszeichen, Schrägstriche oder Steuerzeichen enthalten.</translation>
    </message>
    <message>
        <source>Larger payloads are not kept; the history says that they were too large.</source>
        <translation>Größere Payloads werden nicht aufbewahrt; der Verlauf sagt, dass sie zu groß waren.</translation>
    </message>
    <message>
        <source>The rules for payloads are lost; these are the defaults. Choose again which payloads are kept, and without which values.</source>
        <translation>Die Regeln für Payloads sind verloren; dies sind die Vorgaben. Legen Sie neu fest, welche Payloads aufbewahrt werden und ohne welche Werte.</translation>
    </message>
    <message>
        <source>Deletes the payloads that are kept, %1, and the rules for them, for everyone. This cannot be undone.</source>
        <translation>Löscht für alle die aufbewahrten Payloads, %1, und die Regeln dafür. Dies kann nicht rückgängig gemacht werden.</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadModel</name>
    <message numerus="yes">
        <source>%1 keys</source>
        <translation>
            <numerusform>%1 Schlüssel</numerusform>
            <numerusform>%1 Schlüssel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 items</source>
        <translation>
            <numerusform>%1 Eintrag</numerusform>
            <numerusform>%1 Einträge</numerusform>
        </translation>
    </message>
    <message>
        <source>Hidden by a rule. “Reveal” shows it.</source>
        <translation>Von einer Regel verborgen. „Aufdecken“ zeigt es.</translation>
    </message>
    <message>
        <source>This key occurs here more than once; PostgreSQL reads the last one.</source>
        <translation>Dieser Schlüssel kommt hier mehr als einmal vor; PostgreSQL liest den letzten.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadPage</name>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Baum</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Payload as written</source>
        <translation>Payload, wie er geschrieben ist</translation>
    </message>
    <message>
        <source>Values whose names sound like passwords, secrets, tokens or authorizations are hidden, unless you change the rules.</source>
        <translation>Werte, deren Namen nach Passwörtern, Geheimnissen, Tokens oder Berechtigungen klingen, sind verborgen, wenn Sie die Regeln nicht ändern.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Search the payload</source>
        <translation>Den Payload durchsuchen</translation>
    </message>
    <message>
        <source>Looks for a name or a value in the payload.</source>
        <translation>Sucht einen Namen oder Wert im Payload.</translation>
    </message>
    <message>
        <source>Copy payload</source>
        <translation>Payload kopieren</translation>
    </message>
    <message>
        <source>Copies the whole payload.</source>
        <translation>Kopiert den ganzen Payload.</translation>
    </message>
    <message>
        <source>Saves the payload to a temporary file and opens that.</source>
        <translation>Speichert den Payload in eine temporäre Datei und öffnet sie.</translation>
    </message>
    <message>
        <source>Change what is hidden…</source>
        <translation>Ändern, was verborgen ist…</translation>
    </message>
    <message>
        <source>Rules for payload values that are not shown.</source>
        <translation>Regeln für Werte von Payloads, die nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>%1 verbergen</translation>
    </message>
    <message>
        <source>Reveal %1 hidden</source>
        <translation>%1 verborgene aufdecken</translation>
    </message>
    <message>
        <source>Parsing the payload…</source>
        <translation>Der Payload wird zerlegt…</translation>
    </message>
    <message>
        <source>The payload is %1 MiB long: too long to show here.</source>
        <translation>Der Payload ist %1 MiB lang: zu lang, um ihn hier zu zeigen.</translation>
    </message>
    <message>
        <source>The file cannot be written: %1.</source>
        <translation>Die Datei kann nicht geschrieben werden: %1.</translation>
    </message>
    <message>
        <source>No program could open it. It is in %1.</source>
        <translation>Kein Programm konnte sie öffnen. Sie ist in %1.</translation>
    </message>
    <message>
        <source>Decode payloads…</source>
        <translation>Payloads dekodieren …</translation>
    </message>
    <message>
        <source>Programs that make encoded payloads readable.</source>
        <translation>Programme, die kodierte Payloads lesbar machen.</translation>
    </message>
    <message>
        <source>find</source>
        <translation>finden</translation>
    </message>
    <message>
        <source>No payload is shown.</source>
        <translation>Es ist kein Payload zu sehen.</translation>
    </message>
    <message>
        <source>editor, save</source>
        <translation>Editor, speichern</translation>
    </message>
    <message>
        <source>redact, mask, secrets, privacy</source>
        <translation>schwärzen, maskieren, Geheimnisse, Datenschutz</translation>
    </message>
    <message>
        <source>decrypt, unpack</source>
        <translation>entschlüsseln, entpacken</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadSearch</name>
    <message>
        <source>Search names and values</source>
        <translation>Namen und Werte suchen</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>sucht…</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadTree</name>
    <message>
        <source>Payload</source>
        <translation>Payload</translation>
    </message>
</context>
<context>
    <name>yardmaster::PayloadValueActions</name>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copies the value: strings without quotes, everything else as written.</source>
        <translation>Kopiert den Wert: Texte ohne Anführungszeichen, alles andere wie geschrieben.</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copies the path of the value as written in filters, such as payload.user.id.</source>
        <translation>Kopiert den Pfad des Werts, wie er in Filtern steht, etwa payload.user.id.</translation>
    </message>
    <message>
        <source>Filter by value</source>
        <translation>Nach Wert filtern</translation>
    </message>
    <message>
        <source>Lists the jobs that have this value at this path.</source>
        <translation>Listet die Jobs auf, die diesen Wert an diesem Pfad haben.</translation>
    </message>
    <message>
        <source>search, same value</source>
        <translation>suchen, gleicher Wert</translation>
    </message>
    <message>
        <source>Show as column</source>
        <translation>Als Spalte zeigen</translation>
    </message>
    <message>
        <source>Shows the value at this path of each payload as a column of the list.</source>
        <translation>Zeigt den Wert an diesem Pfad jedes Payloads als Spalte der Liste.</translation>
    </message>
    <message>
        <source>Select a value of the payload first.</source>
        <translation>Zuerst einen Wert des Payloads wählen.</translation>
    </message>
    <message>
        <source>A hidden value must be revealed first.</source>
        <translation>Ein verborgener Wert muss zuerst aufgedeckt werden.</translation>
    </message>
    <message>
        <source>The value is too long for a filter.</source>
        <translation>Der Wert ist zu lang für einen Filter.</translation>
    </message>
    <message>
        <source>Only single values can be used in a filter.</source>
        <translation>Nur einzelne Werte lassen sich in einem Filter verwenden.</translation>
    </message>
</context>
<context>
    <name>yardmaster::PreviewPane</name>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Count all</source>
        <translation>Alle zählen</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Nach Zustand</translation>
    </message>
    <message>
        <source>By task</source>
        <translation>Nach Task</translation>
    </message>
    <message>
        <source>By queue</source>
        <translation>Nach Warteschlange</translation>
    </message>
    <message>
        <source>Some of the jobs</source>
        <translation>Einige der Jobs</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Skipped because</source>
        <translation>Ausgelassen, weil</translation>
    </message>
    <message>
        <source>Some of them</source>
        <translation>Einige davon</translation>
    </message>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Copy SQL</source>
        <translation>SQL kopieren</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>Wird gezählt…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs</source>
        <translation>
            <numerusform>%1 Job</numerusform>
            <numerusform>%1 Jobs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 are gone</source>
        <translation>
            <numerusform>%1 ist weg</numerusform>
            <numerusform>%1 sind weg</numerusform>
        </translation>
    </message>
    <message>
        <source>counted so far; the shares are those of the first %1</source>
        <translation>bisher gezählt; die Anteile sind die der ersten %1</translation>
    </message>
    <message>
        <source>jobs added from now on are not included</source>
        <translation>von jetzt an hinzugefügte Jobs gehören nicht dazu</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>no queue</source>
        <translation>keine Warteschlange</translation>
    </message>
    <message>
        <source>Not counted</source>
        <translation>Nicht gezählt</translation>
    </message>
    <message>
        <source>Check again to continue.</source>
        <translation>Prüfen Sie erneut, um fortzufahren.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>and %1 other reasons</source>
        <translation>
            <numerusform>und %1 weiterer Grund</numerusform>
            <numerusform>und %1 weitere Gründe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 will be skipped: %2</source>
        <translation>%1 werden ausgelassen: %2</translation>
    </message>
    <message>
        <source>a worker without a name</source>
        <translation>ein Worker ohne Namen</translation>
    </message>
    <message>
        <source>sends no heartbeats, so it is not known whether it is alive</source>
        <translation>sendet keine Heartbeats; ob er lebt, ist daher nicht bekannt</translation>
    </message>
    <message>
        <source>last heartbeat %1</source>
        <translation>letzter Heartbeat %1</translation>
    </message>
    <message>
        <source>%1 holds %2, the oldest for %3; %4</source>
        <translation>%1 hält %2, den ältesten seit %3; %4</translation>
    </message>
    <message>
        <source>The first %1 jobs</source>
        <translation>Die ersten %1 Jobs</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>-- known when the options are complete</source>
        <translation>-- bekannt, sobald die Optionen vollständig sind</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>bisher %1</translation>
    </message>
    <message>
        <source>Show SQL</source>
        <translation>SQL zeigen</translation>
    </message>
</context>
<context>
    <name>yardmaster::ProfileForm</name>
    <message>
        <source>From &amp;URL</source>
        <translation>Von &amp;URL</translation>
    </message>
    <message>
        <source>Paste postgres://… to fill in the fields below</source>
        <translation>postgres://… einfügen, um die Felder darunter auszufüllen</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Group</source>
        <translation>&amp;Gruppe</translation>
    </message>
    <message>
        <source>&amp;Environment</source>
        <translation>&amp;Umgebung</translation>
    </message>
    <message>
        <source>Co&amp;lour</source>
        <translation>Far&amp;be</translation>
    </message>
    <message>
        <source>From the environment</source>
        <translation>Wie die Umgebung</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Host</translation>
    </message>
    <message>
        <source>local socket</source>
        <translation>lokaler Socket</translation>
    </message>
    <message>
        <source>&amp;Port</source>
        <translation>&amp;Port</translation>
    </message>
    <message>
        <source>&amp;Database</source>
        <translation>&amp;Datenbank</translation>
    </message>
    <message>
        <source>S&amp;chema</source>
        <translation>S&amp;chema</translation>
    </message>
    <message>
        <source>U&amp;ser</source>
        <translation>Benut&amp;zer</translation>
    </message>
    <message>
        <source>Pass&amp;word</source>
        <translation>Pass&amp;wort</translation>
    </message>
    <message>
        <source>&amp;Keep the password in the system keychain</source>
        <translation>Das Passwort im Schlüsselbund des Systems &amp;behalten</translation>
    </message>
    <message>
        <source>Encr&amp;yption</source>
        <translation>&amp;Verschlüsselung</translation>
    </message>
    <message>
        <source>libpq&apos;s default</source>
        <translation>Standard von libpq</translation>
    </message>
    <message>
        <source>&amp;Root certificate</source>
        <translation>W&amp;urzelzertifikat</translation>
    </message>
    <message>
        <source>Client certi&amp;ficate</source>
        <translation>Client-Zerti&amp;fikat</translation>
    </message>
    <message>
        <source>Client ke&amp;y</source>
        <translation>Client-Schlüsse&amp;l</translation>
    </message>
    <message>
        <source>Ser&amp;vice</source>
        <translation>D&amp;ienst</translation>
    </message>
    <message>
        <source>Read-&amp;only: the server refuses writes</source>
        <translation>Nur zum Le&amp;sen: Der Server lehnt Schreiben ab</translation>
    </message>
    <message>
        <source>kept in the keychain</source>
        <translation>im Schlüsselbund</translation>
    </message>
    <message>
        <source>none, or ~/.pgpass</source>
        <translation>keines, oder ~/.pgpass</translation>
    </message>
    <message>
        <source>Choose the root certificate</source>
        <translation>Das Wurzelzertifikat wählen</translation>
    </message>
    <message>
        <source>Choose the client certificate</source>
        <translation>Das Client-Zertifikat wählen</translation>
    </message>
    <message>
        <source>Choose the client key</source>
        <translation>Den Client-Schlüssel wählen</translation>
    </message>
    <message>
        <source>Certificates and keys (*.crt *.pem *.key *.cer)</source>
        <translation>Zertifikate und Schlüssel (*.crt *.pem *.key *.cer)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Password co&amp;mmand</source>
        <translation>Passwortbefe&amp;hl</translation>
    </message>
    <message>
        <source>none, or a program that prints it: pass show shop</source>
        <translation>keiner, oder ein Programm, das es ausgibt: pass show shop</translation>
    </message>
    <message>
        <source>SSH hos&amp;t</source>
        <translation>SSH-Hos&amp;t</translation>
    </message>
    <message>
        <source>SSH opt&amp;ions</source>
        <translation>SSH-Opt&amp;ionen</translation>
    </message>
    <message>
        <source>e.g. -p 2222</source>
        <translation>z. B. -p 2222</translation>
    </message>
    <message>
        <source>from the command</source>
        <translation>vom Befehl</translation>
    </message>
    <message>
        <source>St&amp;andby</source>
        <translation>St&amp;andby</translation>
    </message>
    <message>
        <source>none, or where lists are read from: replica:5432</source>
        <translation>keiner, oder woher Listen gelesen werden: replica:5432</translation>
    </message>
    <message>
        <source>none, or ada@bastion</source>
        <translation>keiner, oder ada@bastion</translation>
    </message>
    <message>
        <source>Host or alias; ssh uses its own configuration for it.</source>
        <translation>Rechner oder Alias; ssh verwendet dafür seine eigene Konfiguration.</translation>
    </message>
    <message>
        <source>name in its file</source>
        <translation>Name in der Datei</translation>
    </message>
    <message>
        <source>A section of the service file, pg_service.conf.</source>
        <translation>Ein Abschnitt der Service-Datei pg_service.conf.</translation>
    </message>
</context>
<context>
    <name>yardmaster::QueueDetail</name>
    <message>
        <source>an owner without a name</source>
        <translation>einem Besitzer ohne Namen</translation>
    </message>
    <message>
        <source>Free: the next due job can be fetched.</source>
        <translation>Frei: Der nächste fällige Job kann geholt werden.</translation>
    </message>
    <message>
        <source>Job %1 (%2) was fetched %3; the jobs of a queue run one after the other.</source>
        <translation>Job %1 (%2) wurde %3 geholt; die Jobs einer Warteschlange laufen nacheinander.</translation>
    </message>
    <message>
        <source>Locked by %1. The job that holds it is not among the newest %2 jobs; “Release lock” looks through all of them first.</source>
        <translation>Gesperrt von %1. Der haltende Job ist nicht unter den neuesten %2 Jobs; „Sperre lösen“ sieht zuerst alle durch.</translation>
    </message>
    <message>
        <source>Locked by %1, which is registered but stale. Sweeping stale workers frees the queue and its jobs.</source>
        <translation>Gesperrt von %1, registriert, aber ohne Heartbeat. Das Abräumen gibt die Warteschlange und ihre Jobs frei.</translation>
    </message>
    <message>
        <source>Locked by %1, but none of its jobs is locked: nothing is running, and nothing can run.</source>
        <translation>Gesperrt von %1, aber keiner ihrer Jobs ist gesperrt: Nichts läuft, und nichts kann laufen.</translation>
    </message>
    <message>
        <source>Jobs refer to this queue, but its row was deleted, so no worker takes them. Add them again, and remove these.</source>
        <translation>Jobs verweisen auf diese Warteschlange, doch ihre Zeile wurde gelöscht; kein Worker nimmt sie. Die Jobs neu hinzufügen und diese entfernen.</translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation>Jobs zeigen</translation>
    </message>
    <message>
        <source>Show the job that holds it</source>
        <translation>Haltenden Job zeigen</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Oldest due</source>
        <translation>Am längsten fällig</translation>
    </message>
    <message>
        <source>Locked by</source>
        <translation>Gesperrt von</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Heartbeat</source>
        <translation>Heartbeat</translation>
    </message>
    <message>
        <source>registered, but stale</source>
        <translation>registriert, aber ohne Heartbeat</translation>
    </message>
    <message>
        <source>registered, recent heartbeat</source>
        <translation>registriert, kürzlicher Heartbeat</translation>
    </message>
    <message>
        <source>not registered, so not known</source>
        <translation>nicht registriert, daher nicht bekannt</translation>
    </message>
</context>
<context>
    <name>yardmaster::QueuesModel</name>
    <message>
        <source>Deleted queue %1</source>
        <translation>Gelöschte Warteschlange %1</translation>
    </message>
    <message>
        <source>%1 %2, and %3 more</source>
        <translation>%1 %2 und %3 weitere</translation>
    </message>
    <message>
        <source>Due now: %1 free to run, %2 blocked by the queue&apos;s lock.</source>
        <translation>Jetzt fällig: %1 frei, %2 durch die Sperre der Warteschlange blockiert.</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Sperre</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
    <message>
        <source>Oldest due</source>
        <translation>Am längsten fällig</translation>
    </message>
    <message>
        <source>Locked by</source>
        <translation>Gesperrt von</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Job that holds it</source>
        <translation>Haltender Job</translation>
    </message>
    <message>
        <source>On hold</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>here, everywhere</source>
        <translation>hier, überall</translation>
    </message>
    <message>
        <source>%1 due, %2 later, %3 locked, %4 failed for good.</source>
        <translation>%1 fällig, %2 später, %3 gesperrt, %4 endgültig fehlgeschlagen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::QueuesPanel</name>
    <message>
        <source>Release lock…</source>
        <translation>Sperre lösen…</translation>
    </message>
    <message>
        <source>Checks who holds the lock of the selected queue, and releases the lock if it is orphaned.</source>
        <translation>Prüft, wer die gewählte Warteschlange sperrt, und löst die Sperre, wenn sie verwaist ist.</translation>
    </message>
    <message>
        <source>Show jobs of the queue</source>
        <translation>Jobs der Warteschlange zeigen</translation>
    </message>
    <message>
        <source>Lists all jobs of the selected queue.</source>
        <translation>Listet alle Jobs der gewählten Warteschlange.</translation>
    </message>
    <message>
        <source>Find queue</source>
        <translation>Warteschlange suchen</translation>
    </message>
    <message>
        <source>Named queues</source>
        <translation>Benannte Warteschlangen</translation>
    </message>
    <message>
        <source>Looking for queues</source>
        <translation>Warteschlangen werden gesucht</translation>
    </message>
    <message>
        <source>They appear here as soon as they are read.</source>
        <translation>Sie erscheinen hier, sobald sie gelesen sind.</translation>
    </message>
    <message>
        <source>No named queues</source>
        <translation>Keine benannten Warteschlangen</translation>
    </message>
    <message>
        <source>Jobs that are added with a queue name run one after the other; their queues would appear here.</source>
        <translation>Jobs mit dem Namen einer Warteschlange laufen nacheinander; ihre Warteschlangen würden hier erscheinen.</translation>
    </message>
    <message>
        <source>%1 queues listed, there are more: the first by name, and those with recent jobs or a lock</source>
        <translation>%1 Warteschlangen, es gibt mehr: die ersten nach Namen und solche mit neueren Jobs oder einer Sperre</translation>
    </message>
    <message numerus="yes">
        <source>%1 queues</source>
        <translation>
            <numerusform>%1 Warteschlange</numerusform>
            <numerusform>%1 Warteschlangen</numerusform>
        </translation>
    </message>
    <message>
        <source>running and failed jobs among the newest %1</source>
        <translation>laufende und fehlgeschlagene Jobs unter den neuesten %1</translation>
    </message>
    <message>
        <source>too many queues to find every locked one</source>
        <translation>zu viele Warteschlangen, um jede gesperrte zu finden</translation>
    </message>
    <message>
        <source>Select a queue in the list first.</source>
        <translation>Zuerst eine Warteschlange in der Liste wählen.</translation>
    </message>
    <message>
        <source>The queue is free.</source>
        <translation>Die Warteschlange ist frei.</translation>
    </message>
    <message>
        <source>The queue&apos;s row was deleted.</source>
        <translation>Die Zeile der Warteschlange wurde gelöscht.</translation>
    </message>
    <message>
        <source>unlock, free, stuck</source>
        <translation>entsperren, freigeben, hängt</translation>
    </message>
    <message>
        <source>list, filter, open</source>
        <translation>auflisten, filtern, öffnen</translation>
    </message>
</context>
<context>
    <name>yardmaster::RedactionDialog</name>
    <message>
        <source>Hidden values</source>
        <translation>Verborgene Werte</translation>
    </message>
    <message>
        <source>Values that match one of these rules are hidden in every payload, in copies and in files, until they are revealed. One rule per line:</source>
        <translation>Werte, auf die eine dieser Regeln passt, sind in jedem Payload, in Kopien und in Dateien verborgen, bis sie aufgedeckt werden. Eine Regel je Zeile:</translation>
    </message>
    <message>
        <source>Use defaults</source>
        <translation>Standard nehmen</translation>
    </message>
    <message>
        <source>this path; * matches any name</source>
        <translation>dieser Pfad; * steht für jeden Namen</translation>
    </message>
    <message>
        <source>this name, at any depth</source>
        <translation>dieser Name, in jeder Tiefe</translation>
    </message>
    <message>
        <source>names in which the pattern finds something</source>
        <translation>Namen, in denen das Muster etwas findet</translation>
    </message>
</context>
<context>
    <name>yardmaster::RelatedJobs</name>
    <message>
        <source>Same key: %1</source>
        <translation>Selber Schlüssel: %1</translation>
    </message>
    <message>
        <source>Same queue: %1</source>
        <translation>Selbe Warteschlange: %1</translation>
    </message>
    <message>
        <source>Same task: %1</source>
        <translation>Selber Task: %1</translation>
    </message>
    <message>
        <source>Same error: %1</source>
        <translation>Selber Fehler: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::RelatedPage</name>
    <message>
        <source>Related jobs</source>
        <translation>Verwandte Jobs</translation>
    </message>
    <message>
        <source>Added %1</source>
        <translation>Hinzugefügt %1</translation>
    </message>
    <message>
        <source>searching…</source>
        <translation>sucht…</translation>
    </message>
    <message>
        <source>no other job: a key belongs to one job at a time</source>
        <translation>kein anderer Job: Ein Schlüssel gehört zu einem Job auf einmal</translation>
    </message>
    <message>
        <source>no other job</source>
        <translation>kein anderer Job</translation>
    </message>
    <message>
        <source>among the newest %1 jobs</source>
        <translation>unter den neuesten %1 Jobs</translation>
    </message>
    <message>
        <source>Show all in the list</source>
        <translation>Alle in der Liste zeigen</translation>
    </message>
</context>
<context>
    <name>yardmaster::ReleaseDialog</name>
    <message>
        <source>There is no lock to release.</source>
        <translation>Es gibt keine Sperre zu lösen.</translation>
    </message>
    <message>
        <source>The owner has a job of this queue locked, so the lock is not orphaned. If the owner is dead, sweep or unlock it under Workers: that returns its jobs to the queue as well.</source>
        <translation>Der Besitzer hat einen Job dieser Warteschlange gesperrt, die Sperre ist also nicht verwaist. Ist der Besitzer tot, räumen Sie ihn unter „Alle Worker“ ab, oder entsperren Sie ihn dort: Das gibt auch seine Jobs an die Warteschlange zurück.</translation>
    </message>
    <message>
        <source>The lock is orphaned: no job of its owner is locked, and the owner is stale.</source>
        <translation>Die Sperre ist verwaist: Kein Job des Besitzers ist gesperrt, und der Besitzer sendet keinen Heartbeat.</translation>
    </message>
    <message>
        <source>The lock looks orphaned: no job of its owner is locked. But nothing proves that the owner is gone.</source>
        <translation>Die Sperre sieht verwaist aus: Kein Job des Besitzers ist gesperrt. Doch nichts beweist, dass der Besitzer fort ist.</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Release lock</source>
        <translation>Sperre lösen</translation>
    </message>
    <message>
        <source>Release the lock of a queue</source>
        <translation>Sperre einer Warteschlange lösen</translation>
    </message>
    <message>
        <source>Release the lock of queue %1</source>
        <translation>Sperre der Warteschlange %1 lösen</translation>
    </message>
    <message>
        <source>The queue becomes free and its next job can be taken. The statement changes the queue only if this very lock is still there and no job of its owner is locked.</source>
        <translation>Die Warteschlange wird frei, und ihr nächster Job kann genommen werden. Die Anweisung ändert sie nur, wenn genau diese Sperre noch besteht und kein Job ihres Besitzers gesperrt ist.</translation>
    </message>
    <message>
        <source>Type the queue&apos;s name to confirm:</source>
        <translation>Zur Bestätigung den Namen der Warteschlange eingeben:</translation>
    </message>
    <message>
        <source>Checking the lock, and searching for locked jobs…</source>
        <translation>Die Sperre wird angesehen, die Jobs werden nach gesperrten durchsucht…</translation>
    </message>
    <message>
        <source>The queue is free.</source>
        <translation>Die Warteschlange ist frei.</translation>
    </message>
    <message>
        <source>Not released: %1 has taken the queue in the meantime.</source>
        <translation>Nicht gelöst: Inzwischen hat %1 die Warteschlange genommen.</translation>
    </message>
    <message numerus="yes">
        <source>Not released: its owner has %1 jobs locked.</source>
        <translation>
            <numerusform>Nicht gelöst: Ihr Besitzer hat %1 Job gesperrt.</numerusform>
            <numerusform>Nicht gelöst: Ihr Besitzer hat %1 Jobs gesperrt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not released: the queue no longer exists.</source>
        <translation>Nicht gelöst: Die Warteschlange gibt es nicht mehr.</translation>
    </message>
    <message>
        <source>Not released: the queue is free already.</source>
        <translation>Nicht gelöst: Die Warteschlange ist bereits frei.</translation>
    </message>
    <message>
        <source>The check was cancelled, or took too long.</source>
        <translation>Die Prüfung wurde abgebrochen oder dauerte zu lange.</translation>
    </message>
    <message>
        <source>Not released: %1</source>
        <translation>Nicht gelöst: %1</translation>
    </message>
    <message>
        <source>The lock is checked first.</source>
        <translation>Zuerst wird die Sperre geprüft.</translation>
    </message>
</context>
<context>
    <name>yardmaster::RemoveSchemaDialog</name>
    <message>
        <source>%1
and %2 more</source>
        <translation>%1
und %2 weitere</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>Funktion</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>Sequenz</translation>
    </message>
    <message>
        <source>Remove the schema %1</source>
        <translation>Das Schema %1 entfernen</translation>
    </message>
    <message>
        <source>Checking what would be removed…</source>
        <translation>Es wird nachgesehen, was verschwände…</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>What is removed</source>
        <translation>Was entfernt wird</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Remove schema</source>
        <translation>Schema entfernen</translation>
    </message>
    <message>
        <source>the schema&apos;s name</source>
        <translation>den Namen des Schemas</translation>
    </message>
    <message numerus="yes">
        <source>Everything below is removed, with %1 jobs in %2, from the database %3. Only a backup can bring it back.</source>
        <translation>
            <numerusform>Alles Folgende wird aus der Datenbank %3 entfernt, mit %1 Job in %2. Nur eine Sicherung kann es zurückbringen.</numerusform>
            <numerusform>Alles Folgende wird aus der Datenbank %3 entfernt, mit %1 Jobs in %2. Nur eine Sicherung kann es zurückbringen.</numerusform>
        </translation>
    </message>
    <message>
        <source>These objects outside the schema are removed as well, because they depend on it:</source>
        <translation>Diese Objekte außerhalb des Schemas werden ebenfalls entfernt, weil sie von ihm abhängen:</translation>
    </message>
    <message>
        <source>These functions outside the schema refer to it. They stay, and may fail:</source>
        <translation>Diese Funktionen außerhalb des Schemas verweisen darauf. Sie bleiben und schlagen womöglich fehl:</translation>
    </message>
    <message>
        <source>Remove it even though workers are alive (%1); they fail from then on</source>
        <translation>Entfernen, obwohl Worker leben (%1); sie schlagen von da an fehl</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>Wird entfernt…</translation>
    </message>
    <message>
        <source>What would be removed is not known.</source>
        <translation>Was entfernt würde, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>Workers alive: %1. Stop them first, or tick the box to remove it anyway.</source>
        <translation>Lebende Worker: %1. Halten Sie sie zuerst an, oder setzen Sie den Haken, um es trotzdem zu entfernen.</translation>
    </message>
    <message>
        <source>The schema %1 has been removed.</source>
        <translation>Das Schema %1 wurde entfernt.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ReportView</name>
    <message>
        <source>Export report…</source>
        <translation>Bericht exportieren…</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Which jobs</source>
        <translation>Welche Jobs</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
    <message>
        <source>Results by job</source>
        <translation>Ergebnisse je Job</translation>
    </message>
    <message>
        <source>Select an operation to see the result for each job.</source>
        <translation>Wählen Sie einen Vorgang, um das Ergebnis für jeden Job zu sehen.</translation>
    </message>
    <message>
        <source>The report is available once the operation has ended.</source>
        <translation>Der Bericht ist verfügbar, sobald der Vorgang beendet ist.</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen…</translation>
    </message>
    <message>
        <source>The first %1; the export has all of them.</source>
        <translation>Die ersten %1; der Export hat alle.</translation>
    </message>
    <message>
        <source>None.</source>
        <translation>Keine.</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>NDJSON (*.ndjson)</source>
        <translation>NDJSON (*.ndjson)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>%1 wird geschrieben…</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs written to %2.</source>
        <translation>
            <numerusform>%1 Job in %2 geschrieben.</numerusform>
            <numerusform>%1 Jobs in %2 geschrieben.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::RowDrag</name>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 Zeile</numerusform>
            <numerusform>%1 Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::RowMenu</name>
    <message>
        <source>Show job %1</source>
        <translation>Job %1 zeigen</translation>
    </message>
    <message>
        <source>Show recorded runs of job %1</source>
        <translation>Aufgezeichnete Läufe von Job %1 zeigen</translation>
    </message>
    <message>
        <source>Show these jobs in the list</source>
        <translation>Diese Jobs in der Liste zeigen</translation>
    </message>
    <message>
        <source>List jobs of task %1</source>
        <translation>Jobs des Tasks %1 auflisten</translation>
    </message>
    <message>
        <source>List jobs of queue %1</source>
        <translation>Jobs der Warteschlange %1 auflisten</translation>
    </message>
    <message>
        <source>List jobs locked by %1</source>
        <translation>Von %1 gesperrte Jobs auflisten</translation>
    </message>
    <message>
        <source>Copy cell</source>
        <translation>Zelle kopieren</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>Als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>Copy as NDJSON</source>
        <translation>Als NDJSON kopieren</translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
</context>
<context>
    <name>yardmaster::RulesDialog</name>
    <message>
        <source>Save rules</source>
        <translation>Regeln speichern</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunDetail</name>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>Geholt</translation>
    </message>
    <message>
        <source>by no worker</source>
        <translation>von keinem Worker</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>From the time the job was due until a worker fetched it.</source>
        <translation>Ab dem Zeitpunkt, zu dem der Job fällig war, bis ein Worker ihn holte.</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Gehalten</translation>
    </message>
    <message>
        <source>From the fetch to the end. For a part of this time the job may have waited in its worker&apos;s memory.</source>
        <translation>Vom Abholen bis zum Ende. Einen Teil dieser Zeit kann der Job im Speicher seines Workers gewartet haben.</translation>
    </message>
    <message>
        <source>Show job</source>
        <translation>Job zeigen</translation>
    </message>
    <message>
        <source>Opens the job in the inspector, or its history if it has left the table.</source>
        <translation>Öffnet den Job im Inspektor, oder seinen Verlauf, wenn er die Tabelle verlassen hat.</translation>
    </message>
    <message>
        <source>All runs of this job</source>
        <translation>Alle Läufe dieses Jobs</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>How long its handler ran, as measured by its worker.</source>
        <translation>Wie lange sein Handler lief, wie sein Worker es gemessen hat.</translation>
    </message>
    <message>
        <source>Details of the run</source>
        <translation>Einzelheiten des Laufs</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunLog</name>
    <message>
        <source>started, attempt %1</source>
        <translation>gestartet, Versuch %1</translation>
    </message>
    <message>
        <source>Output of the job</source>
        <translation>Ausgabe des Jobs</translation>
    </message>
    <message>
        <source>Select a run to see its output.</source>
        <translation>Wählen Sie einen Lauf, um seine Ausgabe zu sehen.</translation>
    </message>
    <message>
        <source>Job %1 has no output yet.</source>
        <translation>Job %1 hat noch nichts ausgegeben.</translation>
    </message>
    <message numerus="yes">
        <source>(%1 older lines are gone)</source>
        <translation>
            <numerusform>(%1 ältere Zeile ist entfallen)</numerusform>
            <numerusform>(%1 ältere Zeilen sind entfallen)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Enter opens the source file that a line names; F8 and Shift+F8 go to the next and the previous one.</source>
        <translation>Enter öffnet die Quelldatei, die eine Zeile nennt; F8 und Umschalt+F8 gehen zur nächsten und zur vorigen.</translation>
    </message>
    <message>
        <source>No program could open %1.</source>
        <translation>Kein Programm konnte %1 öffnen.</translation>
    </message>
    <message>
        <source>Open source file</source>
        <translation>Quelldatei öffnen</translation>
    </message>
    <message>
        <source>Opens %1; line %2</source>
        <translation>Öffnet %1; Zeile %2</translation>
    </message>
    <message>
        <source>completed after %1</source>
        <translation>abgeschlossen nach %1</translation>
    </message>
    <message>
        <source>failed after %1</source>
        <translation>fehlgeschlagen nach %1</translation>
    </message>
    <message>
        <source>failed after %1, will be retried</source>
        <translation>fehlgeschlagen nach %1, wird erneut versucht</translation>
    </message>
    <message>
        <source>failed after %1, and would have failed for good</source>
        <translation>fehlgeschlagen nach %1, und wäre endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>failed for good after %1</source>
        <translation>endgültig fehlgeschlagen nach %1</translation>
    </message>
    <message>
        <source>would have returned to the queue after %1</source>
        <translation>wäre nach %1 in die Warteschlange zurückgekehrt</translation>
    </message>
    <message>
        <source>returned to the queue after %1</source>
        <translation>nach %1 in die Warteschlange zurückgegeben</translation>
    </message>
    <message>
        <source>lost its lock after %1</source>
        <translation>hat nach %1 die Sperre verloren</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunRecorder</name>
    <message>
        <source>executor</source>
        <translation>Executor</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>Thread %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunSumsModel</name>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>Bis</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Share failed</source>
        <translation>Anteil Fehler</translation>
    </message>
    <message>
        <source>Wait, median</source>
        <translation>Wartezeit, Median</translation>
    </message>
    <message>
        <source>Wait, 95 %</source>
        <translation>Wartezeit, 95 %</translation>
    </message>
    <message>
        <source>Wait, 99 %</source>
        <translation>Wartezeit, 99 %</translation>
    </message>
    <message>
        <source>Held, median</source>
        <translation>Gehalten, Median</translation>
    </message>
    <message>
        <source>Held, 95 %</source>
        <translation>Gehalten, 95 %</translation>
    </message>
    <message>
        <source>Held, 99 %</source>
        <translation>Gehalten, 99 %</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunTrends</name>
    <message>
        <source>Succeeded</source>
        <translation>Erfolgreich</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>Runs per minute</source>
        <translation>Läufe je Minute</translation>
    </message>
    <message>
        <source>Wait until fetched</source>
        <translation>Wartezeit bis zum Holen</translation>
    </message>
    <message>
        <source>Held by a worker</source>
        <translation>Von einem Worker gehalten</translation>
    </message>
    <message>
        <source>Values, the newest first</source>
        <translation>Werte, die neuesten zuerst</translation>
    </message>
    <message>
        <source>Tasks, the most runs first</source>
        <translation>Tasks, die mit den meisten Läufen zuerst</translation>
    </message>
    <message>
        <source>Double-click to list the runs of the task.</source>
        <translation>Doppelklicken Sie, um die Läufe des Tasks aufzulisten.</translation>
    </message>
    <message>
        <source>Reading the history</source>
        <translation>Der Verlauf wird gelesen</translation>
    </message>
    <message>
        <source>How many jobs ran and how long they took appears here.</source>
        <translation>Wie viele Jobs liefen und wie lange sie brauchten, erscheint hier.</translation>
    </message>
    <message>
        <source>No history is recorded here</source>
        <translation>Hier wird kein Verlauf aufgezeichnet</translation>
    </message>
    <message>
        <source>What happened before this window was opened is known only if the history is recorded. The Maintenance page can turn this on.</source>
        <translation>Was geschah, bevor dieses Fenster geöffnet wurde, ist nur bekannt, wenn der Verlauf aufgezeichnet wird. Das lässt sich auf der Seite „Wartung“ einschalten.</translation>
    </message>
    <message>
        <source>This role may not read the history</source>
        <translation>Diese Rolle darf den Verlauf nicht lesen</translation>
    </message>
    <message>
        <source>The history is recorded here. Its owner can grant the right to read it.</source>
        <translation>Der Verlauf wird hier aufgezeichnet. Sein Besitzer kann das Recht vergeben, ihn zu lesen.</translation>
    </message>
    <message>
        <source>Succeeded earlier</source>
        <translation>Erfolgreich früher</translation>
    </message>
    <message>
        <source>95 % earlier</source>
        <translation>95 % früher</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nichts</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>A week ago</source>
        <translation>Vor einer Woche</translation>
    </message>
    <message>
        <source>The pale lines show the same time range a day or a week earlier.</source>
        <translation>Die blassen Linien zeigen denselben Zeitraum einen Tag oder eine Woche früher.</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Part of the history is missing</source>
        <translation>Ein Teil des Verlaufs fehlt</translation>
    </message>
    <message>
        <source>The Maintenance page says which part, and can repair it.</source>
        <translation>Die Seite „Wartung“ sagt, welcher, und kann es reparieren.</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>A heat map shows how all durations are distributed: the more runs took that long, the darker.</source>
        <translation>Eine Heatmap zeigt, wie sich alle Dauern verteilen: je mehr Läufe so lange dauerten, desto dunkler.</translation>
    </message>
    <message>
        <source>Show held times as</source>
        <translation>Haltezeiten zeigen als</translation>
    </message>
    <message>
        <source>List runs of the task</source>
        <translation>Läufe des Tasks auflisten</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunsModel</name>
    <message>
        <source>Returned</source>
        <translation>Zurückgegeben</translation>
    </message>
    <message>
        <source>Lost its lock</source>
        <translation>Sperre verloren</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Next attempt at %1</source>
        <translation>Nächster Versuch um %1</translation>
    </message>
    <message>
        <source>Started at %1</source>
        <translation>Gestartet um %1</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>Job</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Started, %1</source>
        <translation>Begonnen, %1</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
</context>
<context>
    <name>yardmaster::RunsPane</name>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Jobs running in this window</source>
        <translation>In diesem Fenster laufende Jobs</translation>
    </message>
    <message>
        <source>Runs that ended in this window</source>
        <translation>In diesem Fenster beendete Läufe</translation>
    </message>
    <message>
        <source>Shows the runs of all jobs again.</source>
        <translation>Zeigt wieder die Läufe aller Jobs.</translation>
    </message>
    <message>
        <source>Running now</source>
        <translation>Läuft gerade</translation>
    </message>
    <message>
        <source>Running now: %1, the oldest %2 of them here</source>
        <translation>Läuft gerade: %1, davon hier die %2 ältesten</translation>
    </message>
    <message>
        <source>Running now: %1</source>
        <translation>Läuft gerade: %1</translation>
    </message>
    <message>
        <source>This window&apos;s worker has no tasks</source>
        <translation>Der Worker dieses Fensters hat keine Tasks</translation>
    </message>
    <message>
        <source>Jobs it runs would appear here. Set it up with a folder of tasks.</source>
        <translation>Hier erschienen die Jobs, die er ausführt. Zum Einrichten einen Ordner mit Tasks wählen.</translation>
    </message>
    <message>
        <source>The worker is stopped</source>
        <translation>Der Worker ist angehalten</translation>
    </message>
    <message>
        <source>Jobs it runs appear here. Start it, or run one job by its id.</source>
        <translation>Hier erscheinen die Jobs, die er ausführt. Worker starten oder einen Job mit seiner Id ausführen.</translation>
    </message>
    <message>
        <source>No job is running here</source>
        <translation>Hier läuft kein Job</translation>
    </message>
    <message>
        <source>Jobs appear here while they run, with their progress.</source>
        <translation>Jobs erscheinen hier, solange sie laufen, mit ihrem Fortschritt.</translation>
    </message>
    <message>
        <source>Ended here</source>
        <translation>Hier beendet</translation>
    </message>
    <message>
        <source>Attempts of job %1 here</source>
        <translation>Versuche von Job %1 hier</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Output of the dry runs of job %1</source>
        <translation>Ausgabe der Probeläufe von Job %1</translation>
    </message>
    <message>
        <source>Output of job %1</source>
        <translation>Ausgabe von Job %1</translation>
    </message>
    <message>
        <source>Show attempts and output</source>
        <translation>Versuche und Ausgabe zeigen</translation>
    </message>
    <message>
        <source>A dry run of job %1 is under way</source>
        <translation>Ein Probelauf von Job %1 läuft</translation>
    </message>
    <message>
        <source>Job %1 is about to run</source>
        <translation>Job %1 wird gleich ausgeführt</translation>
    </message>
    <message>
        <source>Its output appears below.</source>
        <translation>Die Ausgabe erscheint unten.</translation>
    </message>
</context>
<context>
    <name>yardmaster::SaveViewDialog</name>
    <message>
        <source>&amp;For all connections</source>
        <translation>&amp;Für alle Verbindungen</translation>
    </message>
    <message>
        <source>Save view</source>
        <translation>Ansicht speichern</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>All jobs</source>
        <translation>Alle Jobs</translation>
    </message>
    <message>
        <source>Replace view</source>
        <translation>Ansicht ersetzen</translation>
    </message>
    <message>
        <source>There is a view of this name; it will be replaced.</source>
        <translation>Es gibt eine Ansicht dieses Namens; sie wird ersetzt.</translation>
    </message>
</context>
<context>
    <name>yardmaster::SetupForm</name>
    <message>
        <source>Folder of tasks</source>
        <translation>Ordner mit Tasks</translation>
    </message>
    <message>
        <source>Plugins</source>
        <translation>Plugins</translation>
    </message>
    <message>
        <source>Crontab</source>
        <translation>Crontab</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>Start the worker when this window opens</source>
        <translation>Worker beim Öffnen dieses Fensters starten</translation>
    </message>
    <message>
        <source>Use this setup</source>
        <translation>Diese Einrichtung verwenden</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>How long running jobs have to finish when the worker stops.</source>
        <translation>Wie viel Zeit laufenden Jobs bleibt, wenn der Worker anhält.</translation>
    </message>
    <message>
        <source>How often it polls for jobs that were not announced.</source>
        <translation>Wie oft er nach nicht angekündigten Jobs sieht.</translation>
    </message>
    <message>
        <source>none; separate with commas</source>
        <translation>keine; mehrere durch Kommas getrennt</translation>
    </message>
    <message>
        <source>all jobs; separate with commas</source>
        <translation>alle Jobs; mehrere durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Jobs at a time</source>
        <translation>Jobs gleichzeitig</translation>
    </message>
    <message>
        <source>Grace period</source>
        <translation>Frist</translation>
    </message>
    <message>
        <source>Poll interval</source>
        <translation>Abfrageintervall</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Flags to refuse</source>
        <translation>Abzulehnende Flags</translation>
    </message>
    <message>
        <source>Only with flags</source>
        <translation>Nur mit Flags</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>File or server</source>
        <translation>Datei oder Server</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Tasks found</source>
        <translation>Gefundene Tasks</translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 Task</numerusform>
            <numerusform>%1 Tasks</numerusform>
        </translation>
    </message>
    <message>
        <source>not a task</source>
        <translation>kein Task</translation>
    </message>
</context>
<context>
    <name>yardmaster::ShareBars</name>
    <message>
        <source>%1 others</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>yardmaster::SharedLogDialog</name>
    <message>
        <source>more than %1</source>
        <translation>mehr als %1</translation>
    </message>
    <message>
        <source>Remove the operator log from %1</source>
        <translation>Logbuch aus %1 entfernen</translation>
    </message>
    <message>
        <source>Keep the operator log in %1</source>
        <translation>Logbuch in %1 führen</translation>
    </message>
    <message>
        <source>the schema&apos;s name</source>
        <translation>den Namen des Schemas</translation>
    </message>
    <message>
        <source>Delete log</source>
        <translation>Logbuch löschen</translation>
    </message>
    <message>
        <source>Create table</source>
        <translation>Tabelle anlegen</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>In Arbeit…</translation>
    </message>
    <message>
        <source>This role may not create tables in the schema.</source>
        <translation>Diese Rolle darf im Schema keine Tabellen anlegen.</translation>
    </message>
    <message>
        <source>The log has been removed.</source>
        <translation>Das Logbuch wurde entfernt.</translation>
    </message>
    <message>
        <source>The log has been created. Open windows use it from their next change on.</source>
        <translation>Das Logbuch wurde angelegt. Offene Fenster benutzen es ab ihrer nächsten Änderung.</translation>
    </message>
    <message>
        <source>Counting its entries…</source>
        <translation>Einträge werden gezählt…</translation>
    </message>
    <message>
        <source>They are deleted for everyone. The logs on the computers where the changes were made stay. To keep a copy, export it first, from the operator log on the Operations page.</source>
        <translation>Sie werden für alle gelöscht. Die Logbücher auf den Rechnern, auf denen geändert wurde, bleiben. Wer eine Kopie behalten will, exportiert es zuerst, im Logbuch der Seite Vorgänge.</translation>
    </message>
    <message>
        <source>Creates a table. Each change made by hand is logged there; for changes of jobs, in the same transaction: who made it, when and from where, the statement, which jobs and their values before the change, without payloads and errors. Roles that may change jobs may add entries and read them; they cannot change or delete any.</source>
        <translation>Legt eine Tabelle an. Jede Änderung von Hand wird dort eingetragen, bei Änderungen von Jobs in derselben Transaktion: wer sie wann und von wo aus gemacht hat, die Anweisung, welche Jobs und ihre Werte davor, ohne Payloads und Fehler. Rollen, die Jobs ändern dürfen, dürfen Einträge hinzufügen und lesen; ändern oder löschen können sie keine.</translation>
    </message>
    <message>
        <source>From then on, a window that cannot write to it cannot change anything; roles that are added later need the same GRANT. Changes that others make with SQL leave no entry.</source>
        <translation>Von da an kann ein Fenster, das dort nicht schreiben kann, nichts ändern; Rollen, die später hinzukommen, brauchen dasselbe GRANT. Was andere mit SQL ändern, hinterlässt keinen Eintrag.</translation>
    </message>
    <message numerus="yes">
        <source>The log has %1 entries.</source>
        <translation>
            <numerusform>Das Logbuch hat %1 Eintrag.</numerusform>
            <numerusform>Das Logbuch hat %1 Einträge.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the owner of the table or of the schema may remove it.</source>
        <translation>Nur der Eigentümer der Tabelle oder des Schemas darf sie entfernen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::SharedLogSection</name>
    <message>
        <source>Operator log</source>
        <translation>Logbuch</translation>
    </message>
    <message>
        <source>Changes made by hand are logged on the computer where they were made. The schema can keep a shared copy.</source>
        <translation>Änderungen von Hand stehen in einem Logbuch auf dem Rechner, auf dem sie gemacht wurden. Das Schema kann eine gemeinsame Kopie führen.</translation>
    </message>
    <message>
        <source>Not kept in the schema.</source>
        <translation>Wird im Schema nicht geführt.</translation>
    </message>
    <message>
        <source>Kept in the schema, but this role may not add entries, so it cannot change anything from here.</source>
        <translation>Wird im Schema geführt, aber diese Rolle darf keine Einträge hinzufügen und kann daher von hier aus nichts ändern.</translation>
    </message>
    <message numerus="yes">
        <source>Kept in the schema: %1 entries, %2.</source>
        <translation>
            <numerusform>Wird im Schema geführt: %1 Eintrag, %2.</numerusform>
            <numerusform>Wird im Schema geführt: %1 Einträge, %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Remove log…</source>
        <translation>Logbuch entfernen…</translation>
    </message>
    <message>
        <source>Keep in the schema…</source>
        <translation>Im Schema führen…</translation>
    </message>
</context>
<context>
    <name>yardmaster::SingleJobBar</name>
    <message>
        <source>Run here</source>
        <translation>Hier ausführen</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>Probelauf</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Id of the job to run here</source>
        <translation>Id des hier auszuführenden Jobs</translation>
    </message>
    <message>
        <source>job id</source>
        <translation>Job-Id</translation>
    </message>
    <message>
        <source>One job</source>
        <translation>Ein Job</translation>
    </message>
    <message>
        <source>The worker has no tasks yet: set it up first.</source>
        <translation>Der Worker hat noch keine Tasks: zuerst einrichten.</translation>
    </message>
    <message>
        <source>Job %1 is running.</source>
        <translation>Job %1 läuft gerade.</translation>
    </message>
    <message>
        <source>Dry run of job %1…</source>
        <translation>Probelauf von Job %1…</translation>
    </message>
    <message>
        <source>Running job %1…</source>
        <translation>Job %1 wird ausgeführt…</translation>
    </message>
    <message>
        <source>Job %1 was not run. %2</source>
        <translation>Job %1 wurde nicht ausgeführt. %2</translation>
    </message>
    <message>
        <source>Dry run of job %1: completed after %2. It is still in the queue.</source>
        <translation>Probelauf von Job %1: erledigt nach %2. Er ist noch in der Warteschlange.</translation>
    </message>
    <message>
        <source>Job %1 completed after %2.</source>
        <translation>Job %1 nach %2 erledigt.</translation>
    </message>
    <message>
        <source>Job %1 failed after %2 and will be retried %3. %4</source>
        <translation>Job %1 nach %2 fehlgeschlagen, erneuter Versuch %3. %4</translation>
    </message>
    <message>
        <source>Dry run of job %1: failed after %2, and would have failed for good. %3</source>
        <translation>Probelauf von Job %1: fehlgeschlagen nach %2; er wäre endgültig fehlgeschlagen. %3</translation>
    </message>
    <message>
        <source>Job %1 failed for good after %2. %3</source>
        <translation>Job %1 nach %2 endgültig fehlgeschlagen. %3</translation>
    </message>
    <message>
        <source>Dry run of job %1: it would have returned to the queue after %2.</source>
        <translation>Probelauf von Job %1: er wäre nach %2 in die Warteschlange zurückgekehrt.</translation>
    </message>
    <message>
        <source>Job %1 returned to the queue after %2; the attempt does not count.</source>
        <translation>Job %1 kehrte nach %2 in die Warteschlange zurück; der Versuch zählt nicht.</translation>
    </message>
    <message>
        <source>Job %1 was unlocked while it ran, so its result was not written.</source>
        <translation>Job %1 wurde während des Laufs entsperrt; sein Ergebnis wurde daher nicht geschrieben.</translation>
    </message>
    <message>
        <source>Run it before it is due</source>
        <translation>Ausführen, bevor er fällig ist</translation>
    </message>
    <message>
        <source>Run it despite its flags</source>
        <translation>Trotz seiner Flags ausführen</translation>
    </message>
    <message>
        <source>A dry run calls the handler and leaves the queue alone. What the handler itself does is real in both: programs run, requests are sent.</source>
        <translation>Ein Probelauf ruft den Handler auf und lässt die Warteschlange in Ruhe. Was der Handler selbst tut, ist in beiden Fällen echt: Programme laufen, Anfragen werden gesendet.</translation>
    </message>
    <message>
        <source>Dry run of job %1: failed after %2. Its attempts are unchanged. %3</source>
        <translation>Probelauf von Job %1: fehlgeschlagen nach %2. Seine Versuche sind unverändert. %3</translation>
    </message>
</context>
<context>
    <name>yardmaster::SizesSection</name>
    <message>
        <source>Vacuum…</source>
        <translation>VACUUM…</translation>
    </message>
    <message>
        <source>Rebuild…</source>
        <translation>Neu aufbauen…</translation>
    </message>
    <message>
        <source>Drop leftover…</source>
        <translation>Rest löschen…</translation>
    </message>
    <message>
        <source>Reads the table, makes the space of dead rows usable again and updates the statistics, alongside the workers and without making them wait. The file does not shrink.</source>
        <translation>Liest die Tabelle, macht den Platz toter Zeilen wieder nutzbar und erneuert die Statistiken, neben den Workern und ohne sie warten zu lassen. Die Datei schrumpft nicht.</translation>
    </message>
    <message>
        <source>Builds a new index next to the old one, then replaces the old one, without making workers wait. This needs space for both, and several minutes for a large table; if it is cancelled, the unfinished index has to be dropped.</source>
        <translation>Baut neben dem alten einen neuen Index auf und ersetzt dann den alten, ohne Worker warten zu lassen. Das braucht Platz für beide und bei einer großen Tabelle mehrere Minuten; nach einem Abbruch muss der unfertige Index gelöscht werden.</translation>
    </message>
    <message>
        <source>Drops the unfinished index, without making workers wait.</source>
        <translation>Entfernt den unfertigen Index, ohne Worker warten zu lassen.</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>In Arbeit…</translation>
    </message>
    <message>
        <source>Tables and indexes</source>
        <translation>Tabellen und Indizes</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Packed</source>
        <translation>Gepackt</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Dead</source>
        <translation>Tot</translation>
    </message>
    <message>
        <source>Vacuumed</source>
        <translation>VACUUM</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>Process %1 (%2) has had a transaction open for %3. Rows that died since then cannot be removed until it ends.</source>
        <translation>Prozess %1 (%2) hat seit %3 eine Transaktion offen. Zeilen, die seither gestorben sind, können erst nach ihrem Ende entfernt werden.</translation>
    </message>
    <message>
        <source>without a name</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>Vacuum table</source>
        <translation>VACUUM ausführen</translation>
    </message>
    <message>
        <source>Rebuild index</source>
        <translation>Index neu aufbauen</translation>
    </message>
    <message>
        <source>Drop index</source>
        <translation>Index löschen</translation>
    </message>
    <message>
        <source>Done: %1</source>
        <translation>Fertig: %1</translation>
    </message>
    <message>
        <source>Cancelled: %1</source>
        <translation>Abgebrochen: %1</translation>
    </message>
    <message>
        <source>Only one at a time.</source>
        <translation>Nur einer auf einmal.</translation>
    </message>
    <message>
        <source>%1: nothing to do.</source>
        <translation>%1: nichts zu tun.</translation>
    </message>
    <message>
        <source>From the server&apos;s statistics; the packed size is an estimate. Queues delete many rows; dead rows slow down every fetch until VACUUM removes them.</source>
        <translation>Aus den Statistiken des Servers; die gepackte Größe ist geschätzt. In Warteschlangen werden viele Zeilen gelöscht; tote Zeilen bremsen jedes Abholen, bis VACUUM sie entfernt.</translation>
    </message>
    <message>
        <source>Create…</source>
        <translation>Anlegen…</translation>
    </message>
    <message>
        <source>Creates the index, without making workers wait. This takes several minutes for a large table; if it is cancelled, the unfinished index has to be dropped.</source>
        <translation>Legt den Index an, ohne Worker warten zu lassen. Bei einer großen Tabelle dauert das mehrere Minuten; nach einem Abbruch muss der unfertige Index gelöscht werden.</translation>
    </message>
    <message>
        <source>Create index</source>
        <translation>Index anlegen</translation>
    </message>
</context>
<context>
    <name>yardmaster::SpokenSelection</name>
    <message>
        <source>No job selected</source>
        <translation>Kein Job ausgewählt</translation>
    </message>
    <message>
        <source>All jobs that match selected: %1</source>
        <translation>Alle passenden Jobs ausgewählt: %1</translation>
    </message>
    <message>
        <source>All jobs that match selected</source>
        <translation>Alle passenden Jobs ausgewählt</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs selected</source>
        <translation>
            <numerusform>%1 Job ausgewählt</numerusform>
            <numerusform>%1 Jobs ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 out of view</source>
        <translation>%1 nicht zu sehen</translation>
    </message>
</context>
<context>
    <name>yardmaster::SqlPage</name>
    <message>
        <source>SQL</source>
        <translation>SQL</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>Kopieren: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::SshQuestionDialog</name>
    <message>
        <source>SSH</source>
        <translation>SSH</translation>
    </message>
    <message>
        <source>Is this the right SSH host?</source>
        <translation>Ist das der richtige SSH-Host?</translation>
    </message>
    <message>
        <source>Compare the fingerprint with the one that the administrator of the host gave you. ssh remembers an accepted key and does not ask again.</source>
        <translation>Vergleichen Sie den Fingerabdruck mit dem, den Sie vom Administrator des Hosts bekommen haben. Einen angenommenen Schlüssel merkt sich ssh und fragt nicht noch einmal.</translation>
    </message>
    <message>
        <source>Accept host key</source>
        <translation>Hostschlüssel annehmen</translation>
    </message>
    <message>
        <source>ssh asks for your consent</source>
        <translation>ssh bittet um Ihre Zustimmung</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>ssh waits for you</source>
        <translation>ssh wartet auf Sie</translation>
    </message>
    <message>
        <source>Your SSH key needs its passphrase</source>
        <translation>Ihr SSH-Schlüssel braucht seine Passphrase</translation>
    </message>
    <message>
        <source>The SSH host asks for a secret</source>
        <translation>Der SSH-Host fragt nach einem Geheimnis</translation>
    </message>
    <message>
        <source>Passphrase</source>
        <translation>Passphrase</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheimnis</translation>
    </message>
    <message>
        <source>It goes to ssh and nowhere else. For keys in the agent (ssh-add), ssh does not ask.</source>
        <translation>Sie geht an ssh und sonst nirgendwohin. Bei Schlüsseln im Agenten (ssh-add) fragt ssh nicht.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>That passphrase was wrong.</source>
        <translation>Diese Passphrase war falsch.</translation>
    </message>
    <message>
        <source>That was not accepted.</source>
        <translation>Das wurde nicht angenommen.</translation>
    </message>
</context>
<context>
    <name>yardmaster::StartPage</name>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Edit connection…</source>
        <translation>Verbindung bearbeiten…</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Connect…</source>
        <translation>Verbinden…</translation>
    </message>
    <message>
        <source>To a PostgreSQL database with a queue.</source>
        <translation>Mit einer PostgreSQL-Datenbank, die eine Warteschlange hat.</translation>
    </message>
    <message>
        <source>Import connections…</source>
        <translation>Verbindungen importieren…</translation>
    </message>
    <message>
        <source>From pg_service.conf, .pgpass, DBeaver, pgAdmin, .env or a URL.</source>
        <translation>Aus pg_service.conf, .pgpass, DBeaver, pgAdmin, .env oder einer URL.</translation>
    </message>
    <message>
        <source>Open sandbox</source>
        <translation>Sandbox öffnen</translation>
    </message>
    <message>
        <source>A private PostgreSQL on this computer, to try things out.</source>
        <translation>Ein privates PostgreSQL auf diesem Computer, zum Ausprobieren.</translation>
    </message>
    <message>
        <source>Add examples</source>
        <translation>Beispiele hinzufügen</translation>
    </message>
    <message>
        <source>The sandbox with example jobs, which its worker runs.</source>
        <translation>Die Sandbox mit Beispieljobs, die ihr Worker ausführt.</translation>
    </message>
    <message>
        <source>Welcome to Yardmaster</source>
        <translation>Willkommen bei Yardmaster</translation>
    </message>
    <message>
        <source>Nothing is connected or running yet. What would you like to open?</source>
        <translation>Noch ist nichts verbunden, und nichts läuft. Was möchten Sie öffnen?</translation>
    </message>
    <message>
        <source>Open last session</source>
        <translation>Letzte Sitzung öffnen</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 more</source>
        <translation>
            <numerusform>%1 und %2 weitere</numerusform>
            <numerusform>%1 und %2 weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::StateTile</name>
    <message>
        <source>Click to list them.</source>
        <translation>Klick listet sie auf.</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
</context>
<context>
    <name>yardmaster::SweepDialog</name>
    <message>
        <source>Sweep stale workers</source>
        <translation>Worker ohne Heartbeat abräumen</translation>
    </message>
    <message>
        <source>Also owners of locks that never registered</source>
        <translation>Auch Inhaber von Sperren, die sich nie registriert haben</translation>
    </message>
    <message>
        <source>Registered workers that send no heartbeat are stale: their jobs return to their old places in the queue, and the interrupted attempt does not count.</source>
        <translation>Registrierte Worker ohne Heartbeat gelten als ausgefallen: Ihre Jobs kehren an ihre alten Plätze in der Warteschlange zurück, und der unterbrochene Versuch zählt nicht.</translation>
    </message>
    <message>
        <source>Heartbeats are checked at once, by the server&apos;s clock: shortly after an outage of the database, a live worker can look stale as well. A worker that has published a longer threshold than this gets it; one that has published none gets five minutes.</source>
        <translation>Heartbeats werden sofort geprüft, nach der Uhr des Servers: Kurz nach einem Ausfall der Datenbank kann auch ein lebender Worker ausgefallen wirken. Ein Worker, der eine längere Schwelle als diese angibt, bekommt sie; einer, der keine angibt, fünf Minuten.</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Stale after</source>
        <translation>Ausgefallen nach</translation>
    </message>
    <message>
        <source>Workers of graphile-worker never register. One that is alive and has been busy with a job for longer than this loses the job, which then runs twice. This also reads the whole table of jobs.</source>
        <translation>Worker von graphile-worker registrieren sich nie. Einer, der lebt und schon länger als diese Zeit an einem Job arbeitet, verliert den Job; er läuft dann zweimal. Außerdem wird dafür die ganze Job-Tabelle gelesen.</translation>
    </message>
    <message>
        <source>Stale workers</source>
        <translation>Worker ohne Heartbeat</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>No heartbeat for</source>
        <translation>Kein Heartbeat seit</translation>
    </message>
    <message>
        <source>Jobs back</source>
        <translation>Jobs zurück</translation>
    </message>
    <message>
        <source>Jobs kept</source>
        <translation>Jobs behalten</translation>
    </message>
    <message>
        <source>Queues freed</source>
        <translation>Warteschlangen frei</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Abräumen</translation>
    </message>
    <message>
        <source>Searching for stale workers…</source>
        <translation>Worker ohne Heartbeat werden gesucht…</translation>
    </message>
    <message>
        <source>This schema has no worker registry, so stale workers cannot be found. A Yardmaster worker that may create it does so when it starts; until then, unlock single workers.</source>
        <translation>Dieses Schema hat kein Worker-Register, daher lassen sich ausgefallene Worker nicht finden. Ein Yardmaster-Worker, der es darf, legt es beim Start an; entsperren Sie bis dahin einzelne Worker.</translation>
    </message>
    <message>
        <source>No worker is stale. There is nothing to sweep.</source>
        <translation>Kein Worker ist so lange ohne Heartbeat. Es gibt nichts abzuräumen.</translation>
    </message>
    <message>
        <source>Dry run. Stale workers: %1; jobs that would return: %2; queues that would be freed: %3.</source>
        <translation>Probelauf. Worker ohne Heartbeat: %1; Jobs, die zurückkehrten: %2; Warteschlangen, die frei würden: %3.</translation>
    </message>
    <message>
        <source>the number of jobs</source>
        <translation>die Zahl der Jobs</translation>
    </message>
    <message>
        <source>left the registry</source>
        <translation>hat das Register verlassen</translation>
    </message>
    <message>
        <source>leaves the registry</source>
        <translation>verlässt das Register</translation>
    </message>
    <message>
        <source>stays registered, as it still holds something</source>
        <translation>bleibt registriert, da er noch etwas hält</translation>
    </message>
    <message>
        <source>never registered</source>
        <translation>nie registriert</translation>
    </message>
    <message>
        <source>Sweeping…</source>
        <translation>Wird abgeräumt…</translation>
    </message>
    <message>
        <source>Another worker or console is sweeping this schema right now; nothing was done here. It does the same work.</source>
        <translation>Ein anderer Worker oder eine andere Konsole räumt dieses Schema gerade ab; hier wurde nichts getan. Die Arbeit ist dieselbe.</translation>
    </message>
    <message>
        <source>The worker registry is gone; nothing was done.</source>
        <translation>Das Worker-Register ist verschwunden; nichts wurde getan.</translation>
    </message>
    <message>
        <source>Another worker or console has swept in the meantime; there was nothing left to do.</source>
        <translation>Inzwischen hat ein anderer Worker oder eine andere Konsole abgeräumt; es war nichts mehr zu tun.</translation>
    </message>
    <message>
        <source>Done. Workers swept: %1; jobs back in the queue: %2.</source>
        <translation>Fertig. Abgeräumte Worker: %1; Jobs wieder in der Warteschlange: %2.</translation>
    </message>
    <message numerus="yes">
        <source>Return %1 jobs</source>
        <translation>
            <numerusform>%1 Job zurückgeben</numerusform>
            <numerusform>%1 Jobs zurückgeben</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::TabCloseButton</name>
    <message>
        <source>Close this connection</source>
        <translation>Diese Verbindung schließen</translation>
    </message>
</context>
<context>
    <name>yardmaster::TabMenu</name>
    <message>
        <source>&amp;Tab</source>
        <translation>Rei&amp;ter</translation>
    </message>
    <message>
        <source>This is the only connection of the window.</source>
        <translation>Das Fenster hat nur diese Verbindung.</translation>
    </message>
    <message>
        <source>There is no other window.</source>
        <translation>Es gibt kein anderes Fenster.</translation>
    </message>
    <message>
        <source>There is no tab on that side.</source>
        <translation>Auf dieser Seite ist kein Reiter.</translation>
    </message>
    <message>
        <source>&amp;Next tab</source>
        <translation>&amp;Nächster Reiter</translation>
    </message>
    <message>
        <source>Shows the connection in the next tab of this window.</source>
        <translation>Zeigt die Verbindung im nächsten Reiter dieses Fensters.</translation>
    </message>
    <message>
        <source>switch, connection</source>
        <translation>wechseln, Verbindung</translation>
    </message>
    <message>
        <source>&amp;Previous tab</source>
        <translation>&amp;Voriger Reiter</translation>
    </message>
    <message>
        <source>Shows the connection in the previous tab of this window.</source>
        <translation>Zeigt die Verbindung im vorigen Reiter dieses Fensters.</translation>
    </message>
    <message>
        <source>Move &amp;left</source>
        <translation>Nach &amp;links</translation>
    </message>
    <message>
        <source>Moves this tab before the one on its left.</source>
        <translation>Setzt diesen Reiter vor den links von ihm.</translation>
    </message>
    <message>
        <source>order of tabs</source>
        <translation>Reihenfolge der Reiter, verschieben</translation>
    </message>
    <message>
        <source>Move &amp;right</source>
        <translation>Nach &amp;rechts</translation>
    </message>
    <message>
        <source>Moves this tab behind the one on its right.</source>
        <translation>Setzt diesen Reiter hinter den rechts von ihm.</translation>
    </message>
    <message>
        <source>Move to a &amp;window of its own</source>
        <translation>In ein eigenes &amp;Fenster</translation>
    </message>
    <message>
        <source>Moves this tab to a window of its own; whatever it is running continues.</source>
        <translation>Macht aus diesem Reiter ein eigenes Fenster; was er gerade ausführt, läuft weiter.</translation>
    </message>
    <message>
        <source>detach, tear off, separate, new window</source>
        <translation>ablösen, abtrennen, neues Fenster</translation>
    </message>
    <message>
        <source>Move &amp;into the window of</source>
        <translation>In das Fenster &amp;von</translation>
    </message>
    <message>
        <source>&amp;Gather all connections here</source>
        <translation>&amp;Alle Verbindungen hier sammeln</translation>
    </message>
    <message>
        <source>Moves the connections of all other windows into tabs of this one.</source>
        <translation>Holt die Verbindungen aller anderen Fenster als Reiter in dieses.</translation>
    </message>
    <message>
        <source>merge, join windows, collect</source>
        <translation>zusammenführen, Fenster vereinen</translation>
    </message>
    <message>
        <source>&amp;Close all tabs</source>
        <translation>Alle Reiter &amp;schließen</translation>
    </message>
    <message>
        <source>Stops the workers of this window, if they are running, and closes it.</source>
        <translation>Hält die Worker dieses Fensters an, wenn sie laufen, und schließt es.</translation>
    </message>
    <message>
        <source>close window, disconnect</source>
        <translation>Fenster schließen, trennen</translation>
    </message>
</context>
<context>
    <name>yardmaster::TaskDetail</name>
    <message>
        <source>Show jobs</source>
        <translation>Jobs zeigen</translation>
    </message>
    <message>
        <source>Show failed jobs</source>
        <translation>Fehlgeschlagene Jobs zeigen</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Oldest due</source>
        <translation>Am längsten fällig</translation>
    </message>
    <message>
        <source>Next due</source>
        <translation>Nächste fällig</translation>
    </message>
    <message>
        <source>Failing</source>
        <translation>Fehlschlagend</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 jobs that are still in the table; %3 attempts on average</source>
        <translation>
            <numerusform>%1 von %2 Job, der noch in der Tabelle ist; im Schnitt %3 Versuche</numerusform>
            <numerusform>%1 von %2 Jobs, die noch in der Tabelle sind; im Schnitt %3 Versuche</numerusform>
        </translation>
    </message>
    <message>
        <source>Locked now by</source>
        <translation>Jetzt gesperrt von</translation>
    </message>
    <message>
        <source>In this window</source>
        <translation>In diesem Fenster</translation>
    </message>
    <message>
        <source>File or server</source>
        <translation>Datei oder Server</translation>
    </message>
    <message>
        <source>It cannot run in this window: %1</source>
        <translation>Er kann in diesem Fenster nicht laufen: %1</translation>
    </message>
</context>
<context>
    <name>yardmaster::TasksModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Due now: %1 free to run, %2 blocked by their queue.</source>
        <translation>Jetzt fällig: %1 frei, %2 durch ihre Warteschlange blockiert.</translation>
    </message>
    <message>
        <source>%1 scheduled, %2 waiting for a retry.</source>
        <translation>%1 geplant, %2 in Wiederholung.</translation>
    </message>
    <message>
        <source>%1 of the %2 newest jobs that are still in the table have failed. Completed jobs are deleted, so this is not a failure rate.</source>
        <translation>%1 der %2 neuesten Jobs, die noch in der Tabelle sind, sind fehlgeschlagen. Erledigte Jobs werden gelöscht, dies ist also keine Fehlerrate.</translation>
    </message>
    <message>
        <source>Average number of attempts made by the jobs that are still in the table.</source>
        <translation>Durchschnittliche Zahl der Versuche der Jobs, die noch in der Tabelle sind.</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Due</source>
        <translation>Fällig</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Failed for good</source>
        <translation>Endgültig fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failing</source>
        <translation>Fehlschlagend</translation>
    </message>
    <message>
        <source>Oldest due</source>
        <translation>Am längsten fällig</translation>
    </message>
    <message>
        <source>Next due</source>
        <translation>Nächste fällig</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Known to</source>
        <translation>Bekannt bei</translation>
    </message>
    <message>
        <source>On hold</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>here, everywhere</source>
        <translation>hier, überall</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>%1 locked, and %2 stuck.</source>
        <translation>%1 gesperrt, und %2 hängen.</translation>
    </message>
    <message>
        <source>Kind here</source>
        <translation>Art hier</translation>
    </message>
    <message>
        <source>Cannot run</source>
        <translation>Läuft nicht</translation>
    </message>
    <message>
        <source>The worker of this window has nothing that runs it.</source>
        <translation>Der Worker dieses Fensters hat nichts, was ihn ausführt.</translation>
    </message>
    <message>
        <source>No registered worker</source>
        <translation>Kein registrierter Worker</translation>
    </message>
</context>
<context>
    <name>yardmaster::TasksPanel</name>
    <message>
        <source>Show jobs of the task</source>
        <translation>Jobs des Tasks zeigen</translation>
    </message>
    <message>
        <source>Lists all jobs of the selected task.</source>
        <translation>Listet alle Jobs des gewählten Tasks.</translation>
    </message>
    <message>
        <source>Show failed jobs of the task</source>
        <translation>Fehlgeschlagene Jobs des Tasks zeigen</translation>
    </message>
    <message>
        <source>Lists the jobs of the selected task that have failed, for good or waiting for a retry.</source>
        <translation>Listet die fehlgeschlagenen Jobs des gewählten Tasks auf, endgültig oder mit neuem Versuch.</translation>
    </message>
    <message>
        <source>Find task</source>
        <translation>Task suchen</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Looking for tasks</source>
        <translation>Tasks werden gelesen</translation>
    </message>
    <message>
        <source>They appear here as soon as they are read.</source>
        <translation>Sie erscheinen hier, sobald sie gelesen sind.</translation>
    </message>
    <message>
        <source>No tasks</source>
        <translation>Keine Tasks</translation>
    </message>
    <message>
        <source>A task appears here when its first job is added, or when a worker that knows it starts.</source>
        <translation>Ein Task erscheint hier, wenn sein erster Job hinzugefügt wird oder ein Worker startet, der ihn kennt.</translation>
    </message>
    <message>
        <source>%1 tasks listed, there are more: the first by name, and those with recent jobs</source>
        <translation>%1 Tasks, es gibt mehr: die ersten nach Namen und solche mit neueren Jobs</translation>
    </message>
    <message numerus="yes">
        <source>%1 tasks</source>
        <translation>
            <numerusform>%1 Task</numerusform>
            <numerusform>%1 Tasks</numerusform>
        </translation>
    </message>
    <message>
        <source>running and failed jobs among the newest %1</source>
        <translation>laufende und fehlgeschlagene Jobs unter den neuesten %1</translation>
    </message>
    <message>
        <source>this schema has no worker registry</source>
        <translation>dieses Schema hat kein Worker-Register</translation>
    </message>
    <message>
        <source>Select a task in the list first.</source>
        <translation>Zuerst einen Task in der Liste wählen.</translation>
    </message>
    <message>
        <source>list, filter, open</source>
        <translation>auflisten, filtern, öffnen</translation>
    </message>
    <message>
        <source>errors, failures</source>
        <translation>Fehler, Fehlschläge</translation>
    </message>
    <message numerus="yes">
        <source>%1 cannot run in this window</source>
        <translation>
            <numerusform>%1 kann in diesem Fenster nicht laufen</numerusform>
            <numerusform>%1 können in diesem Fenster nicht laufen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>yardmaster::TextViewer</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alle auswählen</translation>
    </message>
</context>
<context>
    <name>yardmaster::TimelinePage</name>
    <message>
        <source>time unknown</source>
        <translation>Zeit unbekannt</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitachse</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 später</translation>
    </message>
</context>
<context>
    <name>yardmaster::TrendChart</name>
    <message>
        <source>No data yet.</source>
        <translation>Noch keine Daten.</translation>
    </message>
</context>
<context>
    <name>yardmaster::TypedConfirmation</name>
    <message>
        <source>Type %1 to confirm:</source>
        <translation>Geben Sie zur Bestätigung %1 ein:</translation>
    </message>
    <message>
        <source>Type the number of jobs, %1, to confirm:</source>
        <translation>Geben Sie zur Bestätigung die Zahl der Jobs ein, %1:</translation>
    </message>
</context>
<context>
    <name>yardmaster::UnlockDialog</name>
    <message>
        <source>Unlock what %1 holds</source>
        <translation>Entsperren, was %1 hält</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Database sessions</source>
        <translation>Datenbanksitzungen</translation>
    </message>
    <message>
        <source>none named after it</source>
        <translation>keine nach ihm benannt</translation>
    </message>
    <message>
        <source>Checking what it holds…</source>
        <translation>Es wird nachgesehen, was er hält…</translation>
    </message>
    <message>
        <source>What is unlocked</source>
        <translation>Was entsperrt wird</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>Entsperren</translation>
    </message>
    <message>
        <source>Its jobs run again at once, on other workers; the interrupted attempt counts.</source>
        <translation>Seine Jobs laufen sofort auf anderen Workern wieder; der unterbrochene Versuch zählt.</translation>
    </message>
    <message>
        <source>It may be alive: jobs that it is running now would run twice.</source>
        <translation>Er lebt vielleicht: Jobs, die er gerade ausführt, liefen zweimal.</translation>
    </message>
    <message>
        <source>failed for good: it was its last attempt</source>
        <translation>endgültig fehlgeschlagen: es war sein letzter Versuch</translation>
    </message>
    <message>
        <source>runs again</source>
        <translation>läuft wieder</translation>
    </message>
    <message>
        <source>It no longer holds anything; there is nothing to unlock.</source>
        <translation>Er hält nichts mehr; es gibt nichts zu entsperren.</translation>
    </message>
    <message numerus="yes">
        <source>To be unlocked: %1 jobs.</source>
        <translation>
            <numerusform>Zu entsperren: %1 Job.</numerusform>
            <numerusform>Zu entsperren: %1 Jobs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To be unlocked: %1 jobs; queues: %2.</source>
        <translation>
            <numerusform>Zu entsperren: %1 Job; Warteschlangen: %2.</numerusform>
            <numerusform>Zu entsperren: %1 Jobs; Warteschlangen: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>To be unlocked: its oldest %1 jobs. It holds more; repeat this for the rest.</source>
        <translation>
            <numerusform>Zu entsperren: sein ältester Job. Er hält mehr; wiederholen Sie dies für die übrigen.</numerusform>
            <numerusform>Zu entsperren: seine ältesten %1 Jobs. Er hält mehr; wiederholen Sie dies für die übrigen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of them are on their last attempt and will count as failed for good.</source>
        <translation>
            <numerusform>%1 davon ist beim letzten Versuch und gilt danach als endgültig fehlgeschlagen.</numerusform>
            <numerusform>%1 davon sind beim letzten Versuch und gelten danach als endgültig fehlgeschlagen.</numerusform>
        </translation>
    </message>
    <message>
        <source>It keeps what it locks from now on.</source>
        <translation>Was er von jetzt an sperrt, behält er.</translation>
    </message>
    <message>
        <source>the number of jobs and queues</source>
        <translation>die Zahl der Jobs und Warteschlangen</translation>
    </message>
    <message>
        <source>the worker&apos;s name</source>
        <translation>den Namen des Workers</translation>
    </message>
    <message numerus="yes">
        <source>Unlock %1 queues</source>
        <translation>
            <numerusform>%1 Warteschlange entsperren</numerusform>
            <numerusform>%1 Warteschlangen entsperren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Unlock %1 jobs</source>
        <translation>
            <numerusform>%1 Job entsperren</numerusform>
            <numerusform>%1 Jobs entsperren</numerusform>
        </translation>
    </message>
    <message>
        <source>Unlocking…</source>
        <translation>Wird entsperrt…</translation>
    </message>
    <message>
        <source>Nothing was unlocked. Close this and try again.</source>
        <translation>Nichts wurde entsperrt. Schließen Sie dies und versuchen Sie es erneut.</translation>
    </message>
    <message numerus="yes">
        <source>%1 jobs were skipped: completed meanwhile, or locked again.</source>
        <translation>
            <numerusform>%1 Job wurde ausgelassen: inzwischen abgeschlossen oder neu gesperrt.</numerusform>
            <numerusform>%1 Jobs wurden ausgelassen: inzwischen abgeschlossen oder neu gesperrt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Unlocked jobs: %1; queues: %2.</source>
        <translation>Entsperrte Jobs: %1; Warteschlangen: %2.</translation>
    </message>
</context>
<context>
    <name>yardmaster::ViewActions</name>
    <message>
        <source>Save view…</source>
        <translation>Ansicht speichern…</translation>
    </message>
    <message>
        <source>Saves the filter under a name.</source>
        <translation>Speichert den Filter unter einem Namen.</translation>
    </message>
    <message>
        <source>bookmark, favourite, store filter</source>
        <translation>Lesezeichen, Favorit, Filter speichern</translation>
    </message>
    <message>
        <source>Copy link to this filter</source>
        <translation>Link zu diesem Filter kopieren</translation>
    </message>
    <message>
        <source>Copies the filter as a line of text that opens it in another console.</source>
        <translation>Kopiert den Filter als Textzeile, die ihn in einer anderen Konsole öffnet.</translation>
    </message>
    <message>
        <source>share, URL, clipboard</source>
        <translation>teilen, URL, Zwischenablage</translation>
    </message>
    <message>
        <source>Open link from clipboard</source>
        <translation>Link aus der Zwischenablage öffnen</translation>
    </message>
    <message>
        <source>Shows the jobs of a copied link.</source>
        <translation>Zeigt die Jobs eines kopierten Links.</translation>
    </message>
    <message>
        <source>paste, URL</source>
        <translation>einfügen, URL</translation>
    </message>
    <message>
        <source>Import views…</source>
        <translation>Ansichten importieren…</translation>
    </message>
    <message>
        <source>Adds the views from a file.</source>
        <translation>Fügt die Ansichten aus einer Datei hinzu.</translation>
    </message>
    <message>
        <source>load, open</source>
        <translation>laden, öffnen</translation>
    </message>
    <message>
        <source>Export views…</source>
        <translation>Ansichten exportieren…</translation>
    </message>
    <message>
        <source>Writes your views to a file.</source>
        <translation>Schreibt Ihre Ansichten in eine Datei.</translation>
    </message>
    <message>
        <source>save, share</source>
        <translation>speichern, teilen</translation>
    </message>
    <message>
        <source>Save this filter as “%1”</source>
        <translation>Diesen Filter als „%1“ speichern</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Keep for this connection only</source>
        <translation>Nur für diese Verbindung behalten</translation>
    </message>
    <message>
        <source>Keep for all connections</source>
        <translation>Für alle Verbindungen behalten</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Delete view</source>
        <translation>Ansicht löschen</translation>
    </message>
    <message>
        <source>Saved “%1”.</source>
        <translation>„%1“ gespeichert.</translation>
    </message>
    <message>
        <source>Deleted “%1”.</source>
        <translation>„%1“ gelöscht.</translation>
    </message>
    <message>
        <source>Import views</source>
        <translation>Ansichten importieren</translation>
    </message>
    <message>
        <source>Views (*.json)</source>
        <translation>Ansichten (*.json)</translation>
    </message>
    <message numerus="yes">
        <source>%1 views added.</source>
        <translation>
            <numerusform>%1 Ansicht hinzugefügt.</numerusform>
            <numerusform>%1 Ansichten hinzugefügt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Export views</source>
        <translation>Ansichten exportieren</translation>
    </message>
    <message numerus="yes">
        <source>%1 views written.</source>
        <translation>
            <numerusform>%1 Ansicht geschrieben.</numerusform>
            <numerusform>%1 Ansichten geschrieben.</numerusform>
        </translation>
    </message>
    <message>
        <source>Link copied.</source>
        <translation>Link kopiert.</translation>
    </message>
</context>
<context>
    <name>yardmaster::WhyNotBlock</name>
    <message>
        <source>Why isn’t it running?</source>
        <translation>Warum läuft er nicht?</translation>
    </message>
    <message>
        <source>What is it doing?</source>
        <translation>Was tut er?</translation>
    </message>
    <message>
        <source>It is no longer there</source>
        <translation>Er ist nicht mehr da</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Check this database…</source>
        <translation>Diese Datenbank prüfen…</translation>
    </message>
</context>
<context>
    <name>yardmaster::WindowClosing</name>
    <message>
        <source>Operations in progress</source>
        <translation>Laufende Vorgänge</translation>
    </message>
    <message>
        <source>Jobs of this connection are being changed.</source>
        <translation>Jobs dieser Verbindung werden gerade geändert.</translation>
    </message>
    <message>
        <source>Closing stops after the current batch. The rest can be resumed later, from the Operations tab.</source>
        <translation>Beim Schließen endet der Vorgang nach dem laufenden Stapel. Der Rest lässt sich später unter „Vorgänge“ fortsetzen.</translation>
    </message>
    <message>
        <source>Stop and close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Nicht gespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Closing discards them.</source>
        <translation>Beim Schließen werden sie verworfen.</translation>
    </message>
    <message>
        <source>Close without saving</source>
        <translation>Schließen ohne zu sichern</translation>
    </message>
    <message>
        <source>A dry run of job %1 is in progress here.</source>
        <translation>Hier läuft gerade ein Probelauf von Job %1.</translation>
    </message>
    <message>
        <source>Job %1 is running here.</source>
        <translation>Hier läuft gerade Job %1.</translation>
    </message>
    <message>
        <source>A job is running</source>
        <translation>Ein Job läuft gerade</translation>
    </message>
    <message>
        <source>Closing stops it. What its handler has already done is not undone.</source>
        <translation>Schließen hält ihn an. Was sein Handler schon getan hat, wird nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Closing stops it: it returns to the queue, and the attempt does not count. What its handler has already done is not undone.</source>
        <translation>Schließen hält ihn an: Er kehrt in die Warteschlange zurück, und der Versuch zählt nicht. Was sein Handler schon getan hat, wird nicht rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Keep open</source>
        <translation>Offen lassen</translation>
    </message>
</context>
<context>
    <name>yardmaster::WindowMenus</name>
    <message>
        <source>&amp;Jobs</source>
        <translation>&amp;Jobs</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>Warte&amp;schlange</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Connect…</source>
        <translation>&amp;Verbinden…</translation>
    </message>
    <message>
        <source>Opens another queue, in a tab of this window.</source>
        <translation>Öffnet eine weitere Warteschlange, in einem Reiter dieses Fensters.</translation>
    </message>
    <message>
        <source>open, new tab, profile, database, server</source>
        <translation>öffnen, neuer Reiter, Profil, Datenbank, Server</translation>
    </message>
    <message>
        <source>Connect in new &amp;window…</source>
        <translation>In neuem &amp;Fenster verbinden…</translation>
    </message>
    <message>
        <source>Opens another queue, in a window of its own.</source>
        <translation>Öffnet eine weitere Warteschlange, in einem eigenen Fenster.</translation>
    </message>
    <message>
        <source>open, new window, profile, database, server</source>
        <translation>öffnen, neues Fenster, Profil, Datenbank, Server</translation>
    </message>
    <message>
        <source>&amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>C&amp;onnections</source>
        <translation>Verbin&amp;dungen</translation>
    </message>
    <message>
        <source>Lists all open connections with their state, and switches to them.</source>
        <translation>Listet alle offenen Verbindungen mit ihrem Zustand auf und wechselt zu ihnen.</translation>
    </message>
    <message>
        <source>tabs, windows, databases, servers, switch, glance</source>
        <translation>Reiter, Fenster, Datenbanken, Server, wechseln, Überblick</translation>
    </message>
    <message>
        <source>No other connection is open.</source>
        <translation>Keine andere Verbindung ist offen.</translation>
    </message>
    <message>
        <source>&amp;Next connection</source>
        <translation>&amp;Nächste Verbindung</translation>
    </message>
    <message>
        <source>Goes to the next tab, and from the last tab of a window to the next window.</source>
        <translation>Geht zum nächsten Reiter und vom letzten eines Fensters zum nächsten Fenster.</translation>
    </message>
    <message>
        <source>switch, window, tab</source>
        <translation>wechseln, Fenster, Reiter</translation>
    </message>
    <message>
        <source>&amp;Previous connection</source>
        <translation>Vo&amp;rige Verbindung</translation>
    </message>
    <message>
        <source>Goes to the previous tab, and from the first tab of a window to the previous window.</source>
        <translation>Geht zum vorigen Reiter und vom ersten eines Fensters zum vorigen Fenster.</translation>
    </message>
    <message>
        <source>&amp;Import connections…</source>
        <translation>Verbindungen &amp;importieren…</translation>
    </message>
    <message>
        <source>Imports connections from libpq, DBeaver, pgAdmin or a .env file.</source>
        <translation>Importiert Verbindungen von libpq, DBeaver, pgAdmin oder aus einer .env-Datei.</translation>
    </message>
    <message>
        <source>profiles, pg_service.conf, pgpass, DATABASE_URL</source>
        <translation>Profile, pg_service.conf, pgpass, DATABASE_URL</translation>
    </message>
    <message>
        <source>&amp;Edit connection…</source>
        <translation>Verbindung be&amp;arbeiten…</translation>
    </message>
    <message>
        <source>Changes what this window is connected to.</source>
        <translation>Ändert, womit dieses Fenster verbunden ist.</translation>
    </message>
    <message>
        <source>The sandbox is set up automatically: there is nothing to edit.</source>
        <translation>Die Sandbox wird automatisch eingerichtet: Es gibt nichts zu bearbeiten.</translation>
    </message>
    <message>
        <source>profile, host, password, SSH, reconnect</source>
        <translation>Profil, Host, Passwort, SSH, neu verbinden</translation>
    </message>
    <message>
        <source>C&amp;lose connection</source>
        <translation>Verbindung s&amp;chließen</translation>
    </message>
    <message>
        <source>Stops the worker of this connection, if it is running, and closes its tab, or the window if it is the last tab.</source>
        <translation>Hält den Worker dieser Verbindung an, wenn er läuft, und schließt ihren Reiter, oder das Fenster, wenn es der letzte ist.</translation>
    </message>
    <message>
        <source>disconnect, close tab, close window</source>
        <translation>trennen, Reiter schließen, Fenster schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes all windows.</source>
        <translation>Schließt alle Fenster.</translation>
    </message>
    <message>
        <source>exit, end</source>
        <translation>verlassen, Ende</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Find command…</source>
        <translation>Be&amp;fehl finden…</translation>
    </message>
    <message>
        <source>Runs any command by a few letters of its name; also takes a job&apos;s number or a filter.</source>
        <translation>Führt jeden Befehl nach ein paar Buchstaben seines Namens aus; nimmt auch die Nummer eines Jobs oder einen Filter.</translation>
    </message>
    <message>
        <source>palette, search</source>
        <translation>Palette, suchen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Thema</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>Z&amp;oom</translation>
    </message>
    <message>
        <source>&amp;Row height</source>
        <translation>Zeilen&amp;höhe</translation>
    </message>
    <message>
        <source>T&amp;imes</source>
        <translation>&amp;Zeiten</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>&amp;Bewegung</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Shows this window full screen, or leaves full screen.</source>
        <translation>Zeigt dieses Fenster als Vollbild oder verlässt das Vollbild.</translation>
    </message>
    <message>
        <source>maximize</source>
        <translation>maximieren</translation>
    </message>
    <message>
        <source>Re&amp;set layout</source>
        <translation>Anordnung zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>Restores the default size, panels and tabs of this window.</source>
        <translation>Stellt Größe, Bereiche und Reiter dieses Fensters auf den Standard zurück.</translation>
    </message>
    <message>
        <source>restore, default, lost panels</source>
        <translation>wiederherstellen, Standard, verschwundene Bereiche</translation>
    </message>
    <message>
        <source>&amp;Worker</source>
        <translation>&amp;Worker</translation>
    </message>
    <message>
        <source>The worker has no tasks yet: set it up on the “This worker” page.</source>
        <translation>Der Worker hat noch keine Tasks: auf der Seite „Dieser Worker“ einrichten.</translation>
    </message>
    <message>
        <source>&amp;Start worker</source>
        <translation>Worker &amp;starten</translation>
    </message>
    <message>
        <source>Runs jobs of this queue in this window.</source>
        <translation>Führt Jobs dieser Warteschlange in diesem Fenster aus.</translation>
    </message>
    <message>
        <source>The worker is already running.</source>
        <translation>Der Worker läuft schon.</translation>
    </message>
    <message>
        <source>run, launch</source>
        <translation>ausführen, anwerfen</translation>
    </message>
    <message>
        <source>S&amp;top worker</source>
        <translation>Worker &amp;anhalten</translation>
    </message>
    <message>
        <source>Fetches no more jobs; running jobs have the grace period to finish.</source>
        <translation>Holt keine weiteren Jobs; laufende Jobs haben bis zum Ende der Frist Zeit.</translation>
    </message>
    <message>
        <source>The worker is not running.</source>
        <translation>Der Worker läuft nicht.</translation>
    </message>
    <message>
        <source>drain, shut down, quit</source>
        <translation>auslaufen lassen, herunterfahren, beenden</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Opens the manual at the section about the current page.</source>
        <translation>Öffnet das Handbuch beim Abschnitt über die aktuelle Seite.</translation>
    </message>
    <message>
        <source>documentation, guide</source>
        <translation>Dokumentation, Anleitung</translation>
    </message>
    <message>
        <source>&amp;Keys</source>
        <translation>T&amp;asten</translation>
    </message>
    <message>
        <source>Shows all commands that have keys, on top of the window.</source>
        <translation>Zeigt alle Befehle, die Tasten haben, über dem Fenster.</translation>
    </message>
    <message>
        <source>shortcuts, hotkeys, cheat sheet</source>
        <translation>Tastenkürzel, Übersicht</translation>
    </message>
    <message>
        <source>Keyboard &amp;shortcuts…</source>
        <translation>&amp;Tastenkürzel…</translation>
    </message>
    <message>
        <source>Choose the keys of every command.</source>
        <translation>Wählen Sie die Tasten jedes Befehls.</translation>
    </message>
    <message>
        <source>hotkeys, key bindings</source>
        <translation>Tastenkürzel, Tastenbelegung</translation>
    </message>
    <message>
        <source>&amp;About Yardmaster</source>
        <translation>&amp;Über Yardmaster</translation>
    </message>
    <message>
        <source>Version and licence.</source>
        <translation>Version und Lizenz.</translation>
    </message>
    <message>
        <source>About Yardmaster</source>
        <translation>Über Yardmaster</translation>
    </message>
    <message>
        <source>Yardmaster %1</source>
        <translation>Yardmaster %1</translation>
    </message>
    <message>
        <source>Desktop console and embedded worker for graphile-worker job queues in PostgreSQL. MIT licence.</source>
        <translation>Konsole und eingebauter Worker für Job-Warteschlangen von graphile-worker in PostgreSQL. MIT-Lizenz.</translation>
    </message>
</context>
<context>
    <name>yardmaster::WorkerDetail</name>
    <message>
        <source>on another machine, or not known</source>
        <translation>anderer Rechner oder unbekannt</translation>
    </message>
    <message>
        <source>%1, runs on this machine</source>
        <translation>%1, läuft auf diesem Rechner</translation>
    </message>
    <message>
        <source>%1, does not run on this machine any more</source>
        <translation>%1, läuft nicht mehr auf diesem Rechner</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>Namen kopieren</translation>
    </message>
    <message>
        <source>Show jobs</source>
        <translation>Jobs zeigen</translation>
    </message>
    <message>
        <source>Unlock…</source>
        <translation>Entsperren…</translation>
    </message>
    <message>
        <source>Jobs it holds</source>
        <translation>Jobs, die er hält</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>Id</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Task</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Database sessions named after it</source>
        <translation>Nach ihm benannte Datenbanksitzungen</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>Letzter Heartbeat</translation>
    </message>
    <message>
        <source>never sent one</source>
        <translation>nie gesendet</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Queues held</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>These locks have no owner; unlock the jobs themselves.</source>
        <translation>Diese Sperren haben keinen Inhaber; entsperren Sie die Jobs selbst.</translation>
    </message>
    <message>
        <source>It holds nothing.</source>
        <translation>Er hält nichts.</translation>
    </message>
    <message>
        <source>%1 · this program</source>
        <translation>%1 · dieses Programm</translation>
    </message>
    <message>
        <source>Jobs it holds: not read yet</source>
        <translation>Jobs, die er hält: noch nicht gelesen</translation>
    </message>
    <message>
        <source>Jobs it holds: the oldest %1 of %2</source>
        <translation>Jobs, die er hält: die ältesten %1 von %2</translation>
    </message>
    <message>
        <source>Jobs it holds: %1</source>
        <translation>Jobs, die er hält: %1</translation>
    </message>
    <message>
        <source>No database session is named after it</source>
        <translation>Keine Datenbanksitzung ist nach ihm benannt</translation>
    </message>
    <message>
        <source>Database sessions: %1</source>
        <translation>Datenbanksitzungen: %1</translation>
    </message>
    <message>
        <source>Matched by the name that a program gives its connections. Most programs give no name of their own, so their sessions cannot be told apart.</source>
        <translation>Zugeordnet nach dem Namen, den ein Programm seinen Verbindungen gibt. Die meisten geben keinen eigenen, daher sind ihre Sitzungen nicht zu unterscheiden.</translation>
    </message>
    <message>
        <source>not permitted to see</source>
        <translation>nicht einsehbar</translation>
    </message>
    <message>
        <source>this server&apos;s machine</source>
        <translation>Rechner des Servers</translation>
    </message>
    <message>
        <source>Lists the jobs it holds.</source>
        <translation>Listet die Jobs auf, die er hält.</translation>
    </message>
    <message>
        <source>It holds no job.</source>
        <translation>Er hält keinen Job.</translation>
    </message>
    <message>
        <source>Shows what would be unlocked, then asks for confirmation.</source>
        <translation>Zeigt, was entsperrt würde, und fragt dann nach.</translation>
    </message>
    <message>
        <source>Last fetch</source>
        <translation>Zuletzt Jobs gesucht</translation>
    </message>
    <message>
        <source>Last result</source>
        <translation>Letztes Ergebnis</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keines</translation>
    </message>
    <message>
        <source>This program runs this worker. Stop it on the “This worker” page; it returns its jobs to the queue.</source>
        <translation>Dieses Programm führt diesen Worker aus. Halten Sie ihn auf der Seite „Dieser Worker“ an; er gibt seine Jobs an die Warteschlange zurück.</translation>
    </message>
    <message>
        <source>Running at that time</source>
        <translation>Liefen dabei</translation>
    </message>
    <message>
        <source>Jobs that had been started, as of its last heartbeat. The others that it holds wait in its memory.</source>
        <translation>Jobs, die zum letzten Heartbeat begonnen waren. Die anderen, die er hält, warten in seinem Speicher.</translation>
    </message>
</context>
<context>
    <name>yardmaster::WorkersModel</name>
    <message>
        <source>%1 · this program</source>
        <translation>%1 · dieses Programm</translation>
    </message>
    <message>
        <source>It never sent one.</source>
        <translation>Er hat nie einen gesendet.</translation>
    </message>
    <message>
        <source>No session in the database is named after it; most programs do not name theirs.</source>
        <translation>Keine Sitzung in der Datenbank ist nach ihm benannt; die meisten Programme benennen ihre nicht.</translation>
    </message>
    <message>
        <source>Sessions in the database that are named after it.</source>
        <translation>Sitzungen in der Datenbank, die nach ihm benannt sind.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Last heartbeat</source>
        <translation>Letzter Heartbeat</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Jobs held</source>
        <translation>Jobs</translation>
    </message>
    <message>
        <source>Oldest since</source>
        <translation>Ältester seit</translation>
    </message>
    <message>
        <source>Queues held</source>
        <translation>Warteschlangen</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Of these it ran %1 at its last heartbeat. The others wait in its memory.</source>
        <translation>Zum letzten Heartbeat liefen davon %1. Die anderen warten in seinem Speicher.</translation>
    </message>
    <message>
        <source>They run, or wait in its memory: it does not say which.</source>
        <translation>Sie laufen oder warten in seinem Speicher: Er sagt nicht, welche.</translation>
    </message>
</context>
<context>
    <name>yardmaster::WorkersPanel</name>
    <message>
        <source>Workers</source>
        <translation>Worker</translation>
    </message>
    <message>
        <source>Sweep…</source>
        <translation>Abräumen…</translation>
    </message>
    <message>
        <source>Show the &amp;jobs of this worker</source>
        <translation>&amp;Jobs dieses Workers zeigen</translation>
    </message>
    <message>
        <source>Lists the jobs that the selected worker holds.</source>
        <translation>Listet die Jobs auf, die der gewählte Worker hält.</translation>
    </message>
    <message>
        <source>&amp;Unlock what this worker holds…</source>
        <translation>Entsperren, &amp;was dieser Worker hält…</translation>
    </message>
    <message>
        <source>Takes jobs and queues away from the selected worker, after showing which.</source>
        <translation>Nimmt dem gewählten Worker Jobs und Warteschlangen weg, nachdem gezeigt wurde, welche.</translation>
    </message>
    <message>
        <source>&amp;Sweep stale workers…</source>
        <translation>&amp;Worker ohne Heartbeat abräumen…</translation>
    </message>
    <message>
        <source>Returns the jobs of workers without a heartbeat to the queue.</source>
        <translation>Gibt Jobs von Workern ohne Heartbeat an die Warteschlange zurück.</translation>
    </message>
    <message>
        <source>Looking for workers</source>
        <translation>Worker werden gesucht</translation>
    </message>
    <message>
        <source>They appear here in a moment.</source>
        <translation>Sie erscheinen gleich hier.</translation>
    </message>
    <message>
        <source>The registry may not be read</source>
        <translation>Das Register darf nicht gelesen werden</translation>
    </message>
    <message>
        <source>This role needs the right to select from _private_workers. Owners of locks still appear here.</source>
        <translation>Diese Rolle braucht das Leserecht für _private_workers. Inhaber von Sperren erscheinen hier trotzdem.</translation>
    </message>
    <message>
        <source>No worker on this queue</source>
        <translation>Kein Worker an dieser Warteschlange</translation>
    </message>
    <message>
        <source>No lock is held</source>
        <translation>Keine Sperre wird gehalten</translation>
    </message>
    <message>
        <source>This schema has no worker registry, so idle workers cannot be seen. A Yardmaster worker that may create it does so when it starts.</source>
        <translation>Dieses Schema hat kein Worker-Register, daher sind untätige Worker nicht zu sehen. Ein Yardmaster-Worker, der es darf, legt es beim Start an.</translation>
    </message>
    <message>
        <source>%1 alive</source>
        <translation>%1 am Leben</translation>
    </message>
    <message>
        <source>%1 stale</source>
        <translation>%1 ohne Heartbeat</translation>
    </message>
    <message>
        <source>%1 gone</source>
        <translation>%1 weg</translation>
    </message>
    <message>
        <source>%1 unknown</source>
        <translation>%1 unbekannt</translation>
    </message>
    <message>
        <source>no registry in this schema: no worker sends heartbeats</source>
        <translation>kein Register in diesem Schema: kein Worker sendet Heartbeats</translation>
    </message>
    <message>
        <source>the registry may not be read by this role</source>
        <translation>das Register darf von dieser Rolle nicht gelesen werden</translation>
    </message>
    <message>
        <source>there are more</source>
        <translation>es gibt weitere</translation>
    </message>
    <message>
        <source>searching for locked jobs took too long: create the index of running jobs on the Maintenance page</source>
        <translation>die Suche nach gesperrten Jobs dauerte zu lange: legen Sie den Index der laufenden Jobs auf der Seite Wartung an</translation>
    </message>
    <message>
        <source>searching for locked jobs…</source>
        <translation>gesperrte Jobs werden gesucht…</translation>
    </message>
    <message>
        <source>jobs held: read %1</source>
        <translation>gehaltene Jobs: gelesen %1</translation>
    </message>
    <message>
        <source>Without the index of running jobs this reads the whole table, so it is not done often.</source>
        <translation>Ohne den Index der laufenden Jobs wird dafür die ganze Tabelle gelesen, daher nicht oft.</translation>
    </message>
    <message>
        <source>No worker is selected.</source>
        <translation>Kein Worker ist gewählt.</translation>
    </message>
    <message>
        <source>The workers have not been read yet.</source>
        <translation>Die Worker wurden noch nicht gelesen.</translation>
    </message>
    <message>
        <source>This schema has no worker registry, so stale workers cannot be found.</source>
        <translation>Dieses Schema hat kein Worker-Register, daher lassen sich ausgefallene Worker nicht finden.</translation>
    </message>
    <message>
        <source>list, filter, locked</source>
        <translation>auflisten, filtern, gesperrt</translation>
    </message>
    <message>
        <source>release, free, force unlock, dead</source>
        <translation>freigeben, entsperren erzwingen, tot</translation>
    </message>
    <message>
        <source>stale, dead, crashed, recover</source>
        <translation>verwaist, tot, abgestürzt, wiederherstellen</translation>
    </message>
    <message>
        <source>No worker is registered, and no lock is held. Start a worker on the “This worker” page, or elsewhere. Workers of graphile-worker appear while they hold jobs.</source>
        <translation>Kein Worker ist registriert, und keine Sperre wird gehalten. Starten Sie einen auf der Seite „Dieser Worker“ oder anderswo. Worker von graphile-worker erscheinen, solange sie Jobs halten.</translation>
    </message>
</context>
<context>
    <name>yardmaster::WriteGuard</name>
    <message>
        <source>No profile says which environment this database belongs to, so it is locked against changes like production. Unlock changes first.</source>
        <translation>Kein Profil sagt, zu welcher Umgebung diese Datenbank gehört; darum ist sie wie Produktion gegen Änderungen gesperrt. Schalten Sie zuerst Änderungen frei.</translation>
    </message>
    <message>
        <source>Production is locked against changes. Unlock changes first.</source>
        <translation>Die Produktion ist gegen Änderungen gesperrt. Schalten Sie zuerst Änderungen frei.</translation>
    </message>
</context>
</TS>
