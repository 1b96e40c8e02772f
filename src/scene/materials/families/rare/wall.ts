import type { Vmt } from "../../../../formats/vmt/types.ts";
import {
  PARAM_WALL_BLEND,
  PARAM_WALL_BORDER,
  PARAM_WALL_EDGE,
  PARAM_WALL_TINT,
  PARAM_WALL_TINT2,
} from "../../../../map/families/wall.ts";
import { FAMILY_BLEND, FAMILY_LIT, FAMILY_WALL } from "../../../../map/material-families.ts";
import type { ParamRow } from "../../../../map/material-params.ts";
import { ROLE_BLENDMASK } from "../../../../map/texture-roles.ts";
import { colorParam, flagParam, linearColor, numberParam } from "../../vmt-values.ts";
import type { MaterialState } from "../family-reader.ts";

/** Shaders of the engine that have these parameters. */
const WALLED = /^(\w+_)?(lightmappedgeneric|worldvertextransition)/;

/** Rows of a material's parameters; null: the material has none of them. */
type Rows = (readonly [param: number, row: ParamRow])[] | null;

/**
 * Moves a lightmapped material to the wall family if it has a parameter of that. All else has been read before; what is
 * laid over the world by its axes has none of these in the engine.
 */
export function readWall(vmt: Vmt, state: MaterialState): void {
  const isPlain = state.family === FAMILY_LIT || state.family === FAMILY_BLEND;
  if (!isPlain || !WALLED.test(vmt.shader)) return;
  const found = [readLayers(vmt, state)];
  if (found.every((rows) => rows === null)) return;
  state.family = FAMILY_WALL;
  for (const [param, row] of [...AT_REST, ...found.flatMap((rows) => rows ?? [])]) {
    state.params[param] = row;
  }
}

/** What the family's shader takes for none of each. */
const AT_REST: NonNullable<Rows> = [
  [PARAM_WALL_BLEND, [-1, 0, 0, 0]],
  [PARAM_WALL_TINT, [1, 1, 1, 0]],
  [PARAM_WALL_TINT2, [1, 1, 1, 0]],
];

/**
 * Reads `$newlayerblending` and the tints of the layers: parameters and defaults as the public VMT-Editor has them. Where
 * there is no mask of the blend the layers meet as they would without.
 */
function readLayers(vmt: Vmt, { family, textures }: MaterialState): Rows {
  if (family !== FAMILY_BLEND) return null;
  const number = (name: string, rest: number) => numberParam(vmt, name) ?? rest;
  const tintOf = (name: string) => linearColor(colorParam(vmt, name) ?? [1, 1, 1]);
  const isNew = flagParam(vmt, "$newlayerblending") && textures[ROLE_BLENDMASK] !== undefined;
  const tints = [tintOf("$layertint1"), tintOf("$layertint2")];
  if (!isNew && tints.flat().every((c) => c === 1)) return null;
  const rows: NonNullable<Rows> = [
    [PARAM_WALL_TINT, [...tints[0], 0]],
    [PARAM_WALL_TINT2, [...tints[1], 0]],
  ];
  if (!isNew) return rows;
  const hasNormals = flagParam(vmt, "$layeredgenormal");
  const inwards = flagParam(vmt, "$layeredgepunchin") ? -1 : 1;
  rows.push(
    [
      PARAM_WALL_BLEND,
      [
        Math.max(number("$blendsoftness", 0.5), 0),
        number("$layerborderstrength", 0.5),
        number("$layerborderoffset", 0),
        Math.max(number("$layerbordersoftness", 0.5), 0),
      ],
    ],
    [PARAM_WALL_BORDER, [...tintOf("$layerbordertint"), 0]],
    [
      PARAM_WALL_EDGE,
      [
        hasNormals ? inwards * number("$layeredgestrength", 0.5) : 0,
        number("$layeredgeoffset", 0),
        Math.max(number("$layeredgesoftness", 0.5), 0),
        0,
      ],
    ],
  );
  return rows;
}
