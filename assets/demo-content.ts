/** Compiles all content of the demo map, by content path. */

import { nameModelFiles } from "../src/cli/compile/compile-source.ts";
import { compileStudioModel } from "../src/compile/studiomdl/compile-studio-model.ts";
import { parseQc } from "../src/compile/studiomdl/qc/parse-qc.ts";
import type { CompileReport } from "../src/compile/types.ts";
import { parseSmd } from "../src/formats/smd/parse-smd.ts";
import { buildMaterials } from "./materials/build-materials.ts";
import { buildModelSources } from "./models/index.ts";
import type { ModelSource } from "./models/model-source.ts";
import { buildParticles } from "./particles/fountain.ts";
import { buildSounds } from "./sounds/demo-sounds.ts";

/** Name of the map. Files that belong to the map, such as its soundscapes, have it in their names. */
export const MAP_NAME = "visleaf_demo";

/** Compiles a model from its source texts. */
export function compileModelSource(
  { name, files }: ModelSource,
  report: CompileReport,
): Map<string, Uint8Array> {
  const qc = parseQc(files.get(`${name}.qc`) ?? "", report);
  const readSmd = (file: string) => {
    const text = files.get(file);
    return text === undefined ? null : parseSmd(text);
  };
  return nameModelFiles(qc.modelName, compileStudioModel(qc, readSmd, report));
}

/** Builds the particle systems, sounds and scripts, by content path. */
export function buildEffects(): Map<string, Uint8Array> {
  return new Map([...buildParticles(MAP_NAME), ...buildSounds(MAP_NAME)]);
}

export function buildDemoContent(report: CompileReport): Map<string, Uint8Array> {
  const files = buildMaterials();
  for (const source of buildModelSources()) {
    for (const [path, bytes] of compileModelSource(source, report)) files.set(path, bytes);
  }
  for (const [path, bytes] of buildEffects()) files.set(path, bytes);
  return files;
}
