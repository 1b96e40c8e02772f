/** Summarises a model with its geometry for `visleaf inspect`. */

import { FormatError } from "../../core/errors.ts";
import type { VtxDetails } from "./read/parse-vtx-details.ts";
import {
  type MdlParts,
  type MdlSummary,
  summarizeExtra,
  summarizeMdl,
  type VvdSummary,
} from "./summarize-studio.ts";
import type { Vtx, Vvd, VvdExtra } from "./types.ts";

/** The other two files of a model. */
export interface ModelGeometry {
  readonly vvd: Vvd;
  readonly vtx: Vtx;
  readonly details: VtxDetails;
  /** Result of `parseVvdExtra`, or its error; undefined if it was not called. */
  readonly extra?: readonly VvdExtra[] | FormatError;
}

/** Summary of a whole model: plain data for JSON. */
export interface ModelSummary extends MdlSummary {
  /** Counts of all body parts. */
  readonly models: number;
  readonly meshes: number;
  readonly skins: number;
  /** LODs over all models of all body parts; `null` if there are no vertices or triangles. */
  readonly lods:
    | readonly {
        readonly switchPoint: number;
        readonly vertices: number;
        readonly triangles: number;
        readonly stripGroups: number;
        readonly strips: number;
      }[]
    | null;
  readonly fixups: number | null;
  /** Number of vertices by their number of bones. */
  readonly weights: { readonly one: number; readonly two: number; readonly three: number } | null;
  /** Error because of which vertices and triangles are not counted. */
  readonly geometryFault: string | null;
  /** Extra attributes of the vertices, like in `VvdSummary`. */
  readonly extra?: VvdSummary["extra"];
  readonly extraFault?: string;
}

/** @param found geometry of the model, `null` if it is missing, or the error in it */
export function summarizeModel(
  parts: MdlParts,
  found: ModelGeometry | FormatError | null,
): ModelSummary {
  const { mdl } = parts;
  const fault = found instanceof FormatError ? found : null;
  const geometry = found instanceof FormatError ? null : found;
  return {
    ...summarizeMdl(parts),
    models: mdl.bodyParts.reduce((sum, { models }) => sum + models.length, 0),
    meshes: mdl.meshes.count,
    skins: mdl.skinFamilyCount,
    lods: geometry && listLods(geometry),
    fixups: geometry?.vvd.fixupCount ?? null,
    weights: geometry && countWeights(geometry.vvd),
    geometryFault: fault?.message ?? null,
    ...(geometry?.extra && summarizeExtra(geometry.extra)),
  };
}

function listLods({ vvd, vtx, details: { groups, strips } }: ModelGeometry) {
  const lods = Array.from({ length: vtx.lodCount }, (_, lod) => ({
    switchPoint: 0,
    vertices: vvd.lodVertexCounts[lod],
    triangles: 0,
    stripGroups: 0,
    strips: 0,
  }));
  const { meshes } = vtx;
  for (let row = 0; row < meshes.count; row++) {
    const lod = lods[meshes.lod[row]];
    lod.switchPoint = meshes.switchPoint[row];
    lod.triangles += meshes.indexCount[row] / 3;
  }
  for (const mesh of groups.mesh) lods[meshes.lod[mesh]].stripGroups++;
  for (const group of strips.group) lods[meshes.lod[groups.mesh[group]]].strips++;
  return lods;
}

function countWeights({ vertices }: Vvd) {
  const weights = { one: 0, two: 0, three: 0 };
  const names = ["one", "two", "three"] as const;
  for (const bones of vertices.boneCount) weights[names[bones - 1]]++;
  return weights;
}
