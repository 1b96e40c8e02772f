/** LUMP_WORLDLIGHTS: the lights for the engine to light moving things with. */

import type { MapLump } from "../../types.ts";
import type { LightScene } from "../light-scene.ts";
import { isAmbientSurfaceLight } from "../points/light-point.ts";
import { findPlace } from "../rays/sky-visibility.ts";
import type { Light } from "./lights.ts";

/** `dworldlight_t` of Valve's public `bspfile.h`. */
const WORLD_LIGHT_BYTES = 88;
const DWL_FLAGS_INAMBIENTCUBE = 1;

export function writeWorldLights(
  scene: LightScene,
  lights: readonly Light[],
  hdr: boolean,
): MapLump {
  const bytes = new Uint8Array(lights.length * WORLD_LIGHT_BYTES);
  const view = new DataView(bytes.buffer);
  lights.forEach((light, i) => {
    let at = i * WORLD_LIGHT_BYTES;
    const floats = (...values: readonly number[]) => {
      for (const value of values) {
        view.setFloat32(at, value, true);
        at += 4;
      }
    };
    const ints = (...values: readonly number[]) => {
      for (const value of values) {
        view.setInt32(at, value, true);
        at += 4;
      }
    };
    floats(...light.origin);
    floats(...(hdr ? light.intensityHdr : light.intensity).map((value) => value / 255));
    floats(...light.normal);
    const { tree } = scene;
    ints(tree.leafCluster[findPlace(tree, ...light.origin)] ?? -1, light.type, light.style);
    floats(light.innerCosine, light.outerCosine, light.exponent, light.radius);
    floats(light.constant, light.linear, light.quadratic);
    ints(isAmbientSurfaceLight(scene, i) ? DWL_FLAGS_INAMBIENTCUBE : 0, 0, 0);
  });
  return { version: 0, bytes };
}
