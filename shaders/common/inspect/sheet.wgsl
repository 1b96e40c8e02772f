// What views read besides what surfaces are drawn with: bind group 3.

import constants::INSPECT_STOPS;
import constants::INSTANCE_STRIDE_WORDS;

struct Sheet {
  // The legend: linear light, and the number that a row of a scale stands for.
  stops: array<vec4f, INSPECT_STOPS>,
  // Where the view was frozen.
  frozenEye: vec3f,
  // Rows of the scale, which are the first.
  scaleCount: u32,
  // Where the parts of `facts` begin, words.
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

// A row of the legend behind its scale.
fn kindColor(row: u32) -> vec3f {
  return sheet.stops[sheet.scaleCount + row].rgb;
}

// A number's colour on the scale, by its logarithm.
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

// Texels of a material's base texture; 0: it has none.
fn textureSize(isModel: bool, material: u32) -> vec2f {
  let word = facts[select(sheet.worldMaterials, sheet.propMaterials, isModel) + material];
  return vec2f(f32(word & 0xffffu), f32(word >> 16u));
}
