// The world's lightmaps. The blocks of a face's light styles lie side by side in the atlas and are
// summed by style brightness.

import constants::NO_STYLE;
import constants::SURFACE_BLOCK_WIDTH_MASK;
import constants::SURFACE_BLOCK_WIDTH_SHIFT;
import constants::SURFACE_BUMPED;
import constants::SURFACE_LIT;
import constants::SURFACE_PAGE_MASK;
import constants::SURFACE_PAGE_SHIFT;
import package::common::view::frame::styleBrightness;

@group(1) @binding(1) var lightmap: texture_2d_array<f32>;
@group(1) @binding(2) var lightmapSampler: sampler;

// Returns the light of a face by directions. `directions` holds the weight of each direction of the
// bump basis. A face without directional blocks takes the same light from all three.
@if(bumped)
fn directedLight(surface: u32, styles: vec4u, coord: vec2f, directions: vec3f) -> vec3f {
  if ((surface & SURFACE_LIT) == 0u) {
    return vec3f(1.0);
  }
  if ((surface & SURFACE_BUMPED) == 0u) {
    return lightmapLight(surface, styles, coord) * (directions.x + directions.y + directions.z);
  }
  let scale = 1.0 / vec2f(textureDimensions(lightmap));
  let page = (surface >> SURFACE_PAGE_SHIFT) & SURFACE_PAGE_MASK;
  let blockWidth = f32((surface >> SURFACE_BLOCK_WIDTH_SHIFT) & SURFACE_BLOCK_WIDTH_MASK);
  var light = vec3f(0.0);
  for (var i = 0u; i < 4u; i++) {
    if (styles[i] == NO_STYLE) {
      break;
    }
    // Skip the style's flat block.
    let first = vec2f(coord.x + (f32(i) * 4.0 + 1.0) * blockWidth, coord.y) * scale;
    let step = vec2f(blockWidth * scale.x, 0.0);
    let a = textureSampleLevel(lightmap, lightmapSampler, first, page, 0.0).rgb;
    let b = textureSampleLevel(lightmap, lightmapSampler, first + step, page, 0.0).rgb;
    let c = textureSampleLevel(lightmap, lightmapSampler, first + 2.0 * step, page, 0.0).rgb;
    light += styleBrightness(styles[i]) * (directions.x * a + directions.y * b + directions.z * c);
  }
  return light / 255.0;
}

// Returns the light of a face at a place of its first block; 1 shows the texture unchanged. `coord`
// is in texels. A face without lightmap blocks is fully lit.
fn lightmapLight(surface: u32, styles: vec4u, coord: vec2f) -> vec3f {
  if ((surface & SURFACE_LIT) == 0u) {
    return vec3f(1.0);
  }
  let scale = 1.0 / vec2f(textureDimensions(lightmap));
  let page = (surface >> SURFACE_PAGE_SHIFT) & SURFACE_PAGE_MASK;
  // A bumped face has four blocks per style, the flat one first.
  let blockWidth = (surface >> SURFACE_BLOCK_WIDTH_SHIFT) & SURFACE_BLOCK_WIDTH_MASK;
  let styleWidth = f32(blockWidth * select(1u, 4u, (surface & SURFACE_BUMPED) != 0u));
  var light = vec3f(0.0);
  for (var i = 0u; i < 4u; i++) {
    if (styles[i] == NO_STYLE) {
      break;
    }
    let texel = vec2f(coord.x + f32(i) * styleWidth, coord.y);
    let stored = textureSampleLevel(lightmap, lightmapSampler, texel * scale, page, 0.0).rgb;
    light += styleBrightness(styles[i]) * stored;
  }
  // Stored samples are 8-bit: 255 is full light.
  return light / 255.0;
}
