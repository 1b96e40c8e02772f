/** Assembles a prop's model from its files: mesh, bones and bounding box. */

import { buildBonePalette } from "../../formats/studio/mesh/build-bone-palette.ts";
import type { StripGroup } from "../../formats/studio/mesh/list-strip-groups.ts";
import type { Attachments } from "../../formats/studio/rig/rig-types.ts";
import type { Mdl, StudioMesh } from "../../formats/studio/types.ts";
import { MAX_LODS } from "../../map/props.ts";
import type { BakedSequence } from "../../model/pose/bake-sequence.ts";
import { boxOfTrack } from "./motion/track-box.ts";

export interface PropModel {
  readonly name: string;
  readonly mdl: Mdl;
  readonly mesh: StudioMesh;
  /** Number of drawn LODs; a shadow LOD, which comes last, is not counted. */
  readonly lodCount: number;
  /** Strip groups in the VTX's order, for which baked light is stored. */
  readonly stripGroups: readonly StripGroup[];
  /** 12 floats a bone; `null` if a single bone moves nothing. */
  readonly palette: Float32Array | null;
  /**
   * 6 numbers in model space: the box of LOD 0's triangles in the present pose, or over the whole
   * track.
   */
  readonly box: Float32Array;
  /** The sequence that it plays; `null` if it stands still. */
  readonly track: BakedSequence | null;
  /** Point in model space where light is sampled, in the present pose. */
  readonly lightPoint: readonly [number, number, number];
  /** Attachments of the model and its includes; omitted if not requested. */
  readonly attachments?: Attachments;
  /** True if its triangles are missing, and its box, its hull or a ghost is drawn instead. */
  readonly isStandIn: boolean;
  /**
   * True if all of its files are missing: a faint shape chosen by name is drawn, see
   * `stand-in/ghosts.ts`.
   */
  readonly isGhost?: boolean;
}

/** Parts of a model's files. */
export interface ModelParts {
  readonly mdl: Mdl;
  readonly mesh: StudioMesh;
  readonly stripGroups?: readonly StripGroup[];
}

export interface ModelPose {
  /** 12 floats a bone; the bind pose if omitted. */
  readonly palette?: Float32Array;
  /** Sequence that it plays, starting with the palette. */
  readonly track?: BakedSequence | null;
}

export function assembleModel(
  name: string,
  { mdl, mesh, stripGroups = [] }: ModelParts,
  { palette = buildBonePalette(mdl), track = null }: ModelPose = {},
): PropModel {
  const shadow = mesh.switchPoint.findIndex((point) => point < 0);
  const lodCount = Math.min(shadow < 0 ? mesh.lodCount : shadow, MAX_LODS);
  return {
    name,
    mdl,
    mesh,
    lodCount,
    stripGroups,
    // An animated model needs its own rows, which start with this pose.
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

/** Writes the position of a vertex in the pose of a palette. */
export function writePosedVertex(
  out: Float32Array | Float64Array,
  to: number,
  { position, boneIndex, boneWeight }: StudioMesh["vertices"],
  vertex: number,
  palette: Float32Array,
): void {
  const at = vertex * 3;
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
    out[to + axis] = value;
  }
}

/** Returns the box of the vertices that LOD 0 draws, posed by their bones. */
function computeBox(mesh: StudioMesh, palette: Float32Array): Float32Array {
  const box = new Float32Array(6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  const posed = new Float64Array(3);
  for (let draw = 0; draw < mesh.drawCount; draw++) {
    if (mesh.drawLod[draw] !== 0) continue;
    const first = mesh.drawFirstIndex[draw];
    for (let i = first; i < first + mesh.drawIndexCount[draw]; i++) {
      writePosedVertex(posed, 0, mesh.vertices, mesh.indices[i], palette);
      for (let axis = 0; axis < 3; axis++) {
        box[axis] = Math.min(box[axis], posed[axis]);
        box[3 + axis] = Math.max(box[3 + axis], posed[axis]);
      }
    }
  }
  return box[0] <= box[3] ? box : new Float32Array(6);
}
