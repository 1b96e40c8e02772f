/** Writes areas, brushes and the texinfos that the map uses, with texdata and strings. */

import { concatBytes } from "../../../formats/binary/encode-bytes.ts";
import type { ColumnArray, RecordLayout, Table } from "../../../formats/binary/record-layout.ts";
import { writeRecords } from "../../../formats/binary/write-records.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import { DAREA, DAREAPORTAL } from "../../../formats/bsp/records/areas.ts";
import { DBRUSH, DBRUSHSIDE } from "../../../formats/bsp/records/brushes.ts";
import { DVECTOR, INDEX16 } from "../../../formats/bsp/records/other-lumps.ts";
import { DTEXDATA, TEXDATA_STRING_TABLE, TEXINFO } from "../../../formats/bsp/records/textures.ts";
import type { MapLump } from "../../types.ts";
import type { MapBrush } from "../brushes/map-brush.ts";
import type { TexInfo, TexInfoTable } from "../faces/texinfo-table.ts";
import {
  checkLimit,
  MAX_MAP_BRUSHES,
  MAX_MAP_BRUSHSIDES,
  MAX_MAP_TEXDATA,
  MAX_MAP_TEXINFO,
} from "../limits.ts";
import type { VbspAreas } from "../tree/areas.ts";

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
