/** Opens a single model from its content sources, and yields the events of `events.ts`. */

import { MapContent } from "../../content/maps/map-content.ts";
import { openParted } from "../../content/open-parted.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { CancelledError, FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import { buildStudioMesh } from "../../formats/studio/mesh/build-studio-mesh.ts";
import type { StudioMesh, StudioVertices, Vtx } from "../../formats/studio/types.ts";
import type { PropSet } from "../../map/props.ts";
import type { ModelFiles, PartedFile } from "../../model/files/model-files.ts";
import { openFirstModel } from "../../model/files/read-studio-model.ts";
import type { Motions, StudioModel } from "../../model/files/studio-model.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import { openPlayer } from "../../model/pose/open-player.ts";
import type { PosePlayer } from "../../model/pose/pose-player.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";
import { throwIfAborted } from "../open/throw-if-aborted.ts";
import { assembleModel, type PropModel } from "../props/prop-model.ts";
import { buildHullCorners } from "../stand-in/hull-corners.ts";
import { listByDistance, pendTextures } from "../textures/texture-queue.ts";
import { reopenTexture, streamTextures } from "../textures/textures.ts";
import type { ModelLoadEvent, ModelLoadOptions, ModelMapLight } from "./events.ts";
import {
  findFirstSequence,
  findWanted,
  hasFirstSequence,
  readFirstBlocks,
} from "./first-sequence.ts";
import { frameModel } from "./frame-model.ts";
import type { MapLight } from "./map-light.ts";
import { buildModelDraws, STUDIO_CUBEMAP } from "./model-draws.ts";
import { buildStudioLight } from "./model-light.ts";
import { boxRadius, buildModelScene } from "./model-scene.ts";
import { buildWholeMesh } from "./whole-mesh.ts";

// Bounding box of vertices without triangles.

/**
 * @param palette 12 floats a bone
 * @returns 6 numbers, model space, inches; zeros if there are no vertices
 */
function boxOfVertices(vertices: StudioVertices, palette: Float32Array): Float32Array {
  const { count, position, boneIndex, boneWeight } = vertices;
  const box = new Float32Array(6);
  if (count === 0) return box;
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let at = 0; at < count * 3; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      let value = 0;
      for (let k = at; k < at + 3; k++) {
        const m = boneIndex[k] * 12 + axis * 4;
        const x = palette[m] * position[at] + palette[m + 1] * position[at + 1];
        value += boneWeight[k] * (x + palette[m + 2] * position[at + 2] + palette[m + 3]);
      }
      box[axis] = Math.min(box[axis], value);
      box[3 + axis] = Math.max(box[3 + axis], value);
    }
  }
  return box;
}

// Models without triangles, which are framed by their bones, vertices and hulls.

/** Smallest radius in inches; below it there is only a point to look at. */
const MIN_RADIUS = 2;

const NO_VERTICES: StudioVertices = {
  count: 0,
  position: new Float32Array(0),
  normal: new Float32Array(0),
  tangent: new Float32Array(0),
  texCoord: new Float32Array(0),
  boneWeight: new Float32Array(0),
  boneIndex: new Uint8Array(0),
  boneCount: new Uint8Array(0),
};

/** Returns an empty mesh, for animation-only models and models whose triangles are missing. */
function noMesh(vertices: StudioVertices): StudioMesh {
  return {
    vertices,
    indices: new Uint32Array(0),
    lodCount: 1,
    switchPoint: new Float32Array(1),
    drawCount: 0,
    drawLod: new Uint8Array(0),
    drawMesh: new Uint32Array(0),
    drawMaterial: new Uint16Array(0),
    drawFirstIndex: new Uint32Array(0),
    drawIndexCount: new Uint32Array(0),
  };
}

/**
 * Builds a model without triangles. Its box holds everything that can be drawn as lines: vertices,
 * bones, hulls, else hit boxes, else the box of its header.
 * @throws FormatError if vertices name bones that the model lacks
 */
function assembleBare(model: StudioModel, pose: PosePlayer): PropModel {
  const { name, mdl, vvd } = model;
  const vertices =
    vvd === null ? NO_VERTICES : buildStudioMesh(mdl, vvd, noTriangles(vvd)).vertices;
  const shown = assembleModel(name, { mdl, mesh: noMesh(vertices) }, { palette: pose.palette });
  const palette = shown.palette ?? pose.palette.slice();
  return { ...shown, palette, box: boxOf(model, vertices, pose) };
}

function noTriangles({ checksum }: { readonly checksum: number }): Vtx {
  const none = new Uint32Array(0);
  return {
    ...{ version: 7, checksum, lodCount: 1, maxBonesPerVert: 3, stripGroupHeaderBytes: 25 },
    ...{ stripGroupCount: 0, stripCount: 0, indices: none },
    meshes: {
      count: 0,
      bodyPart: new Uint16Array(0),
      model: new Uint16Array(0),
      lod: new Uint8Array(0),
      switchPoint: new Float32Array(0),
      mesh: new Uint16Array(0),
      firstIndex: none,
      indexCount: none,
    },
  };
}

function boxOf(model: StudioModel, vertices: StudioVertices, pose: PosePlayer): Float32Array {
  const { mdl, phy } = model;
  const m = pose.modelFromBone;
  const box = new Float32Array(6);
  box.fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3);
  for (let bone = 0; bone < m.length; bone += 12)
    extend(box, m[bone + 3], m[bone + 7], m[bone + 11]);
  if (vertices.count > 0) extendBy(box, boxOfVertices(vertices, pose.palette));
  if (phy !== null) extendBy(box, buildHullCorners(phy, mdl));
  if (boxRadius(box) < MIN_RADIUS) extendByHitBoxes(box, model, m);
  if (boxRadius(box) < MIN_RADIUS) extendBy(box, [...mdl.hullMins, ...mdl.hullMaxs]);
  if (!(boxRadius(box) >= MIN_RADIUS)) return Float32Array.of(-8, -8, 0, 8, 8, 16);
  return box;
}

/** Extends the box by the corners of the posed hit boxes. */
function extendByHitBoxes(box: Float32Array, { rig }: StudioModel, m: Float32Array): void {
  const { count, bone, mins, maxs } = rig.hitBoxes;
  for (let row = 0; row < count; row++) {
    const at = bone[row] * 12;
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = [0, 1, 2].map((k) => ((corner >> k) & 1 ? maxs : mins)[row * 3 + k]);
      const place = (k: number) =>
        m[at + k] * x + m[at + k + 1] * y + m[at + k + 2] * z + m[at + k + 3];
      extend(box, place(0), place(4), place(8));
    }
  }
}

/** @param points 3 numbers each */
function extendBy(box: Float32Array, points: ArrayLike<number>): void {
  for (let i = 0; i + 2 < points.length; i += 3)
    extend(box, points[i], points[i + 1], points[i + 2]);
}

function extend(box: Float32Array, ...point: [x: number, y: number, z: number]): void {
  for (let axis = 0; axis < 3; axis++) {
    if (!Number.isFinite(point[axis])) continue;
    box[axis] = Math.min(box[axis], point[axis]);
    box[3 + axis] = Math.max(box[3 + axis], point[axis]);
  }
}

/** Largest reach of animations, in radii of the model. */
const REACH_RADII = 16;

/** Thrown if the model is missing or cannot be drawn. */
export class NoModelError extends Error {
  override readonly name = "NoModelError";
}

/**
 * @param path content path of its `.mdl`
 * @param sources where its files, materials and textures are searched, in order
 * @throws FormatError, NoModelError, CancelledError
 */
export async function* openModel(
  path: string,
  sources: readonly ContentSource[],
  options: ModelLoadOptions,
): AsyncGenerator<ModelLoadEvent, void> {
  const { signal, skin = 0, hasFloor = true } = options;
  const diagnostics = new Diagnostics();
  const ledger = new Ledger(options.limits);
  const contentOf = (all: readonly ContentSource[]): ContentAccess => {
    const content = new MapContent(all, diagnostics, ledger);
    return { content, diagnostics, ledger, signal };
  };
  const told = tellFiles(contentOf(sources), sources, options);
  // Without a requested sequence, the first picture needs only the idle sequence, which saves
  // reading the other files.
  const isEnough = options.sequence === undefined ? hasFirstSequence : () => false;
  const asked = { diagnostics, limits: options.limits };
  const begun = await openFirstModel(path, told.files, asked, isEnough);
  if (begun === null) throw new NoModelError(`There is no ${path} in the content.`);
  const { model } = begun;
  await readFirstBlocks(model.motions, options.sequence);
  const shown = assembleWhole(model, options.sequence, diagnostics);
  throwIfAborted(signal);

  const { box } = shown;
  const inMap = options.light ? await lightByMap(options.light, shown, options, diagnostics) : null;
  const { exposure = 1, cubemap = STUDIO_CUBEMAP, light = buildStudioLight() } = inMap ?? {};
  const access = contentOf([...sources, ...(inMap?.content ?? [])]);
  const place = { box, hasFloor, exposure, start: frameModel(box) };
  yield { type: "scene", scene: buildModelScene(model.name, place), entities: [] };
  const lit = { light, cubemap };
  const read = inMap === null ? options : { ...options, side: inMap.side };
  const { draws, textures } = await buildModelDraws(shown, reachOf(box), lit, access, read);
  const { materials } = draws.all;
  const distance = measureBySkin(draws.all, skin);
  const pending = [pendTextures("props", { materials, textures }, distance)];
  const lightPlace = inMap?.place ?? null;
  yield { type: "model", path, draws, box: box.slice(), lightPlace };

  const motions = await begun.readRest();
  throwIfAborted(signal);
  // `.ani` files are megabytes and not needed for display yet.
  told.tell((path) => !path.endsWith(".ani"));
  yield { type: "motions", poses: model.motions.handOver() };

  for (const { owner, files, texture } of listByDistance(pending)) {
    throwIfAborted(signal);
    await reopenTexture(files, texture, access, read);
    for (const { image } of streamTextures(files, [texture], access, read)) {
      yield { type: "texture", owner, texture, image };
    }
  }
  // Everything visible has been sent; the rest of the animations follows.
  await motions.readBlocks();
  told.tell(() => true);
  yield { type: "done", warnings: diagnostics.warnings };
}

/**
 * Returns `null`, with a warning, if the map's light is unavailable. The code is loaded on first
 * use.
 */
async function lightByMap(
  { name, at, side, open }: ModelMapLight,
  model: PropModel,
  { limits, signal }: ModelLoadOptions,
  diagnostics: Diagnostics,
): Promise<MapLight | null> {
  try {
    const [{ readMapLight }, map] = await Promise.all([import("./map-light.ts"), open(signal)]);
    return await readMapLight(map, model, { at, side, limits, signal }, diagnostics);
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof CancelledError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    diagnostics.warn("lighting", name, `The light of ${name} is not used: ${reason}`);
    return null;
  }
}

/**
 * Assembles all models of all body parts in the first frame of the wanted sequence. The box is that
 * of the idle pose in any case.
 */
function assembleWhole(
  model: StudioModel,
  wanted: string | number | undefined,
  diagnostics: Diagnostics,
): PropModel {
  const { mdl, vvd, vtx } = model;
  const pose = firstPose(model, diagnostics);
  if (mdl.meshes.count === 0 || vvd === null || vtx === null) {
    // An animation-only model, or a model whose other files are missing.
    if (mdl.bones.count > 0) {
      const bare = assembleBare(model, pose);
      poseAs(wanted, model.motions, pose);
      return bare;
    }
    throw new NoModelError(`${model.name} cannot be drawn: it has no bones.`);
  }
  const mesh = buildWholeMesh(mdl, vvd, vtx);
  const shown = assembleModel(model.name, { mdl, mesh }, { palette: pose.palette });
  const box = mesh.drawCount > 0 ? shown.box : boxOfVertices(mesh.vertices, pose.palette);
  poseAs(wanted, model.motions, pose);
  // The palette is kept even for a still model, because it may move later.
  return { ...shown, box, palette: pose.palette };
}

/** Returns the pose at the start of the first sequence. */
function firstPose(model: StudioModel, diagnostics: Diagnostics): PosePlayer {
  const first = Math.max(0, findFirstSequence(model.motions.sequences));
  const { player, fault } = openPlayer(model, first);
  if (fault !== null) {
    const message = `${model.name} is not animated: ${fault.message}`;
    diagnostics.warn("unreadable-model", model.name, message);
    return player;
  }
  try {
    player.play(first, { fadeSeconds: 0 });
  } catch (error) {
    // The player of the sequence reports the error.
    if (!(error instanceof FormatError)) throw error;
  }
  player.pose();
  return player;
}

/** Sets the pose to the start of the wanted sequence, if it exists. */
function poseAs(wanted: string | number | undefined, motions: Motions, pose: PosePlayer): void {
  const row = findWanted(motions.sequences, wanted);
  if (row < 0) return;
  try {
    pose.play(row, { fadeSeconds: 0 });
    pose.pose();
  } catch (error) {
    // The player of the sequence reports the error.
    if (!(error instanceof FormatError)) throw error;
  }
}

/**
 * Reads from content, and reports files after they were parsed, because the receiver may transfer
 * the bytes.
 */
function tellFiles(
  access: ContentAccess,
  sources: readonly ContentSource[],
  { onFile }: ModelLoadOptions,
) {
  let untold: ToldFile[] = [];
  const files: ModelFiles = {
    async read(path) {
      const bytes = (await readOrWarn(access, path, "unreadable-model")) ?? null;
      untold.push({ path, bytes });
      return bytes;
    },
    open: (path) => openDrawing(access, sources, path),
  };
  const tell = (isDue: (path: string) => boolean): void => {
    const due = untold.filter(({ path }) => isDue(path));
    untold = untold.filter(({ path }) => !isDue(path));
    for (const file of due) onFile?.(file);
  };
  return { files, tell };
}

async function openDrawing(
  { ledger, signal }: ContentAccess,
  sources: readonly ContentSource[],
  path: string,
): Promise<PartedFile | null> {
  throwIfAborted(signal);
  const file = await openParted(sources, path, signal);
  if (file === null) return null;
  return {
    byteLength: file.byteLength,
    read(offset, byteLength) {
      ledger.take("contentBytes", byteLength, path);
      return file.read(offset, byteLength, signal);
    },
  };
}

function reachOf(box: Float32Array): Float32Array {
  const reach = boxRadius(box) * REACH_RADII;
  return box.map((value, i) => (i < 3 ? value - reach : value + reach));
}

/** Ranks textures of the selected skin before those of other skins. */
function measureBySkin(
  { materials, drawCount, drawMaterial, drawVariant }: PropSet,
  skin: number,
): Float32Array {
  const distance = new Float32Array(materials.count).fill(Number.POSITIVE_INFINITY);
  for (let draw = 0; draw < drawCount; draw++) {
    const far = Math.abs(drawVariant[draw] - skin);
    distance[drawMaterial[draw]] = Math.min(distance[drawMaterial[draw]], far);
  }
  return distance;
}
