import type { Fault } from "../../fault.ts";

export const MODELS: readonly Fault[] = [
  {
    name: "highlights are as strong wherever the eye is",
    edits: [["specMask * select(fresnel, 1.0, isWarped)", "specMask * select(1.0, 1.0, isWarped)"]],
    caughtBy: [["model.test.ts", "a highlight by a number"]],
  },
  {
    name: "a highlight's strength head on and at the rim are swapped",
    edits: [
      [
        "[(middle - low) * 2, middle, (high - middle) * 2,",
        "[(high - middle) * 2, middle, (middle - low) * 2,",
      ],
    ],
    caughtBy: [["model.test.ts", "a highlight by a number"]],
  },
  {
    name: "models without a mask or a normal map have highlights",
    edits: [["(hasBump || isMasked === 1 || warp !== undefined)", "true"]],
    caughtBy: [["model.test.ts", "no highlight without"]],
  },
  {
    name: "light from around a rim comes from below",
    edits: [["saturate(share * normal.z)", "saturate(-share * normal.z)"]],
    caughtBy: [["model.test.ts", "a rim"]],
  },
  {
    name: "light that wraps is squared before its ramp",
    edits: [["2.0 * lightWarp(material, share)", "2.0 * lightWarp(material, diffuse.x)"]],
    caughtBy: [["model.test.ts", "a ramp that wraps"]],
  },
  {
    name: "vertices are not told that light wraps around them",
    edits: [["MATERIAL_VERTEX_LIT | MATERIAL_HALF_LAMBERT;", "MATERIAL_VERTEX_LIT;"]],
    caughtBy: [["model.test.ts", "light that wraps, by its vertices"]],
  },
  {
    name: "what glows by a texture does so by the base's alpha",
    edits: [["select(vec3f(0.0), texel, hasTexture", "select(vec3f(0.0), vec3f(base), hasTexture"]],
    caughtBy: [["model.test.ts", "a glow by a texture"]],
  },
  {
    name: "light that is baked for vertices lights bumps",
    edits: [["select(in.light, vec4f(0.0), isUnbaked && isTurned)", "in.light"]],
    caughtBy: [["model.test.ts", "no light that is baked"]],
  },
  {
    name: "props have their lamps twice, baked and not",
    edits: [
      ["if (baked && (worldLights[lights[i]].flags", "if (false && (worldLights[lights[i]].flags"],
    ],
    caughtBy: [["model.test.ts", "no lamps whose light is baked"]],
  },
  {
    name: "light by direction counts for nothing on bumped props",
    edits: [["isDirected[i] !== 0 || lighting", "lighting"]],
    caughtBy: [["bumped-instances.test.ts", "has all lamps"]],
  },
  {
    name: "the wind is turned with a model that sways",
    edits: [
      [
        "worldFromModel.row0.xyz * blown.z + worldFromModel.row1.xyz * blown.w",
        "vec3f(blown.zw, 0.0)",
      ],
    ],
    caughtBy: [["props/sway.test.ts", "the formula says"]],
  },
  {
    name: "branches sway by their distance from the trunk",
    edits: [["length(at.xy - size.z * size.w)", "(length(at.xy) - size.z * size.w)"]],
    caughtBy: [["props/sway.test.ts", "the formula says"]],
  },
  {
    name: "what hangs sways above where it is held",
    edits: [["select(at.z >= startHeight, at.z <= startHeight, hangs)", "at.z >= startHeight"]],
    caughtBy: [["props/sway.test.ts", "hangs"]],
  },
  {
    name: "an iris is as wide on a model that is larger",
    edits: [["PARAM_EYE_S).xyz) / squared", "PARAM_EYE_S).xyz) / eye.scale"]],
    caughtBy: [["families/eyes.test.ts", "an iris on its base"]],
  },
  {
    name: "an eye darkens towards its lids",
    edits: [["unit(offset - 0.125 * dot", "unit(offset - 0.0 * dot"]],
    caughtBy: [["families/eyes.test.ts", "an iris on its base"]],
  },
  {
    name: "noise moves beams along the view, not across it",
    edits: [["cross(clipRow(3u), beam.delta)", "cross(clipRow(0u), beam.delta)"]],
    caughtBy: [["render/beams/beams.test.ts", "that noise bends"]],
  },
  {
    name: "a beam's texture moves by its speed once",
    edits: [["frame.time * beam.speed, isLasting", "frame.time, isLasting"]],
    caughtBy: [["render/beams/beams.test.ts", "whose texture moves"]],
  },
  {
    name: "a ring is one wave of noise all round",
    edits: [["waveOf(row) + point / (beam.points / RING_WAVES)", "waveOf(row)"]],
    caughtBy: [["render/beams/beams.test.ts", "bent by noise"]],
  },
  {
    name: "beams strike again at once",
    edits: [["let period = beam.life + beam.pause;", "let period = beam.life;"]],
    caughtBy: [["render/beams/beams.test.ts", "again and again"]],
  },
];
