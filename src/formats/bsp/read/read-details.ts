/**
 * Adds details to a map's world: props, overlays, lights and other lumps that load after the world.
 */

import type { Diagnostics } from "../../../core/diagnostics.ts";
import { FormatError } from "../../../core/errors.ts";
import type { Ledger } from "../../../core/ledger.ts";
import type { Table } from "../../binary/record-layout.ts";
import type { BspBytes } from "../bsp-bytes.ts";
import type { SideName } from "../lump-ranges.ts";
import type { LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { AREAPORTALS, AREAS, LEAFWATERDATA } from "../records/areas.ts";
import { CUBEMAPS, type DWorldLight, EMIT_SKYAMBIENT, WORLDLIGHTS } from "../records/lights.ts";
import type {
  Areas,
  BspDetails,
  BspWorld,
  Cubemaps,
  LeafWaterData,
  LightSide,
  WorldLights,
} from "../types.ts";
import { checkReferences } from "./check-index.ts";
import { LumpReader } from "./lump-reader.ts";
import { type GameLumps, readGameLumps } from "./read-game-lumps.ts";
import { readLeafAmbient } from "./read-leaf-ambient.ts";
import { readFaceTables, readLightSides } from "./read-light-sides.ts";
import { readOverlays } from "./read-overlays.ts";
import { dropBadPrimitives } from "./read-primitives.ts";

// World lights: vrad writes them for surfaces without a lightmap, such as props.

const LUMPS = { ldr: "LUMP_WORLDLIGHTS", hdr: "LUMP_WORLDLIGHTS_HDR" } as const;

const MAX_LIGHT_STYLES = 256;

/**
 * Reads the lights of one side, or returns `null` if there are none or they were not read. Invalid
 * lights in a damaged lump are left out, with a warning.
 */
function readWorldLights(lumps: LumpReader, side: "ldr" | "hdr"): WorldLights | null {
  const lump = LUMPS[side];
  if (lumps.isEmpty(lump)) return null;
  return lumps.optional(
    lump,
    () => {
      const table = lumps.table(lump, WORLDLIGHTS);
      const kept = Array.from({ length: table.count }, (_, light) => light).filter((light) =>
        isLight(table, light),
      );
      const lost = table.count - kept.length;
      if (lost > 0) lumps.damaged(lump, `${lost} of ${table.count} lights are invalid`);
      return kept.length === 0 ? null : pickRows(table, kept);
    },
    null,
  );
}

function isLight(table: Table<DWorldLight>, light: number): boolean {
  const { origin, intensity, normal, type, style } = table;
  for (const vector of [origin, intensity, normal]) {
    for (let i = 0; i < 3; i++) if (!Number.isFinite(vector[light * 3 + i])) return false;
  }
  for (const column of [
    ...[table.stopdot, table.stopdot2, table.exponent, table.radius],
    ...[table.constantAttn, table.linearAttn, table.quadraticAttn],
  ]) {
    if (!Number.isFinite(column[light])) return false;
  }
  const isKnown = type[light] >= 0 && type[light] <= EMIT_SKYAMBIENT;
  return isKnown && style[light] >= 0 && style[light] < MAX_LIGHT_STYLES;
}

function pickRows(table: Table<DWorldLight>, rows: readonly number[]): WorldLights {
  const vectors = (from: Float32Array) =>
    Float32Array.from(rows.flatMap((row) => [...from.subarray(row * 3, row * 3 + 3)]));
  const floats = (from: Float32Array) => Float32Array.from(rows, (row) => from[row]);
  const ints = (from: Int32Array) => Int32Array.from(rows, (row) => from[row]);
  return {
    count: rows.length,
    origin: vectors(table.origin),
    intensity: vectors(table.intensity),
    normal: vectors(table.normal),
    cluster: ints(table.cluster),
    type: ints(table.type),
    style: ints(table.style),
    stopdot: floats(table.stopdot),
    stopdot2: floats(table.stopdot2),
    exponent: floats(table.exponent),
    radius: floats(table.radius),
    constantAttn: floats(table.constantAttn),
    linearAttn: floats(table.linearAttn),
    quadraticAttn: floats(table.quadraticAttn),
    flags: ints(table.flags),
  };
}

/** Details other than those in LUMP_GAME_LUMP, which `readGameLumps` reads. */
type LumpDetails = Omit<BspDetails, keyof GameLumps>;

interface DetailReader<T> {
  /** Lumps that it reads. Either all or none of each is available. */
  readonly lumps: readonly LumpName[];
  /** Reads the details. Leaves out damaged parts, with a warning. */
  read(lumps: LumpReader, world: BspWorld): T;
}

/**
 * Readers of details by column of `BspDetails`. A new lump needs a row here, a column there and a
 * reader.
 */
const DETAILS: { readonly [K in keyof LumpDetails]: DetailReader<LumpDetails[K]> } = {
  cubemaps: { lumps: ["LUMP_CUBEMAPS"], read: readCubemaps },
  overlays: { lumps: ["LUMP_OVERLAYS", "LUMP_OVERLAY_FADES"], read: readOverlays },
  areas: { lumps: ["LUMP_AREAS", "LUMP_AREAPORTALS"], read: readAreas },
  leafWaters: { lumps: ["LUMP_LEAFWATERDATA"], read: readLeafWaters },
};

export const DETAIL_LUMPS: readonly LumpName[] = [
  "LUMP_GAME_LUMP",
  ...Object.values(DETAILS).flatMap(({ lumps }) => lumps),
];

export function readDetailLumps(lumps: LumpReader, world: BspWorld): BspDetails {
  const rows = Object.entries(DETAILS).map(([name, { read }]) => [name, read(lumps, world)]);
  const details: LumpDetails = Object.fromEntries(rows);
  return { ...readGameLumps(lumps, world.version, world.leafs.count), ...details };
}

function readCubemaps(lumps: LumpReader): Cubemaps {
  const none = { count: 0, origin: new Int32Array(0), size: new Int32Array(0) };
  return lumps.optional("LUMP_CUBEMAPS", () => lumps.table("LUMP_CUBEMAPS", CUBEMAPS), none);
}

/** Reads LUMP_LEAFWATERDATA; no rows, with a warning, if it is damaged. */
export function readLeafWaters(lumps: LumpReader): LeafWaterData {
  const lump = "LUMP_LEAFWATERDATA";
  const surfaceZ = new Float32Array(0);
  const none = { count: 0, surfaceZ, minZ: surfaceZ, surfaceTexInfo: new Int32Array(0) };
  return lumps.optional(lump, () => lumps.table(lump, LEAFWATERDATA), none);
}

/**
 * Reads areas and the portals between them. If one of the two lumps is damaged, returns no areas,
 * with a warning; the map is then a single area.
 */
function readAreas(lumps: LumpReader): Areas {
  const read = (): Areas => {
    const { count, firstAreaPortal, areaPortalCount } = lumps.table("LUMP_AREAS", AREAS);
    const { portalKey, otherArea } = lumps.table("LUMP_AREAPORTALS", AREAPORTALS);
    const counts = { LUMP_AREAS: count, LUMP_AREAPORTALS: portalKey.length };
    const ranges = { firstAreaPortal, areaPortalCount };
    checkReferences(lumps.entry("LUMP_AREAS"), AREAS[0], ranges, counts);
    checkReferences(lumps.entry("LUMP_AREAPORTALS"), AREAPORTALS[0], { otherArea }, counts);
    return { count, firstAreaPortal, areaPortalCount, portalKey, otherArea };
  };
  const none = { count: 0, firstAreaPortal: new Int32Array(0), areaPortalCount: new Int32Array(0) };
  const noPortals = { portalKey: new Uint32Array(0), otherArea: new Uint32Array(0) };
  return lumps.optional("LUMP_AREAS", read, { ...none, ...noPortals });
}

/** Reads the lights that a side (LDR or HDR) lights props with. */
export function readSideLights(
  lumps: LumpReader,
  side: SideName,
  leafCount: number,
): Pick<LightSide, "ambient" | "worldLights"> {
  return {
    ambient: readLeafAmbient(lumps, side, leafCount),
    worldLights: readWorldLights(lumps, side),
  };
}

/**
 * Reads the map's props, cubemaps, ambient light and world lights, after the lumps of
 * `listDetailRanges` are loaded.
 */
export function readDetails(
  file: BspBytes,
  header: BspHeader,
  bsp: BspWorld,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): BspWorld & BspDetails {
  const lumps = new LumpReader(file, header, diagnostics, ledger);
  const leafCount = bsp.leafs.count;
  const lights = {
    ldr: readSideLights(lumps, "ldr", leafCount),
    hdr: readSideLights(lumps, "hdr", leafCount),
  };
  // A side without cubes or lights uses those of the other side.
  const light = (own: SideName, other: SideName): LightSide | null => {
    const side = bsp[own];
    const cubes = [side?.ambient, lights[own].ambient, lights[other].ambient];
    return (
      side && {
        ...side,
        ambient: cubes.find((samples) => samples && samples.count > 0) ?? null,
        worldLights: side.worldLights ?? lights[own].worldLights ?? lights[other].worldLights,
      }
    );
  };
  return {
    ...bsp,
    ldr: light("ldr", "hdr"),
    hdr: light("hdr", "ldr"),
    ...readDetailLumps(lumps, bsp),
  };
}

/**
 * Adds the map's other light (LDR or HDR), after the lumps of `listSideRanges`, `listAmbientRanges`
 * and `listWorldLightRanges` are loaded. If they are damaged, returns the map unchanged, with a
 * warning.
 */
export function readOtherSide<B extends BspWorld>(lumps: LumpReader, bsp: B, side: SideName): B {
  const lump = side === "hdr" && !lumps.isEmpty("LUMP_FACES_HDR") ? "LUMP_FACES_HDR" : "LUMP_FACES";
  try {
    const tables = readFaceTables(lumps, bsp);
    if (tables.either.count !== bsp.faces.count) {
      lumps.damaged(
        lump,
        `${tables.either.count} faces, but ${bsp.faces.count} with the other light`,
      );
      return bsp;
    }
    dropBadPrimitives(lumps, tables.either, bsp.primitives);
    const { [side]: read } = readLightSides(lumps, tables, bsp.texInfos);
    if (read === null) return bsp;
    const { ambient, worldLights } = readSideLights(lumps, side, bsp.leafs.count);
    const lent = bsp[side === "hdr" ? "ldr" : "hdr"]?.worldLights ?? null;
    return { ...bsp, [side]: { ...read, ambient, worldLights: worldLights ?? lent } };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    lumps.leftOut(lump, error);
    return bsp;
  }
}
