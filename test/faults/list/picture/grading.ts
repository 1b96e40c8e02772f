import type { Fault } from "../../fault.ts";

export const GRADING: readonly Fault[] = [
  {
    name: "automatic exposure weighs red as blue",
    edits: [["vec3f(0.2125, 0.7154, 0.0721)", "vec3f(0.0721, 0.7154, 0.2125)"]],
    caughtBy: [["exposure-meter.test.ts", "settles where the engine would:"]],
  },
  {
    name: "automatic exposure adapts to the darkest part",
    edits: [["clamp(high - (high - low) * needed", "clamp(low + (high - low) * needed"]],
    caughtBy: [["exposure-meter.test.ts", "settles where the engine would:"]],
  },
  {
    name: "automatic exposure adapts to bright as slowly as to dark",
    edits: [
      ["rate = min(3.0 * rate, mix(rate, 3.0 * rate,", "rate = min(rate, mix(rate, 3.0 * rate,"],
    ],
    caughtBy: [
      ["exposure-meter.test.ts", "approaches its target at the engine's rate, up and down"],
    ],
  },
  {
    name: "automatic exposure adds up the histograms of earlier frames",
    edits: [["atomicStore(&exposure.bins[bin], 0u)", "atomicMin(&exposure.bins[bin], 9999u)"]],
    caughtBy: [
      ["exposure-meter.test.ts", "approaches its target at the engine's rate, up and down"],
    ],
  },
  {
    name: "a still advances the exposure",
    edits: [["return isSequence ? STEP_APPROACH : STEP_REST", "return STEP_APPROACH"]],
    caughtBy: [["exposure-steps.test.ts"]],
  },
  {
    name: "bloom uses the height for both directions",
    edits: [
      [
        "blurred(id.xy, vec2f(0.0, 1.0 / f32(size.x)))",
        "blurred(id.xy, vec2f(0.0, 1.0 / f32(size.y)))",
      ],
    ],
    caughtBy: [["bloom.test.ts", "one bright texel"]],
  },
  {
    name: "bloom is offset by two pixels",
    edits: [["let place = position.xy / (", "let place = (position.xy - 2.0) / ("]],
    caughtBy: [["grade.test.ts", "adds bloom"]],
  },
  {
    name: "colour correction samples the edges of its tables",
    edits: [["saturate(color) * (31.0 / 32.0) + 0.5 / 32.0", "saturate(color)"]],
    caughtBy: [["grade.test.ts", "applies the map's colour correction at the camera's position"]],
  },
  {
    name: "colour correction uses the first table everywhere",
    edits: [["(place.z + lookupMix.tables[i]) / tables", "place.z / tables"]],
    caughtBy: [["grade.test.ts", "applies the map's colour correction at the camera's position"]],
  },
  {
    name: "maps lit for LDR are exposed automatically",
    edits: [['if (side !== "hdr") return null', "if (side === null) return null"]],
    caughtBy: [["tone-mapping.test.ts"]],
  },
  {
    name: "an upscaled picture is shifted by a quarter texel",
    edits: [["let own = place - 0.5;", "let own = place - 0.25;"]],
    caughtBy: [["render/post/smooth-picture.test.ts", "0.5 of the size"]],
  },
  {
    name: "antialiasing blends with the wrong side",
    edits: [["select(1.0, -1.0, isBefore)", "select(-1.0, 1.0, isBefore)"]],
    caughtBy: [
      [
        "render/post/smooth-picture.test.ts",
        "moves edges towards the multisampled picture and keeps flat colours",
      ],
    ],
  },
];
