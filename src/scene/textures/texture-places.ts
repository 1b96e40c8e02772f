/** Measures how large textures appear from a camera, so that those looked at are streamed first. */

import { type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { ROLE_BASE, ROLE_BASE2, ROLE_COUNT } from "../../map/texture-roles.ts";
import type { CameraPose } from "../../map/types.ts";

/** Boxes in the world with a material each. */
export interface MaterialPlaces {
  /** 6 numbers a place: mins, maxs. */
  readonly box: Float32Array;
  readonly material: ArrayLike<number>;
}

/** A camera that looks at a loading map. */
export interface LoadView extends CameraPose {
  /** Horizontal angle of view in degrees. */
  readonly fov: number;
}

/** Places of a set's textures. Shares no buffer with the set, which may be transferred. */
export interface TexturePlaces {
  readonly box: Float32Array;
  readonly material: Uint32Array;
  /** `ROLE_COUNT` a material: row of the texture table, −1 if none. */
  readonly roleTexture: Int32Array;
  readonly textureCount: number;
}

/** @param places read before they are transferred */
export function copyPlaces(
  { count, pass, roleTexture, textures }: MaterialSet,
  { box, material }: MaterialPlaces,
): TexturePlaces {
  const shown = roleTexture.slice();
  for (let i = 0; i < count; i++) {
    if (pass[i] === PASS_NONE) shown.fill(-1, i * ROLE_COUNT, (i + 1) * ROLE_COUNT);
  }
  return {
    box: box.slice(),
    material: Uint32Array.from(material),
    roleTexture: shown,
    textureCount: textures.count,
  };
}

/** Weight of textures other than base textures: detail, normal maps, reflections. */
const OTHER_ROLES = 1 / 4;
/** Weight of places outside the view: they are seen when the camera turns. */
const OUTSIDE = 1 / 64;

/**
 * Returns the size of each texture on the screen: the sum over its places of their solid angles,
 * roughly in steradians.
 */
export function measureSeen(places: TexturePlaces, view: LoadView): Float32Array {
  const { box, material, roleTexture, textureCount } = places;
  const materialCount = roleTexture.length / ROLE_COUNT;
  const seen = new Float32Array(materialCount);
  const pitch = (view.pitch * Math.PI) / 180;
  const yaw = (view.yaw * Math.PI) / 180;
  const forward = [
    Math.cos(pitch) * Math.cos(yaw),
    Math.cos(pitch) * Math.sin(yaw),
    -Math.sin(pitch),
  ];
  const halfAngle = (view.fov * Math.PI) / 360;
  for (let i = 0; i < material.length; i++) {
    const at = i * 6;
    const dx = (box[at] + box[at + 3]) / 2 - view.x;
    const dy = (box[at + 1] + box[at + 4]) / 2 - view.y;
    const dz = (box[at + 2] + box[at + 5]) / 2 - view.z;
    const width = box[at + 3] - box[at];
    const depth = box[at + 4] - box[at + 1];
    const height = box[at + 5] - box[at + 2];
    // `Math.hypot` takes many times as long.
    const radius = Math.sqrt(width * width + depth * depth + height * height) / 2;
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(distance >= 0) || !(radius >= 0)) continue;
    const size = Math.min(1, radius / Math.max(distance, 1));
    const cosine = (dx * forward[0] + dy * forward[1] + dz * forward[2]) / Math.max(distance, 1);
    const angle = Math.acos(Math.min(Math.max(cosine, -1), 1));
    const isInView = distance <= radius || angle <= halfAngle + Math.asin(size);
    seen[material[i]] += size * size * (isInView ? 1 : OUTSIDE);
  }
  const textures = new Float32Array(textureCount);
  for (let i = 0; i < materialCount; i++) {
    for (let role = 0; role < ROLE_COUNT; role++) {
      const texture = roleTexture[i * ROLE_COUNT + role];
      if (texture < 0) continue;
      const weight = role === ROLE_BASE || role === ROLE_BASE2 ? 1 : OTHER_ROLES;
      textures[texture] += seen[i] * weight;
    }
  }
  return textures;
}
