/** Two small particle systems: a fire whose child is smoke. */

import { color, int } from "./make-dmx.ts";
import type { MadeSystem } from "./make-pcf.ts";

export const SMOKE: MadeSystem = {
  name: "smoke",
  material: "particle\\smoke.vmt",
  params: { max_particles: int(40) },
  emitters: { emit_continuously: { emission_rate: 20 } },
  initializers: {
    "Position Within Sphere Random": { distance_max: 8 },
    "Lifetime Random": { lifetime_min: 1, lifetime_max: 2 },
    "Color Random": { color1: color(255, 0, 0, 255), color2: color(0, 0, 255, 255) },
  },
  operators: {
    "Lifespan Decay": {},
    "Movement Basic": { gravity: [0, 0, 5], drag: 0.1 },
    "Oscillate Vector": { "oscillation rate max": [1, 1, 1] },
  },
  renderers: { render_animated_sprites: { "animation rate": 0.5 } },
};

export const FIRE: MadeSystem = {
  name: "fire",
  material: "particle\\fire.vmt",
  emitters: { emit_instantaneously: { num_to_emit: int(5) } },
  forces: { "random force": { "max force": [1, 1, 1] } },
  constraints: { "Constrain distance to control point": { "maximum distance": 20 } },
  operators: { "Movement Basic": {} },
  renderers: { render_rope: {} },
  children: { smoke: 0.5 },
};
