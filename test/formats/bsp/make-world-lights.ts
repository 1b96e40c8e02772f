/** Builds LUMP_WORLDLIGHTS as vrad writes it, with the fields of `bspfile.h`. */

import { readRecords } from "../../../src/formats/binary/read-records.ts";
import { DWORLDLIGHT } from "../../../src/formats/bsp/records/lights.ts";
import type { WorldLights } from "../../../src/formats/bsp/types.ts";
import { ByteWriter } from "./byte-writer.ts";
import type { MadeLump } from "./make-bsp.ts";

export interface MadeWorldLight {
  /** `EMIT_*`. */
  readonly type: number;
  readonly origin?: readonly [number, number, number];
  readonly intensity?: readonly [number, number, number];
  readonly normal?: readonly [number, number, number];
  readonly cluster?: number;
  readonly style?: number;
  readonly stopdot?: number;
  readonly stopdot2?: number;
  readonly exponent?: number;
  readonly radius?: number;
  /** Constant, linear, quadratic. */
  readonly attenuation?: readonly [number, number, number];
  readonly flags?: number;
}

/**
 * @param version 1 has the shadow offset after the normal, as in CS:GO maps; 2, of Strata Source,
 * has a byte for the type and one that marks the light as dynamic
 */
export function makeWorldLights(
  lights: readonly MadeWorldLight[],
  version: 0 | 1 | 2 = 0,
  littleEndian = true,
): MadeLump {
  const out = new ByteWriter(littleEndian);
  for (const light of lights) {
    out.f32(...(light.origin ?? [0, 0, 0]), ...(light.intensity ?? [1, 1, 1]));
    out.f32(...(light.normal ?? [0, 0, 0]));
    if (version >= 1) out.f32(901, 902, 903);
    out.i32(light.cluster ?? 0);
    if (version === 2) out.u8(light.type, 3).i16(0);
    else out.i32(light.type);
    out.i32(light.style ?? 0);
    out.f32(light.stopdot ?? 0, light.stopdot2 ?? 0, light.exponent ?? 0, light.radius ?? 0);
    out.f32(...(light.attenuation ?? [1, 0, 0]));
    out.i32(light.flags ?? 0, 77, 78);
  }
  return { version, bytes: out.done() };
}

/** Returns the table that the reader should return. */
export function makeWorldLightTable(lights: readonly MadeWorldLight[]): WorldLights {
  return readRecords(makeWorldLights(lights).bytes, DWORLDLIGHT, true);
}
