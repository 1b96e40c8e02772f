// States of the models of brush entities.

import package::common::geometry::skinning::Affine;

struct BrushState {
  // World from model.
  placed: Affine,
  // BRUSH_* flags.
  flags: u32,
  // Clusters and leaf of the model where it is.
  firstCluster: u32,
  clusterCount: u32,
  leafLink: u32,
}

// The state differs from the last one that was applied.
const BRUSH_CHANGED = 1u;
const BRUSH_HIDDEN = 2u;
// The model is where its vertices were built.
const BRUSH_AT_REST = 4u;
