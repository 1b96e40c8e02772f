/** Reads a map's source as Hammer writes it: the world, its entities, their solids and sides. */

import { parseBlocks, type VmfBlock } from "./parse-blocks.ts";
import { readDispInfo } from "./read-disp-info.ts";
import {
  findPair,
  needPair,
  readInteger,
  readNumber,
  readPlanePoints,
  readTextureAxis,
} from "./read-values.ts";
import type { Vmf, VmfEntity, VmfSide, VmfSolid } from "./types.ts";
import { vmfError } from "./vmf-error.ts";

const DEFAULT_LIGHTMAP_SCALE = 16;
/** The least planes that close a space. */
const MIN_SIDES = 4;

/**
 * Blocks that only the editor uses (`editor`, `visgroups`, `cameras`, `hidden` with whatever is in
 * it) are passed over, as Valve's vbsp does.
 * Throws FormatError (VMF), always with its line: `syntax` for broken blocks and missing keys,
 * `bad-value` for values that are not what their key wants, `bad-count` for a solid of fewer than
 * four sides, `mismatch` for a displacement whose rows do not fit its power.
 */
export function parseVmf(text: string): Vmf {
  const root = parseBlocks(text);
  const worlds = root.blocks.filter((block) => block.name === "world");
  if (worlds.length !== 1) {
    throw vmfError("syntax", "text", worlds[1] ?? root, "one block world", worlds.length);
  }
  const versionInfo = root.blocks.find((block) => block.name === "versioninfo");
  const revision = versionInfo ? readInteger(versionInfo, "mapversion", "versioninfo", 0) : 0;
  return {
    revision: readInteger(worlds[0], "mapversion", "world", revision),
    world: readEntity(worlds[0]),
    entities: root.blocks.filter((block) => block.name === "entity").map(readEntity),
  };
}

/** Makes an entity, for `parseVmf` and for maps made by code. */
export function createVmfEntity(fields: Omit<VmfEntity, "get">): VmfEntity {
  return {
    ...fields,
    get(key) {
      const wanted = key.toLowerCase();
      return fields.pairs.find(([name]) => name.toLowerCase() === wanted)?.[1];
    },
  };
}

function readEntity(block: VmfBlock): VmfEntity {
  const id = readInteger(block, "id", block.name, 0);
  const where = `${block.name} ${id}`;
  return createVmfEntity({
    id,
    line: block.line,
    pairs: block.pairs.map(({ key, value }) => [key, value] as const),
    connections: childrenOf(block, "connections").flatMap((child) =>
      child.pairs.map(({ key, value }) => [key, value] as const),
    ),
    solids: childrenOf(block, "solid").map((child) => readSolid(child, where)),
  });
}

function readSolid(block: VmfBlock, parent: string): VmfSolid {
  const id = readInteger(block, "id", `${parent} solid`, 0);
  const where = `${parent} solid ${id}`;
  const sides = childrenOf(block, "side").map((child) => readSide(child, where));
  if (sides.length < MIN_SIDES) {
    throw vmfError("bad-count", where, block, `at least ${MIN_SIDES} sides`, sides.length);
  }
  return { id, line: block.line, sides };
}

function readSide(block: VmfBlock, parent: string): VmfSide {
  const id = readInteger(block, "id", `${parent} side`, 0);
  const where = `${parent} side ${id}`;
  const points = readPlanePoints(block, where);
  const material = needPair(block, "material", where);
  if (material.value.trim() === "") {
    throw vmfError("bad-value", where, material, "a material's name", "none");
  }
  const dispInfo = childrenOf(block, "dispinfo").at(0);
  return {
    id,
    line: block.line,
    points,
    material: material.value,
    uaxis: readTextureAxis(block, "uaxis", where),
    vaxis: readTextureAxis(block, "vaxis", where),
    lightmapScale: readLightmapScale(block, where),
    smoothingGroups: readInteger(block, "smoothing_groups", where, 0) >>> 0,
    dispInfo: dispInfo ? readDispInfo(dispInfo, where) : null,
  };
}

/** 0 stands for the default, as it does for Valve's compiler. */
function readLightmapScale(block: VmfBlock, where: string): number {
  const scale = readNumber(block, "lightmapscale", where, DEFAULT_LIGHTMAP_SCALE);
  if (scale < 0) {
    const place = findPair(block, "lightmapscale") ?? block;
    throw vmfError("bad-value", where, place, "a positive lightmapscale", scale);
  }
  return scale === 0 ? DEFAULT_LIGHTMAP_SCALE : scale;
}

function childrenOf(block: VmfBlock, name: string): readonly VmfBlock[] {
  return block.blocks.filter((child) => child.name === name);
}
