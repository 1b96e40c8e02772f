/**
 * Eyes of props: a material of an eye holds where its eyeball is, so there is one for each eyeball of each model.
 */

import { parseMdlEyeballs } from "../../formats/studio/read/parse-mdl-eyeballs.ts";
import type { Mdl, MdlEyeballs } from "../../formats/studio/types.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import type { ParamRow } from "../../map/material-params.ts";
import { cross, normalize } from "../../math/vec3.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import type { FoundMaterial } from "../materials/materials.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import type { SplitProps } from "./prop-cubemaps.ts";
import type { PropModel } from "./prop-model.ts";

// Where the eyeballs of a model are in its present pose, and how their irises are projected.

type Vector = [x: number, y: number, z: number];

/** Of one eyeball, in its model's space, inches. */
export interface EyeballRows {
  readonly origin: Vector;
  readonly up: Vector;
  /** Repeats of the iris an inch along the world: 0.5 + s . (p - origin) is where it is read, and t likewise. */
  readonly s: Vector;
  readonly t: Vector;
}

/**
 * It looks ahead, as nobody is there to be looked at. The record is `mstudioeyeball_t` in Valve's public `studio.h`,
 * whose iris scale is 1 / the inches that the iris's texture is wide and high (`dmeeyeball.h` there); how planes follow
 * from it no SDK has: it is as a public description of an early game's renderer (the project Elysium, of
 * `R_StudioEyeballPosition`) says, and what `eye_refract_vs20.fxc` relies on.
 * @param palette 12 numbers a bone, see `buildBonePalette`; null: nothing moves
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
  /** From the bone's space to that of vertices as they are stored, then where their bone takes them. */
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
  // An eye turns outwards by the sine of that.
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

/** A mesh that is no eyeball shows no iris. */
const NO_EYEBALL = -1;
const NO_BONE = -1;

export function hasEyes(found: readonly FoundMaterial[]): boolean {
  return found.some(({ state }) => hasTrait(state?.family ?? -1, "eyeball"));
}

/**
 * Changes `draws.material` in place.
 * @returns the materials, with those that are added
 */
export async function placeEyes(
  models: readonly PropModel[],
  { variants, draws, found }: SplitProps,
  access: ContentAccess,
): Promise<FoundMaterial[]> {
  const placed = [...found];
  const eyesOf = new Map<PropModel, ModelEyes>();
  /** The first that a material is of takes its row. */
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
    access.diagnostics.warn("over-budget", "eyeballs", "Eyes of props look elsewhere: too many.");
  }
  return placed;
}

/** @param bone that takes it along, and what is said of it is as it was bound; left out: it is as the model stands */
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
  /** `NO_BONE` of a model that stands still. */
  boneOf(eye: number): number;
}

/** Reads the eyeballs of a model. Its file is read a second time, as few models have eyes. */
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
