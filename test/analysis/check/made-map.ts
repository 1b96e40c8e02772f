/** Small maps for the check tests: a sound compiled map, and functions that change a copy of it. */

import { type CheckReport, checkMap, RULES } from "../../../src/analysis/check/check-map.ts";
import type { Finding } from "../../../src/analysis/check/findings.ts";
import { compileGeometry, writeBsp } from "../../../src/compile/compile-map.ts";
import { readFromMap } from "../../../src/compile/material-info.ts";
import type { CompiledMap, CompileReport } from "../../../src/compile/types.ts";
import { computeLight } from "../../../src/compile/vrad/vrad.ts";
import type { ContentSource } from "../../../src/content/types.ts";
import { LUMP_NAMES, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import {
  STATIC_PROPS_VERSION,
  writeStaticProps,
} from "../../../src/formats/bsp/write/write-static-props.ts";
import type { Vmf } from "../../../src/formats/vmf/types.ts";
import { makeTwoRooms, makeVmf, pointEntity, resetVmfNumbers } from "../../compile/make-vmf.ts";
import { compileAndRead, smdText } from "../../compile/studiomdl/make-sources.ts";
import { leafAt } from "../../compile/vbsp/compile.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";

export const text = (content: string): Uint8Array => new TextEncoder().encode(content);

const report: CompileReport = { progress: () => {}, warn: () => {} };

/** Content files of the made maps, by path. */
export const CONTENT: Readonly<Record<string, Uint8Array>> = {
  "materials/dev/dev_measurewall01a.vmt": text('LightmappedGeneric { $basetexture "dev/wall" }'),
  "materials/dev/wall.vtf": makeVtf({ width: 16, height: 16 }),
  // A file that identifies a base game.
  "materials/debug/debugempty.vmt": text("UnlitGeneric {}"),
  "materials/nature/water.vmt": text("Water { %compilewater 1 }"),
  ...Object.fromEntries(
    ["rt", "lf", "bk", "ft", "up", "dn"].map((side) => [
      `materials/skybox/sky_day01_01${side}.vmt`,
      text('UnlitGeneric { $basetexture "dev/wall" }'),
    ]),
  ),
};

export function sourceOf(files: Readonly<Record<string, Uint8Array>>): ContentSource {
  return { label: "made", read: (path) => Promise.resolve(files[path] ?? null) };
}

/** Returns a sound map: two rooms with a lamp in one. */
export function soundVmf(): Vmf {
  resetVmfNumbers();
  const { world, entities } = makeTwoRooms();
  const lamp = pointEntity("light", [128, 128, 100], { _light: "255 255 255 200" });
  return makeVmf(world.solids, [...entities, lamp]);
}

/** Compiles and lights a map for LDR and HDR, with the same light for both. */
export async function compileVmf(vmf: Vmf): Promise<CompiledMap> {
  const files = new Map(Object.entries(CONTENT));
  const { map, models } = await compileGeometry(vmf, { read: readFromMap(files) }, report);
  const options = { bounces: 0, findPropModel: models.findModel };
  await computeLight(map, parseBsp(writeBsp(map)), options, report);
  for (const name of [...map.lumps.keys()]) {
    const twin = TWINS[name];
    if (twin !== undefined) map.lumps.set(twin, map.lumps.get(name)!);
  }
  return map;
}

const TWINS: Partial<Record<LumpName, LumpName>> = {
  LUMP_FACES: "LUMP_FACES_HDR",
  LUMP_LIGHTING: "LUMP_LIGHTING_HDR",
  LUMP_WORLDLIGHTS: "LUMP_WORLDLIGHTS_HDR",
  LUMP_LEAF_AMBIENT_LIGHTING: "LUMP_LEAF_AMBIENT_LIGHTING_HDR",
  LUMP_LEAF_AMBIENT_INDEX: "LUMP_LEAF_AMBIENT_INDEX_HDR",
};

/** Returns a copy of a map that may be changed. */
export const copyOf = (map: CompiledMap): CompiledMap => ({
  revision: map.revision,
  lumps: new Map(map.lumps),
  gameLumps: new Map(map.gameLumps),
  pak: new Map(map.pak),
});

export function setLump(map: CompiledMap, name: LumpName, bytes: Uint8Array, version = 0): void {
  if (!LUMP_NAMES.includes(name)) throw new Error(name);
  map.lumps.set(name, { version, bytes });
}

/** Returns a writable view of a lump's bytes. */
export function editLump(map: CompiledMap, name: LumpName): DataView {
  const { version, bytes } = map.lumps.get(name)!;
  const copy = bytes.slice();
  setLump(map, name, copy, version);
  return new DataView(copy.buffer);
}

/** Adds entities, each given as key/value pairs. */
export function addEntities(
  map: CompiledMap,
  ...entities: readonly (readonly (readonly [string, string])[])[]
): void {
  const { bytes, version } = map.lumps.get("LUMP_ENTITIES")!;
  const old = new TextDecoder().decode(bytes).replace(/\0$/, "");
  const more = entities.map((pairs) => {
    return `{\n${pairs.map(([key, value]) => `"${key}" "${value}"`).join("\n")}\n}\n`;
  });
  setLump(map, "LUMP_ENTITIES", text(`${old}${more.join("")}\0`), version);
}

/** Returns the index of a leaf in the first room. */
export const openLeaf = (map: CompiledMap): number => leafAt(parseBsp(writeBsp(map)), 64, 64, 16);

export interface MadeProp {
  readonly model: string;
  readonly origin: readonly [number, number, number];
  readonly leafs: readonly number[];
}

/** Replaces a map's static props. */
export function setProps(map: CompiledMap, props: readonly MadeProp[]): void {
  const modelName = [...new Set(props.map(({ model }) => model))];
  const count = props.length;
  const firstLeaf = new Uint32Array(count);
  for (let i = 1; i < count; i++) firstLeaf[i] = firstLeaf[i - 1] + props[i - 1].leafs.length;
  const bytes = writeStaticProps({
    count,
    modelName,
    leaf: Uint32Array.from(props.flatMap(({ leafs }) => leafs)),
    origin: Float32Array.from(props.flatMap(({ origin }) => origin)),
    angles: new Float32Array(count * 3),
    model: Uint32Array.from(props, ({ model }) => modelName.indexOf(model)),
    firstLeaf,
    leafCount: Uint32Array.from(props, ({ leafs }) => leafs.length),
    solid: new Uint8Array(count),
    flags: new Uint32Array(count),
    skin: new Int32Array(count),
    fadeMinDist: new Float32Array(count),
    fadeMaxDist: new Float32Array(count),
    lightingOrigin: new Float32Array(count * 3),
    forcedFadeScale: new Float32Array(count),
    dxLevels: new Uint16Array(count * 2),
  });
  map.gameLumps.set("sprp", { version: STATIC_PROPS_VERSION, bytes });
}

const triangleAt = (z: number) =>
  [
    "red",
    { position: [0, 0, z], bone: 0 },
    { position: [8, 0, z], bone: 0 },
    { position: [0, 8, z], bone: 0 },
  ] as const;

/** Returns a model's files by content path. `keyValues` is the `$keyvalues` text of its script. */
export function makeModel(
  stem: string,
  { isStatic = true, keyValues = "", illum = "0 0 0", triangles = 1, hasLod = false } = {},
): Record<string, Uint8Array> {
  const script = [
    `$modelname ${stem}.mdl`,
    ...(isStatic ? ["$staticprop"] : []),
    `$illumposition ${illum}`,
    '$cdmaterials models/made\n$body body "body.smd"\n$sequence idle "body.smd"\n',
    ...(hasLod ? ['$lod 20 { replacemodel "body.smd" "far.smd" }\n'] : []),
  ].join("\n");
  const all = Array.from({ length: triangles }, (_, i) => triangleAt(i));
  const smds = { "body.smd": smdText(all), "far.smd": smdText(all.slice(0, 1)) };
  const { files } = compileAndRead(script, smds);
  return {
    [`models/${stem}.mdl`]: keyValues === "" ? files.mdl : withKeyValues(files.mdl, keyValues),
    [`models/${stem}.vvd`]: files.vvd,
    [`models/${stem}.dx90.vtx`]: files.vtx,
    "materials/models/made/red.vmt": text('VertexLitGeneric { $basetexture "dev/wall" }'),
  };
}

/**
 * Appends a text to a model file and lets `keyvalueindex` and `keyvaluesize` of `studiohdr_t` refer
 * to it.
 */
function withKeyValues(mdl: Uint8Array, keyValues: string): Uint8Array {
  const tail = text(`${keyValues}\0`);
  const bytes = new Uint8Array(mdl.length + tail.length);
  bytes.set(mdl);
  bytes.set(tail, mdl.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(76, bytes.length, true);
  view.setInt32(312, mdl.length, true);
  view.setInt32(316, tail.length, true);
  return bytes;
}

export interface CheckedWith {
  /** `null` if the check has no content. */
  readonly content?: Readonly<Record<string, Uint8Array>> | null;
  readonly name?: string;
}

export function check(
  map: CompiledMap | Uint8Array,
  rule: string | null,
  { content = CONTENT, name = "made" }: CheckedWith = {},
): Promise<CheckReport> {
  const rules = rule === null ? RULES : RULES.filter((one) => one.name === rule);
  if (rules.length === 0) throw new Error(`there is no rule ${rule}`);
  const bytes = map instanceof Uint8Array ? map : writeBsp(map);
  const sources = content === null ? [] : [sourceOf(content)];
  return checkMap({ name, bytes, content: sources }, { rules });
}

/** Returns the findings of one rule. */
export async function findings(
  map: CompiledMap,
  rule: string,
  options: CheckedWith = {},
): Promise<readonly Finding[]> {
  const { findings, untold } = await check(map, rule, options);
  if (untold.length > 0) throw new Error(untold[0].because);
  return findings;
}

/** Returns the severity and message of each finding. */
export const said = (found: readonly Finding[]): string[] =>
  found.map(({ severity, message }) => `${severity}: ${message}`);
