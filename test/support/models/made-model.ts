/** A small model that moves, by the project's own compiler: two skins, two body groups, two sequences. */

import { compileAndRead, smdText } from "../../compile/studiomdl/make-sources.ts";

/** A square in the plane that the compiler turns to x and z, from `z` on, of edges of 16 inches. */
function square(material: string, bone: number, z: number, width = 16) {
  const at = (y: number, up: number) => ({ position: [0, y, z + up], bone });
  const [a, b, c, d] = [at(-width / 2, 0), at(width / 2, 0), at(width / 2, 16), at(-width / 2, 16)];
  return [
    [material, a, b, c],
    [material, a, c, d],
  ] as const;
}

const NODES = ['0 "base" -1', '1 "lift" 0'];
const LOW = ["0 0 0 0 0 0 0", "1 0 0 16 0 0 0"];
const HIGH = ["0 0 0 0 0 0 0", "1 0 0 48 0 0 0"];
const SMDS = {
  "body.smd": smdText([...square("red", 0, 0), ...square("green", 1, 16)], NODES, [LOW]),
  "wide.smd": smdText([...square("red", 0, 0, 48), ...square("green", 1, 16)], NODES, [LOW]),
  "rest.smd": smdText([], NODES, [LOW]),
  "rise.smd": smdText([], NODES, [LOW, HIGH]),
};
const SCRIPT = `$modelname lift.mdl
$cdmaterials models/lift
$bodygroup shape {
  studio "body.smd"
  studio "wide.smd"
}
$texturegroup skins { { "red" } { "blue" } }
$sequence rest "rest.smd" fps 10 loop
$sequence rise "rise.smd" fps 1
`;

const flat = (color: string) => `UnlitGeneric { $color "${color}" $nocull 1 }`;

/**
 * Its files by content path: a red square on the floor, 16 inches high, and a green one above it, which "rise"
 * lifts by 32 inches in a second. The other skin is blue for red; the other body group has a wider square.
 */
export function makeMovingModel(): Record<string, Uint8Array> {
  const { files } = compileAndRead(SCRIPT, SMDS);
  const text = (content: string) => new TextEncoder().encode(content);
  return {
    "models/lift.mdl": files.mdl,
    "models/lift.vvd": files.vvd,
    "models/lift.dx90.vtx": files.vtx,
    "materials/models/lift/red.vmt": text(flat("[1 0 0]")),
    "materials/models/lift/blue.vmt": text(flat("[0 0 1]")),
    "materials/models/lift/green.vmt": text(flat("[0 1 0]")),
  };
}
