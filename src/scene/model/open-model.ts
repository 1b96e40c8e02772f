/** Opens a model alone: from where its files and its content lie, to the events of `events.ts`. */

import { MapContent } from "../../content/maps/map-content.ts";
import { openParted } from "../../content/open-parted.ts";
import type { ContentSource } from "../../content/types.ts";
import { Diagnostics } from "../../core/diagnostics.ts";
import { CancelledError, FormatError } from "../../core/errors.ts";
import { Ledger } from "../../core/ledger.ts";
import type { PropSet } from "../../map/props.ts";
import type { ModelFiles, PartedFile } from "../../model/files/model-files.ts";
import { openFirstModel } from "../../model/files/read-studio-model.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import { openPlayer } from "../../model/pose/open-player.ts";
import type { PosePlayer } from "../../model/pose/pose-player.ts";
import type { Motions, StudioModel } from "../../model/studio-model.ts";
import { type ContentAccess, readOrWarn } from "../open/read-content.ts";
import { throwIfAborted } from "../open/throw-if-aborted.ts";
import { assembleModel, type PropModel } from "../props/prop-model.ts";
import { listByDistance, pendTextures } from "../textures/texture-queue.ts";
import { reopenTexture, streamTextures } from "../textures/textures.ts";
import { assembleBare } from "./bare-model.ts";
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
import { boxOfVertices } from "./vertex-box.ts";
import { buildWholeMesh } from "./whole-mesh.ts";

/** What animations may take a model out of its box, in radii of it. */
const REACH_RADII = 16;

/** No model, or none that can be drawn. */
export class NoModelError extends Error {
  override readonly name = "NoModelError";
}

/**
 * @param path content path of its `.mdl`
 * @param sources where its files, materials and textures are looked for, in order
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
  // What it idles in is all that its first picture needs of many files, if it is not asked to play something else.
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
  // Of .ani files, which are megabytes, who shows the model needs none yet.
  told.tell((path) => !path.endsWith(".ani"));
  yield { type: "motions", poses: model.motions.handOver() };

  for (const { owner, files, texture } of listByDistance(pending)) {
    throwIfAborted(signal);
    await reopenTexture(files, texture, access, read);
    for (const { image } of streamTextures(files, [texture], access, read)) {
      yield { type: "texture", owner, texture, image };
    }
  }
  // What can be seen is there: the rest of what it plays.
  await motions.readBlocks();
  told.tell(() => true);
  yield { type: "done", warnings: diagnostics.warnings };
}

/** null, with a warning: that map's light cannot be had. What reads it is fetched with the first. */
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
    diagnostics.warn("lighting", name, `${name} lights nothing: ${reason}`);
    return null;
  }
}

/**
 * All body parts' models, as they stand in the first frame of what they are to play. Their box is of how they idle,
 * whatever they are to play.
 */
function assembleWhole(
  model: StudioModel,
  wanted: string | number | undefined,
  diagnostics: Diagnostics,
): PropModel {
  const { mdl, vvd, vtx } = model;
  const pose = firstPose(model, diagnostics);
  if (mdl.meshes.count === 0 || vvd === null || vtx === null) {
    // Animations for other models, or one whose other files are not there.
    if (mdl.bones.count > 0) {
      const bare = assembleBare(model, pose);
      poseAs(wanted, model.motions, pose);
      return bare;
    }
    throw new NoModelError(`Nothing of ${model.name} can be drawn: it has no bones.`);
  }
  const mesh = buildWholeMesh(mdl, vvd, vtx);
  const shown = assembleModel(model.name, mdl, mesh, [], pose.palette);
  const box = mesh.drawCount > 0 ? shown.box : boxOfVertices(mesh.vertices, pose.palette);
  poseAs(wanted, model.motions, pose);
  // It may move, though it does not yet.
  return { ...shown, box, palette: pose.palette };
}

/** As it stands when it begins to play. */
function firstPose(model: StudioModel, diagnostics: Diagnostics): PosePlayer {
  const first = Math.max(0, findFirstSequence(model.motions.sequences));
  const { player, fault } = openPlayer(model, first);
  if (fault !== null) {
    const message = `Nothing of ${model.name} moves: ${fault.message}`;
    diagnostics.warn("unreadable-model", model.name, message);
    return player;
  }
  try {
    player.play(first, { fadeSeconds: 0 });
  } catch (error) {
    // Who plays it is told.
    if (!(error instanceof FormatError)) throw error;
  }
  player.pose();
  return player;
}

/** Stands as something else begins, where there is such. */
function poseAs(wanted: string | number | undefined, motions: Motions, pose: PosePlayer): void {
  const row = findWanted(motions.sequences, wanted);
  if (row < 0) return;
  try {
    pose.play(row, { fadeSeconds: 0 });
    pose.pose();
  } catch (error) {
    // Who plays it is told.
    if (!(error instanceof FormatError)) throw error;
  }
}

/** Reads from content, and tells of what was read when it is parsed: who is told may take the bytes away. */
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

/** The textures of the skin that is shown come before those of others. */
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
