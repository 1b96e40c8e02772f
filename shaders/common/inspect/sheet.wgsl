// Bind group 3 of inspection views: legend and facts about the map.

import constants::INSPECT_STOPS;
import constants::INSTANCE_STRIDE_WORDS;

struct Sheet {
  // Legend colours in linear light. w is the number that a row of the scale stands for.
  stops: array<vec4f, INSPECT_STOPS>,
  // Camera position at which the view was frozen.
  frozenEye: vec3f,
  // Number of scale rows, which come first in `stops`.
  scaleCount: u32,
  // Offsets in `facts` of its parts, in words.
  worldVertices: u32,
  worldMaterials: u32,
  propMaterials: u32,
  propInstances: u32,
  nodes: u32,
  leafs: u32,
  nodeCount: u32,
}

@group(3) @binding(0) var<uniform> sheet: Sheet;
@group(3) @binding(1) var<storage, read> facts: array<u32>;

// Returns the colour of a legend row after the scale.
fn kindColor(row: u32) -> vec3f {
  return sheet.stops[sheet.scaleCount + row].rgb;
}

// Returns the colour of a number on the scale, interpolated by its logarithm.
fn scaleColor(value: f32) -> vec3f {
  var color = sheet.stops[0].rgb;
  for (var i = 1u; i < sheet.scaleCount; i++) {
    let lower = sheet.stops[i - 1u];
    let upper = sheet.stops[i];
    if (value > lower.w) {
      color = mix(lower.rgb, upper.rgb, saturate(log2(value / lower.w) / log2(upper.w / lower.w)));
    }
  }
  return color;
}

fn vertexFact(vertex: u32) -> u32 {
  return facts[sheet.worldVertices + vertex];
}

fn instanceFact(instance: u32, word: u32) -> u32 {
  return facts[sheet.propInstances + instance * INSTANCE_STRIDE_WORDS + word];
}

// Returns the size of a material's base texture in texels, or 0 if it has none.
fn textureSize(isModel: bool, material: u32) -> vec2f {
  let word = facts[select(sheet.worldMaterials, sheet.propMaterials, isModel) + material];
  return vec2f(f32(word & 0xffffu), f32(word >> 16u));
}
