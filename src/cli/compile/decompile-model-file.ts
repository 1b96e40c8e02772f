/** A model on disk to its sources. */

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
import { CliError } from "../errors.ts";
import { writeAllWhole } from "../files/write-whole.ts";
import { say } from "../terminal.ts";

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

/**
 * Writes a QC, its SMDs and its VTAs into a folder.
 * @returns the files' names
 * @throws CliError where a file of the model is missing; FormatError where one is broken
 */
export async function decompileModelFile(path: string, folder: string): Promise<string[]> {
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
  await writeAllWhole(folder, files);
  return [...files.keys()];
}
