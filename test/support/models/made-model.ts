/**
 * Compiles a small animated model with the project's compiler: two skins, two body groups, two
 * sequences.
 */

import { compileAndRead, smdText } from "../../compile/studiomdl/make-sources.ts";

/** Builds a square that the compiler rotates into x and z, from `z` on, with edges of 16 inches. */
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
 * Returns its files by content path: a red square on the floor, 16 inches high, and a green one
 * above it, which "rise" lifts by 32 inches in a second. The second skin is blue for red; the
 * second body group has a wider square.
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

/**
 * Offsets in `studiohdr_t`: `length`; count and offset of `mstudiobonecontroller_t` and of
 * `mstudioposeparamdesc_t`.
 */
const LENGTH_AT = 76;
const CONTROLLERS_AT = 164;
const POSE_PARAMETERS_AT = 300;
const STUDIO_Z = 0x4;

/**
 * Returns the same model as "turret" with features that the project's compiler lacks: a controller
 * that lifts the green square by up to 32 inches, and a pose parameter "lean" whose range ends
 * below its start.
 */
export function makeControlledModel(): Record<string, Uint8Array> {
  const moving = makeMovingModel();
  const mdl = moving["models/lift.mdl"];
  const controllerAt = (mdl.length + 3) & ~3;
  const parameterAt = controllerAt + 56;
  const nameAt = parameterAt + 20;
  const name = new TextEncoder().encode("lean\0");
  const bytes = new Uint8Array(nameAt + name.length);
  bytes.set(mdl);
  bytes.set(name, nameAt);
  const view = new DataView(bytes.buffer);
  const put = (at: number, ...values: readonly number[]) => {
    for (const [i, value] of values.entries()) view.setInt32(at + i * 4, value, true);
  };
  put(LENGTH_AT, bytes.length);
  put(CONTROLLERS_AT, 1, controllerAt);
  put(controllerAt, 1, STUDIO_Z);
  view.setFloat32(controllerAt + 8, 0, true);
  view.setFloat32(controllerAt + 12, 32, true);
  put(POSE_PARAMETERS_AT, 1, parameterAt);
  put(parameterAt, nameAt - parameterAt);
  view.setFloat32(parameterAt + 8, 1, true);
  view.setFloat32(parameterAt + 12, -1, true);
  return {
    "models/turret.mdl": bytes,
    "models/turret.vvd": moving["models/lift.vvd"],
    "models/turret.dx90.vtx": moving["models/lift.dx90.vtx"],
  };
}
