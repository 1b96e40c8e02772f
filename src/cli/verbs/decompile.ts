/** `visleaf decompile`: a model back to its sources. */

import { decompileModelFile } from "../compile/decompile-model-file.ts";
import { UsageError } from "../errors.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const decompileVerb: Verb = {
  help: `visleaf decompile MODEL.mdl -o DIR [--force]

Writes what a model can be compiled from again: a QC, an SMD for each mesh, LOD and sequence, a VTA for the
shapes of a face. Its .vvd and .vtx must lie beside it, if it has meshes, and its .ani, if it has one. Prints
the files' names.

  -o, --out DIR   the folder to write into
  --force         replace files that exist there; without it, nothing is written if one of them does

What a QC cannot say, and sequences whose .ani file is not there, are named on stderr.`,

  async run(args) {
    const { values, positionals } = parseOptions("decompile", args, {
      out: { type: "string", short: "o" },
      force: { type: "boolean", default: false },
    });
    if (values.out === undefined) throw new UsageError("wants -o, where to write", "decompile");
    const path = onlyPositional("decompile", positionals, "model");
    if (!/\.mdl$/i.test(path)) throw new UsageError(`${path} is no .mdl`, "decompile");
    printLines(await decompileModelFile(path, values.out, values.force));
  },
};
