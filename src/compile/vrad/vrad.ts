/**
 * vrad: lights a compiled map. Named after Valve's tool, and compared with its results in real
 * maps.
 * Computes direct light of lamps, sun, sky and glowing faces with traced shadows, and bounced light
 * between patches. Writes lightmaps, ambient cubes of leafs and vertex light of static props, all
 * for LDR and HDR, with the same rays.
 */

import { FormatError } from "../../core/errors.ts";
import { writeRecords } from "../../formats/binary/write-records.ts";
import { DFACE } from "../../formats/bsp/records/faces.ts";
import { DWORLDLIGHT, EMIT_SKYLIGHT } from "../../formats/bsp/records/lights.ts";
import type { Bsp, Entity } from "../../formats/bsp/types.ts";
import { inlineJobPool, type JobRun } from "../job-pool.ts";
import type { CompiledMap, CompileReport, MapLump } from "../types.ts";
import { buildLightScene } from "./build-light-scene.ts";
import { type LitFaces, writeLighting } from "./faces/write-lighting.ts";
import { lightProgram } from "./light-program.ts";
import type { LightScene, SideTable } from "./light-scene.ts";
import type { Light } from "./lights.ts";
import { writeLeafAmbient } from "./points/leaf-ambient.ts";
import { isAmbientSurfaceLight } from "./points/light-point.ts";
import { flagPropLight, writePropLight } from "./points/prop-light.ts";
import { flagSkyLeafs } from "./rays/sky-leafs.ts";
import { findPlace } from "./rays/sky-visibility.ts";
import { finishBounces, nextBounce, startBounces } from "./transfers.ts";
import type { LightOptions } from "./types.ts";

// Light styles by which named lights are switched. Facts from vbsp's `writebsp.cpp`.

const FIRST_SWITCHABLE = 32;
const MAX_SWITCHABLE = 32;

/**
 * Assigns styles from 32 on to named lights, one for each name. Moves the original style to
 * "defaultstyle", which the game plays while the light is on. Returns `null` if no entity changes.
 */
export function assignSwitchableStyles(
  entities: readonly Entity[],
  report: CompileReport,
): Entity[] | null {
  const styles = new Map<string, number>();
  let changed = false;
  const out = entities.map((entity) => {
    const name = entity.get("targetname");
    const className = entity.get("classname")?.toLowerCase() ?? "";
    if (!name || !className.startsWith("light") || className === "light_dynamic") return entity;
    const own = Number.parseInt(entity.get("style") ?? "0", 10) || 0;
    if (own >= FIRST_SWITCHABLE) return entity;
    let style = styles.get(name);
    if (style === undefined) {
      if (styles.size === MAX_SWITCHABLE) {
        report.warn(`More than ${MAX_SWITCHABLE} names of lights: "${name}" cannot be switched.`);
        return entity;
      }
      style = FIRST_SWITCHABLE + styles.size;
      styles.set(name, style);
    }
    changed = true;
    const pairs = entity.pairs.filter(([key]) => key.toLowerCase() !== "style");
    if (own !== 0) pairs.push(["defaultstyle", String(own)]);
    pairs.push(["style", String(style)]);
    return makeEntity(pairs);
  });
  return changed ? out : null;
}

function makeEntity(pairs: readonly (readonly [key: string, value: string])[]): Entity {
  return {
    pairs,
    get: (key) => pairs.find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1],
  };
}

function writeEntities(entities: readonly Entity[]): MapLump {
  let text = "";
  for (const { pairs } of entities) {
    text += "{\n";
    for (const [key, value] of pairs) text += `"${key}" "${value}"\n`;
    text += "}\n";
  }
  // The reader decodes the bytes as Latin-1, so this encodes as Latin-1.
  const bytes = Uint8Array.from(`${text}\0`, (char) => char.charCodeAt(0));
  return { version: 0, bytes };
}

// LUMP_WORLDLIGHTS: lights with which the engine lights moving objects.

const DWL_FLAGS_INAMBIENTCUBE = 1;

function writeWorldLights(scene: LightScene, lights: readonly Light[], side: SideTable): MapLump {
  const { tree } = scene;
  const floats = (of: (light: Light) => number | readonly number[]) =>
    Float32Array.from(lights.flatMap(of));
  const ints = (of: (light: Light, row: number) => number) => Int32Array.from(lights, of);
  const bytes = writeRecords(
    {
      count: lights.length,
      origin: floats(({ origin }) => origin),
      intensity: floats(({ intensity, intensityHdr }) =>
        (side === scene.sides[0] ? intensity : intensityHdr).map((value) => value / 255),
      ),
      normal: floats(({ normal }) => normal),
      cluster: ints(({ origin }) => tree.leafCluster[findPlace(tree, ...origin)] ?? -1),
      type: ints(({ type }) => type),
      style: ints(({ style }) => style),
      stopdot: floats(({ innerCosine }) => innerCosine),
      stopdot2: floats(({ outerCosine }) => outerCosine),
      exponent: floats(({ exponent }) => exponent),
      radius: floats(({ radius }) => radius),
      constantAttn: floats(({ constant }) => constant),
      linearAttn: floats(({ linear }) => linear),
      quadraticAttn: floats(({ quadratic }) => quadratic),
      flags: ints((_, i) => (isAmbientSurfaceLight(scene, side, i) ? DWL_FLAGS_INAMBIENTCUBE : 0)),
      texinfo: new Int32Array(lights.length),
      owner: new Int32Array(lights.length),
    },
    DWORLDLIGHT,
  );
  return { version: 0, bytes };
}

export type {
  FindPropModel,
  LightOptions,
  PropModelGroup,
  TextureLights,
  VradPropModel,
} from "./types.ts";

const MAX_BOUNCES = 100;
/** Brightness of 255 below which bouncing stops. */
const FAINT = 0.05;

/**
 * Lights a map and writes the results into its lumps.
 * @param bsp parsed from the map's own lumps
 * @throws FormatError `mismatch` if the face lump does not have the compilers' layout
 */
export async function computeLight(
  map: CompiledMap,
  bsp: Bsp,
  options: LightOptions,
  report: CompileReport,
): Promise<void> {
  const faceLump = findFaceLump(map, bsp);
  const entities = assignSwitchableStyles(bsp.entities, report);
  const named: Bsp = entities ? { ...bsp, entities } : bsp;
  report.progress("vrad: scene", 0);
  const built = buildLightScene(map, named, bsp.faces, options, report);
  const { scene, lights } = built;
  report.progress("vrad: scene", 1);
  const run = await (options.pool ?? inlineJobPool).open(lightProgram, scene);
  const lumps = new Map<Parameters<CompiledMap["lumps"]["get"]>[0], MapLump>();
  const files = new Map<string, Uint8Array>();
  try {
    await traceAllTransfers(scene, run, options, report);
    await run.run("direct", scene.faces.count, 16, (done) =>
      report.progress("vrad: direct light", done),
    );
    const litFaces: LitFaces[] = [];
    for (const side of scene.sides) {
      await bounceLight(scene, side, run, options);
      litFaces.push(writeLighting(built, side, named, faceLump));
    }
    await run.run("ambient", scene.ambientPoints.count, 64, (done) =>
      report.progress("vrad: leaf ambient", done),
    );
    await run.run("props", scene.propPoints.count, 256, (done) =>
      report.progress("vrad: static props", done),
    );
    if (litFaces[0].crowded > 0) {
      report.warn(`${litFaces[0].crowded} faces are lit by more than four light styles.`);
    }
    for (const [i, side] of scene.sides.entries()) {
      const hdr = i === 1;
      const points = { ...scene.ambientPoints, light: side.ambient };
      const ambient = writeLeafAmbient(named, points, scene.fast);
      lumps.set(hdr ? "LUMP_FACES_HDR" : "LUMP_FACES", litFaces[i].faces);
      lumps.set(hdr ? "LUMP_LIGHTING_HDR" : "LUMP_LIGHTING", litFaces[i].lighting);
      lumps.set(hdr ? "LUMP_LEAF_AMBIENT_INDEX_HDR" : "LUMP_LEAF_AMBIENT_INDEX", ambient.index);
      lumps.set(
        hdr ? "LUMP_LEAF_AMBIENT_LIGHTING_HDR" : "LUMP_LEAF_AMBIENT_LIGHTING",
        ambient.lighting,
      );
      lumps.set(
        hdr ? "LUMP_WORLDLIGHTS_HDR" : "LUMP_WORLDLIGHTS",
        writeWorldLights(scene, lights, side),
      );
      writePropLight(files, hdr ? "sp_hdr_" : "sp_", named, options.findPropModel, side.props);
    }
    if (scene.sides.length === 1) copyToHdr(lumps, files);
  } finally {
    await run.close();
  }
  if (entities) lumps.set("LUMP_ENTITIES", writeEntities(entities as Entity[]));
  const leafs = map.lumps.get("LUMP_LEAFS");
  if (leafs && lights.some(({ type }) => type === EMIT_SKYLIGHT)) {
    const flagged = flagSkyLeafs(bsp, leafs);
    if (flagged) lumps.set("LUMP_LEAFS", flagged);
  }
  if (files.size > 0) lumps.set("LUMP_MAP_FLAGS", flagPropLight(map.lumps.get("LUMP_MAP_FLAGS")));
  for (const [name, lump] of lumps) map.lumps.set(name, lump);
  for (const [name, bytes] of files) map.pak.set(name, bytes);
}

function findFaceLump(map: CompiledMap, bsp: Bsp): MapLump {
  const ldr = map.lumps.get("LUMP_FACES");
  const lump = ldr && ldr.bytes.length > 0 ? ldr : map.lumps.get("LUMP_FACES_HDR");
  const expected = bsp.faces.count * DFACE.bytes;
  if (lump && lump.bytes.length === expected && lump.version <= 1) return lump;
  throw new FormatError({
    format: "BSP",
    code: "mismatch",
    where: "LUMP_FACES",
    offset: 0,
    expected: `${bsp.faces.count} faces of ${DFACE.bytes} bytes`,
    found: `${lump?.bytes.length ?? 0} bytes of version ${lump?.version ?? 0}`,
  });
}

async function traceAllTransfers(
  scene: LightScene,
  run: JobRun,
  options: LightOptions,
  report: CompileReport,
): Promise<void> {
  // Ambient cubes and props read patches even without bounces, but need no transfers.
  if (options.bounces === 0) return;
  await run.run("transfers", scene.patches.count, 256, (done) =>
    report.progress("vrad: transfers", done),
  );
}

/** Bounces the direct light of a side, and computes what its patches send in total. */
async function bounceLight(
  scene: LightScene,
  side: SideTable,
  run: JobRun,
  options: LightOptions,
): Promise<void> {
  startBounces(scene, side);
  const most = options.bounces ?? MAX_BOUNCES;
  for (let bounce = 0; bounce < most; bounce++) {
    await run.run("bounce", scene.patches.count, 1024);
    if (nextBounce(scene) < FAINT) break;
  }
  finishBounces(scene, side);
}

/** Copies the LDR results to HDR, if all lights are the same in both. */
function copyToHdr(lumps: Map<string, MapLump>, files: Map<string, Uint8Array>): void {
  for (const [name, lump] of [...lumps]) {
    lumps.set(`${name}_HDR`, { version: lump.version, bytes: lump.bytes.slice() });
  }
  for (const [name, bytes] of [...files]) {
    files.set(name.replace(/^sp_/, "sp_hdr_"), bytes.slice());
  }
}
