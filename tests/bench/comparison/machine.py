"""What the machine is, and how busy."""
import os
import platform
import resource
import time

TICK = os.sysconf("SC_CLK_TCK")


def describe():
    model = platform.machine()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    gib = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({model}), {gib:.0f} GB, Linux {platform.release().split('-')[0]}"


def busy_seconds():
    """CPU time all programs of the machine have used so far."""
    with open("/proc/stat") as file:
        fields = [int(field) for field in file.readline().split()[1:]]
    user, nice, system, _idle, _iowait, irq, softirq = fields[:7]
    return (user + nice + system + irq + softirq) / TICK


def own_seconds(postmaster):
    """Of that, what this program, its children and the server have used."""
    total = 0.0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        usage = resource.getrusage(who)
        total += usage.ru_utime + usage.ru_stime
    return total + server_seconds(postmaster)


def server_seconds(postmaster):
    ticks = 0
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue  # gone meanwhile
        if int(entry) == postmaster:
            ticks += sum(int(field) for field in fields[11:15])
        elif int(fields[1]) == postmaster:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICK


def wait_until_quiet(limit, noise):
    """@returns whether it got quiet within `limit` seconds."""
    deadline = time.monotonic() + limit
    while True:
        begin, busy = time.monotonic(), busy_seconds()
        time.sleep(0.5)
        share = (busy_seconds() - busy) / (time.monotonic() - begin) / os.cpu_count()
        if share <= noise:
            return True
        if time.monotonic() > deadline:
            return False
