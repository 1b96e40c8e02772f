/** One model in all the ways that a map shows it: in which pose, and with which of its body groups. */

import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import { STUDIOHDR_FLAGS_STATIC_PROP } from "../../formats/studio/mesh/build-bone-palette.ts";
import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import { chooseModels } from "../../formats/studio/mesh/choose-models.ts";
import { listStripGroups } from "../../formats/studio/mesh/list-strip-groups.ts";
import type { replaceMaterials } from "../../formats/studio/mesh/replace-materials.ts";
import { parseMdl } from "../../formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../formats/studio/read/parse-vvd.ts";
import { parseVvdExtra } from "../../formats/studio/read/vertices/parse-vvd-extra.ts";
import type { Mdl, StudioMesh, Vvd } from "../../formats/studio/types.ts";
import { MAX_POSED_BONES } from "../../map/motion/prop-motion.ts";
import { type BakedSequence, bakeSequence } from "../../model/pose/bake-sequence.ts";
import { createPosePlayer, type PosePlayer } from "../../model/pose/pose-player.ts";
import type { PosedModel } from "../../model/pose/posed-model.ts";
import { STUDIO_AUTOPLAY } from "../../model/pose/sequence-flags.ts";
import type { Motions } from "../../model/studio-model.ts";
import { type ContentAccess, parseOrWarn } from "../open/read-content.ts";
import { assembleModel, type PropModel } from "./prop-model.ts";

// Sequences that are baked to what the GPU plays.

/** Frames that a sequence is baked to, at most; 0 where there is none. */
function countFrames({ sequences, animations }: Motions, row: number): number {
  const blends = sequences[row]?.blends ?? [];
  return blends.reduce((most, blend) => Math.max(most, animations[blend].frameCount), 0);
}

/** Sequences that a pose of one is made of: itself, what is laid over it, and what always plays. */
export function countPlayed({ sequences }: Motions, row: number): number {
  const always = sequences.filter(({ flags }) => (flags & STUDIO_AUTOPLAY) !== 0);
  /** Layers never lead back: see `cutLayers`. */
  const count = ({ autoLayers }: MdlSequence): number =>
    autoLayers.reduce((sum, layer) => sum + count(sequences[layer.sequence]), 1);
  return always.reduce((sum, sequence) => sum + count(sequence), count(sequences[row]));
}

/** Least that a number of a pose changes by where anything moves: inches, and parts of a quaternion. */
const LEAST_CHANGE = 1e-4;

/** Whether the model is somewhere else in any of its frames, and ever comes to it. */
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
 * The row of a sequence: by its number, its name, or the activity that it is of, and of those that are, the one that
 * the engine would choose most often (`LookupSequence`, `SelectWeightedSequence` of Valve's `animation.cpp`). -1:
 * the model has no such sequence.
 * @param wanted a name in lower case; empty: the first
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
  /** The sequence that it stands in, see `findSequence`; null: its bind pose. */
  readonly sequence: string | number | null;
  /** Whether it plays that; left out: it stands in its first frame. */
  readonly moves?: boolean;
  /** Whether its entity names no model, and its class one that may be another game's. */
  readonly isImplied?: boolean;
  /** Its body groups, see `chooseModels`; left out: 0. */
  readonly body?: number;
}

export interface StandFiles {
  readonly mdl: Uint8Array;
  readonly vvd: Uint8Array;
  readonly vtx: Uint8Array;
  /** Of a model whose LODs show other materials. */
  readonly replace?: typeof replaceMaterials;
}

/** A VVD with its second texture coordinates, for decals of models; without, and with a warning, if they are damaged. */
function parseOfProp(path: string, bytes: Uint8Array, access: ContentAccess): Vvd {
  const vvd = parseVvd(bytes);
  const { count } = vvd.vertices;
  if (count === 0) return vvd;
  const extra = parseOrWarn(access, path, "unreadable-model", () => parseVvdExtra(bytes, count));
  const texCoord2 = extra?.find(({ name }) => name === "TEXCOORD1")?.texCoord ?? undefined;
  return texCoord2 === undefined ? vvd : { ...vvd, vertices: { ...vvd.vertices, texCoord2 } };
}

/**
 * A model for each stand: one for those that show the same, and the vertices are the same for all. A stand
 * that the ledger has no room for is as the first, with a warning.
 * @param posed what it can play; null: nothing, and it stands as it was bound
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
  /** How it stands in a sequence's first frame; left out: as it was bound. */
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
    // The first is what its files hold; of others there may be any number.
    if (first !== null && !ledger.tryTake("indices", first.mesh.indices.length + mdl.bones.count)) {
      isFull = true;
      return first;
    }
    const mesh = meshes.get(shown) ?? buildStudioMesh(mdl, vvd, vtx, body);
    meshes.set(shown, mesh);
    const row = sequence === null ? -1 : findSequence(posed?.motions.sequences ?? [], sequence);
    // One that a model lacks is its first, and does not go on.
    const track = moves && row >= 0 && canMove(mdl) ? trackOf(row) : null;
    const palette = sequence === null ? undefined : paletteOf(Math.max(0, row));
    const played = track !== null && isMoving(track) ? track : null;
    const assembled = assembleModel(path, mdl, mesh, stripGroups, palette, played);
    // The player stands as the palette has it.
    model = palette === undefined ? assembled : { ...assembled, ...partsOf(player, posed) };
    standing.set(key, model);
    first ??= model;
    return model;
  });
  if (isFull) {
    const message = `${path} stands in more ways than are kept: the others are as the first.`;
    diagnostics.warn("over-budget", path, message);
  }
  return models;
}

/**
 * What may hang on it, and where light is taken of a model that names an attachment for it: `ComputeLightingOrigin` of
 * Alien Swarm's client.
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
