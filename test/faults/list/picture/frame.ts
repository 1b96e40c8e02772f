import type { Fault } from "../../fault.ts";

export const FRAME: readonly Fault[] = [
  {
    name: "the CPU sorts translucent draws by nearest leaf first",
    edits: [["rank[a] - rank[b] ||", "rank[b] - rank[a] ||"]],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "the CPU sorts translucent draws within a leaf nearest first",
    edits: [["|| distance[b] - distance[a] ||", "|| distance[a] - distance[b] ||"]],
    caughtBy: [["translucent/translucent.test.ts", "puts a prop between panes"]],
  },
  {
    name: "the CPU lets the nearest translucent surfaces share a slot, not the farthest",
    edits: [
      [
        "slot[entry] = Math.max(turnsBefore, merged) - merged",
        "slot[entry] = Math.min(turnsBefore, slotCount - 1)",
      ],
    ],
    caughtBy: [["cpu-order.test.ts"]],
  },
  {
    name: "the CPU draws a translucent prop in all its LODs",
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
    name: "material animation stands still",
    edits: [["fract(materials[material.row].rates[param] * frame.time)", "vec4f(0.0)"]],
    caughtBy: [
      ["moving-textures.test.ts", "moves the texture over time, repeatedly, in every pass"],
    ],
  },
  {
    name: "a texture is turned before it is scaled",
    edits: [["[scaleS * cos, -scaleT * sin]", "[scaleS * cos, -scaleS * sin]"]],
    caughtBy: [["base-transform.test.ts"]],
  },
  {
    name: "occlusion is kept although frames are slower with it",
    edits: [["isWorth ? withIt * CHANGE_RATIO <= without", "isWorth ? withIt >= without"]],
    caughtBy: [["occlusion-trial.test.ts"]],
  },
  {
    name: "a mouth's direction does not rotate with its model",
    edits: [
      [
        "light.forward = transformDirection(\n    instances[in.instance].worldFromModel,",
        "light.forward = transformDirection(\n    Affine(vec4f(1, 0, 0, 0), vec4f(0, 1, 0, 0), vec4f(0, 0, 1, 0)),",
      ],
    ],
    caughtBy: [
      [
        "render/materials/families/model.test.ts",
        "teeth lit along their model's forward direction",
      ],
    ],
  },
  {
    name: "the weights of four textures begin with the two-texture weight",
    edits: [["out.layers = in.blend.yzw;", "out.layers = in.blend.xyz;"]],
    caughtBy: [["families/layers.test.ts", "by weights and luminances"]],
  },
  {
    name: "beams are as wide at both ends",
    edits: [["mix(beam.widths.x, beam.widths.y, part)", "beam.widths.x"]],
    caughtBy: [["render/beams/beams.test.ts", "narrower towards"]],
  },
  {
    name: "water at the near plane has the map's fog",
    edits: [["floats[rise + 2] += (view.z - height) / NEAR_PLANE;", "floats[rise + 2] += 1e9;"]],
    caughtBy: [
      [
        "water/fog-under-water.test.ts",
        "fog covers the part of the near plane below the surface, for an eye above it at",
      ],
    ],
  },
  {
    name: "the near plane is in water at any height",
    edits: [["(view.z - height) / NEAR_PLANE", "0 / NEAR_PLANE"]],
    caughtBy: [
      [
        "water/fog-under-water.test.ts",
        "fog covers the part of the near plane below the surface, for an eye above it at",
      ],
    ],
  },
  {
    name: "flow textures use the world's axes",
    edits: [
      ["dot(frame.tangent, in.place), dot(frame.binormal, in.place)", "in.place.x, in.place.y"],
    ],
    caughtBy: [["families/energy.test.ts", "its surface, in inches"]],
  },
  {
    name: "flow textures on models use positions, not texture coordinates",
    edits: [["flowCoord = in.texCoord;", "flowCoord = in.place.xy;"]],
    caughtBy: [["families/energy.test.ts", "as its vertices say"]],
  },
  {
    name: "moving occluders keep hiding their old area",
    edits: [["if (hasLatePhase && hidingAt !== moment) isSame = false;", ""]],
    caughtBy: [
      [
        "props/posed.test.ts",
        "occlude other objects by their current pose, even for a still camera",
      ],
    ],
  },
  {
    name: "eyes do not follow their moving head",
    edits: [["  if (bone > 0u) {", "  if (bone > 999u) {"]],
    caughtBy: [["families/eyes.test.ts", "its iris at the position of a moving head:"]],
  },
];
