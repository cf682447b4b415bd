"""Where an invocation runs: a folder of its own, the program, and what must hold of every run."""

import base64
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

CODES = {0, 1, 2, 3, 4, 5, 6, 7, 130}  # docs/program.md
COMMANDS = ("verify", "path", "change", "batch", "devices")
TIMEOUT = 120  # seconds
COMPILING = 600  # of a process that may compile kernels


class Fault(Exception):
    """`kind` stays the same while a case is made smaller."""

    def __init__(self, kind, text):
        super().__init__(f"{kind}: {text}")
        self.kind = kind


class Skip(Exception):
    """The invocation makes no sense here, or needs what is not there."""


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def said(self):
        return self.err.decode(errors="replace").strip()[-600:]


class Place:
    """`tools` has the paths of programs; those that are missing are None."""

    def __init__(self, tools):
        self.tools = tools
        shm = "/dev/shm"
        base = shm if os.access(shm, os.W_OK) and shutil.disk_usage(shm).free > 2**28 else None
        self.base = Path(tempfile.mkdtemp(prefix="torture.", dir=base))
        self.caches = Path(tempfile.mkdtemp(prefix="torture_caches."))
        (self.caches / "no_drivers").mkdir()
        self.folder = self.base / "0"
        self.count = 0
        self.helps = {}
        self.invocations = 0
        self.plain = {"PATH": os.environ["PATH"], "HOME": str(self.caches), "LC_ALL": "C.UTF-8",
                      "OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive",
                      "POCL_CACHE_DIR": os.environ.get("POCL_CACHE_DIR", str(self.caches / "pocl")),
                      "OCL_ICD_VENDORS": str(self.caches / "no_drivers")}
        if "LD_LIBRARY_PATH" in os.environ:
            self.plain["LD_LIBRARY_PATH"] = os.environ["LD_LIBRARY_PATH"]
        name = "OCL_ICD_FILENAMES"  # a driver that no file in /etc names
        self.drivers = {name: os.environ[name]} if name in os.environ else {}
        self.begin()

    def begin(self):
        """A new folder for the next case."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.count += 1
        self.folder = self.base / str(self.count)
        self.folder.mkdir()
        self.transcript = []

    def end(self):
        for folder in (self.base, self.caches):
            subprocess.run(["chmod", "-R", "u+rwX", folder], check=False)
            shutil.rmtree(folder, ignore_errors=True)

    def write(self, name, data):
        (self.folder / name).write_bytes(data)
        self.transcript.append(("file", name, data))

    def read(self, name):
        return (self.folder / name).read_bytes()

    def environment(self, devices=False, **extra):
        """Without drivers a process starts in 12 ms instead of 60 or more."""
        found = dict(self.plain)
        if devices:
            del found["OCL_ICD_VENDORS"]
            found.update(self.drivers)
            if devices == "rusticl":
                found["RUSTICL_ENABLE"] = "llvmpipe"
        found.update({k: v for k, v in extra.items() if v is not None})
        return {k: v for k, v in found.items() if k not in extra or extra[k] is not None}

    def run(self, *arguments, env=None, program=None, stdin=None, limits=None, before=None,
            timeout=None, kill_after=None, allowed=CODES, codes=(130,), quiet=False, prefix=()):
        """Runs the program in the folder. A signal, a code that is not documented, a hang, or a file
        left behind is a fault. `kill_after` seconds it is killed, which is none."""
        self.invocations += 1
        environment = env or self.plain
        timeout = timeout or (TIMEOUT if "OCL_ICD_VENDORS" in environment else COMPILING)
        command = [*prefix, program or self.tools["program"], *map(str, arguments)]
        killed_by = ["timeout", "-s", "KILL", str(kill_after)] if kill_after else []
        self.transcript.append(("run", killed_by + command, {
            k: v for k, v in environment.items() if self.plain.get(k) != v}, stdin, limits))
        process = subprocess.Popen(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, close_fds=True,
            stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
            preexec_fn=make_ready(limits, before) if limits or before else None,
            start_new_session=True)
        killed = False
        try:
            out, err = process.communicate(stdin, kill_after or timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            killed = True
            if not kill_after:
                raise Fault("hang", f"no end within {timeout} s") from None
        outcome = Outcome(process.returncode, out, err)
        if not killed:
            self.judge(outcome, allowed, codes, quiet)
        return outcome

    def judge(self, outcome, allowed, codes, quiet):
        """Codes above 128, for which a shell tells of a signal, must be among `codes`."""
        code = outcome.code
        if code < 0 or code > 128 and code not in codes:
            name = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            raise Fault("crash", f"{name}; {outcome.said()}")
        if code not in allowed:
            raise Fault("exit code", f"{code}; {outcome.said()}")
        if code and not outcome.err.strip() and not quiet:
            raise Fault("silence", f"exit code {code} without a message")
        if b"Traceback" in outcome.err or b"terminate called" in outcome.err:
            raise Fault("crash", outcome.said())
        if any(c < 32 and c not in (9, 10) or c == 127 for c in outcome.err):
            raise Fault("control characters", repr(outcome.err[-300:]))
        self.judge_message(outcome.err.decode(errors="replace"))
        left = [name for name in os.listdir(self.folder) if ".part" in name]
        if left:
            raise Fault("left behind", ", ".join(left))

    def judge_message(self, message):
        """Options that a message of the program names must be options of that command."""
        if "::" in message:
            raise Fault("message", f"names what a user cannot type: {message[-300:]}")
        command = self.transcript[-1][1]
        if command[0] != self.tools["program"]:
            return
        name = command[1] if len(command) > 1 and command[1] in COMMANDS else "solve"
        words = re.sub(r"'[^']*'|\"[^\"]*\"", "", message)  # not what it quotes
        named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", words)) - set(
            word.split("=")[0] for word in command)
        if named - self.options_of(name):
            raise Fault("message", f"{name} has no {named - self.options_of(name)}: {message[-300:]}")

    def options_of(self, name):
        if name not in self.helps:
            words = [self.tools["program"], name, "--help"]
            text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
            self.helps[name] = set(re.findall(r"--[a-z][a-z-]+", text))
        return self.helps[name]

    def paste(self):
        """The transcript as commands for a shell."""
        lines = []
        for kind, *rest in self.transcript:
            if kind == "python":
                lines.append(f"python3 - <<'END'\n{rest[0].rstrip()}\nEND")
            elif kind == "file":
                lines.append(f"{shown(rest[1])} > {shlex.quote(rest[0])}")
            else:
                lines.append(shown_run(self, *rest))
        return "\n".join(lines)


def make_ready(limits, before):
    def ready():
        for which, value in (limits or {}).items():
            resource.setrlimit(getattr(resource, which), (value, value))
        if before:
            before()
    return ready


def shown(data):
    text = data.decode("latin-1")
    if len(data) < 3000 and all(32 <= ord(c) < 127 or c in "\n\t\r" for c in text):
        escaped = text.replace("\\", "\\\\").replace("%", "%%")
        for char, name in (("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r"), ("'", "\\047")):
            escaped = escaped.replace(char, name)
        return f"printf '{escaped}'"
    return f"echo {base64.b64encode(data).decode()} | base64 -d"


def shown_limit(name, value):
    flag = {"RLIMIT_AS": "-v", "RLIMIT_FSIZE": "-f", "RLIMIT_CORE": "-c", "RLIMIT_NOFILE": "-n",
            "RLIMIT_NPROC": "-u", "RLIMIT_STACK": "-s"}[name]
    return f"{flag} {value if flag in ('-n', '-u') else -(-value // 1024)}"


def shown_run(place, command, changed, stdin, limits):
    names = {v: k for k, v in place.tools.items() if isinstance(v, str)}
    words = [{"program": "apsp-ocl", "mpi": "apsp-ocl-mpi"}.get(names.get(w), w) for w in command]
    line = " ".join([f"{k}={shlex.quote(v)}" for k, v in changed.items()] + [
        shlex.quote(w) for w in words])
    if limits:
        line = f"({' '.join(f'ulimit {shown_limit(*one)};' for one in limits.items())} {line})"
    return f"{shown(stdin)} | {line}" if stdin is not None else line
