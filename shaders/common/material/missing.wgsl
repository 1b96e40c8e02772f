// What is drawn of a texture that is not at hand: its mean colour under a faint grid, so that a wall has
// a size and a floor a distance. Lines stand at the texture's own borders, and between them where it is
// large. All of it keeps the mean: far away, where the lines are gone, the colour is the same.

import constants::MATERIAL_DEV;

// Widths in cells.
const CELL_LINE = 0.03;
const BORDER_LINE = 0.06;
// How much of the colour a line adds to a dark surface, and takes from a light one.
const LIGHTEN = 0.4;
const DARKEN = -0.26;
const CELL_STRENGTH = 0.5;
// Of `dev/` materials: lines a cell, and how much lighter and darker its checks are.
const DEV_LINES = 4.0;
const DEV_CHECK = 0.16;

// What lines at whole numbers cover of a pixel, less what they cover on the average. `size` is the
// pixel's. Lines closer than a few pixels fade: they could but shimmer.
fn lines(at: f32, size: f32, width: f32) -> f32 {
  let low = fract(at - size * 0.5 + width * 0.5);
  let high = low + size;
  let covered = floor(high) * width + min(fract(high), width) - min(low, width);
  return (covered / size - width) * (1.0 - smoothstep(0.12, 0.5, size));
}

// The same for a lattice of them.
fn lattice(at: vec2f, size: vec2f, width: f32) -> f32 {
  let across = lines(at.x, size.x, width);
  let down = lines(at.y, size.y, width);
  return across + down - max(across, 0.0) * max(down, 0.0);
}

// The mean over a pixel of a wave that is 1 in even cells and -1 in odd ones.
fn wave(at: f32, size: f32) -> f32 {
  let low = fract((at - size * 0.5) * 0.5) * 2.0;
  let high = low + size;
  let mean = (abs(low - 1.0) - abs(fract(high * 0.5) * 2.0 - 1.0)) / size;
  return mean * (1.0 - smoothstep(0.25, 1.0, size));
}

// `cells` are those of a repeat, 0 for a plain colour; `dx` and `dy` are the derivatives of `texCoord`.
fn missingColor(
  color: vec3f,
  flags: u32,
  cells: vec2f,
  texCoord: vec2f,
  dx: vec2f,
  dy: vec2f,
) -> vec3f {
  let size = max(sqrt(dx * dx + dy * dy), vec2f(1e-6));
  let at = texCoord * cells;
  let cellSize = size * max(cells, vec2f(1.0));
  let luminance = dot(color, vec3f(0.2126, 0.7152, 0.0722));
  let tone = select(LIGHTEN, DARKEN, luminance > 0.2);
  let cell = lattice(at, cellSize, CELL_LINE);
  let border = lattice(texCoord, size, BORDER_LINE / max(max(cells.x, cells.y), 1.0));
  var change = tone * (CELL_STRENGTH * cell + border);
  if ((flags & MATERIAL_DEV) != 0u) {
    let fine = lattice(at * DEV_LINES, cellSize * DEV_LINES, CELL_LINE * DEV_LINES * 0.5);
    let check = wave(at.x, cellSize.x) * wave(at.y, cellSize.y);
    change = DEV_CHECK * check + tone * (CELL_STRENGTH * fine + cell);
  }
  return color * select(1.0, 1.0 + change, cells.x > 0.0);
}
