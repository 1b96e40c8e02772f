// Lines, checks and chance, filtered to the size of a pixel. Their mean is 0, so that a pattern
// keeps its colour at any distance; they fade out where a pixel is as large as a cell. `at` is in
// cells, `size` is the pixel's size in cells.

// Returns the coverage of a pixel by lines at whole numbers, minus its mean. Lines closer than a
// few pixels fade out, because they would shimmer.
fn lines(at: f32, size: f32, width: f32) -> f32 {
  let low = fract(at - size * 0.5 + width * 0.5);
  let high = low + size;
  let covered = floor(high) * width + min(fract(high), width) - min(low, width);
  return (covered / size - width) * (1.0 - smoothstep(0.12, 0.5, size));
}

// Combines the lines of two directions so that a crossing counts once.
fn crossed(across: f32, down: f32) -> f32 {
  return across + down - max(across, 0.0) * max(down, 0.0);
}

fn lattice(at: vec2f, size: vec2f, width: vec2f) -> f32 {
  return crossed(lines(at.x, size.x, width.x), lines(at.y, size.y, width.y));
}

// Returns the visibility of differences between cells: 1 for small pixels, 0 for a pixel as large
// as a cell.
fn seen(size: f32) -> f32 {
  return 1.0 - smoothstep(0.25, 1.0, size);
}

// Returns the mean over a pixel of a square wave: 1 in even cells, -1 in odd ones.
fn wave(at: f32, size: f32) -> f32 {
  let low = fract((at - size * 0.5) * 0.5) * 2.0;
  let high = low + size;
  let mean = (abs(low - 1.0) - abs(fract(high * 0.5) * 2.0 - 1.0)) / size;
  return mean * seen(size);
}

// Returns a pseudorandom number for a cell, -1 to 1.
fn chance(cell: vec2f) -> f32 {
  let at = bitcast<vec2u>(vec2i(cell)) * vec2u(0x9e3779b1u, 0x85ebca77u);
  var mixed = at.x ^ (at.y + (at.x >> 16u));
  mixed = (mixed ^ (mixed >> 15u)) * 0x2c1b3c6du;
  mixed = (mixed ^ (mixed >> 12u)) * 0x297a2d39u;
  return f32((mixed ^ (mixed >> 15u)) >> 8u) * (2.0 / 16777215.0) - 1.0;
}
