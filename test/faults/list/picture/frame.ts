import type { Fault } from "../../fault.ts";

export const FRAME: readonly Fault[] = [
  {
    name: "what blends is put in order by the CPU nearest leaf first",
    edits: [["rank[a] - rank[b] ||", "rank[b] - rank[a] ||"]],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "what blends is put in order by the CPU nearest first within a leaf",
    edits: [["|| distance[b] - distance[a] ||", "|| distance[a] - distance[b] ||"]],
    caughtBy: [["translucent/translucent.test.ts", "as a picture"]],
  },
  {
    name: "the CPU lets the nearest surfaces share a slot instead of the farthest",
    edits: [
      [
        "slot[entry] = Math.max(turnsBefore, merged) - merged",
        "slot[entry] = Math.min(turnsBefore, slotCount - 1)",
      ],
    ],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "a prop that blends is drawn by the CPU in all its LODs",
    edits: [
      [
        "chooseInstanceLod(set, instance, view) !== set.drawLod[translucentDraw[row]]",
        "chooseInstanceLod(set, instance, view) < 0",
      ],
    ],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "a first picture waits for culling",
    edits: [["turn = TURN_CULLING } = {}", "turn = 0 } = {}"]],
    caughtBy: [["first-picture.test.ts"]],
  },
  {
    name: "culling is compiled while the GPU draws the first picture",
    edits: [["map === pictured && canCull(map)", "canCull(map)"]],
    caughtBy: [["first-picture.test.ts"]],
  },
  {
    name: "what moves by itself stands still",
    edits: [["fract(materials[material.row].rates[param] * frame.time)", "vec4f(0.0)"]],
    caughtBy: [["moving-textures.test.ts", "time goes by"]],
  },
  {
    name: "a texture is turned before it is scaled",
    edits: [["[scaleS * cos, -scaleT * sin]", "[scaleS * cos, -scaleS * sin]"]],
    caughtBy: [["base-transform.test.ts"]],
  },
  {
    name: "occlusion is kept where frames are dearer with it",
    edits: [["isWorth ? withIt * CHANGE_RATIO <= without", "isWorth ? withIt >= without"]],
    caughtBy: [["occlusion-trial.test.ts"]],
  },
  {
    name: "where a mouth opens to does not turn with its model",
    edits: [
      [
        "light.forward = transformDirection(\n    instances[in.instance].worldFromModel,",
        "light.forward = transformDirection(\n    Affine(vec4f(1, 0, 0, 0), vec4f(0, 1, 0, 0), vec4f(0, 0, 1, 0)),",
      ],
    ],
    caughtBy: [["render/materials/families/model.test.ts", "teeth that face as their model"]],
  },
  {
    name: "the weights of four textures begin with that of two",
    edits: [["out.layers = in.blend.yzw;", "out.layers = in.blend.xyz;"]],
    caughtBy: [["families/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "beams are as wide at both ends",
    edits: [["mix(beam.widths.x, beam.widths.y, part)", "beam.widths.x"]],
    caughtBy: [["render/beams/beams.test.ts", "narrower towards"]],
  },
  {
    name: "what the near plane looks into has the map's fog",
    edits: [["floats[rise + 2] += (view.z - height) / NEAR_PLANE;", "floats[rise + 2] += 1e9;"]],
    caughtBy: [["water/fog-under-water.test.ts", "the near plane looks into"]],
  },
  {
    name: "the near plane looks into water from any height",
    edits: [["(view.z - height) / NEAR_PLANE", "0 / NEAR_PLANE"]],
    caughtBy: [["water/fog-under-water.test.ts", "the near plane looks into"]],
  },
  {
    name: "fields of light flow along the world's axes",
    edits: [
      ["dot(frame.tangent, in.place), dot(frame.binormal, in.place)", "in.place.x, in.place.y"],
    ],
    caughtBy: [["families/energy.test.ts", "its surface, in inches"]],
  },
  {
    name: "fields of light flow over models in inches",
    edits: [["flowCoord = in.texCoord;", "flowCoord = in.place.xy;"]],
    caughtBy: [["families/energy.test.ts", "as its vertices say"]],
  },
  {
    name: "what moves hides what it hid before",
    edits: [["if (hasLatePhase && hidingAt !== moment) isSame = false;", ""]],
    caughtBy: [["props/posed.test.ts", "hide other things"]],
  },
  {
    name: "eyes stay behind when their head moves",
    edits: [["  if (bone > 0u) {", "  if (bone > 999u) {"]],
    caughtBy: [["families/eyes.test.ts", "a head that moves"]],
  },
];
