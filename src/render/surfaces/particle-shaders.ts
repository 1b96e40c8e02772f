/** Shaders of particles, each loaded with the first particle that it draws. */

type FetchCode = () => Promise<string>;

type ParticleShaders = Readonly<Record<"flat" | "unlit" | "soft", FetchCode>>;

export const emitterShaders: ParticleShaders = {
  // Materials whose textures are all missing.
  flat: async () => (await import("../../../shaders/families/flat.wgsl?surface=emitters")).default,
  unlit: async () =>
    (await import("../../../shaders/families/unlit.wgsl?surface=emitters")).default,
  soft: async () =>
    (await import("../../../shaders/families/rare/soft.wgsl?surface=emitters")).default,
};

export const particleShaders: ParticleShaders = {
  // Materials whose textures are all missing.
  flat: async () => (await import("../../../shaders/families/flat.wgsl?surface=particles")).default,
  unlit: async () =>
    (await import("../../../shaders/families/unlit.wgsl?surface=particles")).default,
  soft: async () =>
    (await import("../../../shaders/families/rare/soft.wgsl?surface=particles")).default,
};
