/** Sources of a small face: an upright square of 16 inches, and two shapes of it. */

import { smdText } from "../../compile/studiomdl/make-sources.ts";

const PLACES = ["-8 0 0", "8 0 0", "8 0 16", "-8 0 0", "8 0 16", "-8 0 16"];
const at = (row: number) => ({ position: PLACES[row].split(" ").map(Number) });

export const FACE_SMD = smdText([
  ["skin", at(0), at(1), at(2)],
  ["skin", at(3), at(4), at(5)],
]);

/**
 * "brow" raises both upper corners by 16 inches, "cheek" moves the lower right one sideways by 8.
 */
export const FACE_VTA = [
  ...["version 1", "nodes", '0 "root" -1', "end", "skeleton", "time 0", "end"],
  ...["vertexanimation", "time 0", ...PLACES.map((place, row) => `${row} ${place} 0 0 1`)],
  ...["time 1 # brow", "2 8 0 32 0 0 1", "4 8 0 32 0 0 1", "5 -8 0 32 0 0 1"],
  ...["time 2 # cheek", "1 16 0 0 0 0 1", "end", ""],
].join("\n");

export const FACE_QC = `$modelname "made/face.mdl"
$model head "head.smd" {
  flexfile "head.vta" {
    defaultflex frame 0
    flex "brow" frame 1
    flex "cheek" frame 2
  }
  flexcontroller eyes range 0 1 "brow"
  flexcontroller mouth range 0 2 "smile"
  %brow = brow
  %cheek = smile * (1 - %brow)
}
$sequence idle "head.smd"
`;

/** Material of the face, if it is in the searched folder. */
export const FACE_VMT = 'UnlitGeneric { $color "[1 0 0]" $nocull 1 }';
