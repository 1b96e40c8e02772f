/**
 * Creates eye materials for props. An eye material contains its eyeball's position, so each eyeball
 * of each model needs its own.
 */

import { parseMdlEyeballs } from "../../formats/studio/read/parse-mdl-eyes.ts";
import type { Mdl, MdlEyeballs } from "../../formats/studio/types.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import type { ParamRow } from "../../map/material-params.ts";
import { cross, normalize } from "../../math/vec3.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import type { FoundMaterial } from "../materials/materials.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import type { SplitProps } from "./prop-cubemaps.ts";
import type { PropModel } from "./prop-model.ts";

// Positions of a model's eyeballs in its present pose, and the projection of their irises.

type Vector = [x: number, y: number, z: number];

/** One eyeball in its model's space, inches. */
export interface EyeballRows {
  readonly origin: Vector;
  readonly up: Vector;
  /**
   * Iris texture coordinates per inch: the iris is sampled at 0.5 + s · (p − origin), and likewise
   * for t.
   */
  readonly s: Vector;
  readonly t: Vector;
}

/**
 * Computes an eyeball that looks straight ahead. The record is `mstudioeyeball_t` in Valve's public
 * `studio.h`; its iris scale is 1 / the size of the iris texture in inches (`dmeeyeball.h` there).
 * No SDK shows how the planes follow from it: this uses a public description of an early game's
 * renderer (the project Elysium, of `R_StudioEyeballPosition`), and matches what
 * `eye_refract_vs20.fxc` relies on.
 * @param palette 12 numbers a bone, see `buildBonePalette`; `null` for the bind pose
 */
export function eyeballRows(
  { bones }: Pick<Mdl, "bones">,
  palette: Float32Array | null,
  eyes: MdlEyeballs,
  eye: number,
): EyeballRows {
  const bone = eyes.bone[eye];
  const pose = bones.poseToBone.subarray(bone * 12, bone * 12 + 12);
  const turned = palette?.subarray(bone * 12, bone * 12 + 12);
  /** Transforms from bone space to the space of stored vertices, then by the bone's pose. */
  const toModel = (column: Float32Array, isPoint: number): Vector => {
    const v = [0, 1, 2].map((k) => column[eye * 3 + k] - isPoint * pose[k * 4 + 3]);
    const stored = [0, 1, 2].map((k) => v[0] * pose[k] + v[1] * pose[4 + k] + v[2] * pose[8 + k]);
    if (turned === undefined) return stored as Vector;
    return [0, 4, 8].map(
      (row) =>
        turned[row] * stored[0] +
        turned[row + 1] * stored[1] +
        turned[row + 2] * stored[2] +
        isPoint * turned[row + 3],
    ) as Vector;
  };
  const own = toModel(eyes.up, 0);
  let forward = normalize(toModel(eyes.forward, 0));
  const aside = normalize(cross(forward, own));
  // Sine of the angle by which the eye is turned outwards.
  const turn = 2 * eyes.zOffset[eye];
  forward = normalize(forward.map((c, k) => c + turn * aside[k]) as Vector);
  const right = normalize(cross(forward, own));
  const up = normalize(cross(right, forward));
  const scale = eyes.irisScale[eye];
  return {
    origin: toModel(eyes.origin, 1),
    up: normalize(own),
    s: right.map((c) => -scale * c) as Vector,
    t: up.map((c) => -scale * c) as Vector,
  };
}

/** Value for meshes that are not eyeballs, and show no iris. */
const NO_EYEBALL = -1;
const NO_BONE = -1;

export function hasEyes(found: readonly FoundMaterial[]): boolean {
  return found.some(({ state }) => hasTrait(state?.family ?? -1, "eyeball"));
}

/**
 * Changes `draws.material` in place.
 * @returns the materials, including the added ones
 */
export async function placeEyes(
  models: readonly PropModel[],
  { variants, draws, found }: SplitProps,
  access: ContentAccess,
): Promise<FoundMaterial[]> {
  const placed = [...found];
  const eyesOf = new Map<PropModel, ModelEyes>();
  /** Rows of added materials by key. The first eyeball of a material takes over its row. */
  const rows = new Map<string, number>();
  const taken = new Set<number>();
  let isFull = false;
  for (const [draw, material] of draws.material.entries()) {
    const { state, ...rest } = found[material];
    if (state === null || !hasTrait(state.family, "eyeball")) continue;
    const modelRow = variants.model[draws.variant[draw]];
    const model = models[modelRow];
    let eyes = eyesOf.get(model);
    if (eyes === undefined) {
      eyes = await readEyes(model, access);
      eyesOf.set(model, eyes);
    }
    const eye = eyes.ofMesh.get(model.mesh.drawMesh[draws.modelDraw[draw]]) ?? NO_EYEBALL;
    const key = (eye === NO_EYEBALL ? [material] : [material, modelRow, eye]).join();
    let row = rows.get(key);
    if (row === undefined) {
      const own =
        eye === NO_EYEBALL ? state : withEyeball(state, eyes.rowsOf(eye), eyes.boneOf(eye));
      row = material;
      if (!taken.has(material)) {
        placed[material] = { ...rest, state: own };
      } else if (access.ledger.tryTake("materials", 1)) {
        row = placed.push({ ...rest, state: own }) - 1;
      } else {
        isFull = true;
      }
      taken.add(material);
      rows.set(key, row);
    }
    draws.material[draw] = row;
  }
  if (isFull) {
    access.diagnostics.warn(
      "over-budget",
      "eyeballs",
      "Some eyes of props look the wrong way: there are too many.",
    );
  }
  return placed;
}

/**
 * @param bone bone that moves the eyeball, with `rows` in the bind pose; if omitted, `rows` are
 *   in the present pose
 */
export function withEyeball(
  state: MaterialState,
  rows: EyeballRows,
  bone: number = NO_BONE,
): MaterialState {
  const params = [...state.params];
  const last = (row: number) => params[row]?.[3] ?? 0;
  const write = (row: number, [x, y, z]: EyeballRows["s"], w: number): void => {
    params[row] = [x, y, z, w] satisfies ParamRow;
  };
  write(OWN_PARAM.EYE_ORIGIN, rows.origin, last(OWN_PARAM.EYE_ORIGIN));
  write(OWN_PARAM.EYE_S, rows.s, last(OWN_PARAM.EYE_S));
  write(OWN_PARAM.EYE_T, rows.t, last(OWN_PARAM.EYE_T));
  write(OWN_PARAM.EYE_UP, rows.up, last(OWN_PARAM.EYE_UP));
  const [r, g, b] = params[OWN_PARAM.EYE_OCCLUSION] ?? [0, 0, 0];
  write(OWN_PARAM.EYE_OCCLUSION, [r, g, b], bone + 1);
  return { ...state, params };
}

interface ModelEyes {
  /** Eyeballs by rows of `Mdl.meshes`. */
  readonly ofMesh: ReadonlyMap<number, number>;
  rowsOf(eye: number): EyeballRows;
  /** Returns `NO_BONE` for a model that stands still. */
  boneOf(eye: number): number;
}

/** Reads a model's eyeballs. Reads its file a second time, because few models have eyes. */
async function readEyes(model: PropModel, access: ContentAccess): Promise<ModelEyes> {
  const { name, mdl, palette, track } = model;
  const bytes = await readOrWarn(access, name, "unreadable-model");
  const eyes =
    bytes && parseOrWarn(access, name, "unreadable-model", () => parseMdlEyeballs(bytes));
  const ofMesh = new Map<number, number>();
  for (let eye = 0; eye < (eyes?.count ?? 0); eye++)
    ofMesh.set((eyes as MdlEyeballs).mesh[eye], eye);
  const pose = track === null ? palette : null;
  return {
    ofMesh,
    rowsOf: (eye) => eyeballRows(mdl, pose, eyes as MdlEyeballs, eye),
    boneOf: (eye) => (track === null ? NO_BONE : (eyes as MdlEyeballs).bone[eye]),
  };
}
