/**
 * Builds `visleaf_demo.bsp` from its sources, by the code that `visleaf compile` runs.
 *
 *     npm run assets                      builds the map
 *     npm run assets -- --fast            coarser light: for a look while the map is being made
 *     npm run assets -- --sources DIR     writes the sources as files instead: the map's VMF, QC and
 *                                         SMD, VMT and VTF, particles and sounds, for `visleaf compile` or an editor
 */

import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createCompileProgress } from "../src/cli/compile/compile-progress.ts";
import { compileMapFile } from "../src/cli/compile/compile-source.ts";
import { readFromMap } from "../src/compile/material-info.ts";
import { parseVmf } from "../src/formats/vmf/parse-vmf.ts";
import { writeVmf } from "../src/formats/vmf/write-vmf.ts";
import { COMPILER_FILES } from "./compiler-files.ts";
import { buildDemoContent, buildEffects, MAP_NAME } from "./demo-content.ts";
import { buildDemoMap } from "./maps/visleaf-demo.ts";
import { buildMaterials } from "./materials/build-materials.ts";
import { buildModelSources } from "./models/index.ts";
import { selectContent } from "./pack-content.ts";

/** Builds the map or writes its sources. Returns the exit code. */
export async function buildAssets(root: string, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      fast: { type: "boolean", default: false },
      sources: { type: "string" },
      out: { type: "string", default: join(root, "assets", `${MAP_NAME}.bsp`) },
    },
  });
  const source = writeVmf(buildDemoMap());
  if (values.sources !== undefined) {
    await writeSources(values.sources, source);
    return 0;
  }
  const progress = createCompileProgress();
  const content = buildDemoContent(progress);
  const encoder = new TextEncoder();
  const all = new Map(content);
  for (const [path, text] of Object.entries(COMPILER_FILES)) all.set(path, encoder.encode(text));
  const { out, fast } = values;
  const vmf = parseVmf(source);
  const pak = selectContent(vmf, content);
  const options = { out, fast, prt: false, read: readFromMap(all), pak };
  console.log(await compileMapFile(vmf, options, progress));
  progress.finish();
  return 0;
}

async function writeSources(folder: string, vmf: string): Promise<void> {
  const files = new Map<string, string | Uint8Array>(buildMaterials());
  for (const [path, text] of Object.entries(COMPILER_FILES)) files.set(path, text);
  for (const [path, bytes] of buildEffects()) files.set(path, bytes);
  for (const model of buildModelSources()) {
    for (const [name, text] of model.files) files.set(`modelsrc/${name}`, text);
  }
  files.set(`${MAP_NAME}.vmf`, vmf);
  for (const [name, content] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
