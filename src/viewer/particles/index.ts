/** Particle systems on a canvas of the page. */

export type { ContentInput } from "../base-viewer.ts";
export { createParticleViewer } from "./create-particle-viewer.ts";
export type {
  LoadParticlesOptions,
  ParticleChoice,
  ParticleInfo,
  ParticleInput,
  ParticleViewer,
} from "./particle-types.ts";
