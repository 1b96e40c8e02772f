/**
 * Particles: what the air of a map contains, as descriptions and formulas without a GPU. Loaded
 * only for maps that have any.
 */

export { boundEmitter } from "./bounds.ts";
export type { EffectEntity } from "./effects/effect-entity.ts";
export { readEffect } from "./effects/index.ts";
export { type Emitter, type ParticleLight, type Vector3, writeEmitterRow } from "./emitter.ts";
export { mixBits, randomOf } from "./random.ts";
