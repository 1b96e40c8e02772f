import type { Fault } from "../../fault.ts";

export const VISIBILITY: readonly Fault[] = [
  {
    name: "rays near a node's plane visit one side only",
    edits: [
      [
        "*/\nconst NEAR_PLANE = 1 / 32;\n\nconst NO_SIDE",
        "*/\nconst NEAR_PLANE = 0;\n\nconst NO_SIDE",
      ],
    ],
    caughtBy: [["trace.test.ts", "a ray's hit"]],
  },
  {
    name: "a hit triangle's normal points along the ray",
    edits: [
      ["nx * dx + ny * dy + nz * dz > 0 ? -1 : 1", "nx * dx + ny * dy + nz * dz > 0 ? 1 : -1"],
    ],
    caughtBy: [["trace.test.ts", "a ray's hit"]],
  },
  {
    name: "a hit side's normal stays in its model's space",
    edits: [
      [
        "hit.normalX = modelFromWorld[m] * nx + modelFromWorld[m + 4] * ny + modelFromWorld[m + 8] * nz;",
        "hit.normalX = nx;",
      ],
    ],
    caughtBy: [["trace.test.ts", "a ray's hit"]],
  },
  {
    name: "a point on a plane is behind it",
    edits: [
      [
        "      nodePlane[plane + 3];\n    node = nodeChildren[node * 2 + (distance >= 0",
        "      nodePlane[plane + 3];\n    node = nodeChildren[node * 2 + (distance > 0",
      ],
    ],
    caughtBy: [["leaf-walk.test.ts"]],
  },
  {
    name: "leaves are ordered front to back",
    edits: [["const near = distance >= 0 ? 0 : 1;", "const near = distance >= 0 ? 1 : 0;"]],
    caughtBy: [["leaf-walk.test.ts"]],
  },
  {
    name: "the GPU orders leaves front to back",
    edits: [["if (isBack == isCameraBack) {", "if (isBack != isCameraBack) {"]],
    caughtBy: [["translucent/translucent.test.ts"]],
  },
  {
    name: "the frustum keeps boxes of which only the nearest corner is inside",
    edits: [
      [
        "let farthest = select(mins, maxs, plane.xyz > vec3f(0.0));",
        "let farthest = select(maxs, mins, plane.xyz > vec3f(0.0));",
      ],
    ],
    caughtBy: [["culling.test.ts"]],
  },
  {
    name: "boxes are hidden by the nearest of the occluders",
    edits: [
      [
        "farthest = min(farthest, pyramid[offset + y * texels.x + x]);",
        "farthest = max(farthest, pyramid[offset + y * texels.x + x]);",
      ],
    ],
    caughtBy: [["occlusion.test.ts"]],
  },
  {
    name: "things in one visible cluster of two are culled",
    edits: [
      [
        "if ((visible[cluster >>> 5] & (1 << (cluster & 31))) !== 0) return true;\n  }\n  return false;",
        "if ((visible[cluster >>> 5] & (1 << (cluster & 31))) === 0) return false;\n  }\n  return true;",
      ],
    ],
    caughtBy: [["cull.test.ts"]],
  },
  {
    name: "area portals count as open, however they start",
    edits: [["isOpen[portal] === 0 || hasBit(reached, other)", "hasBit(reached, other)"]],
    caughtBy: [["visibility/areas.test.ts"], ["views/area-portals.test.ts"]],
  },
  {
    name: "things hidden by another area stay hidden when its portals open",
    edits: [
      [
        "view.bitsCluster !== view.cluster || view.bitsArea !== area",
        "view.bitsCluster !== view.cluster",
      ],
    ],
    caughtBy: [["views/area-portals.test.ts"]],
  },
  {
    name: "an area portal is closed although its door stands open",
    edits: [['integerOf(door, "spawnpos", 0) !== 0', 'integerOf(door, "spawnpos", 0) < 0']],
    caughtBy: [["scene/areas/areas.test.ts", "says the door"]],
  },
  {
    name: "windows: one is near from behind its box",
    edits: [['graph.apply("MAX", before, behind)', 'graph.apply("MAX", before, before)']],
    caughtBy: [
      ["materials/area-windows.test.ts", "is as opaque as the camera is far from its box"],
    ],
  },
  {
    name: "windows: one fades out when near",
    edits: [["number(end - start)", "number(start - end)"]],
    caughtBy: [
      ["materials/area-windows.test.ts", "is as opaque as the camera is far from its box"],
    ],
  },
  {
    name: "windows: one reads another material program's results",
    edits: [["sources.includes(window[i]) ? 0 : first", "sources.includes(window[i]) ? 0 : 0"]],
    caughtBy: [["materials/area-windows.test.ts", "keeps its proxies and its material's opacity"]],
  },
  {
    name: "windows: one uses its own transform, not its target's",
    edits: [["matrixOf(bsp.entities[window.target], entity)", "matrixOf(entity, entity)"]],
    caughtBy: [
      [
        "brushes/area-windows.test.ts",
        "draw their target model at its place with their own angles",
      ],
    ],
  },
  {
    name: "windows: a portal stays open as long as the cluster is the same",
    edits: [[" || view.bitsPortals !== portals", ""]],
    caughtBy: [
      [
        "views/area-portals.test.ts",
        "close window portals with the camera's distance, within a cluster",
      ],
    ],
  },
  {
    name: "windows: the eye may pass the next portal that closes",
    edits: [["Math.min(walk.slack, Math.abs(left))", "Math.min(walk.slack, Math.abs(left) + 8)"]],
    caughtBy: [
      [
        "visibility/areas.test.ts",
        "open and close with the distance of their windows, and most frames check none",
      ],
    ],
  },
];
