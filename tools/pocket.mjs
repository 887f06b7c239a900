// Compiles for tools/pocket.py: node pocket.mjs PLACE KEPT. In PLACE stand core/ (Pyodide), program/
// and stdlib/; code takes the place of sources there, and warm/ gets the templates, compiled as the
// program on a phone finds them. KEPT holds code by the checksum of what it was made from.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [place, kept] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(place, "core", "pyodide.mjs")));
const env = { HOME: "/home/pyodide", LANG: "C.UTF-8" };
const python = await loadPyodide({ args: ["-X", "no_debug_ranges"], env });

const compile = python.runPython(`
import sys
boot = {module.__spec__.origin for module in sys.modules.values() if getattr(module, "__spec__", None)}
boot = sorted(str(origin).removeprefix("/lib/python314.zip/") for origin in boot)

import ast, importlib._bootstrap_external as files

def bare(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node, clean=False) is not None:
                node.body[0].value.value = ""  # still a text: what must come first stays first
    return tree

def compiled(name, source, own):
    # unchecked: there is no source beside it to compare with
    text = source.to_bytes()
    tree = bare(ast.parse(text)) if own else text
    code = compile(tree, name, "exec", dont_inherit=True, optimize=0 if own else 2)
    return files._code_to_hash_pyc(code, b"\\0" * 8, False)
compiled`);

function* sources(folder, path = "") {
  for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
    const name = path ? `${path}/${entry.name}` : entry.name;
    if (entry.isDirectory()) yield* sources(folder, name);
    else if (name.endsWith(".py")) yield name;
  }
}

// Nobody reads documentation there; what is not ours goes without assertions, too.
const OWN = /^(adjudicator|recorder|exports|pocket)\//;
writeFileSync(join(place, "boot.json"), JSON.stringify(python.globals.get("boot").toJs()));
let made = 0;
for (const [folder, root] of [["stdlib", "/lib/python314.zip/"], ["program", "/program/"]]) {
  for (const name of sources(join(place, folder))) {
    const path = join(place, folder, name);
    const source = new Uint8Array(readFileSync(path));
    const mark = createHash("sha256").update("4" + root + name + "\0").update(source).digest("hex");
    const known = join(kept, `${mark}.pyc`);
    if (!existsSync(known)) {
      let code;
      try {
        const found = compile(root + name, source, OWN.test(name));
        code = found.toJs();
        found.destroy();
      } catch (problem) {
        if (OWN.test(name)) throw new Error(`${name}: ${problem.message}`);
        continue;  // written for another Python, and never imported
      }
      writeFileSync(known, code);
      made += 1;
    }
    writeFileSync(path + "c", readFileSync(known));
    rmSync(path);
  }
}
console.error(`${made} modules compiled`);


// The program as the phone has it, with all templates compiled once.
function lay(folder, root) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const [from, to] = [join(folder, entry.name), `${root}/${entry.name}`];
    if (!entry.isDirectory()) python.FS.writeFile(to, new Uint8Array(readFileSync(from)));
    else {
      python.FS.mkdirTree(to);
      lay(from, to);
    }
  }
}
python.FS.mkdirTree("/program");
lay(join(place, "program"), "/program");
python.FS.mkdirTree("/disk");
let warm;
try {
  warm = python.runPython(`
import sys
sys.path.insert(0, "/program")
from pocket import phone
phone.warm()`);
} catch (problem) {  // said without the source of Pyodide, which node would show
  console.error(problem.message);
  process.exit(1);
}
for (const [name, body] of warm.toJs()) {
  const path = join(place, "warm", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, body);
}
