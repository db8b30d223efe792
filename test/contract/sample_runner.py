"""Reads the name of a file from each line of JSON on the standard input. Runs the file and answers with its output.

Each file runs in its own fork of this process. This process has imported the client, because importing the client takes
longer than a sample.
"""

import gc
import json
import os
import runpy
import sys
import tempfile
import traceback

import keyward_client  # noqa: F401

gc.freeze()


def run(file, env):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.dup2(out.fileno(), 1)
                os.dup2(err.fileno(), 2)
                os.environ.update(env)
                runpy.run_path(file, run_name="__main__")
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                # Objects that were never awaited or closed report this when they are collected.
                gc.collect()
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        _, status = os.waitpid(child, 0)
        out.seek(0)
        err.seek(0)
        return {"status": status, "stdout": out.read().decode(), "stderr": err.read().decode()}


for line in sys.stdin:
    print(json.dumps(run(**json.loads(line))), flush=True)
