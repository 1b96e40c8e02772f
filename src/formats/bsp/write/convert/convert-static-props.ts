/** The game lump `sprp` in another version. */

import { concatBytes, encodeInt32 } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import type { ColumnArray, RecordLayout } from "../../../binary/record-layout.ts";
import type { StructColumns } from "../../../binary/struct.ts";
import { bspError } from "../../bsp-error.ts";
import { type RecordColumns, writeColumns } from "./convert-records.ts";
import {
  leafLayout,
  PROP_NAME_BYTES,
  type PropScales,
  recordsOfForm,
  SPRP,
  type StaticPropParts,
  WIDE_LEAFS_SINCE,
} from "./static-prop-forms.ts";
import type { PropForm } from "./targets.ts";

export interface ConvertedProps {
  readonly bytes: Uint8Array;
  /** Fields that the form lacks, with the number of props that had something there. */
  readonly lost: ReadonlyMap<string, number>;
}

/**
 * Props in another form, little-endian.
 * @throws FormatError (BSP, `unsupported`) for records of no known form, and what does not fit the other's
 */
export function convertStaticProps(parts: StaticPropParts, form: PropForm): ConvertedProps {
  const { version, names, leafs, isWideLeafs, records, count, layout } = parts;
  const to = recordsOfForm(form);
  if (layout === null && count > 0) {
    const expected = "props of a form that can be converted";
    const found = `${records.length / count} bytes a prop of version ${version}`;
    throw bspError("unsupported", SPRP, 0, expected, found);
  }
  const wanted = leafLayout(form.version >= WIDE_LEAFS_SINCE);
  const { count: leafCount, ...indices } = readRecords(leafs, leafLayout(isWideLeafs), true);
  const read = layout === null ? {} : readRecords(records, layout, true);
  const canonical = fillIn(read as RecordColumns, count);
  scaleProps(canonical.scale, parts.scales);
  const unlit = unlightAtOrigin(canonical, count);
  const bytes = concatBytes([
    encodeInt32(names.length / PROP_NAME_BYTES),
    names,
    encodeInt32(leafCount),
    writeColumns(indices as unknown as RecordColumns, leafCount, wanted, SPRP),
    encodeInt32(count),
    writeColumns(splitFlags(canonical, to), count, to, SPRP),
  ]);
  const lost = listLost(canonical, count, to);
  if (unlit > 0) lost.set("lightingOrigin", unlit);
  return { bytes, lost };
}

/** `STATIC_PROP_USE_LIGHTING_ORIGIN`. */
const USE_LIGHTING_ORIGIN = 2;

/** Of Dear Esther, where nothing public says where such a point stands: those props are lit as others are. */
function unlightAtOrigin(columns: RecordColumns, count: number): number {
  const { wideFlags, lightingOrigin } = columns;
  if (lightingOrigin) return 0;
  let unlit = 0;
  for (let prop = 0; prop < count; prop++) {
    if ((wideFlags[prop] & USE_LIGHTING_ORIGIN) === 0) continue;
    wideFlags[prop] -= USE_LIGHTING_ORIGIN;
    unlit++;
  }
  return unlit;
}

/** What a dialect has in a list of its own. Throws FormatError (BSP). */
function scaleProps(scale: ColumnArray, list: PropScales | null): void {
  for (let i = 0; i < (list?.count ?? 0); i++) {
    const prop = list!.prop[i];
    if (prop * 3 >= scale.length) {
      const expected = `a scale of a prop below ${scale.length / 3}`;
      throw bspError("bad-index", SPRP, 0, expected, prop);
    }
    scale.set(list!.scale.subarray(i * 3, i * 3 + 3), prop * 3);
  }
}

/** What a prop has whose record has no such field. */
const DEFAULTS: Readonly<Record<string, readonly [arity: number, value: number]>> = {
  forcedFadeScale: [1, 1],
  dxLevels: [2, 0],
  systemLevels: [4, 0],
  diffuseModulation: [4, 255],
  disableX360: [1, 0],
  scale: [3, 1],
  lightmapResolution: [2, 0],
};

/** All fields of all forms: flags in one, scales of three axes. */
function fillIn(columns: RecordColumns, count: number): RecordColumns {
  const { flags, flagsEx, wideFlags, uniformScale, ...rest } = columns;
  const filled: Record<string, ColumnArray> = { ...rest };
  filled.wideFlags = wideFlags ?? new Uint32Array(count);
  for (let i = 0; i < count && flags; i++) {
    filled.wideFlags[i] = (flags[i] | ((flagsEx?.[i] ?? 0) << 8)) >>> 0;
  }
  if (uniformScale)
    filled.scale = Float32Array.from({ length: count * 3 }, (_, i) => uniformScale[(i / 3) | 0]);
  for (const [name, [arity, value]] of Object.entries(DEFAULTS)) {
    filled[name] ??= new Float32Array(count * arity).fill(value);
  }
  return filled;
}

function splitFlags(columns: RecordColumns, to: RecordLayout<StructColumns>): RecordColumns {
  const { wideFlags, scale } = columns;
  if ("wideFlags" in to.columns) return columns;
  return {
    ...columns,
    flags: Uint8Array.from(wideFlags, (value) => value & 0xff),
    flagsEx: Uint32Array.from(wideFlags, (value) => value >>> 8),
    uniformScale: Float32Array.from({ length: scale.length / 3 }, (_, i) => scale[i * 3]),
  };
}

function listLost(columns: RecordColumns, count: number, to: RecordLayout<StructColumns>) {
  const lost = new Map<string, number>();
  const has = (name: string) => name in to.columns;
  const note = (name: string, isLost: (prop: number) => boolean) => {
    let props = 0;
    for (let prop = 0; prop < count; prop++) if (isLost(prop)) props++;
    if (props > 0) lost.set(name, props);
  };
  for (const [name, values] of Object.entries(columns)) {
    if (has(name) || name === "wideFlags" || (name === "scale" && has("uniformScale"))) continue;
    const [arity, value] = DEFAULTS[name] ?? [values.length / Math.max(1, count), 0];
    note(name, (prop) => {
      for (let i = prop * arity; i < (prop + 1) * arity; i++) if (values[i] !== value) return true;
      return false;
    });
  }
  const { wideFlags, scale } = columns;
  if (!has("wideFlags") && !has("flagsEx")) note("flags above 8 bits", (i) => wideFlags[i] > 0xff);
  if (has("uniformScale")) {
    note("scale", (i) => scale[i * 3] !== scale[i * 3 + 1] || scale[i * 3] !== scale[i * 3 + 2]);
  }
  return lost;
}
