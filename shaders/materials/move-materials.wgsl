// Updates the rows of moving materials. Each thread runs the program of one material, see
// `src/map/motion/material-motion.ts`.

import constants::MAX_MOTION_OPS;
import constants::MOTION_OP_ABS;
import constants::MOTION_OP_ADD;
import constants::MOTION_OP_CAMERA;
import constants::MOTION_OP_CONSTANT;
import constants::MOTION_OP_COS;
import constants::MOTION_OP_DIVIDE;
import constants::MOTION_OP_EXP;
import constants::MOTION_OP_FRACTION;
import constants::MOTION_OP_GAUSSIAN;
import constants::MOTION_OP_LESS_OR_EQUAL;
import constants::MOTION_OP_LINEAR;
import constants::MOTION_OP_MAX;
import constants::MOTION_OP_MIN;
import constants::MOTION_OP_MULTIPLY;
import constants::MOTION_OP_SELECT;
import constants::MOTION_OP_SIN;
import constants::MOTION_OP_SQRT;
import constants::MOTION_OP_STORE;
import constants::MOTION_OP_SUBTRACT;
import constants::MOTION_OP_TIME;
import constants::MOTION_OP_TRUNCATE;
import constants::MOTION_OP_UNIFORM;
import constants::MOTION_ALPHA;
import constants::MOTION_FRAME;
import constants::MOTION_PARAM;
import constants::ROLE_COUNT;
import package::common::view::frame::frame;
import package::common::material::material::MaterialRow;

struct MovingMaterial {
  firstOp: u32,
  opCount: u32,
  // Row in `rows`.
  row: u32,
  // Factor of its tint and alpha.
  scale: vec4f,
  // Place of the first frame of each role, and number of further frames.
  places: array<u32, ROLE_COUNT>,
  lastFrames: array<u32, ROLE_COUNT>,
}

@group(1) @binding(0) var<storage, read> moving: array<MovingMaterial>;
// Operation and its operands a, b, c.
@group(1) @binding(1) var<storage, read> ops: array<vec4u>;
@group(1) @binding(2) var<storage, read_write> rows: array<MaterialRow>;

var<private> results: array<f32, MAX_MOTION_OPS>;

// Hashes two words with PCG's output function.
fn hash(a: u32, b: u32) -> u32 {
  let state = (a ^ (b * 0x9e3779b9u)) * 747796405u + 2891336453u;
  let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

// Returns a number from 0 to 1 for the current frame, the material and `seed`.
fn uniformNoise(material: u32, seed: u32) -> f32 {
  let moment = hash(bitcast<u32>(frame.time), material * 64u + seed);
  return f32(hash(moment, seed) >> 8u) / 16777216.0;
}

// Returns a normally distributed number (Box-Muller).
fn gaussianNoise(material: u32, seed: u32) -> f32 {
  let far = sqrt(-2.0 * log(max(uniformNoise(material, seed * 2u + 32u), 1e-7)));
  return far * cos(6.2831853 * uniformNoise(material, seed * 2u + 33u));
}

fn linearOf(value: f32) -> f32 {
  return select(pow(max(value, 0.0), 2.2), value, value > 1.0);
}

fn store(material: u32, destination: u32, value: f32) {
  let row = moving[material].row;
  if (destination >= MOTION_PARAM) {
    let number = destination - MOTION_PARAM;
    rows[row].params[number >> 2u][number & 3u] = value;
  } else if (destination >= MOTION_FRAME) {
    let role = min(destination - MOTION_FRAME, ROLE_COUNT - 1u);
    let shown = min(u32(max(value, 0.0)), moving[material].lastFrames[role]);
    rows[row].places[role] = moving[material].places[role] + shown;
  } else if (destination == MOTION_ALPHA) {
    rows[row].material.alpha = value * moving[material].scale.w;
  } else {
    let channel = min(destination, 2u);
    rows[row].material.tint[channel] = value * moving[material].scale[channel];
  }
}

fn resultOf(material: u32, op: vec4u) -> f32 {
  switch op.x {
    case MOTION_OP_CONSTANT: { return bitcast<f32>(op.y); }
    case MOTION_OP_TIME: { return frame.time; }
    case MOTION_OP_CAMERA: { return frame.cameraPosition[min(op.y, 2u)]; }
    case MOTION_OP_UNIFORM: { return uniformNoise(material, op.y); }
    case MOTION_OP_GAUSSIAN: { return gaussianNoise(material, op.y); }
    default: {}
  }
  let a = results[op.y];
  let b = results[op.z];
  let c = results[op.w];
  switch op.x {
    case MOTION_OP_ADD: { return a + b; }
    case MOTION_OP_SUBTRACT: { return a - b; }
    case MOTION_OP_MULTIPLY: { return a * b; }
    case MOTION_OP_DIVIDE: { return select(a / b, 0.0, b == 0.0); }
    case MOTION_OP_MIN: { return min(a, b); }
    case MOTION_OP_MAX: { return max(a, b); }
    case MOTION_OP_ABS: { return abs(a); }
    case MOTION_OP_SIN: { return sin(a); }
    case MOTION_OP_COS: { return cos(a); }
    case MOTION_OP_EXP: { return exp(min(a, 80.0)); }
    case MOTION_OP_SQRT: { return sqrt(max(a, 0.0)); }
    case MOTION_OP_TRUNCATE: { return trunc(a); }
    case MOTION_OP_FRACTION: { return fract(a); }
    case MOTION_OP_LINEAR: { return linearOf(a); }
    case MOTION_OP_LESS_OR_EQUAL: { return select(0.0, 1.0, a <= b); }
    case MOTION_OP_SELECT: { return select(c, b, a != 0.0); }
    default: { return 0.0; }
  }
}

@compute @workgroup_size(64)
fn computeMain(@builtin(global_invocation_id) id: vec3u) {
  let material = id.x;
  if (material >= arrayLength(&moving)) {
    return;
  }
  let first = moving[material].firstOp;
  let count = min(moving[material].opCount, MAX_MOTION_OPS);
  for (var i = 0u; i < count; i++) {
    let op = ops[first + i];
    if (op.x == MOTION_OP_STORE) {
      store(material, op.y, results[op.z]);
    } else {
      results[i] = resultOf(material, op);
    }
  }
}
