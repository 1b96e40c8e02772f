/** `visleaf decompile`: turns a model back into its sources. */

import { decompileModelFile } from "../compile/decompile-model-file.ts";
import { UsageError } from "../errors.ts";
import { stemOf } from "../files/default-output.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const decompileVerb: Verb = {
  help: `visleaf decompile MODEL.mdl [-o DIR] [--force]

Writes sources that compile to the model again: a QC, an SMD per mesh, LOD and sequence, and a VTA for
flexes. Needs its .vvd and .vtx beside it if it has meshes, and its .ani if it has one. Prints the names of
the files.

  -o, --out DIR   folder to write into; default: the model's name, in the current folder
  --force         replace existing files; without it, nothing is written if there are any

What a QC cannot express, and sequences whose .ani is missing, are named on stderr.`,

  async run(args) {
    const { values, positionals } = parseOptions("decompile", args, {
      out: { type: "string", short: "o" },
      force: { type: "boolean", default: false },
    });
    const path = onlyPositional("decompile", positionals, "model");
    if (!/\.mdl$/i.test(path)) throw new UsageError(`${path} is no .mdl`, "decompile");
    const folder = values.out ?? stemOf(path);
    printLines(await decompileModelFile(path, folder, values.force));
    if (values.out === undefined) printLines([`wrote them into ${folder}`]);
  },
};
