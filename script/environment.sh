# Read by script/server and script/test, from the top of the tree: makes the virtual environment
# .venv and keeps it as requirements.lock says. Plain sh, since macOS has an old bash.

say() { echo "$*" >&2; }

# The oldest and the newest Python that every locked package has been made for.
usable() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))' >/dev/null 2>&1
}

how_to_get_python() {
    case "$(uname -s)" in
        Darwin) say "Install it from python.org, or with Homebrew: brew install python@3.13" ;;
        *) say "On Debian: apt install python3 python3-venv (Debian 12 or newer has a Python that will do)." ;;
    esac
    say "If it is somewhere else on this machine, name it: PYTHON=/path/to/python3 $0"
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        if usable "$PYTHON"; then
            return
        fi
        say "PYTHON is $PYTHON, which $(version_of "$PYTHON"). Landlord needs Python 3.11 to 3.14."
        how_to_get_python
        exit 1
    fi
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        if usable "$name"; then
            PYTHON=$name
            return
        fi
    done
    if command -v python3 >/dev/null 2>&1; then
        say "The python3 of this machine $(version_of python3). Landlord needs Python 3.11 to 3.14."
    else
        say "There is no python3 on this machine. Landlord needs Python 3.11 to 3.14."
    fi
    how_to_get_python
    exit 1
}

version_of() {
    "$1" -c 'import sys; print("is Python %d.%d" % sys.version_info[:2])' 2>/dev/null || echo "does not run"
}

# install runtime|all: sets up what is missing. A second run finds everything in place and asks nobody.
install() {
    if [ "$1" = runtime ]; then
        lock=$(sed '/^# Development/,$d' requirements.lock)
    else
        lock=$(cat requirements.lock)
    fi
    if usable .venv/bin/python; then
        # What has been installed for the tests is enough for the server.
        installed=$(cat .venv/installed 2>/dev/null || true)
        wanted=$(printf '%s\n' "$lock" | cksum)
        if [ "$installed" = "$1 $wanted" ] || { [ "$1" = runtime ] && [ "$installed" = "all $(cksum <requirements.lock)" ]; }; then
            return
        fi
        rm -f .venv/installed
    fi
    # Also when the making of one was broken off, or its Python has gone.
    if ! usable .venv/bin/python || ! .venv/bin/python -c 'import pip' >/dev/null 2>&1; then
        find_python
        if ! "$PYTHON" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            say "Python can't make a virtual environment here: its parts for that are missing."
            say "On Debian: apt install python3-venv"
            exit 1
        fi
        rm -rf .venv
        say "Making a virtual environment in .venv"
        "$PYTHON" -m venv .venv
    fi
    say "Installing the packages, which takes a minute the first time"
    printf '%s\n' "$lock" >.venv/wanted.lock
    if ! .venv/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes \
        -r .venv/wanted.lock >.venv/install.log 2>&1; then
        tail -n 15 .venv/install.log >&2
        say "The packages could not be installed. Is this machine online? All that pip said is in .venv/install.log"
        exit 1
    fi
    echo "$1 $(printf '%s\n' "$lock" | cksum)" >.venv/installed
}
