// Points of beams between two places, displaced by noise. Sources: the engine's `view_beams.cpp`
// (`Noise`, `UpdateBeam`, `SetupBeam`) and `beamdraw.cpp` (`DrawSegs`, `DrawRing`).

import constants::BEAM_RING;
import package::common::geometry::sprite::clipRow;
import package::common::view::frame::frame;

// A row of `src/map/placed/beams.ts`.
struct Beam {
  start: vec3f,
  material: u32,
  delta: vec3f,
  flags: u32,
  color: vec3f,
  alpha: f32,
  widths: vec2f,
  noise: f32,
  points: u32,
  texStep: f32,
  speed: f32,
  life: f32,
  pause: f32,
}

const PI = 3.14159265;
// Number of points of a noise wave, and number of midpoint subdivisions that build it.
const NOISE_DIVISIONS = 128u;
const NOISE_LEVELS = 7;
// New noise waves per second. The engine makes one each frame.
const NOISE_RATE = 60.0;
// Seconds after the map's start at which intermittent beams strike first.
const FIRST_STRIKE = 1.0;
// Number of noise waves around a ring.
const RING_WAVES = 8u;

// Returns a pseudorandom number from -1 to 1, the same for the same wave and place.
fn randomOf(wave: u32, place: u32) -> f32 {
  var bits = (wave * NOISE_DIVISIONS + place) * 747796405u + 2891336453u;
  bits = ((bits >> ((bits >> 28u) + 4u)) ^ bits) * 277803737u;
  bits = (bits >> 22u) ^ bits;
  return f32(bits >> 8u) / 8388608.0 - 1.0;
}

// Returns a wave's value by midpoint displacement. Both ends are 0; each midpoint is the mean of
// its neighbours plus a random offset that halves at each level.
fn noiseAt(wave: u32, place: u32) -> f32 {
  var low = 0u;
  var high = NOISE_DIVISIONS;
  var ends = vec2f();
  var scale = 1.0;
  for (var level = 0; level < NOISE_LEVELS; level++) {
    let middle = (low + high) / 2u;
    let value = (ends.x + ends.y) * 0.5 + scale * randomOf(wave, middle);
    if (place < middle) {
      high = middle;
      ends.y = value;
    } else {
      low = middle;
      ends.x = value;
    }
    scale *= 0.5;
  }
  return ends.x;
}

// Returns the number of the beam's current noise wave.
fn waveOf(row: u32) -> u32 {
  return u32(frame.time * NOISE_RATE) * 8191u + row * 131u;
}

// Returns the time in seconds of the beam's first strike, or of the latest one if it repeats.
fn strikeTime(beam: Beam) -> f32 {
  let period = beam.life + beam.pause;
  if (beam.life == 0.0) {
    return select(0.0, FIRST_STRIKE, (beam.flags & BEAM_RING) != 0u);
  }
  return FIRST_STRIKE + floor(max(frame.time - FIRST_STRIKE, 0.0) / period) * period;
}

fn isStriking(beam: Beam, strike: f32) -> bool {
  return beam.life == 0.0 || (frame.time >= strike && frame.time < strike + beam.life);
}

// Returns the time by which the beam's texture scrolls. A permanent beam scales the map's time by
// its speed.
fn freqOf(beam: Beam, strike: f32) -> f32 {
  let isLasting = beam.life == 0.0 && (beam.flags & BEAM_RING) == 0u;
  return select(strike * beam.speed + frame.time - strike, frame.time * beam.speed, isLasting);
}

fn linePoint(beam: Beam, row: u32, point: u32) -> vec3f {
  let part = 1.0 / f32(beam.points - 1u);
  let place = beam.start + beam.delta * (f32(point) * part);
  if (beam.noise == 0.0) {
    return place;
  }
  let step = u32(f32(NOISE_DIVISIONS - 1u) * part * 65536.0);
  let aside = cross(clipRow(3u), beam.delta);
  let noise = noiseAt(waveOf(row), (point * step) >> 16u) * beam.noise;
  return place + aside * (noise / max(length(aside), 1e-6));
}

// The ring starts one step before its first point.
fn ringPoint(beam: Beam, row: u32, freq: f32, point: u32) -> vec3f {
  let part = 1.0 / f32(beam.points - 1u);
  let turn = f32(point) * part * 2.0 * PI;
  let half = beam.delta * 0.5;
  let level = vec3f(half.y, -half.x, 0.0);
  let across = level * (length(half) / max(length(level), 1e-6));
  let place = beam.start + half + half * sin(turn) + across * cos(turn);
  if (beam.noise == 0.0) {
    return place;
  }
  let step = u32(f32(NOISE_DIVISIONS - 1u) * part * 65536.0) * RING_WAVES;
  let wave = waveOf(row) + point / (beam.points / RING_WAVES);
  let noise = noiseAt(wave, ((point * step) >> 16u) % NOISE_DIVISIONS) * beam.noise;
  let turned = cos(f32(point) * part * PI * 24.0 + freq);
  return place + (normalize(clipRow(1u)) + normalize(clipRow(0u)) * turned) * noise;
}
