import type { Fault } from "../../fault.ts";

const DETAIL_TEXTURES = "families/detail.test.ts";

export const SURFACES: readonly Fault[] = [
  {
    name: "directional light keeps its stored scale",
    edits: [["powerOf(share) : goal * share;", "powerOf(share) : light[k * 3 + channel];"]],
    caughtBy: [["directed-blocks.test.ts", "hdr"]],
  },
  {
    name: "LDR directional light is scaled in linear light",
    edits: [["MAX_LDR_VALUE) * powerOf(share)", "MAX_LDR_VALUE) * share"]],
    caughtBy: [["directed-blocks.test.ts", "ldr"]],
  },
  {
    name: "excess light goes to one other direction alone",
    edits: [
      ["i === k ? -moved : moved / 2", "i === k ? -moved : i === (k + 1) % 3 ? moved / 2 : 0"],
    ],
    caughtBy: [["directed-blocks.test.ts", "distributes overflow to the two other directions"]],
  },
  {
    name: "directions that are equally bright are clamped from the first",
    edits: [["const order = [2, 1, 0].sort", "const order = [0, 1, 2].sort"]],
    caughtBy: [
      [
        "directed-blocks.test.ts",
        "distributes overflow in the compiler's order and keeps the colour",
      ],
    ],
  },
  {
    name: "LDR light is not clamped at four",
    edits: [['side === "ldr" ? encodeLdrRgb9e5 : encodeRgb9e5', "encodeRgb9e5"]],
    caughtBy: [["rgb9e5.test.ts", "is used for LDR rows only"]],
  },
  {
    name: "only the first style of a bumped face has light by direction",
    edits: [["if (step === 1) continue;", "if (step === 1 || block > 0) continue;"]],
    caughtBy: [["directed-blocks.test.ts", "atlas"]],
  },
  {
    name: "the flat block is read as the first direction's",
    edits: [["(f32(i) * 4.0 + 1.0) * blockWidth", "(f32(i) * 4.0) * blockWidth"]],
    caughtBy: [["bumped-light.test.ts", "opaque"]],
  },
  {
    name: "two directions of the bump basis are swapped",
    edits: [
      [
        "vec3f(-0.40824829, 0.70710678, 0.57735026),\n  vec3f(-0.40824829, -0.70710678,",
        "vec3f(-0.40824829, -0.70710678, 0.57735026),\n  vec3f(-0.40824829, 0.70710678,",
      ],
    ],
    caughtBy: [["bumped-light.test.ts", "opaque"]],
  },
  {
    name: "a normal map's second axis points up its texture",
    edits: [["cross(normal, tangent.xyz) * tangent.w", "cross(tangent.xyz, normal) * tangent.w"]],
    caughtBy: [
      ["reflection.test.ts", "turned by a normal map"],
      ["bumped-light.test.ts", "a model"],
    ],
  },
  {
    name: "the alpha of a normal map does not mask",
    edits: [["vec3f(select(0.0, mirroring, isThere))", "vec3f(select(0.0, 1.0, isThere))"]],
    caughtBy: [["reflection.test.ts", "normal map's alpha"]],
  },
  {
    name: "a mask uses the base texture's coordinates",
    edits: [
      [
        "at.maskCoord = movedBy(material, PARAM_MASK_S, PARAM_MASK_T, texCoord);",
        "at.maskCoord = at.texCoord;",
      ],
    ],
    caughtBy: [["reflection.test.ts", "wherever that lies"]],
  },
  {
    name: "detail textures are sRGB only where they multiply",
    edits: [
      [
        'if (isColor) state.spaces[ROLE_DETAIL] = "srgb"',
        'if (!isColor) state.spaces[ROLE_DETAIL] = "srgb"',
      ],
    ],
    caughtBy: [[DETAIL_TEXTURES, "combines with"]],
  },
  {
    name: "a detail texture's scale along t equals that along s",
    edits: [["scale[part < 2 ? part : side]", "scale[0]"]],
    caughtBy: [[DETAIL_TEXTURES, "repeats at its scale of the base texture"]],
  },
  {
    name: "a detail texture changes a lightmapped surface's coverage",
    edits: [
      ["paramOf(material, PARAM_DETAIL_T).w > 0.5", "paramOf(material, PARAM_DETAIL_T).w > 1.5"],
    ],
    caughtBy: [[DETAIL_TEXTURES, "mode} combines with a lightmapped texture and keeps its alpha"]],
  },
  {
    name: "the wrong band of a detail texture's added light is spread",
    edits: [
      ["select(4.0 * share, 1.0 / share, isWide)", "select(1.0 / share, 4.0 * share, isWide)"],
    ],
    caughtBy: [[DETAIL_TEXTURES, "in mode 6 combines"]],
  },
  {
    name: "a self-shadowed detail texture weighs all directions equally",
    edits: [["weight *= weight * detail;", "weight *= weight;"]],
    caughtBy: [[DETAIL_TEXTURES, "self-shadowed"]],
  },
  {
    name: "the coverage of a blend mixes both alphas",
    edits: [["color = vec4f(blended.rgb, base.a)", "color = blended"]],
    caughtBy: [[DETAIL_TEXTURES, "both textures of a blend"]],
  },
  {
    name: "a blend's mask is inverted",
    edits: [["saturate((blend - first) / max", "saturate((last - blend) / max"]],
    caughtBy: [
      ["families/blend-mask.test.ts", "shifts and sharpens the transition between two textures"],
    ],
  },
  {
    name: "a blend's mask uses the vertices' coordinates",
    edits: [
      [
        "at.blendCoord = movedBy(material, PARAM_BLEND_S, PARAM_BLEND_T, texCoord);",
        "at.blendCoord = texCoord;",
      ],
    ],
    caughtBy: [["families/blend-mask.test.ts", "its own transform"]],
  },
  {
    name: "a seamless texture is rotated on walls along x",
    edits: [
      [
        "SeamlessPlace(place.zy, place.xz, place.xy, seamlessShare(at.facesTo))",
        "SeamlessPlace(place.yz, place.xz, place.xy, seamlessShare(at.facesTo))",
      ],
    ],
    caughtBy: [
      [
        "families/seamless.test.ts",
        "is weighted by the surface normal, ignoring texture coordinates",
      ],
    ],
  },
  {
    name: "seamless weights use the cosine, not its square",
    edits: [
      [
        "let facing = normal * normal;\n  return facing /",
        "let facing = abs(normal);\n  return facing /",
      ],
    ],
    caughtBy: [
      [
        "families/seamless.test.ts",
        "is weighted by the surface normal, ignoring texture coordinates",
      ],
    ],
  },
  {
    name: "a reflected ray ends where it enters its box",
    edits: [
      ["max((1.0 - place) / slope, -place / slope)", "min((1.0 - place) / slope, -place / slope)"],
    ],
    caughtBy: [["reflection.test.ts", "is parallax-corrected to a box if the material says so"]],
  },
  {
    name: "a boxed cubemap has its origin at the world's",
    edits: [["far.z)) - paramOf(material, PARAM_ENV_ORIGIN).xyz", "far.z))"]],
    caughtBy: [["reflection.test.ts", "is parallax-corrected to a box if the material says so"]],
  },
  {
    name: "props reflect the farthest cubemap",
    edits: [["if (squared >= least) continue;", "if (squared <= least && nearest >= 0) continue;"]],
    caughtBy: [["scene/props/props.test.ts", "names none"]],
  },
];
