/** A map that hotspots lie on. */

import { surfaceRaysOf } from "../../viewer/surface-rays.ts";
import type { Viewer } from "../../viewer/viewer.ts";
import type { HotspotStage } from "./hotspot-stage.ts";

/** Inches before a hotspot that count as the surface it lies on. */
const SURFACE = 2;
/** Inches around a hotspot in which there must be open space. */
const OPEN_SPACE = 8;

const SIDES: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
];

export function createMapStage(viewer: Viewer): HotspotStage {
  const rays = surfaceRaysOf(viewer, () => viewer.source);
  const isOpenAt = (point: readonly number[]) => (viewer.leafAt(point)?.cluster ?? -1) >= 0;
  return {
    get camera() {
      return viewer.camera;
    },
    get isShown() {
      return viewer.map !== null;
    },
    surface: SURFACE,
    cast: (origin, direction, maxDistance) => rays.cast(origin, direction, maxDistance),
    readShapes() {
      // Reading models during the load would delay the textures.
      if (viewer.map === null || viewer.summary === null || rays.hasProps) return null;
      return rays.readProps().catch((error: Error) => {
        throw new Error(`Models do not hide hotspots, because ${error.message}`);
      });
    },
    findFault([x, y, z]) {
      const { map } = viewer;
      // In a map without clusters no place would be open.
      if (map === null || !isOpenAt([map.start.x, map.start.y, map.start.z])) return null;
      const isOpen = SIDES.some(([dx, dy, dz]) =>
        isOpenAt([x + dx * OPEN_SPACE, y + dy * OPEN_SPACE, z + dz * OPEN_SPACE]),
      );
      return isOpen ? null : "is outside the map or inside a wall";
    },
    follow(onFrame, onChange) {
      const stops = [
        viewer.on("frame", onFrame),
        viewer.on("scene", onChange),
        viewer.on("load", onChange),
        viewer.on("unload", onFrame),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
