import type { Fault } from "../../fault.ts";

const LAID = "scene/decals/decals.test.ts";
const DRAWN = "render/decals/decals.test.ts";

export const DECALS: readonly Fault[] = [
  {
    name: "detail sprites that face the eye stay upright",
    edits: [["in.facing.x != DETAIL_FACING_EYE)", "in.facing.x != 9u)"]],
    caughtBy: [["details/detail-oracle.test.ts", "have the same position:"]],
  },
  {
    name: "detail sprites sway at their bottom",
    edits: [["const amount = isLow ? 0 :", "const amount = !isLow ? 0 :"]],
    caughtBy: [["details/detail-oracle.test.ts", "have the same position:"]],
  },
  {
    name: "all detail sprites sway in phase",
    edits: [["(frame.time + in.origin.x + f32", "(frame.time + f32"]],
    caughtBy: [["details/detail-oracle.test.ts", "have the same position:"]],
  },
  {
    name: "the exponent of style light on detail sprites is unsigned",
    edits: [["bitcast<i32>(row.x) >> 24u", "row.x >> 24u"]],
    caughtBy: [["details/detail-oracle.test.ts", "have the same light"]],
  },
  {
    name: "detail sprites keep the style light of the other side",
    edits: [["styles.firstRow[side ?? styles.side]", "styles.firstRow[styles.side]"]],
    caughtBy: [["details/detail-oracle.test.ts", "have the same light"]],
  },
  {
    name: "detail sprites fade by distance, not by its square",
    edits: [
      [
        "details.fadeEndSquared - dot(toCamera, toCamera)",
        "details.fadeEndSquared - sqrt(details.fadeEndSquared) * length(toCamera)",
      ],
    ],
    caughtBy: [["details/detail-oracle.test.ts", "fade"]],
  },
  {
    name: "detail sprites are not limited to full light",
    edits: [["return min(light, vec3f(1.0));\n}\n\n@vertex", "return light;\n}\n\n@vertex"]],
    caughtBy: [["details/detail-oracle.test.ts", "have the same light"]],
  },
  {
    name: "detail models are lit by the light of the first props",
    edits: [["const row = rows[i];\n    rgb.fill(0);", "const row = i;\n    rgb.fill(0);"]],
    caughtBy: [["details/detail-models.test.ts"], ["props/detail-models.test.ts"]],
  },
  {
    name: "detail models look for baked light",
    edits: [["filled(1, NO_BAKED_LIGHT)", "filled(1, 0)"]],
    caughtBy: [["props/detail-models.test.ts"]],
  },
  {
    name: "a decal ignores the overlay's flipped V axis",
    edits: [["uvPoints[points + 11] === 1 ? -1 : 1", "uvPoints[points + 11] === 1 ? 1 : 1"]],
    caughtBy: [[DRAWN, "support flipped V axes and unlit materials"]],
  },
  {
    name: "a decal's second and third corner swap their weights",
    edits: [
      ["out[offset] = -along() / square;", "out[offset + 1] = -along() / square;"],
      ["out[offset + 1] = along() / square;", "out[offset] = along() / square;"],
    ],
    caughtBy: [[LAID, "each of their faces"]],
  },
  {
    name: "all corners of a decal use the luxel of its surface's first",
    edits: [
      [
        "origin + second * weights[vertex * 2] + third * weights[vertex * 2 + 1]",
        "origin + (second + third) * 0",
      ],
    ],
    caughtBy: [[LAID, "use the lightmap positions of the world vertices"]],
  },
  {
    name: "decals on ceilings are mirrored",
    edits: [
      ["t.set([0, -z / length, y / length]);", "t.set([0, -Math.abs(z) / length, y / length]);"],
    ],
    caughtBy: [[LAID, "a ceiling"]],
  },
  {
    name: "decals with a name appear at once",
    edits: [['filter((entity) => !entity.get("targetname"))', "filter(() => true)"]],
    caughtBy: [[LAID, "without a surface or with a targetname are dropped with one warning"]],
  },
  {
    name: "decals of a higher render order are not drawn last",
    edits: [["(order?.[chunk] ?? 0) * KEYS + key", "(order?.[chunk] ?? 0) * 0 + key"]],
    caughtBy: [[DRAWN, "render order"]],
  },
  {
    name: "decals fade by distance, not by its square",
    edits: [
      ["(range.y - dot(toCamera, toCamera))", "(range.y - length(toCamera) * sqrt(range.y))"],
    ],
    caughtBy: [[DRAWN, "fade with the square of the distance"]],
  },
  {
    name: "decals lie on a displacement's flat face",
    edits: [
      [
        "writePlace(matrix, grid.position, vertex, out.place, corner);",
        "writePlace(matrix, grid.flat, vertex, out.place, corner);",
      ],
    ],
    caughtBy: [[LAID, "follow a displacement's triangles, projected by its base face"]],
  },
  {
    name: "corners are lost when buffers grow",
    edits: [["    corners.set(this.#corners);\n", ""]],
    caughtBy: [["decals/second-time.test.ts", "buffers grow"]],
  },
  {
    name: "a decal's box begins with the last one's",
    edits: [["    this.#box.fill(Number.NEGATIVE_INFINITY, 3, 6);\n", ""]],
    caughtBy: [
      [
        "decals/second-time.test.ts",
        "splits a large decal into chunks of 32 triangles and starts the next decal in a new chunk",
      ],
    ],
  },
  {
    name: "a second search skips the faces of the first",
    edits: [["      search++;\n", "      search = 1;\n"]],
    caughtBy: [["decals/second-time.test.ts", "visit each face once per search"]],
  },
  {
    name: "a vertex behind the world's last is read",
    edits: [[">= world.vertexCount) continue", "> world.vertexCount) continue"]],
    caughtBy: [
      [
        "decals/second-time.test.ts",
        "is interpolated from the corners of each vertex, again for another world",
      ],
    ],
  },
];
