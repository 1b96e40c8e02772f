/** `visleaf decompile`: a model back to its sources. */

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { decompileModel } from "../../compile/studiomdl/decompile/decompile-model.ts";
import { writeQc } from "../../compile/studiomdl/qc/write-qc.ts";
import { writeSmd } from "../../formats/smd/write-smd.ts";
import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseMdlAnimations } from "../../formats/studio/read/parse-mdl-animations.ts";
import { parseMdlFlexes } from "../../formats/studio/read/parse-mdl-flexes.ts";
import { parseMdlRig } from "../../formats/studio/read/parse-mdl-rig.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { VTX_EXTENSIONS } from "../../model/files/model-files.ts";
import { CliError, UsageError } from "../errors.ts";
import { writeAllWhole } from "../files/write-whole.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printLines, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

/** The first of a model's files that is there. */
async function readPart(stem: string, extensions: readonly string[]): Promise<Uint8Array> {
  const path = extensions.map((extension) => stem + extension).find((file) => existsSync(file));
  if (path === undefined) throw new CliError(`no ${stem}${extensions[0]} beside the model`);
  return new Uint8Array(await readFile(path));
}

/** Of animations that lie in a file of their own; without it they are left out, and named. */
async function readAni(stem: string, bytes: Uint8Array): Promise<{ ani?: Uint8Array }> {
  const path = `${stem}.ani`;
  const isNamed = parseMdlRig(bytes).animationBlocks.count > 0;
  return isNamed && existsSync(path) ? { ani: new Uint8Array(await readFile(path)) } : {};
}

export const decompileVerb: Verb = {
  help: `visleaf decompile MODEL.mdl -o DIR

Writes what a model can be compiled from again: a QC, an SMD for each mesh, LOD and sequence, a VTA for the
shapes of a face. Its .vvd and .vtx must lie beside it, if it has meshes, and its .ani, if it has one. Prints
the files' names.

  -o, --out DIR   the folder to write into

What a QC cannot say, and sequences whose .ani file is not there, are named on stderr.`,

  async run(args) {
    const { values, positionals } = parseOptions("decompile", args, {
      out: { type: "string", short: "o" },
    });
    if (values.out === undefined) throw new UsageError("wants -o, where to write", "decompile");
    const path = onlyPositional("decompile", positionals, "model");
    if (!/\.mdl$/i.test(path)) throw new UsageError(`${path} is no .mdl`, "decompile");
    const stem = path.replace(/\.mdl$/i, "");
    const bytes = new Uint8Array(await readFile(path));
    const mdl = parseMdl(bytes);
    // Of a model that is nothing but animations there is neither.
    const hasMeshes = mdl.meshes.count > 0;
    const vvd = hasMeshes ? parseVvd(await readPart(stem, [".vvd"])) : null;
    const vtx = hasMeshes ? parseVtx(await readPart(stem, VTX_EXTENSIONS)) : null;
    // Only for its checks: that the three belong together and point at what is there.
    if (vvd !== null && vtx !== null) buildStudioMesh(mdl, vvd, vtx);
    const report = { warn: say };
    const animations = parseMdlAnimations(bytes, mdl, await readAni(stem, bytes));
    const { included, poseParameters } = parseMdlRig(bytes);
    const { qc, smds } = decompileModel(mdl, vvd, vtx, animations, report, {
      face: parseMdlFlexes(bytes),
      included: included.file,
      poseParameters,
    });
    const encoder = new TextEncoder();
    const files = new Map([[`${basename(stem)}.qc`, encoder.encode(writeQc(qc))]]);
    for (const [name, smd] of smds) files.set(name, encoder.encode(writeSmd(smd)));
    await writeAllWhole(values.out, files);
    printLines([...files.keys()]);
  },
};
