/**
 * The flashlight, which follows the camera: `flashlighteffect.cpp` of Source SDK 2013. Unlike the
 * engine's, it does not move back before near walls.
 */

import { DEFAULT_LAMP_TEXTURE, LAMP, writeLamp } from "../../map/motion/lamp-row.ts";
import type { LampRows } from "../../map/motion/lamps.ts";
import { writeMatrix3x4 } from "../../math/angles.ts";
import type { Camera } from "../types.ts";

/**
 * Inches below the eye. The engine's light is 20 below the eye of a player, and in the eye if
 * something is between; a flying camera may be lower.
 */
const BELOW_EYE = 8;
/** Distance at which the middle of the light is in the middle of the picture, inches. */
const REACH = 750;
const RADIANS = Math.PI / 180;

export class Flashlight {
  readonly #rows = new Float32Array(LAMP.strideFloats);
  readonly #lamps: LampRows = {
    ...{ version: 0, count: 1, rows: this.#rows },
    textures: [DEFAULT_LAMP_TEXTURE],
  };

  constructor() {
    writeLamp(this.#rows, 0, {
      ...{ color: "255 255 255 255", brightness: 1, fov: 45, horizontalFov: 45 },
      ...{ nearZ: 4, farZ: REACH, constant: -1, linear: -1, quadratic: -1 },
      ...{ shadowAttenuation: 0.35, hasLinearColor: false },
      ...{ isOn: true, hasShadows: true, lightsWorld: true },
    });
  }

  /** Holds the light for a camera. Returns its only row. */
  hold({ x, y, z, pitch, yaw }: Camera): LampRows {
    // The light is below the eye along the view's up axis, and turned up as much.
    const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)];
    const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)];
    const rise = Math.atan(BELOW_EYE / REACH) / RADIANS;
    writeMatrix3x4(
      ...([this.#rows, LAMP.place, pitch - rise, yaw, 0] as const),
      ...([x - sp * cy * BELOW_EYE, y - sp * sy * BELOW_EYE, z - cp * BELOW_EYE] as const),
    );
    return this.#lamps;
  }
}
