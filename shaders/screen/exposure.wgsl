// Automatic exposure: measures the brightness of the picture and adapts the factor of light.
// Follows the engine's `viewpostprocess.cpp` (`mat_tonemap_algorithm` 1), but measures the whole
// histogram each frame.

import constants::LUMINANCE_BINS;
import constants::EXPOSURE_GOALS;
import package::common::view::frame::frame;

struct Exposure {
  // Factor of the picture, read by the post pass.
  scale: f32,
  // `frame.time` of the previous frame.
  time: f32,
  // Number of valid `goals`.
  goalCount: u32,
  // Oldest first.
  goals: array<f32, EXPOSURE_GOALS>,
  bins: array<atomic<u32>, LUMINANCE_BINS>,
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
}

@group(1) @binding(0) var<storage, read_write> exposure: Exposure;
@group(1) @binding(1) var<uniform> metering: Metering;
@group(1) @binding(2) var light: texture_2d<f32>;

var<workgroup> counts: array<atomic<u32>, LUMINANCE_BINS>;

// Counts linear luminances of the exposed picture in sixteen bins, which are narrower for dark
// values.
@compute @workgroup_size(8, 8) fn measure(
  @builtin(global_invocation_id) id: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  if (local < LUMINANCE_BINS) {
    atomicStore(&counts[local], 0u);
  }
  workgroupBarrier();
  if (all(id.xy < metering.count)) {
    let color = textureLoad(light, metering.first + id.xy * metering.stride, 0).rgb;
    let shown = clamp(color * exposure.scale, vec3f(0.0), vec3f(1.0));
    let luminance = dot(shown, vec3f(0.2125, 0.7154, 0.0721));
    let bin = u32(pow(luminance, 1.0 / 1.5) * f32(LUMINANCE_BINS));
    atomicAdd(&counts[min(bin, LUMINANCE_BINS - 1u)], 1u);
  }
  workgroupBarrier();
  if (local < LUMINANCE_BINS) {
    let count = atomicLoad(&counts[local]);
    if (count > 0u) {
      atomicAdd(&exposure.bins[local], count);
    }
  }
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
    total += atomicLoad(&exposure.bins[bin]);
  }
  if (total == 0u) {
    return -1.0;
  }
  var above = 0.0;
  for (var bin = LUMINANCE_BINS; bin > 0u; bin--) {
    let part = f32(atomicLoad(&exposure.bins[bin - 1u])) / f32(total);
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

fn forgetBins() {
  for (var bin = 0u; bin < LUMINANCE_BINS; bin++) {
    atomicStore(&exposure.bins[bin], 0u);
  }
}

// Starts the search for the exposure of a still picture.
@compute @workgroup_size(1) fn begin() {
  exposure.scale = clamp(metering.start, metering.least, metering.most);
  exposure.time = frame.time;
  exposure.goalCount = 0u;
  forgetBins();
}

// Takes one step of that search.
@compute @workgroup_size(1) fn settle() {
  exposure.scale = goalOf();
  forgetBins();
}

// Adapts the exposure by the time since the previous frame.
@compute @workgroup_size(1) fn approach() {
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
  let seconds = max(0.0, frame.time - exposure.time);
  exposure.time = frame.time;
  forgetBins();
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
