// Particles of an emitter: closed formulas of emitter, slot and time. Sources are named by the
// readers of the entities, `src/particles/effects`. `src/particles/formula.ts` is the reference.

import constants::CURVE_ARCH;
import constants::CURVE_FALL;
import constants::CURVE_SMOKE;
import constants::CURVE_WAVE;
import constants::DRAG;
import constants::EMITTER_AROUND_EYE;
import constants::EMITTER_BALL;
import constants::EMITTER_CUBE;
import constants::EMITTER_DRAGGED;
import constants::EMITTER_FROZEN;
import constants::EMITTER_GRID;
import constants::EMITTER_SIZE_BY_DEPTH;
import constants::EMITTER_SIZE_BY_SECONDS;
import constants::EMITTER_SPANS;
import constants::EMITTER_TRAIL_SHRINKS;
import package::common::geometry::particle::Particle;
import package::common::geometry::particle::randomOf;
import package::common::geometry::sprite::clipRow;
import package::common::view::frame::frame;

// A row of `src/map/placed/emitters.ts`.
struct Emitter {
  origin: vec3f,
  flags: u32,
  right: vec3f,
  rate: f32,
  up: vec3f,
  lifeMin: f32,
  forward: vec3f,
  lifeMax: f32,
  spread: vec3f,
  speed: f32,
  acceleration: vec3f,
  twist: f32,
  boxMins: vec3f,
  ring: f32,
  boxSize: vec3f,
  seed: u32,
  colorStart: vec3f,
  alpha: f32,
  colorEnd: vec3f,
  shadeMin: f32,
  sizeStart: f32,
  sizeEnd: f32,
  sizeMin: f32,
  fadeDepth: f32,
  turn: f32,
  turnSpeed: f32,
  trail: f32,
  curve: u32,
  ambientPlace: vec3f,
  ambientIntensity: f32,
  ambientColor: vec3f,
  burst: u32,
  lampPlace: vec3f,
  lampIntensity: f32,
  lampColor: vec3f,
  jitter: f32,
  // Begin and end of two spans each.
  spans: vec4f,
  earlierSpans: vec4f,
  near: vec2f,
  count: u32,
  material: u32,
}

// Purposes of random numbers, as in the reference.
const FOR_ANGLE = 0u;
const FOR_LIFE = 1u;
const FOR_SPREAD_RIGHT = 2u;
const FOR_SPREAD_UP = 3u;
const FOR_SPREAD_FORWARD = 4u;
const FOR_BOX = 5u;
const FOR_SHADE = 8u;
const FOR_SIZE = 9u;
const FOR_TURN = 10u;
const FOR_TURN_SPEED = 11u;
const FOR_BURST = 12u;
const FOR_SPEED = 13u;

const PI = 3.14159265;

struct Birth {
  isAlive: bool,
  number: u32,
  seconds: f32,
}

fn hasFlag(emitter: Emitter, flag: u32) -> bool {
  return (emitter.flags & flag) != 0u;
}

fn spanOf(emitter: Emitter, i: u32) -> vec2f {
  let both = select(emitter.spans, emitter.earlierSpans, i > 1u);
  return select(both.xy, both.zw, (i & 1u) == 1u);
}

// Returns the birth of the particle in a slot. Slot 0 has the newest particle.
fn birthOf(emitter: Emitter, slot: u32) -> Birth {
  let stands = hasFlag(emitter, EMITTER_GRID | EMITTER_FROZEN);
  var left = i32(slot / emitter.burst);
  for (var i = 0u; i < EMITTER_SPANS; i++) {
    let span = spanOf(emitter, i);
    if (span.x > frame.time) {
      continue;
    }
    if (stands) {
      if (frame.time < span.y) {
        return Birth(true, slot, 0.0);
      }
      continue;
    }
    let newest = i32(floor((min(frame.time, span.y) - span.x) * emitter.rate));
    let reach = frame.time - emitter.lifeMax - emitter.jitter - span.x;
    let oldest = max(i32(ceil(reach * emitter.rate)), 0);
    let count = max(newest - oldest + 1, 0);
    if (left >= count) {
      left -= count;
      continue;
    }
    let event = u32(newest - left);
    let salt = bitcast<u32>(span.x);
    let number = event * emitter.burst + slot % emitter.burst + salt;
    var seconds = span.x + f32(event) / emitter.rate;
    if (emitter.jitter > 0.0 && event > 0u) {
      seconds += emitter.jitter * randomOf(emitter.seed + salt, event, FOR_BURST);
    }
    return Birth(true, number, seconds);
  }
  return Birth(false, 0u, 0.0);
}

fn alphaAt(curve: u32, share: f32) -> f32 {
  let wave = 0.5 - 0.5 * cos(share * PI * 2.0);
  switch curve {
    case CURVE_SMOKE: { return select(wave, wave * wave, share > 0.5); }
    case CURVE_WAVE: { return wave; }
    case CURVE_ARCH: { return sin(share * PI); }
    case CURVE_FALL: { return 1.0 - share; }
    default: { return 1.0; }
  }
}

fn draggedBy(speed: vec2f, wind: vec2f, age: f32) -> vec2f {
  let gap = wind - speed;
  let pulled = min(vec2f(age), abs(gap) / DRAG);
  return speed * pulled + sign(gap) * DRAG * 0.5 * pulled * pulled + wind * (age - pulled);
}

fn complexProduct(a: vec2f, b: vec2f) -> vec2f {
  return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Returns the horizontal place after a turning flight, relative to the origin.
fn twistedPlace(place: vec2f, velocity: vec2f, wind: vec2f, twist: f32, age: f32) -> vec2f {
  if (abs(twist) < 1e-4) {
    return place + velocity * age + wind * age * age * 0.5;
  }
  let w = -twist;
  let turned = vec2f(cos(w * age), sin(w * age));
  let once = vec2f(turned.y, 1.0 - turned.x) / w;
  let twice = vec2f(1.0 - turned.x, w * age - turned.y) / (w * w);
  return complexProduct(place, turned) + complexProduct(velocity, once) + complexProduct(wind, twice);
}

fn lightFrom(place: vec3f, color: vec3f, intensity: f32, point: vec3f) -> vec3f {
  let gap = point - place;
  let square = dot(gap, gap);
  return color * select(1000.0, intensity / square, square > 0.0001) * select(0.0, 1.0, intensity != 0.0);
}

fn signedRandom(emitter: Emitter, number: u32, purpose: u32) -> f32 {
  return randomOf(emitter.seed, number, purpose) * 2.0 - 1.0;
}

fn velocityOf(emitter: Emitter, number: u32) -> vec3f {
  let thrown = vec3f(
    signedRandom(emitter, number, FOR_SPREAD_RIGHT),
    signedRandom(emitter, number, FOR_SPREAD_UP),
    signedRandom(emitter, number, FOR_SPREAD_FORWARD),
  );
  if (hasFlag(emitter, EMITTER_BALL)) {
    let way = emitter.right * thrown.x + emitter.up * thrown.y
      + emitter.forward * thrown.z * emitter.spread.z + emitter.lampPlace;
    let factor = mix(emitter.spread.x, emitter.spread.y, randomOf(emitter.seed, number, FOR_SPEED));
    return way * factor / max(length(way), 1e-6);
  }
  var spread = emitter.spread;
  if (hasFlag(emitter, EMITTER_CUBE)) {
    spread = vec3f(mix(spread.x, spread.y, randomOf(emitter.seed, number, FOR_SPEED)));
  }
  let aside = thrown * spread;
  return emitter.right * aside.x + emitter.up * aside.y + emitter.forward * (aside.z + emitter.speed);
}

// Returns a place of birth, relative to the origin.
fn birthPlace(emitter: Emitter, number: u32) -> vec3f {
  let angle = randomOf(emitter.seed, number, FOR_ANGLE) * PI * 2.0;
  let inBox = vec3f(
    randomOf(emitter.seed, number, FOR_BOX),
    randomOf(emitter.seed, number, FOR_BOX + 1u),
    randomOf(emitter.seed, number, FOR_BOX + 2u),
  );
  return emitter.boxMins + emitter.boxSize * inBox
    + (emitter.right * cos(angle) + emitter.up * sin(angle)) * emitter.ring;
}

fn placeInGrid(emitter: Emitter, cell: vec3f, number: u32, turn: i32) -> vec3f {
  let seed = emitter.seed + number;
  let drawn = vec3f(
    randomOf(seed, u32(turn), FOR_BOX),
    randomOf(seed, u32(turn), FOR_BOX + 1u),
    randomOf(seed, u32(turn), FOR_BOX + 2u),
  );
  let cells = emitter.ambientColor;
  let kept = clamp(cell + floor(drawn * 3.0) - 1.0, vec3f(0.0), cells - 1.0);
  return emitter.origin + emitter.boxMins + (kept + 0.5) * emitter.boxSize / cells;
}

fn cellOf(emitter: Emitter, number: u32) -> vec3u {
  let cells = vec3u(emitter.ambientColor);
  return vec3u(number % cells.x, (number / cells.x) % cells.y, number / (cells.x * cells.y));
}

fn wanderedTo(emitter: Emitter, number: u32) -> vec3f {
  let steps = emitter.boxSize / emitter.ambientColor;
  let longest = max(max(steps.x, steps.y), steps.z) / (emitter.speed + 0.1);
  let lasts = longest * mix(0.5, 1.0, randomOf(emitter.seed, number, FOR_LIFE));
  let turns = frame.time / lasts + randomOf(emitter.seed, number, FOR_ANGLE);
  let turn = i32(floor(turns));
  let part = 0.5 - 0.5 * cos((turns - floor(turns)) * PI);
  let cell = vec3f(cellOf(emitter, number));
  return mix(
    placeInGrid(emitter, cell, number, turn),
    placeInGrid(emitter, cell, number, turn + 1),
    part,
  );
}

// Returns the slot that is drawn as number `place` of the emitter, so that particles that cover
// others come later. A jet away from the eye has its oldest particles farthest; a grid is walked
// from its far corner.
fn slotInOrder(emitter: Emitter, place: u32) -> u32 {
  if (hasFlag(emitter, EMITTER_GRID)) {
    let cells = vec3u(emitter.ambientColor);
    let middle = emitter.origin + emitter.boxMins + emitter.boxSize * 0.5;
    let cell = select(
      cells - 1u - cellOf(emitter, place),
      cellOf(emitter, place),
      frame.cameraPosition > middle,
    );
    return cell.x + (cell.y + cell.z * cells.y) * cells.x;
  }
  let flight = emitter.forward * emitter.speed + emitter.acceleration * emitter.lifeMax * 0.5;
  let isApproaching = dot(flight, frame.cameraPosition - emitter.origin) > 0.0;
  return select(emitter.count - 1u - place, place, isApproaching);
}

// Returns the depth of a point along the view's axis, inches.
fn depthOf(point: vec3f) -> f32 {
  let m = frame.clipFromWorld;
  return dot(vec3f(m[0].w, m[1].w, m[2].w), point) + m[3].w;
}

// Returns the particle that is drawn as number `place` of an emitter. Its size is 0 if it is dead.
fn particleOf(emitter: Emitter, place: u32) -> Particle {
  var out: Particle;
  let birth = birthOf(emitter, slotInOrder(emitter, place));
  let stands = hasFlag(emitter, EMITTER_GRID | EMITTER_FROZEN);
  let number = birth.number;
  let age = frame.time - birth.seconds;
  let life = mix(emitter.lifeMin, emitter.lifeMax, randomOf(emitter.seed, number, FOR_LIFE));
  if (!birth.isAlive || (!stands && (age < 0.0 || age >= life))) {
    return out;
  }
  let share = select(age / life, 0.0, stands);
  let moved = select(age, 0.0, hasFlag(emitter, EMITTER_FROZEN));
  let velocity = velocityOf(emitter, number);
  var now = velocity;
  if (hasFlag(emitter, EMITTER_GRID)) {
    out.position = wanderedTo(emitter, number);
  } else {
    let start = birthPlace(emitter, number);
    let pull = emitter.acceleration;
    if (hasFlag(emitter, EMITTER_DRAGGED)) {
      out.position = emitter.origin + start
        + vec3f(draggedBy(velocity.xy, pull.xy, moved), velocity.z * moved);
    } else {
      let level = twistedPlace(start.xy, velocity.xy, pull.xy, emitter.twist, moved);
      let height = start.z + velocity.z * moved + pull.z * moved * moved * 0.5;
      out.position = emitter.origin + vec3f(level, height);
      now += pull * moved;
    }
    if (hasFlag(emitter, EMITTER_AROUND_EYE)) {
      let period = emitter.lampColor;
      let most = emitter.origin + emitter.ambientPlace - period * 0.5;
      let center = max(min(frame.cameraPosition, most), emitter.origin + period * 0.5);
      out.position += floor((center - out.position) / period + 0.5) * period;
    }
  }
  let depth = depthOf(out.position);
  out.alpha = emitter.alpha;
  if (!stands) {
    out.alpha *= alphaAt(emitter.curve, share);
  }
  if (emitter.fadeDepth > 0.0) {
    out.alpha *= max(1.0 - depth / emitter.fadeDepth, 0.0);
  }
  if (emitter.near.y > emitter.near.x) {
    out.alpha *= saturate((depth - emitter.near.x) / (emitter.near.y - emitter.near.x));
  }
  let grown = select(share, age, hasFlag(emitter, EMITTER_SIZE_BY_SECONDS));
  out.size = mix(emitter.sizeStart, emitter.sizeEnd, grown);
  out.size *= mix(emitter.sizeMin, 1.0, randomOf(emitter.seed, number, FOR_SIZE));
  if (hasFlag(emitter, EMITTER_SIZE_BY_DEPTH)) {
    out.size *= max(depth, 0.0);
  }
  if (hasFlag(emitter, EMITTER_AROUND_EYE) && emitter.trail > 0.0) {
    // Streaks are a pixel wide at least, and fainter instead: `CClient_Precipitation`.
    let across = length(clipRow(0u)) * f32(frame.pictureSize.x) * 0.5 / max(depth, 1.0);
    let pixels = max(out.size * 2.0 * across, 1e-6);
    out.alpha *= pow(min(pixels, 1.0), 0.8);
    out.size *= max(1.0 / pixels, 1.0);
  }
  out.size = select(max(out.size, 0.0), 0.0, out.alpha <= 0.001);
  out.turn = emitter.turn * randomOf(emitter.seed, number, FOR_TURN)
    + emitter.turnSpeed * signedRandom(emitter, number, FOR_TURN_SPEED) * age;
  out.axis = now * emitter.trail;
  if (hasFlag(emitter, EMITTER_TRAIL_SHRINKS)) {
    // A trail is no wider than it is long.
    out.axis *= 1.0 - share;
    out.size = min(out.size, length(out.axis) * 0.5);
  }
  let shade = randomOf(emitter.seed, number, FOR_SHADE);
  let isGrid = hasFlag(emitter, EMITTER_GRID);
  let factor = select(mix(emitter.shadeMin, 1.0, shade), 1.0, isGrid);
  var color = mix(emitter.colorStart, emitter.colorEnd, select(share, shade, isGrid)) * factor;
  if (!isGrid) {
    color += lightFrom(emitter.ambientPlace, emitter.ambientColor, emitter.ambientIntensity, out.position);
  }
  color += lightFrom(emitter.lampPlace, emitter.lampColor, emitter.lampIntensity, out.position);
  color /= max(max(max(color.r, color.g), color.b), 1.0);
  out.color = pow(color, vec3f(2.2));
  return out;
}
