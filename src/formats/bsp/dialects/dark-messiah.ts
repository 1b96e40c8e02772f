/**
 * Maps of Dark Messiah of Might and Magic, whose version is two shorts, 20 and 4. Those of its
 * multiplayer part have the usual texinfos and models; their lengths tell. Source: the public readers
 * BSPSource and bsp_tool, which differ on where the word stands that a game lump's entry has more.
 */

import { float, int, uint, vector } from "../../binary/columns.ts";
import { DWORLDLIGHT } from "../layouts/compile-layouts.ts";
import { MODELS, TEXINFO } from "../layouts/record-layouts.ts";
import { DGAMELUMP, type Dialect, STANDARD } from "./dialect.ts";

export const DARK_MESSIAH: Dialect = {
  ...STANDARD,
  name: "dark-messiah",
  layouts: {
    LUMP_TEXINFO: [
      {
        lumpVersions: [0],
        bytes: 96,
        columns: {
          textureVecs: float(0, 8),
          lightmapVecs: float(32, 8),
          // Behind 24 bytes that nothing public says the use of.
          flags: uint(88),
          texdata: int(92),
        },
      },
      ...TEXINFO,
    ],
    LUMP_MODELS: [
      {
        lumpVersions: [0],
        bytes: 52,
        columns: {
          mins: vector(0),
          maxs: vector(12),
          origin: vector(24),
          headNode: int(40),
          firstFace: uint(44),
          faceCount: uint(48),
        },
      },
      ...MODELS,
    ],
    ...lightsWithOneMoreWord(),
  },
  gameLumpForms: [
    DGAMELUMP,
    { ...DGAMELUMP, bytes: 20 },
    { bytes: 20, id: 4, flags: 8, flagBytes: 2, offset: 12 },
  ],
};

/** The word says which lights shine on players. */
function lightsWithOneMoreWord() {
  const layouts = [
    { ...DWORLDLIGHT, lumpVersions: [0] },
    { ...DWORLDLIGHT, bytes: DWORLDLIGHT.bytes + 4, lumpVersions: [0] },
  ];
  return { LUMP_WORLDLIGHTS: layouts, LUMP_WORLDLIGHTS_HDR: layouts };
}
