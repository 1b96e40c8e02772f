import type { Fault } from "../../fault.ts";

/** Faults of lightmapped surfaces with rare parameters. */
export const WALLS: readonly Fault[] = [
  {
    name: "a border of two layers is mirrored",
    edits: [["saturate(at.painted + blend.z)", "saturate(at.painted - blend.z)"]],
    caughtBy: [["families/wall.test.ts", "tints the first layer"]],
  },
  {
    name: "a blend's softness ignores the parameter for the mask",
    edits: [["select(mask.r, own, own >= 0.0)", "mask.r"]],
    caughtBy: [["families/wall.test.ts", "by its own softness"]],
  },
  {
    name: "normals along a border of layers are inverted",
    edits: [
      [
        "heights[0] - heights[1], heights[2] - heights[3]",
        "heights[1] - heights[0], heights[2] - heights[3]",
      ],
    ],
    caughtBy: [["families/wall.test.ts", "outwards or inwards"]],
  },
  {
    name: "a light ramp uses the full length of the light",
    edits: [["0.5 * length(light * material.tint)", "length(light * material.tint)"]],
    caughtBy: [["families/wall.test.ts", "through a ramp"]],
  },
  {
    name: "of two normal maps that are added the second lies where the first does",
    edits: [
      [
        "PARAM_WALL_BUMP2_S, PARAM_WALL_BUMP2_T, at.own",
        "PARAM_WALL_BUMP_S, PARAM_WALL_BUMP_T, at.own",
      ],
    ],
    caughtBy: [["families/wall.test.ts", "adds two normal maps"]],
  },
  {
    name: "a third normal map masks the wrong way",
    edits: [["mix(over.xyz * 2.0 - 1.0, unit, over.a)", "mix(unit, over.xyz * 2.0 - 1.0, over.a)"]],
    caughtBy: [["families/wall.test.ts", "adds two normal maps"]],
  },
  {
    name: "surfaces reflect more in the dark",
    edits: [
      ["saturate((light - how.y) * how.z), how.x);", "saturate((how.y - light) * how.z), how.x);"],
    ],
    caughtBy: [["families/wall.test.ts", "less in the dark"]],
  },
  {
    name: "a second layer reflects although its material forbids it",
    edits: [["second.a * paramOf(material, PARAM_WALL_TINT2).w", "second.a"]],
    caughtBy: [["families/wall.test.ts", "can exclude one layer from reflections"]],
  },
  {
    name: "the glow is tinted by the material's colour too",
    edits: [["untinted = color.rgb;", "untinted = color.rgb * material.tint;"]],
    caughtBy: [["families/wall.test.ts", "has a self-illumination tint that ignores"]],
  },
  {
    name: "$albedo is not used",
    edits: [
      ['isLightmapped(vmt) && !flagParam(vmt, "$nodiffusebumplighting")', "!isLightmapped(vmt)"],
    ],
    caughtBy: [["families/wall.test.ts", "where a normal map is lit"]],
  },
  {
    name: "a mask of a tint is read where it says nothing",
    edits: [["sample_tint_mask(material, at).g;", "sample_tint_mask(material, at).r;"]],
    caughtBy: [["families/painted.test.ts", "tint by the mask's green channel"]],
  },
  {
    name: "a model's decal uses the base texture's coordinates",
    edits: [["place.texCoord = at.decalCoord;", ""]],
    caughtBy: [["families/painted.test.ts", "keep full precision of second texture coordinates"]],
  },
  {
    name: "second texture coordinates of vertices lose their lower bits",
    edits: [["f32(in.boneIndex.w) * 128.0 + in.normal.w * 127.0", "f32(in.boneIndex.w) * 127.0"]],
    caughtBy: [["families/painted.test.ts", "keep full precision of second texture coordinates"]],
  },
  {
    name: "props have no second texture coordinates",
    edits: [['name === "TEXCOORD1"', 'name === "TEXCOORD2"']],
    caughtBy: [["vertices/parse-vvd-extra.test.ts", "second texture coordinates"]],
  },
  {
    name: "highlights of walls point away from the sun",
    edits: [["...sun, kind]", "...sun.map((c) => -c), kind]"]],
    caughtBy: [["families/wall.test.ts", "by exponent, amount and mask"]],
  },
  {
    name: "highlights of walls are visible in the dark",
    edits: [["mask * shown * saturate(dot(light, LUMINANCE))", "mask * shown"]],
    caughtBy: [["families/wall.test.ts", "by exponent, amount and mask"]],
  },
  {
    name: "a second layer has the first's highlight",
    edits: [["mix(how.x, how.y, share)", "how.x"]],
    caughtBy: [
      [
        "families/wall.test.ts",
        "uses the normal map, its alpha mask, and separate values per layer",
      ],
    ],
  },
];
