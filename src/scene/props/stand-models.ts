/** Assembles one model in each pose and body group selection that a map shows. */

import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../formats/studio/mesh/build-bone-palette.ts";
import { buildStudioMesh, chooseModels } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { listStripGroups } from "../../formats/studio/mesh/list-strip-groups.ts";
import type { replaceMaterials } from "../../formats/studio/mesh/replace-materials.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { parseVvdExtra } from "../../formats/studio/read/parse-vvd-extra.ts";
import type { Mdl, StudioMesh, Vvd } from "../../formats/studio/types.ts";
import { MAX_POSED_BONES } from "../../map/motion/prop-motion.ts";
import type { Motions, PosedModel } from "../../model/files/studio-model.ts";
import { type BakedSequence, bakeSequence } from "../../model/pose/bake-sequence.ts";
import { createPosePlayer, type PosePlayer } from "../../model/pose/pose-player.ts";
import { STUDIO_AUTOPLAY } from "../../model/pose/sequence-flags.ts";
import { type ContentAccess, parseOrWarn } from "../open/read-content.ts";
import { assembleModel, type PropModel } from "./prop-model.ts";

// Sequences that are baked for playback on the GPU.

/** Returns the most frames of a sequence's blends; 0 if the sequence does not exist. */
function countFrames({ sequences, animations }: Motions, row: number): number {
  const blends = sequences[row]?.blends ?? [];
  return blends.reduce((most, blend) => Math.max(most, animations[blend].frameCount), 0);
}

/**
 * Returns the number of sequences that a pose is computed from: the sequence, its layers, and
 * auto-play sequences.
 */
export function countPlayed({ sequences }: Motions, row: number): number {
  const always = sequences.filter(({ flags }) => (flags & STUDIO_AUTOPLAY) !== 0);
  /** Layers contain no cycles: see `cutLayers`. */
  const count = ({ autoLayers }: MdlSequence): number =>
    autoLayers.reduce((sum, layer) => sum + count(sequences[layer.sequence]), 1);
  return always.reduce((sum, sequence) => sum + count(sequence), count(sequences[row]));
}

/**
 * Smallest change of a pose's numbers that counts as motion, in inches or quaternion components.
 */
const LEAST_CHANGE = 1e-4;

/** Whether any later frame differs from the first, and the sequence advances. */
export function isMoving(track: BakedSequence): boolean {
  const { frameCount, fps } = track;
  if (frameCount < 2 || !(fps > 0)) return false;
  for (const column of [track.position, track.quaternion]) {
    const stride = column.length / frameCount;
    for (let i = stride; i < column.length; i++) {
      if (Math.abs(column[i] - column[i % stride]) > LEAST_CHANGE) return true;
    }
  }
  return false;
}

/**
 * Returns the row of a sequence by number, name or activity. Among sequences of an activity, it
 * returns the one that the engine would choose most often (`LookupSequence`,
 * `SelectWeightedSequence` of Valve's `animation.cpp`). −1 if the model has no such sequence.
 * @param wanted number, or name in lower case; the first sequence if empty
 */
export function findSequence(sequences: readonly MdlSequence[], wanted: string | number): number {
  if (typeof wanted === "number") return wanted < sequences.length ? wanted : -1;
  if (wanted === "") return sequences.length > 0 ? 0 : -1;
  const named = sequences.findIndex(({ name }) => name.toLowerCase() === wanted);
  if (named >= 0) return named;
  let chosen = -1;
  let most = 0;
  for (const [row, { activity, activityWeight }] of sequences.entries()) {
    const weight = Math.abs(activityWeight);
    if (activity.toLowerCase() !== wanted || weight <= most) continue;
    chosen = row;
    most = weight;
  }
  return chosen;
}

export interface Stand {
  /** Sequence of the pose, see `findSequence`; `null` for the bind pose. */
  readonly sequence: string | number | null;
  /** Whether the sequence plays; if omitted, the pose is its first frame. */
  readonly moves?: boolean;
  /** True if the model follows from the entity's class, which may belong to another game. */
  readonly isImplied?: boolean;
  /** Body group number, see `chooseModels`; 0 if omitted. */
  readonly body?: number;
}

export interface StandFiles {
  readonly mdl: Uint8Array;
  readonly vvd: Uint8Array;
  readonly vtx: Uint8Array;
  /** Given for models whose LODs replace materials. */
  readonly replace?: typeof replaceMaterials;
}

/**
 * Parses a VVD with its second texture coordinates, used by decals on models. Damaged ones are
 * dropped with a warning.
 */
function parseOfProp(path: string, bytes: Uint8Array, access: ContentAccess): Vvd {
  const vvd = parseVvd(bytes);
  const { count } = vvd.vertices;
  if (count === 0) return vvd;
  const extra = parseOrWarn(access, path, "unreadable-model", () => parseVvdExtra(bytes, count));
  const texCoord2 = extra?.find(({ name }) => name === "TEXCOORD1")?.texCoord ?? undefined;
  return texCoord2 === undefined ? vvd : { ...vvd, vertices: { ...vvd.vertices, texCoord2 } };
}

/**
 * Returns a model for each stand. Equal stands share one model, and all share their vertices.
 * Stands beyond the budget get the first model, with a warning.
 * @param posed sequences; `null` for the bind pose
 * @throws FormatError
 */
export function standModels(
  path: string,
  files: StandFiles,
  stands: readonly Stand[],
  posed: PosedModel | null,
  access: ContentAccess,
): PropModel[] {
  const { ledger, diagnostics } = access;
  const vvd = parseOfProp(path, files.vvd, access);
  const plain = { mdl: parseMdl(files.mdl), vtx: parseVtx(files.vtx) };
  const { mdl, vtx } = files.replace?.(plain.mdl, plain.vtx, files.vtx) ?? plain;
  const stripGroups = listStripGroups(mdl, files.vtx, vvd.vertices.count);
  const meshes = new Map<string, StudioMesh>();
  const standing = new Map<string, PropModel>();
  let first: PropModel | null = null;
  let isFull = false;
  const tracks = new Map<number, BakedSequence | null>();
  const trackOf = (row: number): BakedSequence | null => {
    if (posed === null) return null;
    if (!tracks.has(row)) {
      const poses = mdl.bones.count * countFrames(posed.motions, row);
      const steps = poses * countPlayed(posed.motions, row);
      const hasRoom = ledger.tryTake("poseSteps", steps) && ledger.tryTake("trackPoses", poses);
      if (!hasRoom) isFull = true;
      const bake = () => bakeSequence(posed, row);
      tracks.set(
        row,
        hasRoom ? (parseOrWarn(access, path, "unreadable-model", bake) ?? null) : null,
      );
    }
    return tracks.get(row) ?? null;
  };
  let player: PosePlayer | null = null;
  /** Returns the palette of a sequence's first frame; undefined for the bind pose. */
  const paletteOf = (row: number): Float32Array | undefined => {
    if (posed === null) return undefined;
    return parseOrWarn(access, path, "unreadable-model", () => {
      player ??= createPosePlayer(posed);
      player.play(row, { fadeSeconds: 0 });
      player.resetSprings();
      player.pose();
      return player.palette.slice();
    });
  };
  const models = stands.map(({ sequence, moves = false, body = 0 }) => {
    const shown = chooseModels(mdl, body).join();
    const key = `${shown} ${sequence} ${moves}`;
    let model = standing.get(key);
    if (model !== undefined) return model;
    // The first model is bounded by its files; the number of others is not.
    if (first !== null && !ledger.tryTake("indices", first.mesh.indices.length + mdl.bones.count)) {
      isFull = true;
      return first;
    }
    const mesh = meshes.get(shown) ?? buildStudioMesh(mdl, vvd, vtx, body);
    meshes.set(shown, mesh);
    const row = sequence === null ? -1 : findSequence(posed?.motions.sequences ?? [], sequence);
    // A missing sequence is replaced by the first one, and does not play.
    const track = moves && row >= 0 && canMove(mdl) ? trackOf(row) : null;
    const palette = sequence === null ? undefined : paletteOf(Math.max(0, row));
    const played = track !== null && isMoving(track) ? track : null;
    const assembled = assembleModel(path, { mdl, mesh, stripGroups }, { palette, track: played });
    // The player still has the pose of the palette.
    model = palette === undefined ? assembled : { ...assembled, ...partsOf(player, posed) };
    standing.set(key, model);
    first ??= model;
    return model;
  });
  if (isFull) {
    const message = `${path} has too many poses: the others are shown in the first.`;
    diagnostics.warn("over-budget", path, message);
  }
  return models;
}

/**
 * Returns attachments, and the lighting point of models with an attachment for it, as in
 * `ComputeLightingOrigin` of Alien Swarm's client.
 */
function partsOf(
  player: PosePlayer | null,
  posed: PosedModel | null,
): Partial<Pick<PropModel, "attachments" | "lightPoint">> {
  if (player === null || posed === null) return {};
  const { attachments } = posed.motions;
  const light = posed.rig.illumAttachment;
  if (light < 0) return { attachments };
  const place = new Float32Array(12);
  player.attachment(light, place);
  return { attachments, lightPoint: [place[3], place[7], place[11]] };
}

function canMove({ bones, flags }: Mdl): boolean {
  return bones.count <= MAX_POSED_BONES && (flags & STUDIOHDR_FLAGS_STATIC_PROP) === 0;
}
