"""A PostgreSQL of the comparison's own: local socket only, default durability, removed at the end."""
import atexit
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path


class ServerFailure(Exception):
    pass


def binary(name):
    """The newest installed version's."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name),
                     reverse=True)
    for folder in folders:
        if (folder / name).exists():
            return str(folder / name)
    found = shutil.which(name)
    if not found:
        raise ServerFailure(f"{name} is not installed; on Debian: apt install postgresql")
    return found


def die_with_parent():
    """The server ends when this program does, however that ends."""
    ctypes.CDLL(None).prctl(1, signal.SIGINT)  # PR_SET_PDEATHSIG
    os.setpgrp()  # Ctrl+C is for us; we stop the server


class Server:
    def __init__(self, statistics=False):
        self.folder = Path(tempfile.mkdtemp(prefix="yardmaster-compare-"))
        self.pid = 0
        self._process = None
        self._number = 0
        self._statistics = statistics
        # PostgreSQL does not run as root.
        self._user = {}
        if os.getuid() == 0:
            account = pwd.getpwnam("postgres")
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._user = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
        os.chmod(self.folder, 0o755)

    def __enter__(self):
        atexit.register(self.stop)
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def _start(self):
        data = self.folder / "data"
        made = subprocess.run(
            [binary("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
            capture_output=True, text=True, cwd=self.folder, timeout=120, **self._user)
        if made.returncode != 0:
            raise ServerFailure(f"initdb failed: {made.stderr.strip()}")
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder),
                    "shared_buffers": "512MB", "max_connections": "200"}
        if self._statistics:
            settings |= {"shared_preload_libraries": "pg_stat_statements", "track_io_timing": "on"}
        command = [binary("postgres"), "-D", str(data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=open(self.folder / "log", "w"),
            stderr=subprocess.STDOUT, cwd=self.folder, preexec_fn=die_with_parent, **self._user)
        self.pid = self._process.pid
        deadline = time.monotonic() + 60
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise ServerFailure("the server did not start: " + (self.folder / "log").read_text()[-500:])
            time.sleep(0.1)

    def _answers(self):
        return subprocess.run(["psql", "-d", self.conninfo("postgres"), "-c", "select"],
                              capture_output=True, timeout=30).returncode == 0

    def stop(self):
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)  # fast shutdown
            try:
                self._process.wait(60)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)

    def conninfo(self, database):
        return f"host={self.folder} dbname={database} user=postgres"

    def url(self, database):
        host = str(self.folder).replace("/", "%2F")
        return f"postgres://postgres@{host}/{database}"

    def sql(self, database, text):
        """@returns what psql prints, unaligned; raises if a statement fails."""
        ran = subprocess.run(
            ["psql", "-d", self.conninfo(database), "-XAtq", "-v", "ON_ERROR_STOP=1", "-f", "-"],
            input=text, capture_output=True, text=True, timeout=600)
        if ran.returncode != 0:
            raise ServerFailure(ran.stderr.strip())
        return ran.stdout.strip()

    def new_database(self):
        """Drops the one before."""
        if self._number:
            self.sql("postgres", f"drop database run_{self._number} with (force)")
        self._number += 1
        name = f"run_{self._number}"
        self.sql("postgres", f"create database {name}")
        return name

    def version(self):
        return "PostgreSQL " + self.sql("postgres", "show server_version").split()[0]
