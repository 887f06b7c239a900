// Runs tests inside Pyodide for tools/inside.py: node inside.mjs CORE PROJECT SITE [what pytest is
// told]. Project and packages are read where they lie; nothing is written but to memory.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [core, project, site, ...told] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(core, "pyodide.mjs")));
const home = { HOME: "/home/pyodide", LANG: "C.UTF-8" };
const env = { ...home, PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" };
const python = await loadPyodide({ env });
for (const [root, at] of [[project, "/project"], [site, "/site"]]) {
  python.FS.mkdirTree(at);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, at);
}
python.globals.set("told", python.toPy(told));
process.exitCode = Number(python.runPython(`
import os, sys
os.chdir("/project")
sys.path.insert(0, "/project")
sys.path.append("/site")
from tools import within
within.main(list(told))`));
