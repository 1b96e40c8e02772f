/**
 * Eyes of props: a material of an eye holds where its eyeball is, so there is one for each eyeball of each model.
 */

import { parseMdlEyeballs } from "../../formats/studio/read/parse-mdl-eyeballs.ts";
import type { MdlEyeballs } from "../../formats/studio/types.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import type { ParamRow } from "../../map/material-params.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import type { FoundMaterial } from "../materials/materials.ts";
import { type ContentAccess, parseOrWarn, readOrWarn } from "../open/read-content.ts";
import { type EyeballRows, eyeballRows } from "./eyeball-rows.ts";
import type { SplitProps } from "./prop-cubemaps.ts";
import type { PropModel } from "./prop-model.ts";

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
