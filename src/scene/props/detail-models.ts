/**
 * Adds detail props with models as rows after the static props, so that they are drawn by the same
 * code, along with their own light.
 */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { STATIC_PROP_FLAG_FADES } from "../../formats/bsp/layouts/static-prop-flags.ts";
import { DETAIL_PROP_TYPE_MODEL } from "../../formats/bsp/records/detail-props.ts";
import type { DetailLights, DetailProps, StaticProps } from "../../formats/bsp/types.ts";
import type { DetailFade } from "../../map/details.ts";
import type { LightSideName } from "../../map/lightmap.ts";
import { NO_BAKED_LIGHT, type PropLight } from "../../map/props.ts";
import { LIGHTS_PER_PROP, NO_WORLD_LIGHT } from "../../map/world-lights.ts";
import { countDetailLights, pickDetailLights } from "../details/detail-styles.ts";
import { AMBIENT_CUBE_FLOATS } from "../light/ambient.ts";
import { appendProps } from "./prop-table.ts";

/** Light of the last instances, which the map stores for each of them. */
export interface OwnLight {
  readonly props: DetailProps;
  readonly lights: DetailLights;
  /** Rows of `props.objects`. */
  readonly rows: Uint32Array;
  /** Number of styled rows of `lights` that light each row of `props.objects`. */
  readonly lightCount: Uint8Array;
}

/** Returns the rows that are models. */
export function listDetailModels(props: DetailProps | null): Uint32Array {
  if (props === null) return new Uint32Array(0);
  const { count, type } = props.objects;
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  return rows.filter((row) => type[row] === DETAIL_PROP_TYPE_MODEL);
}

/** Returns the static props followed by the given detail props, which fade by the same rules. */
export function addDetailModels(
  table: StaticProps | null,
  { modelName, objects }: DetailProps,
  rows: Uint32Array,
  fade: DetailFade,
): StaticProps {
  const { length } = rows;
  const pick = (column: Float32Array) =>
    Float32Array.from({ length: length * 3 }, (_, i) => column[rows[(i / 3) | 0] * 3 + (i % 3)]);
  return appendProps(table, {
    count: length,
    modelName,
    model: rows.map((row) => objects.detailModel[row]),
    origin: pick(objects.origin),
    angles: pick(objects.angles),
    leaf: rows.map((row) => objects.leaf[row]),
    flags: new Uint32Array(length).fill(STATIC_PROP_FLAG_FADES),
    skin: new Int32Array(length),
    fadeMinDist: new Float32Array(length).fill(fade.start),
    fadeMaxDist: new Float32Array(length).fill(fade.end),
    diffuseModulation: new Uint8Array(length * 4).fill(255),
    uniformScale: new Float32Array(length).fill(1),
  });
}

export function listOwnLight(
  props: DetailProps,
  lights: DetailLights,
  rows: Uint32Array,
  diagnostics: Diagnostics,
): OwnLight {
  return { props, lights, rows, lightCount: countDetailLights(props, lights, diagnostics) };
}

/**
 * Appends the light of instances with their own light: equal from all sides, without lamps.
 * @param styles brightness of the styles at the map's start
 */
export function addOwnLight(
  light: PropLight,
  { props, lights, rows, lightCount }: OwnLight,
  side: LightSideName | null,
  styles: Float32Array,
): PropLight {
  const { objects } = props;
  const list = pickDetailLights(lights, side);
  const cubes = new Float32Array(rows.length * AMBIENT_CUBE_FLOATS);
  const rgb = new Float64Array(3);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    rgb.fill(0);
    addLight(rgb, objects.lighting, row, 1);
    const first = objects.lightStyles[row];
    // The other side's list may be longer.
    const end = Math.min(first + lightCount[row], list?.count ?? 0);
    for (let k = first; list !== null && k < end; k++) {
      addLight(rgb, list.lighting, k, styles[list.style[k]]);
    }
    for (let k = 0; k < AMBIENT_CUBE_FLOATS; k++) {
      // The engine passes this light on as a colour, which is clamped at full light.
      cubes[i * AMBIENT_CUBE_FLOATS + k] = Math.min(rgb[k % 3], 1);
    }
  }
  const filled = (arity: number, value: number) => new Uint32Array(rows.length * arity).fill(value);
  return {
    ...light,
    ambient: joinFloats(light.ambient, cubes),
    bakedBase: joinWords(light.bakedBase, filled(1, NO_BAKED_LIGHT)),
    lights: joinWords(light.lights, filled(LIGHTS_PER_PROP, NO_WORLD_LIGHT)),
    flags: joinWords(light.flags, filled(1, 0)),
  };
}

/** Adds a ColorRGBExp32 whose byte of 255 is full light. */
function addLight(out: Float64Array, lighting: Uint8Array, row: number, brightness: number): void {
  const scale = (brightness * 2 ** ((lighting[row * 4 + 3] << 24) >> 24)) / 255;
  for (let c = 0; c < 3; c++) out[c] += lighting[row * 4 + c] * scale;
}

function joinWords(a: Uint32Array, b: Uint32Array): Uint32Array {
  const out = new Uint32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

function joinFloats(a: Float32Array, b: Float32Array): Float32Array {
  const out = new Float32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
