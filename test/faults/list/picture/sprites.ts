import type { Fault } from "../../fault.ts";

export const SPRITES: readonly Fault[] = [
  {
    name: "a sprite that starts off is visible from the start",
    edits: [['"" && !startsOn) return []', '"" && startsOn) return []']],
    caughtBy: [["scene/sprites/sprites.test.ts", "are those that are on at map start"]],
  },
  {
    name: "sprites are upside down",
    edits: [["vec2<bool>(isRight, !isUp)", "vec2<bool>(isRight, isUp)"]],
    caughtBy: [["render/sprites/sprites.test.ts", "have the right position and orientation:"]],
  },
  {
    name: "sprites roll the other way",
    edits: [
      ["right * roll.x + up * roll.y", "right * roll.x - up * roll.y"],
      ["up * roll.x - right * roll.y", "up * roll.x + right * roll.y"],
    ],
    caughtBy: [["render/sprites/sprites.test.ts", "have the right position and orientation:"]],
  },
  {
    name: "glows fade by distance, not by its square",
    edits: [["pow(FADE_DISTANCE / max(away, 1.0), 2.0)", "FADE_DISTANCE / max(away, 1.0)"]],
    caughtBy: [["render/sprites/sprites.test.ts", "get dimmer from 1200 inches on"]],
  },
  {
    name: "glows are seen through what hides them",
    edits: [["proxy.depth >= textureLoad(depth", "proxy.depth < textureLoad(depth"]],
    caughtBy: [["render/sprites/sprites.test.ts", "samples 1"]],
  },
  {
    name: "a glow's occlusion is tested at the glow, not in front of its proxy",
    edits: [["sprite.origin + toEye * sprite.proxySize", "sprite.origin"]],
    caughtBy: [["render/sprites/sprites.test.ts", "sit on"]],
  },
  {
    name: "additive sprites are blended in linear light",
    edits: [["select(0.0, -storedGain(added), isStored)", "0.0"]],
    caughtBy: [["render/sprites/sprites.test.ts", "blend by their render mode"]],
  },
  {
    name: "sprites have one brightness in all light",
    edits: [["floats[color + i] *= hdrScale[row]", "floats[color + i] *= 1"]],
    caughtBy: [["render/sprites/sprites.test.ts", "another brightness"]],
  },
  {
    name: "ropes fall twice as fast as the engine's",
    edits: [["STEP_SECONDS * STEP_SECONDS * 0.5", "STEP_SECONDS * STEP_SECONDS"]],
    caughtBy: [["scene/ropes/ropes.test.ts", "hang like in the engine:"]],
  },
  {
    name: "ropes have no slack offset",
    edits: [["const SLACK_OFFSET = -100", "const SLACK_OFFSET = 0"]],
    caughtBy: [["scene/ropes/ropes.test.ts", "hang like in the engine:"]],
  },
  {
    name: "a rope with a loose end is held there",
    edits: [["if (!isDangling) now[last + axis]", "if (isDangling !== null) now[last + axis]"]],
    caughtBy: [["scene/ropes/ropes.test.ts", "hang like in the engine:"]],
  },
  {
    name: "ropes are twice as wide",
    edits: [["ROPE_POINT.halfWidth / 4] = width / 2", "ROPE_POINT.halfWidth / 4] = width"]],
    caughtBy: [["render/ropes/ropes.test.ts", "cover pixels in proportion to their width:"]],
  },
  {
    name: "ropes are covered by pixel centre, without antialiasing",
    edits: [
      [
        "saturate(min(away + 0.5, in.halfPixels) - max(away - 0.5, -in.halfPixels))",
        "select(0.0, 1.0, away < in.halfPixels)",
      ],
    ],
    caughtBy: [["render/ropes/ropes.test.ts", "cover pixels in proportion to their width:"]],
  },
  {
    name: "a beam's amount is ignored",
    edits: [["color: [red * alpha, green * alpha, blue * alpha]", "color: [red, green, blue]"]],
    caughtBy: [
      [
        "render/beams/beams.test.ts",
        "scale with renderamt, and with hdrcolorscale for the sprite shader",
      ],
      [
        "scene/beams/beams.test.ts",
        "connects the first entities of both names, with its width and colour",
      ],
    ],
  },
  {
    name: "lasers pass obstacles",
    edits: [
      ["cast([x, y, z], [way", "((_a: unknown, _b: unknown, all: number) => all)([x, y, z], [way"],
    ],
    caughtBy: [["scene/beams/beams.test.ts", "ends at its target"]],
  },
];
