# The task host for Python 3.9 and later: runs tasks in one long-lived process, with the standard library only.
# The protocol is described in resources/manual/task-hosts.md, what tasks are given in tasks.md. A worker passes
# this text to `python3 -` on standard input, so that no installed file has to be found; hence one long file.
#
# Threads: the main thread loads the files and has the event loop of the async tasks; "channel" has an event loop of
# its own for the messages, so that jobs which block the first one hold up neither the worker nor sync tasks; these
# run on as many threads as there are of them at a time.

import sys

if sys.version_info < (3, 9):
    sys.exit("Python 3.9 or later is needed, this is %d.%d" % sys.version_info[:2])
if "" in sys.path:
    sys.path.remove("")  # what lies in the working directory does not replace the modules of this program

import asyncio
import contextvars
import copy
import datetime
import faulthandler
import importlib
import importlib.util
import inspect
import io
import json
import logging
import os
import platform
import queue
import signal
import socket
import threading
import traceback
import types

PROTOCOL_VERSION = 1
CHANNEL_FD = 3  # both ways
REPORT_FD = 4  # what must arrive although the event loop is blocked or the process ends
LARGEST_FRAME = 512 * 1024 * 1024
UNSENT_OUTPUT = 16 * 1024 * 1024  # bytes; beyond, log lines and output are left out
MOST_THREADS = 500
BEAT = 0.5  # seconds between two signs of the event loop
LONGEST_LINE = 8192  # characters of output that are held back for the end of the line
LONGEST_MESSAGE = 1500  # characters of an exception; the console looks for it in the last 2,000 of an error
LONGEST_FRAMES = 6000  # characters of the calls that led to it

current_run = contextvars.ContextVar("yardmaster_run", default=None)
host_pid = os.getpid()


# ---- Messages


def frame(message):
    body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii")
    return len(body).to_bytes(4, "big") + body


def report(*message):
    """Writes at once, whatever the event loops do."""
    try:
        os.write(REPORT_FD, frame(message))
    except OSError:
        pass  # the worker is gone, or does not listen


class Channel(asyncio.Protocol):
    """Frames to and from the worker, on a thread of its own."""

    def __init__(self):
        self._lock = threading.Lock()  # guards the next five
        self._frames = []
        self._results = []
        self._unsent = 0  # bytes of _frames
        self._left_out = 0  # messages since the last that could be sent
        self._is_flush_planned = False
        self._buffered = 0  # bytes that the transport holds; written by the channel's thread
        self._held = bytearray()
        self._transport = None
        self.loop = asyncio.new_event_loop()

    def run(self):
        asyncio.set_event_loop(self.loop)
        sock = socket.socket(fileno=CHANNEL_FD)
        sock.setblocking(False)
        self.loop.run_until_complete(self.loop.create_connection(lambda: self, sock=sock))
        self.loop.run_forever()

    # Any thread

    def send(self, *message):
        self._queue(frame(message))

    def send_now(self, *message):
        """Returns when it is written: the process may end right after. Not from the channel's thread."""
        self.send(*message)
        is_written = threading.Event()
        self.loop.call_soon_threadsafe(is_written.set)  # after the flush that is planned
        is_written.wait(10)

    def send_if_read(self, *message):
        """For messages that may be missing: the worker may read more slowly than tasks write."""
        if self._unsent + self._buffered > UNSENT_OUTPUT:
            with self._lock:
                self._left_out += 1
            return
        self._tell_left_out()
        self.send(*message)

    def _tell_left_out(self):
        with self._lock:
            count, self._left_out = self._left_out, 0
        if count:
            text = "logs and output were left out because they came faster than they could be sent; lines: %d" % count
            self.send("log", 0, "warning", text)

    def done(self, result):
        with self._lock:
            self._results.append(result)
            self._plan()

    def _queue(self, bytes_):
        with self._lock:
            self._frames.append(bytes_)
            self._unsent += len(bytes_)
            self._plan()

    def _plan(self):
        if self._is_flush_planned or os.getpid() != host_pid:
            return
        self._is_flush_planned = True
        self.loop.call_soon_threadsafe(self._flush)

    # The channel's thread

    def connection_made(self, transport):
        self._transport = transport
        self.send("hello", {"version": PROTOCOL_VERSION, "host": "python", "runtime": platform.python_version()})

    def _flush(self):
        if self._left_out and self._unsent + self._buffered <= UNSENT_OUTPUT:
            self._tell_left_out()
        with self._lock:
            self._is_flush_planned = False
            frames, self._frames, self._unsent = self._frames, [], 0
            results, self._results = self._results, []
        if results:
            frames.append(frame(["done", results]))
        if frames and not self._transport.is_closing():
            self._transport.write(b"".join(frames))
        self._buffered = self._transport.get_write_buffer_size()
        if self._buffered:
            self.loop.call_later(0.02, self._flush)

    def say_bye(self):
        if not results_are_out():
            return
        self._queue(frame(["bye"]))
        self._flush()
        self._leave_when_written()

    def _leave_when_written(self):
        if self._transport.get_write_buffer_size():
            self.loop.call_later(0.01, self._leave_when_written)
        else:
            leave(0, patience=10)

    def data_received(self, data):
        held = self._held
        held += data
        begin = 0
        while len(held) - begin >= 4:
            size = int.from_bytes(held[begin : begin + 4], "big")
            if size > LARGEST_FRAME:
                self._give_up("a frame of %d bytes is larger than %d" % (size, LARGEST_FRAME))
                return
            if len(held) - begin - 4 < size:
                break
            text = bytes(held[begin + 4 : begin + 4 + size])
            begin += 4 + size
            try:
                message = json.loads(text)
            except RecursionError:
                message = message_apart(text)
            except ValueError as error:
                self._give_up("a message cannot be read: %s" % error)
                return
            handler = HANDLERS.get(message[0])
            if handler:  # others: of a later version that this one may ignore
                handler(*message[1:])
        del held[:begin]

    @staticmethod
    def _give_up(why):
        report("fatal", 0, why)
        os_exit(70)

    def eof_received(self):
        leave(0, patience=0.5)

    def connection_lost(self, error):
        leave(0, patience=0.5)


TOO_DEEP = object()  # instead of a payload
MODULE = "Python's json module"


def message_apart(text):
    """One with a payload that is nested too deeply for json."""
    if text.startswith(b'["added",'):
        number = int(text.split(b",", 2)[1])
        return ["refused", number, {"message": "the jobs were added, but a payload is nested too deeply for " + MODULE}]
    return ["run", rows_apart(text)]


def rows_apart(text):
    """The rows of a message "run" with a payload that is nested too deeply for json."""
    rows = []
    depth = begin = position = 0
    payload = None  # of this row: where its outer brackets are
    while position < len(text):
        byte = text[position]
        if byte == ord('"'):
            position += 1
            while text[position] != ord('"'):
                position += 2 if text[position] == ord("\\") else 1
        elif byte in b"[{":
            depth += 1
            if depth == 3:
                begin = position
                payload = []
            elif depth == 4 and not payload:
                payload.append(position)
        elif byte in b"]}":
            if depth == 4 and len(payload) == 1:
                payload.append(position + 1)
            elif depth == 3:
                rows.append(row_from(text[begin : position + 1], [place - begin for place in payload]))
            depth -= 1
        position += 1
    return rows


def row_from(text, payload):
    try:
        return json.loads(text)
    except RecursionError:
        row = json.loads(text[: payload[0]] + b"null" + text[payload[1] :])
        row[2] = TOO_DEEP
        return row


def leave(code, patience):
    """Ends the process the usual way, with atexit; but in time. Any thread."""

    def force():
        threading.Event().wait(patience)
        os_exit(code)

    threading.Thread(target=force, daemon=True).start()
    main_loop.call_soon_threadsafe(main_loop.stop)


# ---- The job and its helpers

UTC = datetime.timezone.utc
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=UTC)


def time_from(value):
    if value is None:
        return None
    if value == "Infinity":
        return datetime.datetime.max.replace(tzinfo=UTC)
    if value == "-Infinity":
        return datetime.datetime.min.replace(tzinfo=UTC)
    try:
        return EPOCH + datetime.timedelta(milliseconds=value)
    except OverflowError:  # PostgreSQL has more years
        return time_from("Infinity" if value > 0 else "-Infinity")


def milliseconds_from(time):
    """With a fraction for microseconds, where a double has room for it."""
    plain_time = time.replace(tzinfo=None)
    if plain_time == datetime.datetime.max:
        return "Infinity"
    if plain_time == datetime.datetime.min:
        time = time.replace(tzinfo=UTC)  # other zones may begin before it
    micros = (time.astimezone(UTC) - EPOCH) // datetime.timedelta(microseconds=1)
    return micros // 1000 if micros % 1000 == 0 or abs(micros) > 2**53 else micros / 1000


class Job(types.SimpleNamespace):
    """A row of the queue. Times are aware datetimes in UTC."""


def job_from(row, identifier):
    """Positions: see task-hosts.md; from the payload on."""
    return Job(
        id=int(row[1]),
        task_identifier=identifier,
        payload=row[0],
        job_queue_id=row[5],
        queue_name=row[6],
        task_id=row[7],
        priority=row[8],
        run_at=time_from(row[2]),
        attempts=row[9],
        max_attempts=row[10],
        last_error=row[11],
        created_at=time_from(row[3]),
        updated_at=time_from(row[4]),
        key=row[12],
        locked_at=time_from(row[13]),
        locked_by=row[14],
        revision=row[15],
        flags=copy.deepcopy(row[16]),  # rows may share it
    )


class Failure(Exception):
    """Fails the job with just this text.

    final: it is not tried again. retry_after: seconds, or a timedelta, until it is.
    """

    def __init__(self, message, *, final=False, retry_after=None):
        super().__init__(message)
        self.final = final
        self.retry_after = retry_after


class AddJobError(RuntimeError):
    """The jobs were not added. code: the SQLSTATE, or empty."""

    def __init__(self, message, code):
        super().__init__(message)
        self.code = code


SHOWS_DEBUG = bool(os.environ.get("GRAPHILE_LOGGER_DEBUG"))


def plain(value):
    """What JSON can hold of it."""
    try:
        return json.loads(json.dumps(value, default=str, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return {"text": repr(value)}


class Logger:
    """To the log of the worker. Arguments as for the logging module; further keywords are kept as metadata."""

    def __init__(self, run, scope):
        self._run = run
        self._scope = scope

    def scope(self, **more):
        return Logger(self._run, {**self._scope, **more})

    def log(self, level, message, *args, exc_info=None, **meta):
        if isinstance(level, int):
            level = level_name(level)
        if level == "debug" and not SHOWS_DEBUG:
            return
        text = str(message)
        if args:
            try:
                text %= args
            except (TypeError, ValueError):
                text += " " + repr(args)
        if exc_info:
            text += "\n" + traceback.format_exc().rstrip("\n")
        channel.send_if_read("log", self._run.number, level, text, plain(self._scope), plain(meta))

    def debug(self, message, *args, **meta):
        self.log("debug", message, *args, **meta)

    def info(self, message, *args, **meta):
        self.log("info", message, *args, **meta)

    def warning(self, message, *args, **meta):
        self.log("warning", message, *args, **meta)

    def error(self, message, *args, **meta):
        self.log("error", message, *args, **meta)

    def exception(self, message, *args, **meta):
        self.log("error", message, *args, exc_info=True, **meta)

    critical = error


def level_name(level):
    if level >= logging.ERROR:
        return "error"
    if level >= logging.WARNING:
        return "warning"
    return "info" if level >= logging.INFO else "debug"


class WorkerHandler(logging.Handler):
    """Where the logging module has no handler."""

    def emit(self, record):
        try:
            run = current_run.get()
            text = self.format(record)
            channel.send_if_read("log", run.number if run else 0, level_name(record.levelno), text, {"label": record.name})
        except Exception:
            self.handleError(record)


def spec_from(identifier, payload, options):
    known = {
        "queue_name": "queueName",
        "run_at": "runAt",
        "max_attempts": "maxAttempts",
        "job_key": "jobKey",
        "job_key_mode": "jobKeyMode",
        "priority": "priority",
        "flags": "flags",
    }
    spec = {}
    for name, value in options.items():
        if name not in known:
            raise TypeError("jobs have no option %r; there are %s" % (name, ", ".join(known)))
        if value is None:
            continue
        if name == "run_at":
            if isinstance(value, datetime.timedelta):
                value = datetime.datetime.now(UTC) + value
            if not isinstance(value, datetime.datetime):
                raise TypeError("run_at is a datetime or a timedelta, not %s" % type(value).__name__)
            value = milliseconds_from(value)
        elif name == "flags":
            value = [str(flag) for flag in value]
        elif name in ("priority", "max_attempts"):
            value = int(value)
        else:
            value = str(value)
        spec[known[name]] = value
    return [str(identifier), {} if payload is None else payload, spec]


calls = {}  # number → what is called with (jobs, error)
last_call = 0
calls_lock = threading.Lock()


def add_through_worker(run, specs, preserves_run_at, then):
    global last_call
    with calls_lock:
        last_call += 1
        number = last_call
        calls[number] = then
    try:
        channel.send("addJobs", number, run.number, specs, preserves_run_at)
    except BaseException:
        calls.pop(number, None)
        raise


class Helpers:
    """What both kinds of tasks are given."""

    Failure = Failure
    AddJobError = AddJobError

    def __init__(self, run):
        self._run = run
        self._logger = None

    @property
    def job(self):
        return self._run.job

    @property
    def logger(self):
        if self._logger is None:
            self._logger = Logger(self._run, {"label": "job"})
        return self._logger

    @property
    def cancelled(self):
        """A threading.Event: set when the job is asked to end."""
        return self._run.cancelled

    @property
    def connection(self):
        """The database as libpq's keywords: psycopg.connect(**helpers.connection)."""
        if settings.get("connection") is None:
            raise RuntimeError("this job has no database: it is run by a test, not by a worker")
        return dict(settings["connection"])

    @property
    def schema(self):
        return settings.get("schema")

    @property
    def worker_id(self):
        return settings.get("worker")

    def get_queue_name(self):
        return self._run.row[8]

    def progress(self, fraction, text=""):
        channel.send_if_read("progress", self._run.number, float(fraction), str(text))

    def add_job(self, identifier, payload=None, **options):
        return self._add([spec_from(identifier, payload, options)], None, lambda jobs: jobs[0] if jobs else None)

    def add_jobs(self, specs, preserve_run_at=False):
        rows = []
        for spec in specs:
            options = dict(spec)
            rows.append(spec_from(options.pop("identifier"), options.pop("payload", None), options))
        return self._add(rows, bool(preserve_run_at), lambda jobs: jobs)


class SyncHelpers(Helpers):
    def _add(self, specs, preserves_run_at, unwrap):
        answers = queue.SimpleQueue()
        add_through_worker(self._run, specs, preserves_run_at, lambda jobs, error: answers.put((jobs, error)))
        jobs, error = answers.get()
        if error:
            raise error
        return unwrap(jobs)


class AsyncHelpers(Helpers):
    async def _add(self, specs, preserves_run_at, unwrap):
        loop = asyncio.get_running_loop()
        future = loop.create_future()

        def settle(jobs, error):
            if future.done():
                return
            if error:
                future.set_exception(error)
            else:
                future.set_result(unwrap(jobs))

        add_through_worker(
            self._run, specs, preserves_run_at, lambda *answer: loop.call_soon_threadsafe(settle, *answer)
        )
        return await future


# ---- Running


class Run:
    __slots__ = ("number", "row", "task", "_job", "_event", "is_cancelled", "partial", "coroutine", "has_begun")

    def __init__(self, row, task):
        self.number = row[0]
        self.row = row
        self.task = task  # of the tasks folder
        self._job = None
        self._event = None
        self.is_cancelled = False
        self.partial = ["", ""]  # output without the end of its line
        self.coroutine = None  # asyncio.Task
        self.has_begun = False  # the former; one that is cancelled before never does

    @property
    def job(self):
        if self._job is None:
            self._job = job_from(self.row[2:], identifiers[self.row[1]])
        return self._job

    @property
    def cancelled(self):
        if self._event is None:
            with runs_lock:
                event = threading.Event()
                if self.is_cancelled:
                    event.set()
                self._event = event
        return self._event

    def cancel(self):
        with runs_lock:
            self.is_cancelled = True
            event = self._event
        if event:
            event.set()
        if self.has_begun:
            self.coroutine.cancel()  # raises CancelledError where it awaits


settings = {}
identifiers = []  # by index
tasks = []  # by index: a Task, or a string that says why there is none
running = {}  # number → Run
runs_lock = threading.Lock()
is_draining = False


def results_are_out():
    return is_draining and not running


def finish(run, result):
    with runs_lock:
        if running.pop(run.number, None) is None:
            return
    flush_output(run)
    channel.done(result)
    if is_draining and not running:
        channel.loop.call_soon_threadsafe(channel.say_bye)


def own_traceback(error):
    """Without the calls of this program."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def middle_cut(text, longest):
    if len(text) <= longest:
        return text
    lines_end = text.rfind("\n", 0, longest // 3) + 1 or longest // 3
    rest = text.find("\n", len(text) - longest * 2 // 3) + 1 or len(text) - longest * 2 // 3
    return "%s  (%d characters left out)\n%s" % (text[:lines_end], rest - lines_end, text[rest:])


def error_text(run, error):
    """As Python prints it; cut so that the console finds the exception, and all of it in the log then."""
    if isinstance(error, Failure):
        return str(error) or "Failure"
    if isinstance(error, asyncio.CancelledError) and run.is_cancelled:
        return "CancelledError: the job was asked to end"
    formatted = traceback.TracebackException(type(error), error, own_traceback(error))
    last = "".join(formatted.format_exception_only()).rstrip("\n")
    whole = "".join(formatted.format()).rstrip("\n")
    if not whole.startswith("Traceback ") and not whole.startswith(last):
        return last + "\n" + whole  # a group of exceptions, drawn as a tree
    if len(last) <= LONGEST_MESSAGE and len(whole) <= LONGEST_FRAMES + LONGEST_MESSAGE:
        return whole
    write_output(run, True, whole + "\n")
    calls_ = whole[: -len(last)] if whole.endswith(last) else whole + "\n"
    if len(last) > LONGEST_MESSAGE:
        last = "%s… (%d characters left out)" % (last[:LONGEST_MESSAGE], len(last) - LONGEST_MESSAGE)
    return middle_cut(calls_, LONGEST_FRAMES) + last


def fail(run, error):
    try:
        text = error_text(run, error)
    except BaseException as second:  # of a class that cannot even be shown
        text = "%s, which cannot be shown: %s" % (type(error).__name__, type(second).__name__)
    if isinstance(error, SystemExit) and error.code in (None, 0):
        finish(run, run.number)
        return
    options = {}
    if isinstance(error, Failure):
        if error.final:
            options["final"] = True
        if error.retry_after is not None:
            seconds = error.retry_after
            if isinstance(seconds, datetime.timedelta):
                seconds = seconds.total_seconds()
            options["retryAfter"] = max(0, round(float(seconds) * 1000))
    finish(run, [run.number, text, None, options] if options else [run.number, text])


def succeed(run, returned):
    payload = run.row[2]
    if isinstance(returned, (list, tuple)) and isinstance(payload, list):
        settle_batch(run, payload, returned)
    else:
        finish(run, run.number)


def settle_batch(run, payload, returned):
    if len(payload) != len(returned):
        channel.send_if_read(
            "log",
            run.number,
            "warning",
            "The number of results (%d) is not that of the items (%d); a task should return nothing, or one result "
            "for each item. All items count as successful." % (len(returned), len(payload)),
        )
        finish(run, run.number)
        return
    pairs = [(item, result) for item, result in zip(payload, returned) if isinstance(result, BaseException)]
    if not pairs:
        finish(run, run.number)
        return
    text = "Batch failures:\n" + "\n".join(str(error) or type(error).__name__ for _, error in pairs)
    try:
        # What JSON has no number for is null, as JSON.stringify() writes it: 1e400 was read as infinity.
        items = json.loads(json.dumps([item for item, _ in pairs]), parse_constant=lambda name: None)
    except (TypeError, ValueError, RecursionError) as error:
        finish(run, [run.number, "%s\n%s" % (text, error)])
        return
    finish(run, [run.number, text, items])


def is_batch_of_awaitables(run, returned):
    return (
        isinstance(returned, (list, tuple))
        and isinstance(run.row[2], list)
        and any(inspect.isawaitable(item) for item in returned)
    )


async def item_result(item):
    try:
        return await item
    except Exception as error:
        return error


async def begin_created():
    """Lets the tasks that a job has created and not awaited begin: what they add goes out before its result."""
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        pass  # the job has returned before that


async def settle_async(run, returned):
    """Awaits what a task has returned, and the items of a batch."""
    try:
        run.has_begun = True
        if run.is_cancelled:
            run.coroutine.cancel()
        while inspect.isawaitable(returned):
            returned = await returned
        if is_batch_of_awaitables(run, returned):
            returned = await asyncio.gather(
                *(item_result(item) if inspect.isawaitable(item) else item_result(value(item)) for item in returned)
            )
        await begin_created()
        succeed(run, returned)
    except BaseException as error:
        fail(run, error)
    finally:
        running_async.discard(run)


async def value(item):
    return item


running_async = set()


def start_coroutine(run, awaitable):
    running_async.add(run)
    beat()
    run.coroutine = main_loop.create_task(settle_async(run, awaitable))


def begin_async(run):
    current_run.set(run)
    try:
        coroutine = run.task.function(run.row[2], AsyncHelpers(run))
    except BaseException as error:
        fail(run, error)
        return
    start_coroutine(run, coroutine)


def start_async(runs):
    for run in runs:
        contextvars.copy_context().run(begin_async, run)


def begin_sync(run):
    current_run.set(run)
    try:
        returned = run.task.function(run.row[2], SyncHelpers(run))
    except BaseException as error:
        fail(run, error)
        return
    if inspect.isawaitable(returned) or is_batch_of_awaitables(run, returned):
        context = contextvars.copy_context()
        main_loop.call_soon_threadsafe(context.run, start_coroutine, run, value(returned))
    else:
        succeed(run, returned)


class Threads:
    """Threads for sync tasks: more of them where what waits would take longer than ten milliseconds.

    Many short jobs then run on few threads; a thread for each takes ten times as long."""

    TICK = 0.002  # seconds

    def __init__(self):
        self._waiting = queue.SimpleQueue()
        self._count = 0
        self._taken = 0  # about: several threads count
        self._seen = 0  # of these, at the last tick
        self._is_growing = False

    def start(self, runs):
        """The channel's thread, as the next two."""
        for run in runs:
            self._waiting.put(run)
        if self._count == 0:
            self._add(1)
        if not self._is_growing:
            self._is_growing = True
            self._seen = self._taken
            channel.loop.call_later(self.TICK, self._grow)

    def _grow(self):
        waiting = self._waiting.qsize()
        taken, self._seen = self._taken - self._seen, self._taken
        self._is_growing = waiting > 0 and self._count < MOST_THREADS
        if not self._is_growing:
            return
        if waiting > 5 * taken:
            self._add(min(waiting, max(1, self._count)))
        channel.loop.call_later(self.TICK, self._grow)

    def _add(self, count):
        for _ in range(min(count, MOST_THREADS - self._count)):
            try:
                threading.Thread(target=self._work, name="task", daemon=True).start()
            except RuntimeError as error:  # no more threads
                channel.send_if_read("log", 0, "warning", str(error))
                return
            self._count += 1

    def _work(self):
        while True:
            run = self._waiting.get()
            self._taken += 1
            contextvars.Context().run(begin_sync, run)
            del run


# ---- Loading


class NotATask(Exception):
    """The file can be loaded, but has no task."""


class Task:
    def __init__(self, function):
        self.function = function
        self.is_async = inspect.iscoroutinefunction(function)


def package_for(folder):
    """The name under which the tasks folder is a package, so that tasks may import what lies beside them."""
    name = os.path.basename(folder)
    if os.path.dirname(folder) == os.getcwd() and name.isidentifier():
        found = importlib.util.find_spec(name)
        if found is None or folder in [os.path.abspath(path) for path in found.submodule_search_locations or []]:
            return name
    package = types.ModuleType("yardmaster_tasks")
    package.__path__ = [folder]
    sys.modules[package.__name__] = package
    return package.__name__


def module_from(package, folder, file):
    parts = os.path.relpath(file, folder)[: -len(".py")].split(os.sep)
    if ".." not in parts and not any("." in part for part in parts):
        return importlib.import_module(".".join([package] + parts))
    spec = importlib.util.spec_from_file_location("yardmaster_task_%d" % len(tasks), file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def task_from(module):
    function = getattr(module, "run", None)
    if function is None:
        raise NotATask("it has no function run(payload, helpers)")
    if not callable(function):
        raise NotATask("its run is not a function, but %s" % type(function).__name__)
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise NotATask("its function run is a generator")
    try:
        inspect.signature(function).bind(None, None)
    except TypeError:
        raise NotATask("its function run does not take (payload, helpers)") from None
    except ValueError:
        pass  # one in C need not have a signature
    return Task(function)


def load(given):
    global settings
    is_known = bool(settings)
    settings = given
    if not is_known:
        load_tasks(given)
    if given.get("blockedAfter") and any(isinstance(task, Task) for task in tasks):
        threading.Thread(target=watch, args=(given["blockedAfter"] / 1000,), name="watch", daemon=True).start()
    channel.send("loaded", load_problems)


load_problems = []
is_loading = False


def load_tasks(given):
    global is_loading
    is_loading = True
    folder = given.get("folder") or os.getcwd()
    sys.path.insert(0, os.getcwd())
    sys.path.append(folder)
    package = package_for(folder)
    for index, (identifier, file) in enumerate(given["files"]):
        channel.send_now("loading", index)
        identifiers.append(identifier)
        try:
            tasks.append(task_from(module_from(package, folder, file)))
        except BaseException as error:
            why = "".join(traceback.format_exception_only(type(error), error)).strip().split("\n")
            text = str(error) if isinstance(error, NotATask) else why[-1]
            if isinstance(error, SyntaxError):
                text = "%s (%s, line %s)" % (text, error.filename, error.lineno)
            tasks.append(text)
            load_problems.append([identifier, text, "".join(traceback.format_exception(type(error), error, own_traceback(error)))])
    is_loading = False


# ---- Messages from the worker, on the channel's thread


def on_run(rows):
    started_async = []
    started_sync = []
    before = []
    for row in rows:
        row += before[len(row) :]
        before = row
        task = tasks[row[1]] if row[1] < len(tasks) else "it is unknown"
        run = Run(row, task)
        with runs_lock:
            running[run.number] = run
        if isinstance(task, str):
            finish(run, [run.number, "The task could not be loaded: " + task])
        elif row[2] is TOO_DEEP:
            finish(run, [run.number, "The payload is nested too deeply for " + MODULE])
        elif task.is_async:
            started_async.append(run)
        else:
            started_sync.append(run)
    if started_async:
        main_loop.call_soon_threadsafe(start_async, started_async)
    if started_sync:
        threads.start(started_sync)


def on_cancel(numbers):
    for number in numbers:
        run = running.get(number)
        if run:
            main_loop.call_soon_threadsafe(run.cancel) if run.task.is_async or run.coroutine else run.cancel()


def answer(number, jobs, error):
    then = calls.pop(number, None)
    if then:
        try:
            then(jobs, error)
        except RuntimeError:
            pass  # the event loop that it was for has been closed


def on_added(number, rows):
    try:
        jobs = [job_from(row, row[-1]) for row in rows]
    except Exception as error:
        answer(number, None, AddJobError("the jobs were added, but the answer cannot be read: %s" % error, ""))
    else:
        answer(number, jobs, None)


def on_refused(number, error):
    answer(number, None, AddJobError(error.get("message", ""), error.get("code", "")))


def on_drain():
    global is_draining
    is_draining = True
    channel.say_bye()


HANDLERS = {
    "load": lambda given: main_loop.call_soon_threadsafe(load, given),
    "run": on_run,
    "cancel": on_cancel,
    "added": on_added,
    "refused": on_refused,
    # From the event loop of the tasks: the worker wants to know whether that one turns.
    "ping": lambda number: main_loop.call_soon_threadsafe(channel.send, "pong", number),
    "drain": on_drain,
}


# ---- Output

output_lock = threading.RLock()


def write_output(run, is_error, text):
    """Sends whole lines, so that print() is one message."""
    with output_lock:
        text = run.partial[is_error] + text
        end = text.rfind("\n") + 1
        if len(text) - end > LONGEST_LINE:
            end = len(text)
        run.partial[is_error] = text[end:]
    if end:
        channel.send_if_read("output", run.number, is_error, text[:end])


def flush_output(run):
    for is_error in (False, True):
        text, run.partial[is_error] = run.partial[is_error], ""
        if text:
            channel.send_if_read("output", run.number, is_error, text)


class LabelledBytes(io.BufferedIOBase):
    """Standard output or error: that of a job is sent with its number, other goes its way."""

    def __init__(self, stream, is_error):
        self._stream = stream
        self._is_error = is_error

    def writable(self):
        return True

    def fileno(self):
        return self._stream.fileno()

    def isatty(self):
        return False

    def write(self, data):
        run = current_run.get()
        if run is None or run.number not in running or os.getpid() != host_pid:
            self._stream.buffer.write(data)
            self._stream.buffer.flush()
        else:
            write_output(run, self._is_error, bytes(data).decode("utf-8", "replace"))
        return len(data)

    def flush(self):
        self._stream.flush()


def labelled(stream, is_error):
    return io.TextIOWrapper(
        LabelledBytes(stream, is_error), encoding="utf-8", errors="backslashreplace", newline="", write_through=True
    )


# ---- Blocked event loops, and ends of the process

beats = 0
is_beating = False


def beat():
    """Shows that the event loop turns, for as long as there are async jobs."""
    global is_beating
    if not is_beating:
        is_beating = True
        go_on_beating()


def go_on_beating():
    global beats, is_beating
    beats += 1
    is_beating = bool(running_async)
    if is_beating:
        main_loop.call_later(BEAT, go_on_beating)


def look():
    """Which run the event loop is in, and where."""
    frame_ = sys._current_frames().get(threading.main_thread().ident)
    number = 0
    stack = []
    while frame_:
        code = frame_.f_code
        if code.co_name == "_run" and code.co_filename == asyncio.events.__file__:
            run = frame_.f_locals["self"]._context.get(current_run)
            number = run.number if run else 0
            break
        if code.co_filename != __file__ and len(stack) < 20:
            stack.append('  File "%s", line %d, in %s' % (code.co_filename, frame_.f_lineno, code.co_name))
        frame_ = frame_.f_back
    return number, "\n".join(reversed(stack))[-3000:]


def watch(after):
    import time

    seen, since, reported = beats, time.monotonic(), 0.0
    pause = threading.Event()
    while True:
        before = time.monotonic()
        pause.wait(0.25)
        now = time.monotonic()
        if beats != seen or not is_beating or now - before > 1:  # the latter: the process stood still
            seen, since, reported = beats, now, 0.0
        elif now - since - reported >= after:
            reported = now - since
            number, stack = look()
            report("blocked", number, round(reported * 1000), stack)


os_exit = os._exit


def exit_of_a_task(code):
    if os.getpid() == host_pid:
        run = current_run.get()
        what = "os._exit(%s)" % code
        text = "The task called " + what if run else what + (" was called" if is_loading else " was called outside of a job")
        report("fatal", run.number if run else 0, text)
    os_exit(code)


def after_fork():
    """A child of a task: neither it nor what it starts may hold the channel."""
    for fd in (CHANNEL_FD, REPORT_FD):
        try:
            os.close(fd)
        except OSError:
            pass


def on_loop_exception(loop, context):
    run = current_run.get()
    text = context.get("message") or "error in the event loop"
    error = context.get("exception")
    if error:
        text += "\n" + "".join(traceback.format_exception(type(error), error, error.__traceback__)).rstrip("\n")
    channel.send_if_read("log", run.number if run else 0, "error", text)


def turn():
    while True:
        try:
            main_loop.run_forever()
            return
        except BaseException as error:
            # asyncio stops for sys.exit() in what a task has started; who awaits that is told, too.
            channel.send_if_read("log", 0, "warning", "%s in a task of asyncio" % type(error).__name__)


__file__ = on_loop_exception.__code__.co_filename  # what tracebacks call this program
faulthandler.enable(all_threads=False)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)  # payloads may have such numbers
for fd in (CHANNEL_FD, REPORT_FD):
    os.set_inheritable(fd, False)
main_loop = asyncio.new_event_loop()
main_loop.set_exception_handler(on_loop_exception)
asyncio.set_event_loop(main_loop)
channel = Channel()
threads = Threads()
logging.lastResort = WorkerHandler(logging.WARNING)
sys.stdout = labelled(sys.stdout, False)
sys.stderr = labelled(sys.stderr, True)
os._exit = exit_of_a_task
os.register_at_fork(after_in_child=after_fork)
# The worker decides when jobs end; service managers send these to all processes. Functions, as ignored signals
# would be ignored by what tasks start, too.
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    signal.signal(number, lambda *unused: None)
threading.Thread(target=channel.run, name="channel", daemon=True).start()
turn()
