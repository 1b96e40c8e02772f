// States of the models of entities.

import package::common::geometry::skinning::Affine;

struct ModelState {
  // World from model.
  placed: Affine,
  // Box, clusters and leaf of the model where it is.
  mins: vec3f,
  firstCluster: u32,
  maxs: vec3f,
  clusterCount: u32,
  color: vec4f,
  // MODEL_* flags.
  flags: u32,
  leafLink: u32,
  // Row of the instance.
  instance: u32,
  pad: u32,
  // Linear light from +x, -x, +y, -y, +z, -z.
  ambient: array<vec4f, 6>,
}

// The state differs from the last one that was applied.
const MODEL_CHANGED = 1u;
const MODEL_HIDDEN = 2u;
