import type { Fault } from "../../fault.ts";

export const TEXTURES: readonly Fault[] = [
  {
    name: "a second texture's distance is not measured",
    edits: [
      [
        "const texture = materials.roleTexture[material * ROLE_COUNT + role];\n      if (texture >= 0) nearest",
        "const texture = materials.roleTexture[material * ROLE_COUNT + role];\n      if (role === 0 && texture >= 0) nearest",
      ],
    ],
    caughtBy: [["textures.test.ts"]],
  },
  {
    name: "the budget treats second textures as near",
    edits: [
      [
        "distance: Math.min(before, distance[i] ?? 0)",
        "distance: role === 0 ? Math.min(before, distance[i] ?? 0) : 0",
      ],
    ],
    caughtBy: [["textures/textures.test.ts"]],
  },
  {
    name: "the budget shrinks the nearest textures first",
    edits: [
      [
        "compare(textures[b].distance, textures[a].distance)",
        "compare(textures[a].distance, textures[b].distance)",
      ],
    ],
    caughtBy: [["texture-budget.test.ts"]],
  },
  {
    name: "textures are clamped along the wrong axis",
    edits: [
      [
        "(vtf.flags & TEXTUREFLAGS_CLAMPS) !== 0 ? TEXTURE_CLAMP_S",
        "(vtf.flags & TEXTUREFLAGS_CLAMPS) !== 0 ? TEXTURE_CLAMP_T",
      ],
      [
        "(vtf.flags & TEXTUREFLAGS_CLAMPT) !== 0 ? TEXTURE_CLAMP_T",
        "(vtf.flags & TEXTUREFLAGS_CLAMPT) !== 0 ? TEXTURE_CLAMP_S",
      ],
    ],
    caughtBy: [["textures.test.ts"]],
  },
  {
    name: "a cubemap begins at a 2D layer",
    edits: [
      [
        "places.layer[texture] * layersOf(image.dimension)",
        'places.layer[texture] * layersOf("2d")',
      ],
    ],
    caughtBy: [["reflection.test.ts", "shows the cubemap in the mirrored direction, on all faces"]],
  },
  {
    name: "all faces of a cubemap are the first",
    edits: [
      [
        "decodeVtfImage(vtf, firstMip + mip, atFrame, atFace)",
        "decodeVtfImage(vtf, firstMip + mip, atFrame, face)",
      ],
    ],
    caughtBy: [["reflection.test.ts", "shows the cubemap in the mirrored direction, on all faces"]],
  },
  {
    name: "the reflection is of the direction behind the surface",
    edits: [
      [
        "2.0 * dot(normal, toEye) * normal - normalSquared * toEye",
        "0.0 * dot(normal, toEye) * normal - normalSquared * toEye",
      ],
    ],
    caughtBy: [["reflection.test.ts", "shows the cubemap in the mirrored direction, on all faces"]],
  },
  {
    name: "opaque parts of a masked surface reflect, and transparent ones do not",
    edits: [["select(1.0, 1.0 - baseAlpha, isMasked)", "select(1.0, baseAlpha, isMasked)"]],
    caughtBy: [["reflection.test.ts", "base texture is opaque"]],
  },
];
