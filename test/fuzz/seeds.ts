/** Files to fold: the project's own made ones and its demo map, or those that were named. */

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { writeVpk } from "../../src/formats/vpk/write-vpk.ts";
import { writeZip } from "../../src/formats/zip/write-zip.ts";
import { makeBsp } from "../formats/bsp/make-bsp.ts";
import { makePhy, makeTetrahedron } from "../formats/phy/make-phy.ts";
import { makePpl } from "../formats/studio/make-ppl.ts";
import { makeSequences } from "../formats/studio/make-sequences.ts";
import { makeStudioFiles } from "../formats/studio/make-studio.ts";
import { IMAGE_FORMAT_DXT1, makeVtf } from "../scene/make-vtf.ts";
import { HostileMap } from "../support/hostile/hostile-map.ts";
import { putBrushes } from "../support/hostile/leafs.ts";
import { putProps } from "../support/hostile/props.ts";
import { type FileKind, READERS } from "../support/measure/readers.ts";

export interface Seed {
  readonly name: string;
  readonly kind: FileKind;
  readonly file: Uint8Array;
}

const DEMO = resolve(import.meta.dirname, "../../assets/visleaf_demo.bsp");

/** Throws Error for a file whose name ends in none of the kinds that are read. */
export function readSeed(path: string): Seed {
  const kind = path.toLowerCase().split(".").at(-1) ?? "";
  if (!Object.hasOwn(READERS, kind)) {
    throw new Error(`${path}: expected one of ${Object.keys(READERS).join(", ")}`);
  }
  const file = new Uint8Array(readFileSync(path));
  return { name: basename(path), kind: kind as FileKind, file };
}

/** Small ones, of which a second has many mutants, and with `isWhole` the demo map. */
export function madeSeeds(isWhole: boolean): Seed[] {
  const { mdl, vvd, vtx } = makeStudioFiles();
  const vtf = makeVtf({
    width: 64,
    height: 64,
    format: IMAGE_FORMAT_DXT1,
    mipCount: 7,
    texels: (i) => i & 255,
  });
  const files = new Map([
    ["models/a.mdl", mdl],
    ["materials/a.vtf", vtf],
    ["materials/a.vmt", new TextEncoder().encode('"UnlitGeneric" { "$basetexture" "a" }')],
  ]);
  const seeds: Seed[] = [
    { name: "room", kind: "bsp", file: makeBsp() },
    { name: "room with props and brushes", kind: "bsp", file: makeFurnishedRoom() },
    { name: "model", kind: "mdl", file: mdl },
    { name: "model with all tables", kind: "mdl", file: makeSequences().bytes },
    { name: "hulls", kind: "phy", file: makePhy({ solids: [[makeTetrahedron([0, 0, 0])]] }) },
    {
      name: "texels",
      kind: "ppl",
      file: makePpl({ checksum: 1, width: 8, height: 8, texel: () => [9, 9, 9] }),
    },
    { name: "vertices", kind: "vvd", file: vvd },
    { name: "strips", kind: "vtx", file: vtx },
    { name: "texture", kind: "vtf", file: vtf },
    { name: "zip", kind: "zip", file: writeZip(files) },
    { name: "vpk", kind: "vpk", file: writeVpk(files) },
  ];
  return isWhole ? [...seeds, { ...readSeed(DEMO), name: "demo" }] : seeds;
}

function makeFurnishedRoom(): Uint8Array {
  const map = new HostileMap();
  putProps(map, 4, [1, 2]);
  putBrushes(map, 6, 36, 6);
  map.put("LUMP_LEAFBRUSHES", new Uint8Array(12));
  return map.done();
}
