/** One lump for another form of map. */

import type { RecordLayout } from "../../../binary/record-layout.ts";
import type { StructColumns } from "../../../binary/struct.ts";
import type { LumpName } from "../../lumps.ts";
import type { BspHeader } from "../../parse-bsp-header.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { BRUSHSIDES } from "../../records/brushes.ts";
import { WIDE_PHYS_DISP_VERSION } from "../../records/physics.ts";
import type { LumpStruct } from "../../records/record.ts";
import { hasMoreThanLuxels, recordsOf, structOf } from "../../tables/lump-structs.ts";
import { isVariableOverlays } from "../../tables/read-lump-tables.ts";
import { convertPhysDisp } from "./convert-phys-disp.ts";
import { convertRecords, type RecordColumns } from "./convert-records.ts";
import { fixColumns } from "./record-fixes.ts";
import { shrinkPhysCollide } from "./shrink-physics.ts";
import { swapLump } from "./swap-lumps.ts";
import { type ConvertTarget, type MapForm, WIDE_LUMP_VERSIONS } from "./targets.ts";

export interface ConvertedLump {
  readonly version: number;
  /** The same where nothing changes. */
  readonly bytes: Uint8Array;
  /** What was lost, or is as it was and should not be: a line each. */
  readonly losses: readonly string[];
}

export interface LumpContext {
  readonly lumps: LumpReader;
  readonly source: BspHeader;
  readonly target: ConvertTarget;
  /** Whether slots 22 and 23 hold brushes of faces. */
  readonly hasFaceBrushes: boolean;
  /** Of version 19: ambient cubes that go into the leafs, 24 bytes each. */
  readonly leafCubes: Uint8Array | null;
  /** Of lumps of faces whose light lies elsewhere now. */
  readonly lightOffsets: ReadonlyMap<LumpName, { readonly lightofs: Int32Array }>;
}

/**
 * Of every lump but the game lumps.
 *
 * @param bytes of the lump, not packed
 * @throws FormatError (BSP) for a damaged lump; `unsupported` where a value does not fit the target's records
 */
export function convertLump(
  slot: LumpName,
  bytes: Uint8Array,
  context: LumpContext,
): ConvertedLump {
  const { lumps, source, target } = context;
  const { version } = lumps.entry(slot);
  const [fromLittle, toLittle] = [source.endian === "little", target.endian === "little"];
  const isSwapped = fromLittle !== toLittle;
  if (slot === "LUMP_PHYSDISP" && target.isWide !== version >= WIDE_PHYS_DISP_VERSION) {
    return convertNarrowOrWide(bytes, context);
  }
  if (slot === "LUMP_PHYSCOLLIDE" && source.version === 25 && !target.isWide) {
    return convertLargeSolids(bytes, context);
  }
  const from = findStruct(slot, context);
  const to = from === null ? null : chooseRecords(slot, from, context);
  if (from === null || to === from) {
    if (!isSwapped) return { version, bytes, losses: noteNewerForms(slot, context) };
    const swapped = swapLump(slot, bytes, from, fromLittle);
    const losses = swapped.problem === undefined ? [] : [swapped.problem];
    return { version, bytes: swapped.bytes, losses };
  }
  const little = fromLittle ? bytes : swapLump(slot, bytes, from, false).bytes;
  const fix = (columns: RecordColumns) => {
    const fixed = fixColumns(slot, { ...columns, ...context.lightOffsets.get(slot) }, from, to!);
    if (slot !== "LUMP_LEAFS") return fixed;
    const { ambientLighting, ...rest } = fixed;
    return context.leafCubes === null ? rest : { ...rest, ambientLighting: context.leafCubes };
  };
  const layout: RecordLayout<StructColumns> = to!;
  const converted = convertRecords(little, from, layout, slot, fix);
  const losses = Array.from(
    converted.lost,
    ([field, records]) =>
      `${field} of ${records} records has no place in version ${target.version}`,
  );
  const written = toLittle ? converted.bytes : swapLump(slot, converted.bytes, to, true).bytes;
  const toVersion = to!.lumpVersions.at(-1) ?? 0;
  const isSame = written.length === bytes.length && written.every((byte, i) => byte === bytes[i]);
  return { version: toVersion, bytes: isSame ? bytes : written, losses };
}

/** What only newer engines read, of a lump whose bytes stay. */
function noteNewerForms(slot: LumpName, { lumps, source, target }: LumpContext): string[] {
  if (hasMoreThanLuxels(lumps, source, slot) && target.version < 21) {
    return [
      `bytes of each face behind its luxels stay, which version ${target.version} does not know`,
    ];
  }
  return [];
}

function convertLargeSolids(bytes: Uint8Array, { lumps, target }: LumpContext): ConvertedLump {
  const { version } = lumps.entry("LUMP_PHYSCOLLIDE");
  const { bytes: small, kept } = shrinkPhysCollide(bytes);
  const losses =
    kept === 0 ? [] : [`${kept} solids stay of a form that version ${target.version} may not read`];
  if (target.endian === "little") return { version, bytes: small, losses };
  const { bytes: swapped, problem } = swapLump("LUMP_PHYSCOLLIDE", small, null, true);
  return { version, bytes: swapped, losses: problem === undefined ? losses : [...losses, problem] };
}

function convertNarrowOrWide(bytes: Uint8Array, { target, source }: LumpContext): ConvertedLump {
  const little =
    source.endian === "little" ? bytes : swapLump("LUMP_PHYSDISP", bytes, null, false).bytes;
  const converted = convertPhysDisp(little, target.isWide);
  const written =
    target.endian === "little" ? converted : swapLump("LUMP_PHYSDISP", converted, null, true).bytes;
  return { version: target.isWide ? WIDE_PHYS_DISP_VERSION : 0, bytes: written, losses: [] };
}

/** The form of a lump's records; null where it has none that are known. */
function findStruct(
  slot: LumpName,
  { lumps, source, hasFaceBrushes }: LumpContext,
): LumpStruct | null {
  const forms = recordsOf(slot, source.version, hasFaceBrushes);
  if (forms.length === 0 || hasMoreThanLuxels(lumps, source, slot)) return null;
  // Counts and faces before the records: see `convert-variable-overlays`.
  if (isVariableOverlays(lumps, slot)) return null;
  return structOf(lumps, slot, forms);
}

const isWide = (slot: LumpName, { lumpVersions }: LumpStruct): boolean =>
  WIDE_LUMP_VERSIONS[slot] !== undefined &&
  lumpVersions.some((version) => version >= WIDE_LUMP_VERSIONS[slot]!);

/**
 * Sides of version 20 on a PC, whose `bevel` has two bytes: one of a later map that is thin would be taken for a
 * bevel, which no ray meets. A real map of the Xbox 360 has a byte of each already.
 */
const BRUSH_SIDE_20 = withoutThin(BRUSHSIDES[0].struct);

function withoutThin({ columns: { thin: _, ...columns }, ...side }: LumpStruct): LumpStruct {
  return { ...side, columns };
}

const hasThinSides = ({ version, endian }: MapForm) => version >= 21 || endian === "big";

/** The form that the target has of the same lump. */
function chooseRecords(slot: LumpName, from: LumpStruct, context: LumpContext): LumpStruct {
  const { lumps, source, target, hasFaceBrushes } = context;
  if (slot === "LUMP_BRUSHSIDES" && hasThinSides(source) && !hasThinSides(target)) {
    return BRUSH_SIDE_20;
  }
  // Those of version 21, which have every form that others have.
  const structs = recordsOf(slot, 21, hasFaceBrushes).map(({ struct }) => struct);
  const ofVersion = (version: number) =>
    structs.find(({ lumpVersions }) => lumpVersions.includes(version)) ?? from;
  // A dialect's own goes to one of these, whatever version it has.
  const isOwn = lumps.dialect.layouts[slot] !== undefined && !structs.includes(from);
  if (slot === "LUMP_LEAFS") return ofVersion(target.leafVersion);
  if (slot === "LUMP_WORLDLIGHTS" || slot === "LUMP_WORLDLIGHTS_HDR") {
    const isTaken = target.worldLightVersions.some((version) =>
      from.lumpVersions.includes(version),
    );
    return isTaken && !isOwn ? from : ofVersion(target.worldLightVersions[0]);
  }
  const wide = WIDE_LUMP_VERSIONS[slot];
  if (wide === undefined) return isOwn ? structs[0] : from;
  if (isWide(slot, from) === target.isWide && !isOwn) return from;
  return target.isWide ? ofVersion(wide) : (structs.find((form) => !isWide(slot, form)) ?? from);
}
