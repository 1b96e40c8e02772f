// Placeholder of a missing texture: its mean colour under a faint pattern of the substance that its
// name suggests, which gives walls a scale and floors a distance. The pattern looks like a drawing
// on purpose. It keeps the mean colour, so that the surface has the same colour from afar.
// `scene/stand-in` chooses the pattern, `map/families/missing.ts` packs it.

import constants::PARAM_PATTERN_CELLS;
import constants::PARAM_PATTERN_LATTICE;
import constants::PARAM_PATTERN_LINES;
import constants::PARAM_PATTERN_NOISE_1;
import constants::PARAM_PATTERN_NOISE_2;
import constants::PARAM_PATTERN_NOISE_3;
import constants::PARAM_PATTERN_ROWS;
import constants::PATTERN_TUFT;
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
import package::common::material::material::materials;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;

// Whether the pipeline draws tufts, PATTERN_TUFT, or patterns. It is a constant because software
// adapters execute both sides of a branch.
override isTuft = false;

// Share of the colour that a line adds to a dark surface, or takes from a light one.
const LIGHTEN = 0.4;
const DARKEN = -0.26;

// Position of a pixel in a pattern, and its size, both in cells.
struct Place {
  at: vec2f,
  size: vec2f,
}

fn finer(place: Place, times: vec2f) -> Place {
  return Place(place.at * times, place.size * times);
}

// Returns noise, given its cells per cell of the pattern and its contrast.
fn grainOf(place: Place, row: vec4f) -> f32 {
  if (row.z == 0.0) {
    return 0.0;
  }
  return row.z * noise(place.at * row.xy, place.size * row.xy);
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

// Sums the parts of a pattern: see `src/scene/stand-in/pattern-rows.ts`. One formula for all
// patterns, of which a material has some parts, keeps them in one pipeline and one draw, and costs
// a software adapter less than a switch, all cases of which it executes.
fn patternOf(row: u32, place: Place, tone: f32) -> f32 {
  let rows = materials[row].params[PARAM_PATTERN_ROWS];
  let y = place.at.y * rows.x;
  let height = place.size.y * rows.x;
  let course = floor(y);
  let shift = fract(course * rows.y) + chance(vec2f(course, 0.0)) * rows.z;
  let x = place.at.x + shift;

  let line = materials[row].params[PARAM_PATTERN_LINES];
  let across = lines(x, place.size.x, line.y) * mix(1.0, seen(height), rows.w);
  let joints = crossed(across, lines(y, height, line.x));
  let second = materials[row].params[PARAM_PATTERN_LATTICE];
  let fine = finer(place, second.xy);
  let light = line.z * joints + second.w * lattice(fine.at, fine.size, second.zz);

  let cells = materials[row].params[PARAM_PATTERN_CELLS];
  let squares = wave(place.at.x, place.size.x) * wave(place.at.y, place.size.y);
  let own = chance(vec2f(floor(x), course)) * seen(max(place.size.x, height));
  let noisy = Place(vec2f(place.at.x + shift * cells.w, place.at.y), place.size);
  let contrast = line.w * joints + cells.y * squares + cells.z * own
    + grainOf(noisy, materials[row].params[PARAM_PATTERN_NOISE_1])
    + grainOf(noisy, materials[row].params[PARAM_PATTERN_NOISE_2])
    + grainOf(noisy, materials[row].params[PARAM_PATTERN_NOISE_3]);
  return cells.x * squares + tone * light + abs(tone) * contrast;
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
  let luminance = dot(mean, vec3f(0.2126, 0.7152, 0.0722));
  let tone = select(LIGHTEN, DARKEN, luminance > 0.2);
  let strength = f32((word >> STAND_IN_STRENGTH_SHIFT) + 1u) / f32(STAND_IN_STRENGTHS);
  let change = strength * patternOf(material.row, place, tone);
  return baseSurface(material, vec4f(mean * (1.0 + change), 1.0));
}
