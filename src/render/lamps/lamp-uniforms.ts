/** Uniforms of the lamps that light a picture. */

import { mat4 } from "gl-matrix";
import { LAMP } from "../../map/motion/lamp-row.ts";
import { LAMP_SHADOWS, type LampRows } from "../../map/motion/lamps.ts";
import { LAMPS_AT_ONCE } from "../shader-constants.ts";
import { halfTangent, writeLampMatrix } from "./lamp-rows.ts";

/** Words of the struct `Lamp` of `shaders/common/light/lamp.wgsl`; `first` precede them in `Lamps`. */
export const LAMP_UNIFORM = {
  clipFromWorld: 0,
  origin: 16,
  farZ: 19,
  color: 20,
  nearZ: 23,
  attenuation: 24,
  shadowAttenuation: 27,
  textureLayer: 28,
  shadowLayer: 29,
  flags: 30,
  texelSlope: 31,
  strideWords: 32,
  first: 4,
} as const;

/**
 * Factors of a lamp's light: `SetFlashLightColorFromState` of the SDK's `BaseVSShader.h`, for
 * hardware that adds light linearly.
 */
export const LAMP_SCALE = { hdr: 0.25 * 2.5, ldr: 2 * 2.5 } as const;

const matrix = mat4.create();

export class LampUniforms {
  readonly words = new Uint32Array(LAMP_UNIFORM.first + LAMPS_AT_ONCE * LAMP_UNIFORM.strideWords);
  readonly #floats = new Float32Array(this.words.buffer);

  set count(count: number) {
    this.words[0] = count;
  }

  /**
   * @param scale `LAMP_SCALE` of the map's light
   * @param layer layer of its texture
   * @param depth layer of its depth; -1 if it casts no shadows
   * @param edge of the depth in texels
   */
  write(
    slot: number,
    lamps: LampRows,
    row: number,
    { scale, layer, depth, edge }: { scale: number; layer: number; depth: number; edge: number },
  ): void {
    const { rows } = lamps;
    const at = row * LAMP.strideFloats;
    const to = LAMP_UNIFORM.first + slot * LAMP_UNIFORM.strideWords;
    const floats = this.#floats;
    writeLampMatrix(matrix, lamps, row);
    for (let i = 0; i < 16; i++) floats[to + LAMP_UNIFORM.clipFromWorld + i] = matrix[i];
    for (let i = 0; i < 3; i++) {
      floats[to + LAMP_UNIFORM.origin + i] = rows[at + LAMP.place + 3 + i * 4];
      floats[to + LAMP_UNIFORM.color + i] = rows[at + LAMP.color + i] * scale;
      floats[to + LAMP_UNIFORM.attenuation + i] = rows[at + LAMP.constant + i];
    }
    floats[to + LAMP_UNIFORM.farZ] = rows[at + LAMP.farZ];
    floats[to + LAMP_UNIFORM.nearZ] = rows[at + LAMP.nearZ];
    floats[to + LAMP_UNIFORM.shadowAttenuation] = rows[at + LAMP.shadowAttenuation];
    const wide = Math.max(halfTangent(rows[at + LAMP.fovX]), halfTangent(rows[at + LAMP.fovY]));
    floats[to + LAMP_UNIFORM.texelSlope] = (2 * wide) / edge;
    this.words[to + LAMP_UNIFORM.textureLayer] = layer;
    this.words[to + LAMP_UNIFORM.shadowLayer] = Math.max(depth, 0);
    const flags = rows[at + LAMP.flags];
    this.words[to + LAMP_UNIFORM.flags] = depth < 0 ? flags & ~LAMP_SHADOWS : flags;
  }
}
