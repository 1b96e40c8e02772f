/** Particle systems of the fountain: jets from its top, a veil from its bowl, mist over the basin. */

import { color, int, type SystemPlan, writePcf } from "./write-pcf.ts";

const GRAVITY = [0, 0, -386] as const;
const WATER = { color1: color(214, 230, 244, 255), color2: color(255, 240, 216, 255) };

/** Jets rise from the upper bowl and fall into the lower one. */
const JETS: SystemPlan = {
  name: "visleaf_fountain",
  material: "visleaf/droplet",
  params: { max_particles: int(260) },
  emitters: { emit_continuously: { emission_rate: 170 } },
  initializers: {
    "Position Within Sphere Random": {
      distance_max: 3,
      distance_bias: [1, 1, 0],
      speed_min: 22,
      speed_max: 42,
      speed_in_local_coordinate_system_min: [0, 0, 168],
      speed_in_local_coordinate_system_max: [0, 0, 190],
    },
    "Lifetime Random": { lifetime_min: 0.98, lifetime_max: 1.12 },
    "Radius Random": { radius_min: 0.9, radius_max: 1.7 },
    "Alpha Random": { alpha_min: int(150), alpha_max: int(230) },
    "Color Random": WATER,
    "Trail Length Random": { length_min: 0.03, length_max: 0.06 },
  },
  operators: {
    "Movement Basic": { gravity: GRAVITY },
    "Alpha Fade In Random": { "fade in time min": 0.05, "fade in time max": 0.1 },
    "Alpha Fade Out Random": { "fade out time min": 0.1, "fade out time max": 0.2 },
    "Lifespan Decay": {},
  },
  renderers: { render_sprite_trail: { "min length": 1, "max length": 16 } },
  children: ["visleaf_fountain_veil", "visleaf_fountain_mist"],
};

/** Water runs over the rim of the lower bowl into the basin. */
const VEIL: SystemPlan = {
  name: "visleaf_fountain_veil",
  material: "visleaf/droplet",
  params: { max_particles: int(260) },
  emitters: { emit_continuously: { emission_rate: 300 } },
  initializers: {
    "Position Within Sphere Random": {
      distance_min: 65,
      distance_max: 67,
      distance_bias: [1, 1, 0],
      speed_min: 8,
      speed_max: 16,
    },
    "Position Modify Offset Random": { "offset min": [0, 0, -34], "offset max": [0, 0, -31] },
    "Lifetime Random": { lifetime_min: 0.5, lifetime_max: 0.58 },
    "Radius Random": { radius_min: 0.7, radius_max: 1.4 },
    "Alpha Random": { alpha_min: int(110), alpha_max: int(190) },
    "Color Random": WATER,
    "Trail Length Random": { length_min: 0.04, length_max: 0.08 },
  },
  operators: {
    "Movement Basic": { gravity: GRAVITY },
    "Alpha Fade In Random": { "fade in time min": 0.1, "fade in time max": 0.2 },
    "Lifespan Decay": {},
  },
  renderers: { render_sprite_trail: { "min length": 1, "max length": 18 } },
};

/** Spray hangs low over the water. */
const MIST: SystemPlan = {
  name: "visleaf_fountain_mist",
  material: "visleaf/droplet",
  params: { max_particles: int(40) },
  emitters: { emit_continuously: { emission_rate: 14 } },
  initializers: {
    "Position Within Sphere Random": {
      distance_min: 60,
      distance_max: 86,
      distance_bias: [1, 1, 0],
      speed_min: 2,
      speed_max: 9,
    },
    "Position Modify Offset Random": { "offset min": [0, 0, -90], "offset max": [0, 0, -82] },
    "Lifetime Random": { lifetime_min: 1.6, lifetime_max: 2.6 },
    "Radius Random": { radius_min: 12, radius_max: 22 },
    "Alpha Random": { alpha_min: int(14), alpha_max: int(30) },
    "Color Random": WATER,
  },
  operators: {
    "Movement Basic": { gravity: [0, 0, 3], drag: 0.02 },
    "Radius Scale": { radius_start_scale: 0.6, radius_end_scale: 1.4 },
    "Alpha Fade In Random": { "fade in time min": 0.2, "fade in time max": 0.3 },
    "Alpha Fade Out Random": { "fade out time min": 0.4, "fade out time max": 0.6 },
    "Lifespan Decay": {},
  },
  renderers: { render_animated_sprites: {} },
};

const FILE = "particles/visleaf_demo.pcf";

/** Materials that the systems use. */
export const PARTICLE_MATERIALS: readonly string[] = [
  ...new Set([JETS, VEIL, MIST].map(({ material }) => material)),
];

/** Builds the file of systems, and the manifest by which games find the systems of a map. */
export function buildParticles(mapName: string): Map<string, Uint8Array> {
  const manifest = `particles_manifest\n{\n\t"file"\t"!${FILE}"\n}\n`;
  return new Map([
    [`maps/${mapName}_particles.txt`, new TextEncoder().encode(manifest)],
    [FILE, writePcf([JETS, VEIL, MIST])],
  ]);
}
