import { writeVpk } from "../../../src/formats/vpk/index.ts";
import { makeVtf } from "../../formats/vtf/make-vtf.ts";
import { writeTree } from "../serve-helpers.ts";

/** Options of a run that takes some seconds, and a minute on a busy machine. */
export const FEW_FRAMES = [
  ...["--frames", "4", "--repeat", "1", "--allocation-frames", "40", "--size", "96x54"],
];

/**
 * Writes a game with content in a VPK, and returns its folder. The VPK holds the wall of `makeBsp`,
 * with a texture large enough to measure.
 */
export function writeGame(folder: string): string {
  return writeTree(folder, {
    "gameinfo.txt": "GameInfo { FileSystem { SearchPaths { Game |gameinfo_path|pak.vpk } } }",
    "pak_dir.vpk": writeVpk(
      new Map([
        [
          "materials/brick/brickwall001a.vmt",
          new TextEncoder().encode('LightmappedGeneric { $basetexture "brick/x" }'),
        ],
        ["materials/brick/x.vtf", makeVtf({ width: 512, height: 512 })],
      ]),
    ),
  });
}
