/**
 * Writes areas, brushes, the tree with its leafs, and the texinfos that the map uses, with texdata
 * and strings.
 */

import { concatBytes } from "../../../formats/binary/encode-bytes.ts";
import type { ColumnArray, RecordLayout, Table } from "../../../formats/binary/record-layout.ts";
import { writeRecords } from "../../../formats/binary/write-records.ts";
import { CONTENTS_SOLID } from "../../../formats/bsp/layouts/contents-flags.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import { DAREA, DAREAPORTAL } from "../../../formats/bsp/records/areas.ts";
import { DBRUSH, DBRUSHSIDE } from "../../../formats/bsp/records/brushes.ts";
import { DVECTOR, INDEX16, LEAFMINDISTTOWATER } from "../../../formats/bsp/records/other-lumps.ts";
import { DTEXDATA, TEXDATA_STRING_TABLE, TEXINFO } from "../../../formats/bsp/records/textures.ts";
import { DLEAF_V1, DNODE } from "../../../formats/bsp/records/tree.ts";
import type { MapLump } from "../../types.ts";
import type { MapBrush } from "../brushes/map-brush.ts";
import type { TexInfo, TexInfoTable } from "../faces/texinfo-table.ts";
import {
  checkLimit,
  MAX_MAP_BRUSHES,
  MAX_MAP_BRUSHSIDES,
  MAX_MAP_LEAFBRUSHES,
  MAX_MAP_LEAFFACES,
  MAX_MAP_LEAFS,
  MAX_MAP_NODES,
  MAX_MAP_TEXDATA,
  MAX_MAP_TEXINFO,
} from "../limits.ts";
import type { VbspAreas } from "../tree/areas.ts";
import { innerNodesOf, leafsOf, type TreeNode } from "../tree/tree.ts";

/** Returns a lump of records. */
export function recordLump<C extends { readonly [K in keyof C]: ColumnArray }>(
  layout: RecordLayout<C>,
  table: NoInfer<Table<C>>,
  version = 0,
): MapLump {
  return { version, bytes: writeRecords(table, layout) };
}

/** Returns a lump of unsigned shorts. */
export function indexLump(values: readonly number[]): MapLump {
  return recordLump(INDEX16, { count: values.length, value: Uint32Array.from(values) });
}

/**
 * Writes LUMP_AREAS, LUMP_AREAPORTALS and LUMP_CLIPPORTALVERTS. Area 0 and area portal 0 are
 * unused.
 * @param portalNumber returns an entity's `portalnumber`
 */
export function writeAreas(
  areas: VbspAreas,
  portalNumber: (entity: number) => number,
): [LumpName, MapLump][] {
  const { portals } = areas;
  const areaPortalCount = new Int32Array(areas.count);
  const firstAreaPortal = new Int32Array(areas.count);
  for (const { area } of portals) areaPortalCount[area]++;
  for (let area = 1, next = 1; area < areas.count; area++) {
    firstAreaPortal[area] = next;
    next += areaPortalCount[area];
  }
  const points: number[] = [];
  const first = [0];
  for (const { side } of portals) {
    first.push(points.length / 3);
    points.push(...side.winding!);
  }
  const count = portals.length + 1;
  return [
    ["LUMP_AREAS", recordLump(DAREA, { count: areas.count, areaPortalCount, firstAreaPortal })],
    [
      "LUMP_AREAPORTALS",
      recordLump(DAREAPORTAL, {
        count,
        portalKey: Uint32Array.of(0, ...portals.map(({ entity }) => portalNumber(entity))),
        otherArea: Uint32Array.of(0, ...portals.map(({ otherArea }) => otherArea)),
        firstClipPortalVert: Uint32Array.from(first),
        clipPortalVertCount: Uint32Array.of(
          0,
          ...portals.map(({ side }) => side.winding!.length / 3),
        ),
        plane: Int32Array.of(0, ...portals.map(({ side }) => side.plane)),
      }),
    ],
    [
      "LUMP_CLIPPORTALVERTS",
      recordLump(DVECTOR, { count: points.length / 3, value: Float32Array.from(points) }),
    ],
  ];
}

/**
 * Writes LUMP_BRUSHES and LUMP_BRUSHSIDES, for collision. Brushes are in the order of their rows.
 */
export function writeBrushes(
  brushes: readonly MapBrush[],
  useTexInfo: (row: number) => number,
): [LumpName, MapLump][] {
  checkLimit("brushes", brushes.length, MAX_MAP_BRUSHES);
  const sides = brushes.flatMap((brush) => brush.sides);
  checkLimit("brush sides", sides.length, MAX_MAP_BRUSHSIDES);
  const firstSide = new Int32Array(brushes.length);
  let next = 0;
  for (const [i, brush] of brushes.entries()) {
    firstSide[i] = next;
    next += brush.sides.length;
  }
  return [
    [
      "LUMP_BRUSHES",
      recordLump(DBRUSH, {
        count: brushes.length,
        firstSide,
        sideCount: Int32Array.from(brushes, (brush) => brush.sides.length),
        contents: Int32Array.from(brushes, (brush) => brush.contents),
      }),
    ],
    [
      "LUMP_BRUSHSIDES",
      recordLump(DBRUSHSIDE, {
        count: sides.length,
        plane: Uint32Array.from(sides, (side) => side.plane),
        texinfo: Int32Array.from(sides, (side) => useTexInfo(side.texInfo)),
        dispInfo: new Int32Array(sides.length),
        bevel: Uint32Array.from(sides, (side) => (side.bevel ? 1 : 0)),
      }),
    ],
  ];
}

export class TextureWriter {
  readonly #table: TexInfoTable;
  readonly #used: TexInfo[] = [];
  readonly #rowOf = new Map<number, number>();

  constructor(table: TexInfoTable) {
    this.#table = table;
  }

  /** Returns the row in LUMP_TEXINFO of a row of the table. */
  use = (row: number): number => {
    const known = this.#rowOf.get(row);
    if (known !== undefined) return known;
    checkLimit("texinfos", this.#used.length + 1, MAX_MAP_TEXINFO);
    const used = this.#used.push(this.#table.rows[row]) - 1;
    this.#rowOf.set(row, used);
    return used;
  };

  /**
   * Returns a row for a side without a face, for which only material and flags count: another
   * texinfo with the same ones is reused. Must be called after all faces.
   */
  useForSide = (row: number): number => {
    const known = this.#rowOf.get(row);
    if (known !== undefined) return known;
    const { material, flags } = this.#table.rows[row];
    const like = this.#used.findIndex((own) => own.material === material && own.flags === flags);
    if (like < 0) return this.use(row);
    this.#rowOf.set(row, like);
    return like;
  };

  write(): [LumpName, MapLump][] {
    const texInfos = this.#used;
    const materials = [...new Map(texInfos.map(({ material, info }) => [material, info]))];
    checkLimit("materials", materials.length, MAX_MAP_TEXDATA);
    const rowOfMaterial = new Map(materials.map(([name], row) => [name, row]));
    const names = materials.map(([name]) => new TextEncoder().encode(`${name}\0`));
    let end = 0;
    const offsets = Int32Array.from(names, (name) => {
      end += name.length;
      return end - name.length;
    });
    const width = Int32Array.from(materials, ([, info]) => info.width);
    const height = Int32Array.from(materials, ([, info]) => info.height);
    return [
      [
        "LUMP_TEXINFO",
        recordLump(TEXINFO[0], {
          count: texInfos.length,
          textureVecs: Float32Array.from(texInfos.flatMap((row) => row.textureVecs)),
          lightmapVecs: Float32Array.from(texInfos.flatMap((row) => row.lightmapVecs)),
          flags: Uint32Array.from(texInfos, (row) => row.flags),
          texdata: Int32Array.from(texInfos, (row) => rowOfMaterial.get(row.material)!),
        }),
      ],
      [
        "LUMP_TEXDATA",
        recordLump(DTEXDATA, {
          count: materials.length,
          reflectivity: Float32Array.from(materials.flatMap(([, info]) => info.reflectivity)),
          nameStringTableId: Int32Array.from(materials.keys()),
          width,
          height,
          viewWidth: width,
          viewHeight: height,
        }),
      ],
      ["LUMP_TEXDATA_STRING_DATA", { version: 0, bytes: concatBytes(names) }],
      [
        "LUMP_TEXDATA_STRING_TABLE",
        recordLump(TEXDATA_STRING_TABLE[0], { count: offsets.length, value: offsets }),
      ],
    ];
  }
}

/**
 * `LEAF_FLAGS_SKY`: the sky may be visible from the leaf. Set on every leaf, like vbsp. vrad clears
 * it where tracing shows no sky.
 */
const LEAF_FLAGS_SKY = 1;
const AREA_BITS = 9;
/** Distance to the nearest water in inches: the largest value. */
const NO_WATER = 65535;

/** Collects the trees of all models. */
export class TreeWriter {
  readonly #nodes: TreeNode[] = [];
  readonly #leafs: TreeNode[] = [];
  /** First face and number of faces of each node. */
  readonly #nodeFaces: [number, number][] = [];
  readonly #areaOfNode: number[] = [];

  /**
   * Numbers the nodes and leafs of a tree. Leaf 0 is a solid leaf that belongs to no tree. Faces of
   * nodes must be written in the order of `nodes`, right after the call.
   */
  addTree(root: TreeNode): { headNode: number; nodes: readonly TreeNode[] } {
    const nodes = [...innerNodesOf(root)];
    for (const node of nodes) node.row = this.#nodes.push(node) - 1;
    for (const leaf of leafsOf(root)) leaf.row = this.#leafs.push(leaf);
    checkLimit("nodes", this.#nodes.length, MAX_MAP_NODES);
    checkLimit("leafs", this.#leafs.length + 1, MAX_MAP_LEAFS);
    return { headNode: childIndex(root), nodes };
  }

  setNodeFaces(node: TreeNode, first: number, count: number): void {
    this.#nodeFaces[node.row] = [first, count];
  }

  write(hasWater: boolean): [LumpName, MapLump][] {
    const leafFaces: number[] = [];
    const leafBrushes: number[] = [];
    const leafs = this.#writeLeafs(leafFaces, leafBrushes);
    checkLimit("leaf faces", leafFaces.length, MAX_MAP_LEAFFACES);
    checkLimit("leaf brushes", leafBrushes.length, MAX_MAP_LEAFBRUSHES);
    const distances = new Uint32Array(this.#leafs.length + 1).fill(hasWater ? 0 : NO_WATER);
    return [
      ["LUMP_NODES", this.#writeNodes()],
      ["LUMP_LEAFS", leafs],
      ["LUMP_LEAFFACES", indexLump(leafFaces)],
      ["LUMP_LEAFBRUSHES", indexLump(leafBrushes)],
      [
        "LUMP_LEAFMINDISTTOWATER",
        recordLump(LEAFMINDISTTOWATER[0], { count: distances.length, value: distances }),
      ],
    ];
  }

  #writeNodes(): MapLump {
    const nodes = this.#nodes;
    for (let i = nodes.length - 1; i >= 0; i--) this.#areaOfNode[i] = this.#findArea(nodes[i]);
    return recordLump(DNODE, {
      count: nodes.length,
      plane: Uint32Array.from(nodes, (node) => node.plane),
      children: Int32Array.from(
        nodes.flatMap((node) => [childIndex(node.front!), childIndex(node.back!)]),
      ),
      mins: Float32Array.from(nodes.flatMap((node) => wholeBox(node, Math.floor, node.mins))),
      maxs: Float32Array.from(nodes.flatMap((node) => wholeBox(node, Math.ceil, node.maxs))),
      firstFace: Uint32Array.from(nodes, (node) => this.#nodeFaces[node.row][0]),
      faceCount: Uint32Array.from(nodes, (node) => this.#nodeFaces[node.row][1]),
      area: Int32Array.from(this.#areaOfNode),
    });
  }

  /** Returns the common area of all non-solid leafs below a node; -1 if there are several. */
  #findArea({ front, back }: TreeNode): number {
    let area = 0;
    for (const child of [front!, back!]) {
      const own = child.front ? this.#areaOfNode[child.row] : child.area;
      if (own === 0) continue;
      area = area === 0 || area === own ? own : -1;
    }
    return area;
  }

  #writeLeafs(leafFaces: number[], leafBrushes: number[]): MapLump {
    const leafs = this.#leafs;
    const firstFace = [0];
    const faceCount = [0];
    const firstBrush = [0];
    const brushCount = [0];
    for (const leaf of leafs) {
      firstFace.push(leafFaces.length);
      if ((leaf.contents & CONTENTS_SOLID) === 0) {
        const rows = new Set(leaf.leafFaces.map((face) => face.row).filter((row) => row >= 0));
        for (const row of [...rows].sort((a, b) => a - b)) leafFaces.push(row);
      }
      faceCount.push(leafFaces.length - firstFace[firstFace.length - 1]);
      firstBrush.push(leafBrushes.length);
      for (const row of new Set(leaf.brushes.map(({ source }) => source.row))) {
        leafBrushes.push(row);
      }
      brushCount.push(leafBrushes.length - firstBrush[firstBrush.length - 1]);
    }
    return recordLump(
      DLEAF_V1,
      {
        count: leafs.length + 1,
        contents: Int32Array.from([CONTENTS_SOLID, ...leafs.map((leaf) => leaf.contents)]),
        // The real compiler leaves cluster 0 in the unused leaf, from zeroed memory. This writes
        // -1, which is explicit.
        cluster: Int32Array.from([-1, ...leafs.map((leaf) => leaf.cluster)]),
        areaFlags: Uint32Array.from([
          0,
          ...leafs.map((leaf) => leaf.area | (LEAF_FLAGS_SKY << AREA_BITS)),
        ]),
        mins: boxColumn(leafs, Math.floor, (leaf) => leaf.mins),
        maxs: boxColumn(leafs, Math.ceil, (leaf) => leaf.maxs),
        firstLeafFace: Uint32Array.from(firstFace),
        leafFaceCount: Uint32Array.from(faceCount),
        firstLeafBrush: Uint32Array.from(firstBrush),
        leafBrushCount: Uint32Array.from(brushCount),
        leafWaterData: Int32Array.from([-1, ...leafs.map((leaf) => leaf.water)]),
      },
      1,
    );
  }
}

const childIndex = (node: TreeNode): number => (node.front ? node.row : -1 - node.row);

function boxColumn(
  leafs: readonly TreeNode[],
  round: (value: number) => number,
  corner: (leaf: TreeNode) => Float64Array,
): Float32Array {
  const column = new Float32Array((leafs.length + 1) * 3);
  for (const [i, leaf] of leafs.entries()) {
    column.set(wholeBox(leaf, round, corner(leaf)), (i + 1) * 3);
  }
  return column;
}

/** Returns a corner in whole inches; 0 if the node has no box. */
function wholeBox(
  { mins, maxs }: TreeNode,
  round: (value: number) => number,
  corner: Float64Array,
): number[] {
  const isEmpty = !(mins[0] <= maxs[0]);
  return [0, 1, 2].map((axis) =>
    isEmpty ? 0 : Math.max(-32768, Math.min(32767, round(corner[axis]))) + 0,
  );
}
