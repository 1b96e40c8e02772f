// Automatic exposure: measures the brightness of the picture and adapts the factor of light.
// Follows the engine's `viewpostprocess.cpp` (`mat_tonemap_algorithm` 1), but measures the whole
// histogram each frame.

import constants::LUMINANCE_BINS;
import constants::EXPOSURE_GOALS;

struct Exposure {
  // Factor of the picture, read by the post pass.
  scale: f32,
  // `metering.time` of the previous frame.
  time: f32,
  // Number of valid `goals`.
  goalCount: u32,
  // Oldest first.
  goals: array<f32, EXPOSURE_GOALS>,
}

// Parameters by map and picture size: `METERING` in exposure-meter.ts.
struct Metering {
  start: f32,
  least: f32,
  most: f32,
  rate: f32,
  brightTarget: f32,
  brightShare: f32,
  leastMedian: f32,
  // Distance in texels between two samples.
  stride: u32,
  // First sampled texel, and number of samples.
  first: vec2u,
  count: vec2u,
  // Clock by which the exposure adapts, in seconds. It goes on while the map is paused.
  time: f32,
}

// A step of the search reaches its goal, except in overexposed pictures, where it lowers the exposure
// by 40%.
const SETTLING_STEPS = 10u;

@group(1) @binding(0) var<storage, read_write> exposure: Exposure;
@group(1) @binding(1) var<uniform> metering: Metering;
@group(1) @binding(2) var light: texture_2d<f32>;

// One workgroup measures the picture, so that a frame needs one dispatch, and results depend on no
// order.
const LANES = 256u;
// Texels that a thread loads before it needs any of them, because each load waits for memory.
const LOADED = 4u;

var<workgroup> bins: array<atomic<u32>, LUMINANCE_BINS>;

// Returns a bin's part of packed counts.
fn oneIn(bin: u32) -> vec4u {
  return select(vec4u(0u), vec4u(1u << ((bin & 3u) * 8u)), vec4u(0u, 1u, 2u, 3u) == vec4u(bin >> 2u));
}

// Counts linear luminances of the exposed picture in sixteen bins, which are narrower for dark
// values. Call from uniform control flow.
fn measure(local: u32) {
  if (local < LUMINANCE_BINS) {
    atomicStore(&bins[local], 0u);
  }
  workgroupBarrier();
  let scale = exposure.scale;
  let total = metering.count.x * metering.count.y;
  // Counts of all bins, a byte each: a thread reads fewer than 256 texels, see `MOST_TEXELS`.
  var counts = vec4u(0u);
  for (var first = local; first < total; first += LANES * LOADED) {
    var colors: array<vec3f, LOADED>;
    for (var i = 0u; i < LOADED; i++) {
      let at = min(first + i * LANES, total - 1u);
      let texel = vec2u(at % metering.count.x, at / metering.count.x);
      colors[i] = textureLoad(light, metering.first + texel * metering.stride, 0).rgb;
    }
    for (var i = 0u; i < LOADED && first + i * LANES < total; i++) {
      let shown = clamp(colors[i] * scale, vec3f(0.0), vec3f(1.0));
      let luminance = dot(shown, vec3f(0.2125, 0.7154, 0.0721));
      let bin = u32(pow(luminance, 1.0 / 1.5) * f32(LUMINANCE_BINS));
      counts += oneIn(min(bin, LUMINANCE_BINS - 1u));
    }
  }
  for (var bin = 0u; bin < LUMINANCE_BINS; bin++) {
    let count = (counts[bin >> 2u] >> ((bin & 3u) * 8u)) & 0xffu;
    if (count > 0u) {
      atomicAdd(&bins[bin], count);
    }
  }
  workgroupBarrier();
}

// Returns the lower edge of a bin.
fn edgeOf(bin: u32) -> f32 {
  return pow(f32(bin) / f32(LUMINANCE_BINS), 1.5);
}

// Returns the luminance that `share` of all texels exceed, or `kept` if both lie in the same bin.
// -1 if there are no texels.
fn locate(share: f32, kept: f32) -> f32 {
  var total = 0u;
  for (var bin = 0u; bin < LUMINANCE_BINS; bin++) {
    total += atomicLoad(&bins[bin]);
  }
  if (total == 0u) {
    return -1.0;
  }
  var above = 0.0;
  for (var bin = LUMINANCE_BINS; bin > 0u; bin--) {
    let part = f32(atomicLoad(&bins[bin - 1u])) / f32(total);
    let low = edgeOf(bin - 1u);
    let high = edgeOf(bin);
    let needed = share - above;
    if (part >= needed) {
      if (low <= kept && kept <= high) {
        return kept;
      }
      return clamp(high - (high - low) * needed / max(part, 1e-9), low, high);
    }
    above += part;
  }
  return -1.0;
}

// Returns the factor of light at which the measured picture would have its target brightness.
fn goalOf() -> f32 {
  let bright = locate(metering.brightShare, metering.brightTarget);
  var factor = metering.brightTarget / max(select(bright, metering.brightTarget, bright < 0.0), 1e-4);
  let median = locate(0.5, -1.0);
  if (median > 0.0) {
    factor = max(factor, metering.leastMedian / median);
  }
  return clamp(factor * exposure.scale, metering.least, metering.most);
}

// Searches the exposure of a still picture, starting from the map's.
@compute @workgroup_size(LANES) fn settle(@builtin(local_invocation_index) local: u32) {
  if (local == 0u) {
    exposure.scale = clamp(metering.start, metering.least, metering.most);
    exposure.time = metering.time;
    exposure.goalCount = 0u;
  }
  for (var step = 0u; step < SETTLING_STEPS; step++) {
    storageBarrier();
    measure(local);
    if (local == 0u) {
      exposure.scale = goalOf();
    }
  }
}

// Adapts the exposure by the time since the previous frame.
@compute @workgroup_size(LANES) fn approach(@builtin(local_invocation_index) local: u32) {
  measure(local);
  if (local > 0u) {
    return;
  }
  let newest = goalOf();
  if (exposure.goalCount < EXPOSURE_GOALS) {
    exposure.goals[exposure.goalCount] = newest;
    exposure.goalCount++;
  } else {
    for (var i = 1u; i < EXPOSURE_GOALS; i++) {
      exposure.goals[i - 1u] = exposure.goals[i];
    }
    exposure.goals[EXPOSURE_GOALS - 1u] = newest;
  }
  var goal = newest;
  if (exposure.goalCount == EXPOSURE_GOALS) {
    // The newest and the oldest goal have the greatest weight, the middle one has none.
    var sum = 0.0;
    var weights = 0.0;
    for (var i = 0u; i < EXPOSURE_GOALS; i++) {
      let weight = abs(f32(i) - f32(EXPOSURE_GOALS / 2u)) / f32(EXPOSURE_GOALS / 2u);
      sum += exposure.goals[i] * weight;
      weights += weight;
    }
    goal = clamp(sum / weights, metering.least, metering.most);
  }
  let seconds = max(0.0, metering.time - exposure.time);
  exposure.time = metering.time;
  if (metering.rate <= 0.0) {
    exposure.scale = goal;
    return;
  }
  var rate = metering.rate * 2.0;
  if (goal < exposure.scale) {
    // Darkening is up to three times as fast.
    rate = min(3.0 * rate, mix(rate, 3.0 * rate, (exposure.scale - goal) / 1.5));
  }
  // The engine limits the step per frame; sixty frames per second are assumed.
  let step = clamp(rate / 60.0, 0.0, 0.25 / f32(LUMINANCE_BINS));
  exposure.scale = mix(goal, exposure.scale, pow(1.0 - step, seconds * 60.0));
}
