/** Generates a model's sources: a QC and its SMDs as texts. */

import { writeSmd } from "../../src/formats/smd/write-smd.ts";
import { buildAnimation, buildReference, ONE_BONE } from "./build-smd.ts";
import type { Mesh } from "./mesh.ts";

export interface ModelSource {
  readonly name: string;
  /** Texts by file name, including the QC. */
  readonly files: ReadonlyMap<string, string>;
}

export interface StaticModelPlan {
  readonly name: string;
  /** Builds the mesh of a level of detail; 0 is the most detailed one. */
  readonly build: (lod: number) => Mesh;
  /** Switch distances of the coarser levels, in QC's unit. */
  readonly lods?: readonly number[];
  /** Materials of each further skin, replacing those of the first. */
  readonly skins?: readonly (readonly string[])[];
  readonly surface?: string;
}

export const MODEL_FOLDER = "visleaf";
export const MATERIAL_FOLDER = "models/visleaf";

/** Returns the first lines of every model's QC. */
export function qcHead(name: string, surface: string): string[] {
  return [
    `$modelname "${MODEL_FOLDER}/${name}.mdl"`,
    `$cdmaterials "${MATERIAL_FOLDER}"`,
    `$surfaceprop "${surface}"`,
    // SMD models face along y; this undoes the quarter turn.
    "$origin 0 0 0 -90",
  ];
}

/** Returns `$texturegroup` with a line for each skin. */
export function qcSkins(skins: readonly (readonly string[])[]): string[] {
  const rows = skins.map((skin) => `  { ${skin.map((name) => `"${name}"`).join(" ")} }`);
  return ["$texturegroup skinfamilies", "{", ...rows, "}"];
}

/** Creates a static model: one bone, `$staticprop`. */
export function createStaticModel(plan: StaticModelPlan): ModelSource {
  const { name, build, lods = [], skins = [], surface = "default" } = plan;
  const files = new Map<string, string>();
  const qc = qcHead(name, surface);
  qc.push("$staticprop", `$body body "${name}.smd"`);
  files.set(`${name}.smd`, writeSmd(buildReference(build(0))));
  lods.forEach((distance, i) => {
    const file = `${name}_lod${i + 1}`;
    files.set(`${file}.smd`, writeSmd(buildReference(build(i + 1))));
    qc.push(`$lod ${distance}`, "{", `  replacemodel "${name}.smd" "${file}.smd"`, "}");
  });
  if (skins.length > 0) qc.push(...qcSkins(skins));
  files.set(`${name}_idle.smd`, writeSmd(buildAnimation(ONE_BONE, [ONE_BONE])));
  qc.push(`$sequence idle "${name}_idle.smd" fps 1`, "");
  files.set(`${name}.qc`, qc.join("\n"));
  return { name, files };
}
