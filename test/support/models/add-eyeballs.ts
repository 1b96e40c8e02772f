/** Adds eyeballs to a generated model in the compiler's layout. */

/** Size of `mstudioeyeball_t` in bytes. */
const EYEBALL = 172;
const MATERIAL_EYEBALL = 1;

type Vector = readonly [number, number, number];

/** An eyeball in the space of its bone, in inches. */
export interface MadeEyeball {
  /** Mesh of the first body part's first model. */
  readonly mesh: number;
  readonly bone: number;
  readonly origin: Vector;
  readonly up: Vector;
  readonly forward: Vector;
  readonly zOffset: number;
  readonly radius: number;
  readonly irisScale: number;
}

/** Returns the MDL with eyeballs in the first body part's first model. */
export function addEyeballs(mdl: Uint8Array, eyeballs: readonly MadeEyeball[]): Uint8Array {
  const bytes = new Uint8Array(mdl.byteLength + EYEBALL * eyeballs.length);
  bytes.set(mdl);
  const view = new DataView(bytes.buffer);
  const i32 = (at: number) => view.getInt32(at, true);
  view.setInt32(76, bytes.byteLength, true);
  const part = i32(236);
  const model = part + i32(part + 12);
  const meshes = model + i32(model + 76);
  view.setInt32(model + 100, eyeballs.length, true);
  view.setInt32(model + 104, mdl.byteLength - model, true);
  for (const [row, eye] of eyeballs.entries()) {
    const at = mdl.byteLength + row * EYEBALL;
    view.setInt32(at + 4, eye.bone, true);
    const floats = [...eye.origin, eye.zOffset, eye.radius, ...eye.up, ...eye.forward];
    for (const [i, value] of floats.entries()) view.setFloat32(at + 8 + i * 4, value, true);
    view.setFloat32(at + 60, eye.irisScale, true);
    view.setInt32(meshes + eye.mesh * 116 + 24, MATERIAL_EYEBALL, true);
    view.setInt32(meshes + eye.mesh * 116 + 28, row, true);
  }
  return bytes;
}
