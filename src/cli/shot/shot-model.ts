/** Runs `visleaf shot` on a model: draws it alone, in a pose. */

import type { Warning } from "../../core/diagnostics.ts";
import { chooseModels } from "../../formats/studio/mesh/build-studio-mesh.ts";
import type { StudioVertices } from "../../formats/studio/types.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import type { LightSideName } from "../../map/types.ts";
import { readStudioModel } from "../../model/files/read-studio-model.ts";
import type { StudioModel } from "../../model/files/studio-model.ts";
import { ToldFiles } from "../../model/files/told-files.ts";
import { openPlayer } from "../../model/pose/open-player.ts";
import type { PosePlayer } from "../../model/pose/pose-player.ts";
import { propSource } from "../../render/props/prop-source.ts";
import { chooseDraws, type ModelChoice, type ModelDraws } from "../../scene/model/choose-draws.ts";
import type { ModelLoadEvent, ModelMapLight } from "../../scene/model/events.ts";
import { findFirstSequence, findWanted } from "../../scene/model/first-sequence.ts";
import { frameModel, MODEL_FOV } from "../../scene/model/frame-model.ts";
import { NoModelError, openModel } from "../../scene/model/open-model.ts";
import { bodyOf } from "../../scene/model/whole-mesh.ts";
import { QUALITY_LIMITS } from "../../viewer/frame/quality.ts";
import { bareKindsOf } from "../../viewer/model/lines/bare-kinds.ts";
import { type LineKind, ShownLines } from "../../viewer/model/lines/shown-lines.ts";
import { EyesWriter } from "../../viewer/model/shown/eyes-writer.ts";
import { ModelFaceWriter } from "../../viewer/model/shown/face-writer.ts";
import { inFile } from "../compile/bad-source.ts";
import { listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError, UsageError } from "../errors.ts";
import { openMapPath } from "../files/map-file.ts";
import { type HeadlessRenderer, openHeadlessRenderer } from "../render/headless-renderer.ts";
import { printJson } from "../terminal.ts";
import { type FoundModel, findModel } from "./find-model.ts";
import { type ShotRequest, writeShot, writeWarnings } from "./shot-request.ts";
import { watchShot } from "./watch-shot.ts";

// Checks that the model has the requested skin, body, LOD and frame.

/** Options that number rows of the model. */
interface AskedRows {
  readonly frame: number;
  readonly skin: number;
  readonly body: number;
  readonly lod: number | null;
}

/** @throws UsageError if the model has no such skin, body, LOD or frame */
function checkRows(
  model: StudioModel,
  { all }: ModelDraws,
  { frame, skin, body, lod }: AskedRows,
  sequence: number,
): void {
  const { mdl, motions } = model;
  checkRow("skin", skin, Math.max(mdl.skinFamilyCount, 1) - 1);
  checkRow(
    "body",
    body,
    bodyOf(mdl, () => Number.POSITIVE_INFINITY),
  );
  if (lod !== null) checkRow("lod", lod, Math.max(all.variantLodCount[0], 1) - 1);
  const played = motions.sequences[sequence];
  const frames = motions.animations[played?.blends[0] ?? -1]?.frameCount ?? 1;
  const of = played === undefined ? "" : ` of ${played.name}`;
  checkRow("frame", frame, Math.max(frames, 1) - 1, of);
}

function checkRow(option: string, row: number, last: number, of = ""): void {
  if (row <= last) return;
  const some = last === 0 ? `there is only 0${of}` : `there are 0 to ${last}${of}`;
  throw new UsageError(`--${option} ${row}: ${some}`, "shot");
}

/** Finds a sequence by name, ignoring case, or by number; null selects the default one. */
function findSequence(model: StudioModel, wanted: string | null): number {
  const { sequences } = model.motions;
  if (wanted === null) return findFirstSequence(sequences);
  const row = findWanted(sequences, wanted);
  if (row >= 0) return row;
  if (sequences.length === 0) {
    throw new UsageError(`there is no sequence "${wanted}", nor any other`, "shot");
  }
  const names = sequences.slice(0, 12).map(({ name }) => name);
  const more =
    sequences.length > names.length ? `, and ${sequences.length - names.length} more` : "";
  throw new UsageError(
    `there is no sequence "${wanted}"; there are ${names.join(", ")}${more}`,
    "shot",
  );
}

/** Options for drawing a model. */
export interface ModelShot {
  /** Name, ignoring case, or number; null selects the sequence that a viewer shows first. */
  readonly sequence: string | null;
  /** Frame; a fraction lies between two frames. */
  readonly frame: number;
  readonly skin: number;
  /** The engine's body number, which encodes a choice of body groups. */
  readonly body: number;
  readonly lod: number | null;
  /** Values of face controllers, by name. */
  readonly flexes: readonly { readonly name: string; readonly value: number }[];
  /** Kinds of overlay lines. */
  readonly show: readonly LineKind[];
  /** Map file and the place in it whose light the model gets; null for studio light. */
  readonly light: ShotLight | null;
}

export interface ShotLight {
  readonly map: string;
  /** null to use the map's first player start. */
  readonly at: readonly [x: number, y: number, z: number] | null;
  readonly side: LightSideName;
}

type ModelEvent = Extract<ModelLoadEvent, { type: "model" }>;

export async function shotModel(request: ShotRequest, shot: ModelShot): Promise<void> {
  const { path, width, height, settings } = request;
  const content = await openContent(request.content);
  printProblems(content);
  const found = await findModel(path, content.sources);
  printProblems(found);
  const headless = await openHeadlessRenderer(width, height);
  const watch = watchShot(path);
  try {
    const { renderer } = headless;
    Object.assign(renderer.settings, settings);
    const { event, model, choice, sequence, warnings } = await inFile(path, () =>
      showModel(headless, found, request, shot),
    );
    const pose = frameModel(event.box, { aspect: width / height });
    const camera = request.camera ?? { ...pose, fov: MODEL_FOV };
    await writeShot(headless, watch, request, camera);
    writeWarnings(warnings);
    if (!request.printsStats) return;
    const { triangles, draws } = await renderer.readStats();
    printJson({
      model: model.name,
      triangles,
      draws,
      bones: model.mdl.bones.count,
      sequence: model.motions.sequences[sequence]?.name ?? null,
      frame: shot.frame,
      skin: choice.skin,
      bodyGroups: choice.bodyGroups,
      lod: choice.lod,
      box: [...event.box],
      light: event.lightPlace,
      camera: [camera.x, camera.y, camera.z, camera.pitch, camera.yaw, camera.fov],
      missing: listMissing(warnings),
    });
  } finally {
    watch.stop();
    headless.close();
  }
}

async function showModel(
  { gpu, renderer }: HeadlessRenderer,
  { path, sources }: FoundModel,
  { textureBudget, limits }: ShotRequest,
  shot: ModelShot,
) {
  const light = shot.light && (await openLight(shot.light));
  const files = new ToldFiles();
  const events = openModel(path, sources, {
    onFile: (file) => files.add(file),
    textureCompressionBc: gpu.features.textureCompressionBc,
    maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
    textureBudgetBytes: textureBudget ?? QUALITY_LIMITS.high.textureBudgetBytes,
    limits,
    skin: shot.skin,
    sequence: shot.sequence ?? undefined,
    light,
  });
  let shown: { event: ModelEvent; model: StudioModel; choice: ModelChoice; sequence: number };
  let drawn: ModelEvent;
  let warnings: readonly Warning[] = [];
  try {
    for await (const told of events) {
      if (told.type === "scene") renderer.setScene(told.scene);
      else if (told.type === "texture") {
        renderer.setTexture(told.owner, told.texture, told.image);
      } else if (told.type === "done") warnings = told.warnings;
      else if (told.type === "model") drawn = told;
      else {
        const event = drawn!;
        files.end();
        // The events carry decoded poses but no model: read it here and give it the poses.
        const model = (await readStudioModel(path, files, { readsBlocks: false })) as StudioModel;
        model.motions.take(told.poses);
        const bodyGroups = [...chooseModels(model.mdl, shot.body)];
        const choice: ModelChoice = { skin: shot.skin, bodyGroups, lod: shot.lod };
        const sequence = findSequence(model, shot.sequence);
        checkRows(model, event.draws, shot, sequence);
        const set = chooseDraws(event.draws, choice);
        const posed = writePose(set.bonePalette, model, sequence, shot.frame);
        EyesWriter.create(model, event.draws)?.write(
          posed.modelFromBone,
          null,
          (row, param, numbers) =>
            set.materials.params.set(numbers, row * PARAM_NUMBERS + param * 4),
        );
        const vertices = moveFace(model, event, shot.flexes, posed);
        renderer.setSource(propSource(set));
        const kinds = [...bareKindsOf(event.draws.all, model), ...shot.show];
        if (kinds.length > 0) {
          const lines = new ShownLines(renderer, model, event.box, vertices);
          lines.setDrawn(chooseDraws(event.draws, { ...choice, lod: choice.lod ?? 0 }));
          for (const kind of kinds) lines.show(kind, true);
          lines.update(posed);
        }
        shown = { event, model, choice, sequence };
      }
    }
  } catch (error) {
    if (error instanceof NoModelError) throw new CliError(error.message);
    throw error;
  }
  return { ...shown!, warnings };
}

/** Opens the map for its light, so that an unreadable map fails before anything is drawn. */
async function openLight({ map, at, side }: ShotLight): Promise<ModelMapLight> {
  const opened = await openMapPath(map);
  return { name: opened.name, at, side, open: async () => opened };
}

/**
 * Sets the flexes and the bone-driven controllers. Returns the vertices with the face applied, or
 * undefined if the model has no face.
 */
function moveFace(
  model: StudioModel,
  { draws }: ModelEvent,
  flexes: ModelShot["flexes"],
  player: PosePlayer,
): StudioVertices | undefined {
  const face = ModelFaceWriter.create(model, draws.all.vertices);
  const { name: names, min, max } = model.face.controllers;
  for (const { name, value } of flexes) {
    const row = names.findIndex((known) => known.toLowerCase() === name.toLowerCase());
    if (row < 0 || face === null) {
      const some = names.length > 0 ? names.join(", ") : "none";
      throw new UsageError(`there is no flex controller "${name}"; there are ${some}`, "shot");
    }
    face.controllers[row] = Math.min(Math.max(value, min[row]), max[row]);
  }
  if (flexes.length > 0) face?.write(() => {});
  face?.drive(player.localPosition, () => {});
  return face?.vertices;
}

/** Poses the model, and writes its rows of a palette. */
function writePose(
  palette: Float32Array,
  model: StudioModel,
  sequence: number,
  frame: number,
): PosePlayer {
  const { player } = openPlayer(model);
  if (sequence >= 0) {
    const { animations, sequences } = model.motions;
    const last = (animations[sequences[sequence].blends[0]]?.frameCount ?? 1) - 1;
    const cycle = last > 0 ? frame / last : 0;
    player.play(sequence, { cycle, fadeSeconds: 0 });
    player.pose();
  }
  palette.set(player.palette, palette.length - player.palette.length);
  return player;
}
