// Coverage of alpha-tested surfaces.

// True if alpha to coverage selects the samples of a multisampled pixel.
override alphaToCoverage = false;

// Returns the coverage of a fragment: 0 or 1, or a fraction at the edge of a hole. `reference` is 0
// for surfaces without holes. Call from uniform control flow.
fn coverageOf(alpha: f32, reference: f32) -> f32 {
  // The edge is one pixel wide at any magnification.
  let width = max(fwidth(alpha), 1e-4);
  if (!alphaToCoverage) {
    return select(1.0, 0.0, alpha < reference);
  }
  return select(saturate((alpha - reference) / width + 0.5), 1.0, reference <= 0.0);
}
