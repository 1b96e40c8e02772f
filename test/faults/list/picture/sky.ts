import type { Fault } from "../../fault.ts";

const MAPS = "golden/maps/maps.test.ts";

export const SKY: readonly Fault[] = [
  {
    name: "the sky's HDR textures are never used",
    edits: [['TEXTURES[isSky ? light : "ldr"]', "TEXTURES.ldr"]],
    caughtBy: [["render/sky/sky.test.ts", "hdrcompressedtexture in HDR and"]],
  },
  {
    name: "the sky's transform does not move it",
    edits: [["dot(sky.sides[side].t, own)", "dot(sky.sides[side].t.xy, own.xy)"]],
    caughtBy: [
      [
        "render/sky/sky.test.ts",
        "is stretched over its side without a transform, and scaled about its centre with one",
      ],
    ],
  },
  {
    name: "a sky's compressed light is half as bright",
    edits: [["RGBS_SCALE = 8", "RGBS_SCALE = 4"]],
    caughtBy: [["render/sky/sky.test.ts", "hdrcompressedtexture in HDR and"]],
  },
  {
    name: "the 3D sky moves as fast as the camera",
    edits: [
      ["sky.x + camera.x / sky.scale", "sky.x + camera.x"],
      ["sky.y + camera.y / sky.scale", "sky.y + camera.y"],
      ["sky.z + camera.z / sky.scale", "sky.z + camera.z"],
    ],
    caughtBy: [[MAPS, "sky-3d"]],
  },
  {
    name: "a sky camera without a scale has a scale of 1",
    edits: [["const DEFAULT_SCALE = 16;", "const DEFAULT_SCALE = 1;"]],
    caughtBy: [[MAPS, "sky-3d-default-scale"]],
  },
  {
    name: "two sides of the sky are swapped",
    edits: [
      ["case 2u: { return vec3f(s, 1.0, t); }", "case 2u: { return vec3f(-s, -1.0, t); }"],
      ["case 3u: { return vec3f(-s, -1.0, t); }", "case 3u: { return vec3f(s, 1.0, t); }"],
    ],
    caughtBy: [[MAPS, "sky-3d"]],
  },
  {
    name: "fog is linear in depth, not squared",
    edits: [["vec4f(fog.color, share * share)", "vec4f(fog.color, share)"]],
    caughtBy: [["render/frame/fog.test.ts", "inches away by the fog formula"]],
  },
  {
    name: "radial fog uses depth at the picture's edges",
    edits: [["isRadial ? 1 / Math.hypot(m[1], m[5], m[9]) : 0", "0"]],
    caughtBy: [["render/frame/fog.test.ts", "inches away by the fog formula"]],
  },
  {
    name: "fog colours are mixed against the view direction",
    edits: [["fog.isBlended ? 0.5 * toward + 0.5 : 1", "fog.isBlended ? 0.5 - 0.5 * toward : 1"]],
    caughtBy: [["render/frame/fog.test.ts", "blends two colours by the view direction"]],
  },
  {
    name: "additive surfaces glow in the fog's colour",
    edits: [["select(fog.rgb, vec3f(0.0), isAdditive)", "fog.rgb"]],
    caughtBy: [
      ["render/frame/fog.test.ts", "fades additive surfaces to black and tints translucent ones"],
    ],
  },
  {
    name: "the 3D sky's fog has the world's distance",
    edits: [['numberOf(entity, "fogend", 0) / scale', 'numberOf(entity, "fogend", 0)']],
    caughtBy: [["render/frame/fog.test.ts", "3D sky"], ["scene/fog/fog.test.ts"]],
  },
  {
    name: "the last fog controller counts",
    edits: [["if (found === null || isMaster) found", "found"]],
    caughtBy: [["scene/fog/fog.test.ts", "the active fog controller"]],
  },
  {
    name: "the far clip plane does not cull",
    edits: [["out[20 + i] = z;", "out[20 + i] = w;"]],
    caughtBy: [["render/frame/fog.test.ts", "culls surfaces beyond it, on the GPU and the CPU"]],
  },
];
