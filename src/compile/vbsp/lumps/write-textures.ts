/** LUMP_TEXINFO, LUMP_TEXDATA and its strings, of the texinfos that something in the map uses. */

import { concatBytes } from "../../../formats/binary/encode-bytes.ts";
import { DTEXDATA } from "../../../formats/bsp/layouts/compile-layouts.ts";
import { TEXDATA_STRING_TABLE, TEXINFO } from "../../../formats/bsp/layouts/record-layouts.ts";
import type { LumpName } from "../../../formats/bsp/lumps.ts";
import type { MapLump } from "../../types.ts";
import type { TexInfo, TexInfoTable } from "../faces/texinfo-table.ts";
import { checkLimit, MAX_MAP_TEXDATA, MAX_MAP_TEXINFO } from "../limits.ts";
import { recordLump } from "./record-lump.ts";

export class TextureWriter {
  readonly #table: TexInfoTable;
  readonly #used: TexInfo[] = [];
  readonly #rowOf = new Map<number, number>();

  constructor(table: TexInfoTable) {
    this.#table = table;
  }

  /** The row in LUMP_TEXINFO of a row of the table. */
  use = (row: number): number => {
    const known = this.#rowOf.get(row);
    if (known !== undefined) return known;
    checkLimit("texinfos", this.#used.length + 1, MAX_MAP_TEXINFO);
    const used = this.#used.push(this.#table.rows[row]) - 1;
    this.#rowOf.set(row, used);
    return used;
  };

  /**
   * The same for a side that makes no face, of which only material and flags count: another texinfo
   * with these serves as well. To be asked after all faces.
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
