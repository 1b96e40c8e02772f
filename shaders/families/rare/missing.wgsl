// Placeholder of a missing texture: its mean colour under a faint pattern of the substance that its
// name suggests, which gives walls a scale and floors a distance. The pattern looks like a drawing
// on purpose. It keeps the mean colour, so that the surface has the same colour from afar.
// `scene/stand-in` chooses the pattern, `map/families/missing.ts` packs it.

import constants::PATTERN_BOARDS;
import constants::PATTERN_BRICKS;
import constants::PATTERN_CHECKS;
import constants::PATTERN_GRAIN;
import constants::PATTERN_GRID;
import constants::PATTERN_PANELS;
import constants::PATTERN_TILES;
import constants::PATTERN_WEAVE;
import constants::STAND_IN_CELL_BITS;
import constants::STAND_IN_CELL_MASK;
import constants::STAND_IN_PATTERN_MASK;
import constants::STAND_IN_PATTERN_SHIFT;
import constants::STAND_IN_STRENGTHS;
import constants::STAND_IN_STRENGTH_SHIFT;
import constants::STAND_IN_TURNED;
import package::common::material::filtered::chance;
import package::common::material::filtered::crossed;
import package::common::material::filtered::lattice;
import package::common::material::filtered::lines;
import package::common::material::filtered::seen;
import package::common::material::filtered::wave;
import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;

// Whether the pipeline draws tufts or patterns. It is a constant because software adapters execute
// both sides of a branch.
override isTuft = false;

// Share of the colour that a line adds to a dark surface, or takes from a light one.
const LIGHTEN = 0.4;
const DARKEN = -0.26;
// Line widths in cells, and the strength of cell lines relative to border lines.
const CELL_LINE = 0.03;
const BORDER_LINE = 0.06;
const CELL_STRENGTH = 0.5;
// Measuring textures: lines per cell, and contrast of the checks.
const CHECK_LINES = 4.0;
const CHECK_TONE = 0.16;

// Position of a pixel in a pattern, and its size, both in cells.
struct Place {
  at: vec2f,
  size: vec2f,
}

fn finer(place: Place, times: vec2f) -> Place {
  return Place(place.at * times, place.size * times);
}

// Noise of a pattern: cells per cell of the pattern, and contrast.
struct Noises {
  first: vec3f,
  second: vec3f,
  third: vec3f,
}

fn noisesOf(pattern: u32) -> Noises {
  // Lighter and darker patches, which remain visible when the pattern itself is too small.
  let isPanels = pattern == PATTERN_PANELS;
  let isBricks = pattern == PATTERN_BRICKS;
  let isMottled = isPanels || isBricks || pattern == PATTERN_TILES;
  var patches = select(vec2f(0.2), vec2f(0.2, 0.13), isBricks);
  patches = select(patches, vec2f(1.1), isPanels);
  let isGrain = pattern == PATTERN_GRAIN;
  let isWeave = pattern == PATTERN_WEAVE;
  var first = vec3f(patches, select(0.0, 0.12, isMottled));
  first = select(first, vec3f(6.0, 5.0, 0.2), pattern == PATTERN_BOARDS);
  first = select(first, vec3f(0.05, 0.05, 0.2), isWeave);
  first = select(first, vec3f(1.0, 1.0, 0.3), isGrain);
  var second = vec3f(patches * 4.3, select(0.0, 0.08, isMottled));
  second = select(second, vec3f(0.31, 0.31, 0.16), isWeave);
  second = select(second, vec3f(3.7, 3.7, 0.24), isGrain);
  let third = select(
    vec3f(3.0, 40.0, select(0.0, 0.1, isPanels)),
    vec3f(11.3, 11.3, 0.2),
    isGrain,
  );
  return Noises(first, second, third);
}

// Returns the sum of a pattern's noise. It is one loop over corners of cells, because drivers
// compile each copy of the code.
fn grainOf(place: Place, noises: Noises) -> f32 {
  var sum = 0.0;
  for (var i = 0u; i < 3u; i++) {
    let noise = select(select(noises.third, noises.second, i == 1u), noises.first, i == 0u);
    // Patterns list their noise first.
    if (noise.z == 0.0) {
      break;
    }
    let at = place.at * noise.xy;
    let size = place.size * noise.xy;
    let share = noise.z * seen(max(size.x, size.y));
    if (share <= 0.0) {
      continue;
    }
    let cell = floor(at);
    let part = at - cell;
    let eased = part * part * (3.0 - 2.0 * part);
    for (var corner = 0u; corner < 4u; corner++) {
      let side = vec2f(vec2u(corner & 1u, corner >> 1u));
      let weight = mix(1.0 - eased, eased, side);
      sum += share * weight.x * weight.y * chance(cell + side);
    }
  }
  return sum;
}

// Returns the coverage of a place by `blades` blades of grass; 0.5 at their edges. A blade is at
// least a pixel wide.
fn tuftOf(coord: vec2f, size: vec2f, blades: f32) -> f32 {
  let tuft = floor(coord.x);
  let x = coord.x - tuft;
  let height = 1.0 - coord.y;
  var inside = -1.0;
  for (var blade = 0.0; blade < blades; blade += 1.0) {
    let root = (blade + 0.5 + 0.4 * chance(vec2f(tuft, blade))) / blades;
    let lean = 0.3 * chance(vec2f(tuft, blade + 64.0));
    let tip = 0.75 + 0.25 * chance(vec2f(tuft, blade + 128.0));
    let part = height / tip;
    let width = max(0.45 / blades * (1.0 - part), size.x * 0.5);
    let off = abs(x - root - lean * part * part);
    inside = max(inside, select(width - off, -1.0, part > 1.0));
  }
  return saturate(0.5 + inside * 16.0);
}

// Sums the parts of a pattern: lines, a second lattice, a square wave, cells of different tone and
// noise. Patterns differ in the numbers of the parts. One formula for all of them keeps all
// placeholders in one pipeline and one draw, and costs a software adapter less than a switch, all
// cases of which it executes.
fn patternOf(pattern: u32, place: Place, cells: vec2f, tone: f32) -> f32 {
  let isGrid = pattern == PATTERN_GRID;
  let isChecks = pattern == PATTERN_CHECKS;
  // Bricks in courses, each shifted by half a brick. Boards, each starting at a different place.
  let isBricks = pattern == PATTERN_BRICKS;
  let isBoards = pattern == PATTERN_BOARDS;
  let isPanels = pattern == PATTERN_PANELS;
  let isTiles = pattern == PATTERN_TILES;
  let rows = select(1.0, 2.0, isBricks);
  let y = place.at.y * rows;
  let height = place.size.y * rows;
  let course = floor(y);
  let start = select(0.0, chance(vec2f(course, 0.0)), isBoards);
  let x = place.at.x + select(start, fract(course * 0.5), isBricks);

  // Widths of the lines across a row, and between rows.
  var width = select(vec2f(CELL_LINE), vec2f(0.025), isPanels);
  width = select(width, vec2f(0.045, 0.14), isBricks);
  width = select(width, vec2f(0.006, 0.09), isBoards);
  width = select(width, vec2f(0.07), isTiles);
  let across = lines(x, place.size.x, width.x) * select(1.0, seen(height), isBricks || isBoards);
  let joints = crossed(across, lines(y, height, width.y));
  var light = select(0.0, CELL_STRENGTH, isGrid);
  light = select(light, 0.8, isBricks || isTiles);
  light = select(light, 1.0, isChecks || isPanels);
  // Borders of the repeat, or the narrow lines of measuring textures.
  let fine = finer(place, select(1.0 / cells, vec2f(CHECK_LINES), isChecks));
  let borderWidth = BORDER_LINE / max(cells.x, cells.y);
  let fineWidth = select(borderWidth, CELL_LINE * CHECK_LINES * 0.5, isChecks);
  let second = lattice(fine.at, fine.size, vec2f(fineWidth));
  let secondLight = select(select(0.0, 1.0, isGrid), CELL_STRENGTH, isChecks);

  let squares = wave(place.at.x, place.size.x) * wave(place.at.y, place.size.y);
  let own = chance(vec2f(floor(x), course)) * seen(max(place.size.x, height));
  var contrast = select(0.0, 0.14, isPanels);
  contrast = select(contrast, 0.22, isBricks);
  contrast = select(contrast, 0.3, isBoards);
  contrast = select(contrast, 0.18, isTiles);
  // Only boards have their own veins.
  let grained = Place(vec2f(place.at.x + start, place.at.y), place.size);
  let texture = contrast * own
    + grainOf(grained, noisesOf(pattern))
    + select(0.0, 0.12, pattern == PATTERN_WEAVE) * squares
    - select(0.0, 0.9, isBoards) * joints;
  return select(0.0, CHECK_TONE, isChecks) * squares
    + tone * (light * joints + secondLight * second)
    + abs(tone) * texture;
}

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let mean = material.fallbackColor;
  let word = material.standIn;
  let cells = vec2f(vec2u(word, word >> STAND_IN_CELL_BITS) & vec2u(STAND_IN_CELL_MASK));
  if (cells.x == 0.0) {
    return baseSurface(material, vec4f(mean, 1.0));
  }
  let isTurned = (word & STAND_IN_TURNED) != 0u;
  let coord = select(at.texCoord, at.texCoord.yx, isTurned);
  let size = max(sqrt(at.dx * at.dx + at.dy * at.dy), vec2f(1e-6));
  let place = finer(Place(coord, select(size, size.yx, isTurned)), cells);
  if (isTuft) {
    // Darker at the root.
    let color = mean * (0.6 + 0.8 * (1.0 - at.texCoord.y));
    return baseSurface(material, vec4f(color, tuftOf(at.texCoord, size, cells.x)));
  }
  let pattern = (word >> STAND_IN_PATTERN_SHIFT) & STAND_IN_PATTERN_MASK;
  let luminance = dot(mean, vec3f(0.2126, 0.7152, 0.0722));
  let tone = select(LIGHTEN, DARKEN, luminance > 0.2);
  let strength = f32((word >> STAND_IN_STRENGTH_SHIFT) + 1u) / f32(STAND_IN_STRENGTHS);
  let change = strength * patternOf(pattern, place, cells, tone);
  return baseSurface(material, vec4f(mean * (1.0 + change), 1.0));
}
