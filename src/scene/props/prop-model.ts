/** A prop's model, put together of its files: what is drawn of it, its bones and its box. */

import { buildBonePalette } from "../../formats/studio/mesh/build-bone-palette.ts";
import type { StripGroup } from "../../formats/studio/mesh/list-strip-groups.ts";
import type { Attachments } from "../../formats/studio/rig/rig-types.ts";
import type { Mdl, StudioMesh } from "../../formats/studio/types.ts";
import { MAX_LODS } from "../../map/props.ts";
import type { BakedSequence } from "../../model/pose/bake-sequence.ts";
import { boxOfTrack } from "./motion/track-box.ts";

export interface PropModel {
  /** Content path. */
  readonly name: string;
  readonly mdl: Mdl;
  readonly mesh: StudioMesh;
  /** LODs that are drawn: a shadow LOD, which comes last, is left out. */
  readonly lodCount: number;
  /** In the VTX's order: what baked light is stored for. */
  readonly stripGroups: readonly StripGroup[];
  /** 12 floats a bone; null where the model has one bone that moves nothing. */
  readonly palette: Float32Array | null;
  /** 6 numbers, model space: the box of the triangles of LOD 0 in their present pose, or in all that it plays. */
  readonly box: Float32Array;
  /** What it plays; null: it stands still. */
  readonly track: BakedSequence | null;
  /** Model space: where its light is taken, as it stands. */
  readonly lightPoint: readonly [number, number, number];
  /** Of it and of what it includes; left out: nobody asked. */
  readonly attachments?: Attachments;
  /** True if its triangles are missing: a box, its hull or a ghost is drawn in their place. */
  readonly isStandIn: boolean;
  /** True if nothing of it is there: a faint shape by its name, see `stand-in/ghosts.ts`. */
  readonly isGhost?: boolean;
}

/**
 * @param palette 12 floats a bone: how it stands; left out: as it was bound
 * @param track what it plays, which begins as the palette is
 */
export function assembleModel(
  name: string,
  mdl: Mdl,
  mesh: StudioMesh,
  stripGroups: readonly StripGroup[],
  palette: Float32Array = buildBonePalette(mdl),
  track: BakedSequence | null = null,
): PropModel {
  const shadow = mesh.switchPoint.findIndex((point) => point < 0);
  const lodCount = Math.min(shadow < 0 ? mesh.lodCount : shadow, MAX_LODS);
  return {
    name,
    mdl,
    mesh,
    lodCount,
    stripGroups,
    // One that moves has rows of its own, which begin as these.
    palette: track === null && isIdentity(palette) ? null : palette,
    box: track === null ? computeBox(mesh, palette) : boxOfTrack(mdl, mesh, track),
    track,
    lightPoint: mdl.illumPosition,
    isStandIn: false,
  };
}

function isIdentity(palette: Float32Array): boolean {
  return palette.length === 12 && palette.every((value, i) => value === (i % 5 === 0 ? 1 : 0));
}

/** Box of the vertices that LOD 0 draws, moved by their bones. */
function computeBox(mesh: StudioMesh, palette: Float32Array): Float32Array {
  const box = new Float32Array(6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  const { position, boneIndex, boneWeight } = mesh.vertices;
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] !== 0) continue;
    const first = mesh.drawFirstIndex[draw];
    for (let i = first; i < first + mesh.drawIndexCount[draw]; i++) {
      const at = mesh.indices[i] * 3;
      for (let axis = 0; axis < 3; axis++) {
        let value = 0;
        for (let k = 0; k < 3; k++) {
          const row = boneIndex[at + k] * 12 + axis * 4;
          value +=
            boneWeight[at + k] *
            (palette[row] * position[at] +
              palette[row + 1] * position[at + 1] +
              palette[row + 2] * position[at + 2] +
              palette[row + 3]);
        }
        box[axis] = Math.min(box[axis], value);
        box[3 + axis] = Math.max(box[3 + axis], value);
      }
    }
  }
  return box[0] <= box[3] ? box : new Float32Array(6);
}
