/**
 * Writes the generated room in the map formats of other games, as documented by BSPSource and
 * bsp_tool.
 */

import { LUMP_NAMES, type LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { SCALED_VERSION } from "../../../../src/formats/bsp/records/static-props.ts";
import type { DialectName } from "../../../../src/formats/bsp/types.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, type MadeLumps, makeBspLumps } from "../make-bsp.ts";
import { parseStruct, readRows, writeRows } from "./structs.ts";

/** Records of Source SDK 2013's `bspfile.h`. */
const STANDARD = {
  face: `plane:H side:B onNode:B edge:i edges:h texinfo:h disp:h fog:h styles:4B light:i area:f
    mins:2i size:2i orig:i prims:H prim:H smooth:I`,
  node: "plane:i children:2i mins:3h maxs:3h face:H faces:H area:h pad:h",
  leaf: "contents:i cluster:h areaFlags:H mins:3h maxs:3h face:H faces:H brush:H brushes:H water:h pad:h",
  edge: "v:2H",
  index: "value:H",
  texinfo: "texture:8f lightmap:8f flags:i texdata:i",
  model: "mins:3f maxs:3f origin:3f node:i face:i faces:i",
  light: "vectors:9f cluster:i type:i style:i numbers:7f flags:i texinfo:i owner:i",
  disp: `start:3f vert:i tri:i power:i minTess:i angle:f contents:i face:H pad:H alpha:i samples:i
    neighbors:88B allowed:10I`,
} as const;

type Lumps = Partial<Record<LumpName, readonly [from: string, to: string]>>;

interface Written {
  readonly version: number;
  readonly lumps: Lumps;
  /**
   * Extra bytes before the id, 32-bit flags and version, and extra bytes at the end of a game lump
   * entry.
   */
  readonly entry?: { readonly lead: number; readonly wide: boolean; readonly tail: number };
  readonly propScales?: readonly number[];
}

export const VINDICTUS_FACES_2 = () => faces(WIDE_FACE("more:I"));

const faces = (to: string): Lumps => ({
  LUMP_FACES: [STANDARD.face, to],
  LUMP_FACES_HDR: [STANDARD.face, to],
  LUMP_ORIGINALFACES: [STANDARD.face, to],
});

/** Face of lump version 1. Version 2 has one more word after the styles. */
const WIDE_FACE = (
  more: string,
) => `plane:I side:B onNode:B unknown:H edge:I edges:I texinfo:i disp:i fog:i styles:4B
  ${more} light:i area:f mins:2i size:2i orig:i primsWide:I prim:I smooth:I`;

const VAMPIRE_FACE = `averages:32B plane:H side:B onNode:B edge:i edges:h texinfo:h disp:h fog:h
  styles:8B day:8B night:8B light:i area:f mins:2i size:2i orig:i smooth:I`;

export const WRITTEN: Readonly<Record<Exclude<DialectName, "standard">, Written>> = {
  "hl2-beta-17": {
    version: 17,
    lumps: {
      ...faces(`averages:16B plane:H side:B onNode:B edge:i edges:h texinfo:h disp:h fog:h styles:4B
        light:i area:f mins:2i size:2i orig:i smooth:I`),
      LUMP_DISPINFO: [
        STANDARD.disp,
        `start:3f vert:i power:i minTess:i angle:f contents:i face:H pad:H alpha:i samples:i
          neighbors:88B allowed:10I`,
      ],
    },
  },
  "hl2-beta-18": {
    version: 18,
    lumps: faces(`averages:16B plane:H side:B onNode:B edge:i edges:h texinfo:h disp:h fog:h
      styles:4B light:i area:f mins:2i size:2i orig:i prims:H prim:H smooth:I`),
  },
  vampire: {
    version: 17,
    lumps: {
      LUMP_FACES: [STANDARD.face, VAMPIRE_FACE],
      LUMP_ORIGINALFACES: [STANDARD.face, VAMPIRE_FACE],
    },
  },
  vindictus: {
    version: 20,
    lumps: {
      ...faces(WIDE_FACE("")),
      LUMP_NODES: [STANDARD.node, "plane:i children:2i mins:3i maxs:3i face:i faces:i unknown:i"],
      LUMP_LEAFS: [
        STANDARD.leaf,
        "contents:i cluster:i areaFlags:i mins:3i maxs:3i face:I faces:I brush:I brushes:I water:i",
      ],
      LUMP_EDGES: [STANDARD.edge, "v:2I"],
      LUMP_LEAFFACES: [STANDARD.index, "value:I"],
      LUMP_LEAFBRUSHES: [STANDARD.index, "value:I"],
      LUMP_BRUSHSIDES: ["plane:H texinfo:h disp:h bevel:H", "plane:I texinfo:i disp:i bevel:I"],
      LUMP_AREAPORTALS: [
        "key:H area:H vert:H verts:H plane:i",
        "key:I area:I vert:I verts:I plane:i",
      ],
      LUMP_OVERLAYS: [
        `id:i texinfo:h faces:H face:64i rest:22f`,
        `id:i texinfo:i faces:I face:64i rest:22f`,
      ],
      LUMP_DISPINFO: [
        STANDARD.disp,
        `start:3f vert:i tri:i power:i angle:f unknown:i contents:i face:I alpha:i samples:i
          wideNeighbors:144B allowed:10I`,
      ],
    },
    entry: { lead: 0, wide: true, tail: 0 },
    propScales: [1, 2.5],
  },
  "dark-messiah": {
    version: 0x40014,
    lumps: {
      LUMP_WORLDLIGHTS: [STANDARD.light, `${STANDARD.light} players:I`],
      LUMP_TEXINFO: [STANDARD.texinfo, "texture:8f lightmap:8f unknown:24B flags:i texdata:i"],
      LUMP_MODELS: [STANDARD.model, "mins:3f maxs:3f origin:3f unknown:i node:i face:i faces:i"],
    },
    entry: { lead: 4, wide: false, tail: 0 },
  },
  "dota2-22": {
    version: 22,
    lumps: {
      LUMP_DISPINFO: [
        STANDARD.disp,
        `start:3f vert:i tri:i power:i minTess:i angle:f contents:i face:H pad:H alpha:i samples:i
          unknown:i neighbors:88B allowed:10I`,
      ],
    },
  },
  "dota2-23": {
    version: 23,
    lumps: {
      LUMP_DISPINFO: [
        STANDARD.disp,
        `start:3f vert:i tri:i power:i minTess:i angle:f contents:i first:i face:H pad:H alpha:i
          samples:i second:i neighbors:88B allowed:10I`,
      ],
    },
  },
};

/** A map to write: its lumps in the form of version 20, except the game lumps. */
export interface PlainMap {
  readonly lumps: MadeLumps;
  /** `null` writes two props of the room. */
  readonly gameLumps: readonly GameLump[] | null;
}

interface GameLump {
  /** Four letters. */
  readonly id: string;
  readonly version: number;
  readonly bytes: Uint8Array;
}

export function writeDialect(
  name: keyof typeof WRITTEN,
  changes: Partial<Written> = {},
  map: PlainMap = { lumps: makeBspLumps(), gameLumps: null },
): Uint8Array {
  const written = { ...WRITTEN[name], ...changes };
  const lumps: MadeLumps = new Map();
  for (const [lump, { version, bytes }] of map.lumps) lumps.set(lump, { version, bytes });
  for (const lump of LUMP_NAMES) {
    const structs = written.lumps[lump];
    const made = lumps.get(lump);
    if (structs === undefined || made === undefined) continue;
    const rows = readRows(made.bytes, parseStruct(structs[0]));
    for (const row of rows) {
      // The shadow flag moves from the top bit to the lowest.
      const [prims] = row.get("prims") ?? [];
      if (prims !== undefined) row.set("primsWide", [((prims & 0x7fff) << 1) | 1]);
      const neighbors = row.get("neighbors");
      if (neighbors !== undefined) row.set("wideNeighbors", widenNeighbors(neighbors));
    }
    made.bytes = writeRows(rows, parseStruct(structs[1]));
    if (lump.includes("FACES") && structs[1].includes("more:")) made.version = 2;
  }
  const version = { version: written.version } as object;
  const entry = written.entry ?? { lead: 0, wide: false, tail: 0 };
  const gameLumps = map.gameLumps?.map((lump) =>
    lump.id === "sprp" && written.propScales ? asVindictus(lump) : lump,
  ) ?? [makeProps(written.propScales)];
  const gameLump = (base: number) => makeGameLump(base, entry, gameLumps);
  lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: gameLump(0) });
  const draft = assembleBsp(lumps, version);
  const at = 8 + LUMP_NAMES.indexOf("LUMP_GAME_LUMP") * 16;
  const base = new DataView(draft.buffer).getInt32(at, true);
  lumps.set("LUMP_GAME_LUMP", { version: 0, bytes: gameLump(base) });
  return assembleBsp(lumps, version);
}

/**
 * Widens eight edge neighbours, each starting with a short, and four corner lists of four from
 * shorts to words.
 */
function widenNeighbors(bytes: readonly number[]): number[] {
  const out = new ByteWriter();
  const word = (at: number) => out.i32(((bytes[at] | (bytes[at + 1] << 8)) << 16) >> 16);
  for (let at = 0; at < 48; at += 6) {
    word(at);
    out.u8(...bytes.slice(at + 2, at + 6));
  }
  for (let at = 48; at < 88; at += 10) {
    for (let i = 0; i < 8; i += 2) word(at + i);
    out.u8(...bytes.slice(at + 8, at + 10), 0, 0);
  }
  return [...out.done()];
}

/** Builds the props of `makeBsp`, with scales before the props. */
function makeProps(scales: readonly number[] | undefined): GameLump {
  const sprp = new ByteWriter().i32(1).text("models/crate.mdl", 128).i32(3).i16(1, 2, 2);
  if (scales) {
    sprp.i32(scales.length);
    scales.forEach((scale, i) => void sprp.i32(i).f32(scale, 9, 9));
  }
  sprp.i32(2);
  for (let i = 0; i < 2; i++) {
    sprp.f32(64 + 128 * i, 64, 0, 10, 20, 30).i16(0, i, i + 1);
    sprp.u8(6, 2).i32(i).f32(100, 200, 64, 64, 32, 0.5);
  }
  return { id: "sprp", version: scales ? 6 : 5, bytes: sprp.done() };
}

/**
 * Converts 72-byte props of Source SDK 2013 to Vindictus' version 6 records, with an empty scale
 * list after the leafs.
 */
function asVindictus({ id, bytes }: GameLump): GameLump {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const leafs = 4 + view.getInt32(0, true) * 128;
  const end = leafs + 4 + view.getInt32(leafs, true) * 2;
  const out = new ByteWriter()
    .bytes(bytes.subarray(0, end))
    .i32(0)
    .bytes(bytes.subarray(end, end + 4));
  for (let at = end + 4; at < bytes.length; at += 72) {
    // Its only flags are in the byte.
    out
      .bytes(bytes.subarray(at, at + 31))
      .u8(bytes[at + 64])
      .bytes(bytes.subarray(at + 32, at + 64));
  }
  return { id, version: SCALED_VERSION, bytes: out.done() };
}

/** Builds a game lump with other entries than `makeBsp`'s. */
function makeGameLump(
  base: number,
  entry: { readonly lead: number; readonly wide: boolean; readonly tail: number },
  gameLumps: readonly GameLump[],
): Uint8Array {
  const out = new ByteWriter().i32(gameLumps.length);
  const entryBytes = entry.lead + 4 + (entry.wide ? 8 : 4) + 8 + entry.tail;
  let start = base + 4 + gameLumps.length * entryBytes;
  for (const { id, version, bytes } of gameLumps) {
    out.zeros(entry.lead).text([...id].reverse().join(""));
    if (entry.wide) out.i32(0, version);
    else out.i16(0, version);
    out.i32(start, bytes.length).zeros(entry.tail);
    start += bytes.length;
  }
  for (const { bytes } of gameLumps) out.bytes(bytes);
  return out.done();
}
