// Placeholder of a missing texture: its mean colour under a faint pattern of the substance that its
// name suggests, which gives walls a scale and floors a distance. The pattern looks like a drawing
// on purpose. It keeps the mean colour, so that the surface has the same colour from afar.
// `scene/stand-in` chooses the pattern, `map/families/missing.ts` packs it.

import constants::PATTERN_BOARDS;
import constants::PATTERN_BRICKS;
import constants::PATTERN_CHECKS;
import constants::PATTERN_GRAIN;
import constants::PATTERN_PANELS;
import constants::PATTERN_TILES;
import constants::PATTERN_TUFT;
import constants::PATTERN_WEAVE;
import constants::STAND_IN_CELL_BITS;
import constants::STAND_IN_CELL_MASK;
import constants::STAND_IN_STRENGTHS;
import constants::STAND_IN_STRENGTH_SHIFT;
import constants::STAND_IN_TURNED;
import package::common::material::filtered::chance;
import package::common::material::filtered::crossed;
import package::common::material::filtered::lattice;
import package::common::material::filtered::lines;
import package::common::material::filtered::noise;
import package::common::material::filtered::seen;
import package::common::material::filtered::wave;
import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;

// Pattern of the pipeline. It is a constant because software adapters execute all cases of a
// dynamic switch.
override standInPattern = 0u;

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

fn noiseAt(place: Place, times: vec2f) -> f32 {
  return noise(place.at * times, place.size * times);
}

fn gridOf(place: Place, cells: vec2f) -> f32 {
  let cell = lattice(place.at, place.size, vec2f(CELL_LINE));
  let whole = finer(place, 1.0 / cells);
  let border = lattice(whole.at, whole.size, BORDER_LINE / vec2f(max(cells.x, cells.y)));
  return CELL_STRENGTH * cell + border;
}

fn checksOf(place: Place, tone: f32) -> f32 {
  let fine = finer(place, vec2f(CHECK_LINES));
  let narrow = lattice(fine.at, fine.size, vec2f(CELL_LINE * CHECK_LINES * 0.5));
  let cell = lattice(place.at, place.size, vec2f(CELL_LINE));
  let check = wave(place.at.x, place.size.x) * wave(place.at.y, place.size.y);
  return CHECK_TONE * check + tone * (CELL_STRENGTH * narrow + cell);
}

// Returns lighter and darker patches, which remain visible when the pattern itself is too small.
fn mottled(place: Place, times: vec2f) -> f32 {
  return 0.12 * noiseAt(place, times) + 0.08 * noiseAt(place, times * 4.3);
}

// Bricks in courses, each shifted by half a brick.
fn bricksOf(place: Place, tone: f32) -> f32 {
  let y = place.at.y * 2.0;
  let height = place.size.y * 2.0;
  let course = floor(y);
  let x = place.at.x + fract(course * 0.5);
  let joints = crossed(lines(y, height, 0.14), lines(x, place.size.x, 0.045) * seen(height));
  let own = chance(vec2f(floor(x), course)) * seen(max(place.size.x, height));
  return tone * 0.8 * joints + abs(tone) * (0.22 * own + mottled(place, vec2f(0.2, 0.13)));
}

// Boards, each starting at a different place.
fn boardsOf(place: Place, tone: f32) -> f32 {
  let board = floor(place.at.y);
  let x = place.at.x + chance(vec2f(board, 0.0));
  let ends = lines(x, place.size.x, 0.006) * seen(place.size.y);
  let joints = crossed(lines(place.at.y, place.size.y, 0.09), ends);
  let own = chance(vec2f(floor(x), board)) * seen(max(place.size.x, place.size.y));
  let veins = noiseAt(Place(vec2f(x, place.at.y), place.size), vec2f(6.0, 5.0));
  return -abs(tone) * 0.9 * joints + abs(tone) * (0.3 * own + 0.2 * veins);
}

fn panelsOf(place: Place, tone: f32) -> f32 {
  let seams = lattice(place.at, place.size, vec2f(0.025));
  let own = chance(floor(place.at)) * seen(max(place.size.x, place.size.y));
  let brushed = noiseAt(place, vec2f(3.0, 40.0));
  let grain = 0.14 * own + 0.1 * brushed;
  return tone * seams + abs(tone) * (grain + mottled(place, vec2f(1.1)));
}

fn tilesOf(place: Place, tone: f32) -> f32 {
  let joints = lattice(place.at, place.size, vec2f(0.07));
  let own = chance(floor(place.at)) * seen(max(place.size.x, place.size.y));
  return tone * 0.8 * joints + abs(tone) * (0.18 * own + mottled(place, vec2f(0.2)));
}

fn grainOf(place: Place) -> f32 {
  return 0.3 * noiseAt(place, vec2f(1.0)) + 0.24 * noiseAt(place, vec2f(3.7)) +
    0.2 * noiseAt(place, vec2f(11.3));
}

fn weaveOf(place: Place) -> f32 {
  let threads = wave(place.at.x, place.size.x) * wave(place.at.y, place.size.y);
  let worn = 0.2 * noiseAt(place, vec2f(0.05)) + 0.16 * noiseAt(place, vec2f(0.31));
  return 0.12 * threads + worn;
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

fn patternOf(place: Place, cells: vec2f, tone: f32) -> f32 {
  switch standInPattern {
    case PATTERN_CHECKS: { return checksOf(place, tone); }
    case PATTERN_BRICKS: { return bricksOf(place, tone); }
    case PATTERN_BOARDS: { return boardsOf(place, tone); }
    case PATTERN_PANELS: { return panelsOf(place, tone); }
    case PATTERN_TILES: { return tilesOf(place, tone); }
    case PATTERN_GRAIN: { return abs(tone) * grainOf(place); }
    case PATTERN_WEAVE: { return abs(tone) * weaveOf(place); }
    default: { return tone * gridOf(place, cells); }
  }
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
  if (standInPattern == PATTERN_TUFT) {
    // Darker at the root.
    let color = mean * (0.6 + 0.8 * (1.0 - at.texCoord.y));
    return baseSurface(material, vec4f(color, tuftOf(at.texCoord, size, cells.x)));
  }
  let luminance = dot(mean, vec3f(0.2126, 0.7152, 0.0722));
  let tone = select(LIGHTEN, DARKEN, luminance > 0.2);
  let strength = f32((word >> STAND_IN_STRENGTH_SHIFT) + 1u) / f32(STAND_IN_STRENGTHS);
  let change = strength * patternOf(place, cells, tone);
  return baseSurface(material, vec4f(mean * (1.0 + change), 1.0));
}
