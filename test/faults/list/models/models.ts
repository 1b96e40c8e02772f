import type { Fault } from "../../fault.ts";

export const MODELS: readonly Fault[] = [
  {
    name: "a highlight's strength ignores the view angle",
    edits: [["specMask * select(fresnel, 1.0, isWarped)", "specMask * select(1.0, 1.0, isWarped)"]],
    caughtBy: [["model.test.ts", "a highlight by a number"]],
  },
  {
    name: "a highlight's strengths head on and at the rim are swapped",
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
    name: "vertices are lit without half Lambert",
    edits: [["MATERIAL_VERTEX_LIT | MATERIAL_HALF_LAMBERT;", "MATERIAL_VERTEX_LIT;"]],
    caughtBy: [["model.test.ts", "light that wraps, by its vertices"]],
  },
  {
    name: "a glow texture is ignored for the base texture",
    edits: [["select(vec3f(0.0), texel, hasTexture", "select(vec3f(0.0), vec3f(base), hasTexture"]],
    caughtBy: [["model.test.ts", "a glow by a texture"]],
  },
  {
    name: "baked vertex light is applied to bumped props too",
    edits: [["select(in.light, vec4f(0.0), isUnbaked && isTurned)", "in.light"]],
    caughtBy: [["model.test.ts", "no vertex-baked light if it is lit per fragment"]],
  },
  {
    name: "props are lit twice by baked lamps",
    edits: [
      ["if (baked && (worldLights[lights[i]].flags", "if (false && (worldLights[lights[i]].flags"],
    ],
    caughtBy: [["model.test.ts", "no baked lamps if it is lit per vertex"]],
  },
  {
    name: "directional light is ignored on bumped props",
    edits: [["isDirected[i] !== 0 || lighting", "lighting"]],
    caughtBy: [
      ["bumped-instances.test.ts", "gets all lamps if its bump map cannot use the baked light"],
    ],
  },
  {
    name: "the wind rotates with a swaying model",
    edits: [
      [
        "worldFromModel.row0.xyz * blown.z + worldFromModel.row1.xyz * blown.w",
        "vec3f(blown.zw, 0.0)",
      ],
    ],
    caughtBy: [["props/sway.test.ts", "follow the formula at any time"]],
  },
  {
    name: "branches sway by their distance from the trunk",
    edits: [["length(at.xy - size.z * size.w)", "(length(at.xy) - size.z * size.w)"]],
    caughtBy: [["props/sway.test.ts", "follow the formula at any time"]],
  },
  {
    name: "hanging parts sway above their attachment",
    edits: [["select(at.z >= startHeight, at.z <= startHeight, hangs)", "at.z >= startHeight"]],
    caughtBy: [["props/sway.test.ts", "treeswaystatic with its own wind"]],
  },
  {
    name: "an iris is as wide on a larger model",
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
    name: "a beam's texture speed is not repeated",
    edits: [["frame.time * beam.speed, isLasting", "frame.time, isLasting"]],
    caughtBy: [["render/beams/beams.test.ts", "whose texture moves"]],
  },
  {
    name: "a ring has one wave of noise",
    edits: [["waveOf(row) + point / (beam.points / RING_WAVES)", "waveOf(row)"]],
    caughtBy: [["render/beams/beams.test.ts", "bent by noise"]],
  },
  {
    name: "beams strike again at once",
    edits: [["let period = beam.life + beam.pause;", "let period = beam.life;"]],
    caughtBy: [
      ["render/beams/beams.test.ts", "strike repeatedly for their life time, first after a second"],
    ],
  },
];
