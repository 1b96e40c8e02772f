// What surfaces with holes cover.

// Of pipelines with several samples a pixel: how much of a pixel is covered chooses its samples.
override alphaToCoverage = false;

// What a fragment covers of its pixel: all, nothing, or at a hole's edge a part. Of a surface without
// holes the reference is 0. Call it from uniform control flow.
fn coverageOf(alpha: f32, reference: f32) -> f32 {
  // The edge is as wide as a pixel, however the texture is magnified.
  let width = max(fwidth(alpha), 1e-4);
  if (!alphaToCoverage) {
    return select(1.0, 0.0, alpha < reference);
  }
  return select(saturate((alpha - reference) / width + 0.5), 1.0, reference <= 0.0);
}
