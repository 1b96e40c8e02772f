/** Conversion of static props, overlays and cubemaps to things that can be matched. */

import { STATIC_PROP_USE_LIGHTING_ORIGIN } from "../../../formats/bsp/layouts/static-prop-flags.ts";
import { nameStaticPropFlags } from "../../../formats/bsp/tables/prop-flag-names.ts";
import type { MapVersion } from "../open-version.ts";
import { materialNameOf, paintedName } from "../surfaces/material-names.ts";
import type { Point } from "../types.ts";
import { canonNumber, SharedKeys, SharedKeyValues, type Thing } from "./thing.ts";

type Column = Float32Array | Int32Array | Uint8Array | Uint16Array | Uint32Array;

/** Writes row `row` of a column with `width` values a row. */
function rowOf(column: Column, row: number, width: number): string {
  let text = canonNumber(column[row * width]);
  for (let at = row * width + 1; at < (row + 1) * width; at++)
    text += ` ${canonNumber(column[at])}`;
  return text;
}

const pointOf = (column: Column, row: number): Point => [
  column[row * 3],
  column[row * 3 + 1],
  column[row * 3 + 2],
];

const makeThing = (
  kind: string,
  place: Point,
  keys: SharedKeys,
  texts: readonly string[],
): Thing => ({
  ...{ kind, place, name: "", id: "" },
  values: new SharedKeyValues(keys, texts),
});

const PROP_KEYS = [
  ...["origin", "angles", "skin", "solid", "flags"],
  ...["fademindist", "fademaxdist", "fadescale"],
];
const COLOR_KEYS = ["rendercolor", "uniformscale"];
const PLAIN_PROP = new SharedKeys([...PROP_KEYS, ...COLOR_KEYS]);
const LIT_PROP = new SharedKeys([...PROP_KEYS, "lightingorigin", ...COLOR_KEYS]);

/** Lists static props without the leafs they touch, whose numbers differ between compiles. */
export function listPropThings({ bsp }: MapVersion): Thing[] {
  const props = bsp.staticProps;
  if (props === null) return [];
  return Array.from({ length: props.count }, (_, row) => {
    const usesLightOrigin = (props.flags[row] & STATIC_PROP_USE_LIGHTING_ORIGIN) !== 0;
    return makeThing(
      props.modelName[props.model[row]].toLowerCase().replaceAll("\\", "/"),
      pointOf(props.origin, row),
      usesLightOrigin ? LIT_PROP : PLAIN_PROP,
      [
        rowOf(props.origin, row, 3),
        rowOf(props.angles, row, 3),
        String(props.skin[row]),
        String(props.solid[row]),
        nameStaticPropFlags(props.flags[row] & 0xff).join(" "),
        canonNumber(props.fadeMinDist[row]),
        canonNumber(props.fadeMaxDist[row]),
        canonNumber(props.forcedFadeScale[row]),
        ...(usesLightOrigin ? [rowOf(props.lightingOrigin, row, 3)] : []),
        rowOf(props.diffuseModulation, row, 4),
        canonNumber(props.uniformScale[row]),
      ],
    );
  });
}

const OVERLAY = new SharedKeys(["origin", "normal", "corners", "u", "v", "renderorder", "fade"]);

/** Lists overlays without the faces they lie on, which differ between compiles. */
export function listOverlayThings(version: MapVersion): Thing[] {
  const { overlays } = version.bsp;
  return Array.from({ length: overlays.count }, (_, row) =>
    makeThing(
      paintedName(materialNameOf(version.bsp, overlays.texinfo[row])),
      pointOf(overlays.origin, row),
      OVERLAY,
      [
        rowOf(overlays.origin, row, 3),
        rowOf(overlays.basisNormal, row, 3),
        rowOf(overlays.uvPoints, row, 12),
        rowOf(overlays.u, row, 2),
        rowOf(overlays.v, row, 2),
        String(overlays.renderOrder[row]),
        // Overlays with a distance of 0 or less never fade, and some maps have no such lump.
        overlays.fadeDistance[row * 2 + 1] > 0 ? rowOf(overlays.fadeDistance, row, 2) : "never",
      ],
    ),
  );
}

const CUBEMAP = new SharedKeys(["origin", "size"]);

export function listCubemapThings({ bsp: { cubemaps } }: MapVersion): Thing[] {
  return Array.from({ length: cubemaps.count }, (_, row) =>
    makeThing("cubemap", pointOf(cubemaps.origin, row), CUBEMAP, [
      rowOf(cubemaps.origin, row, 3),
      String(cubemaps.size[row]),
    ]),
  );
}
