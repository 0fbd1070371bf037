"""What a screen reader finds in the window, asked through AT-SPI. See `run`."""

import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 60  # s
HEARD = []  # what notifications said
ROLES_THAT_ACT = {
    Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.RADIO_BUTTON,
    Atspi.Role.COMBO_BOX, Atspi.Role.ENTRY, Atspi.Role.TEXT, Atspi.Role.SPIN_BUTTON, Atspi.Role.SLIDER,
    Atspi.Role.PAGE_TAB, Atspi.Role.MENU_ITEM, Atspi.Role.MENU, Atspi.Role.TABLE, Atspi.Role.TREE,
    Atspi.Role.TREE_TABLE, Atspi.Role.LIST, Atspi.Role.LINK,
}
TABLES = {Atspi.Role.TABLE, Atspi.Role.TREE, Atspi.Role.TREE_TABLE, Atspi.Role.LIST}


def fail(problem):
    sys.exit(f"atspi: {problem}")


def wait_for(what, condition):
    """The first true value of condition(), while events are delivered."""
    context = GLib.MainContext.default()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        while context.iteration(False):
            pass
        try:
            if found := condition():
                return found
        except GLib.Error:
            pass  # what was looked at has gone
        time.sleep(0.05)
    fail(f"waited in vain for {what}; heard: {HEARD}")


def settle():
    """Qt 6.4 does not tell which tab is selected, so nothing says that its page has come."""
    end = time.monotonic() + 2
    while time.monotonic() < end:
        GLib.MainContext.default().iteration(False)
        time.sleep(0.01)


def children(part):
    return [child for i in range(part.get_child_count()) if (child := part.get_child_at_index(i))]


def shown(part):
    return part.get_state_set().contains(Atspi.StateType.SHOWING)


def walk(part):
    """What is shown of `part` and in it, without the cells of tables."""
    yield part
    if part.get_role() in TABLES:
        return
    for child in children(part):
        if shown(child):
            yield from walk(child)


def find(part, role, name):
    return next((each for each in walk(part) if each.get_role() == role and each.get_name() == name), None)


def press(part):
    for i in range(part.get_n_actions()):
        if part.get_action_name(i).lower() in ("press", "click", "activate", "toggle"):
            return part.do_action(i)
    fail(f"'{part.get_name()}' cannot be pressed; it has {part.get_n_actions()} actions")


def application():
    return next((each for each in children(Atspi.get_desktop(0)) if "ardmaster" in each.get_name()), None)


def window_of(app):
    return next((each for each in children(app) if shown(each)), None)


def nameless(window):
    return sorted({
        f"{each.get_role_name()} in {each.get_parent().get_role_name()} '{each.get_parent().get_name()}'"
        for each in walk(window) if each.get_role() in ROLES_THAT_ACT and not each.get_name().strip()
    })


def main(program):
    heard = HEARD

    def hear(event):
        try:
            if event.detail1 == 1 and event.source.get_role() == Atspi.Role.NOTIFICATION:
                heard.append(event.source.get_name())
        except GLib.Error:
            pass  # it has gone

    listener = Atspi.EventListener.new(hear)
    listener.register("object:state-changed:showing")

    process = subprocess.Popen([program, "--sandbox", "--language", "en"])
    try:
        app = wait_for("the program", application)
        window = wait_for("its window", lambda: window_of(app))
        tabs = wait_for("its pages", lambda: [
            each for each in walk(window) if each.get_role() == Atspi.Role.PAGE_TAB and each.get_name()])
        wait_for("the connection to be said", lambda: [line for line in heard if line.startswith("Connected")])
        bar = tabs[0].get_parent()
        pages = [tab.get_name() for tab in children(bar) if tab.get_role() == Atspi.Role.PAGE_TAB]
        problems = []
        for index, page in enumerate(pages):
            press(bar.get_child_at_index(index))
            settle()
            problems += [f"{page}: no name: {each}" for each in nameless(window)]
        heard.clear()
        press(wait_for("a button", lambda: find(window, Atspi.Role.PUSH_BUTTON, "Copy psql command")))
        wait_for("'Copied' to be said", lambda: "Copied" in heard)
        print(f"{len(pages)} pages: {', '.join(pages)}")
        if problems:
            fail("\n".join(problems))
    finally:
        process.terminate()
        process.wait(PATIENCE)


main(sys.argv[1])
