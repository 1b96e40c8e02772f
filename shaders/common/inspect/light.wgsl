// Views of how light is stored. The last two rows of each legend: without a lightmap, a model.

import constants::FACT_BYTES_MASK;
import constants::NO_STYLE;
import constants::SURFACE_BLOCK_WIDTH_MASK;
import constants::SURFACE_BLOCK_WIDTH_SHIFT;
import constants::SURFACE_BUMPED;
import package::common::inspect::looked::Looked;
import package::common::inspect::sheet::kindColor;
import package::common::inspect::sheet::scaleColor;
import package::common::inspect::sheet::vertexFact;

// Whether a face has luxels in the file: a map whose luxels are all black is drawn unlit, and still has them.
fn hasLuxels(at: Looked) -> bool {
  return !at.isModel && ((at.surface >> SURFACE_BLOCK_WIDTH_SHIFT) & SURFACE_BLOCK_WIDTH_MASK) != 0u;
}

// Of what has no lightmap.
fn unlitColor(at: Looked, row: u32) -> vec3f {
  return kindColor(select(row, row + 1u, at.isModel));
}

fn luxelColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 0u);
  }
  return scaleColor(at.luxelDensity);
}

// Luxels as a board of two colours, with lines between them; in their mean where they are too small to be told apart.
fn gridColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 3u);
  }
  let cell = floor(at.lightmapCoord);
  let isOdd = (i32(cell.x + cell.y) & 1) != 0;
  let board = select(kindColor(0u), kindColor(1u), isOdd);
  let inside = min(fract(at.lightmapCoord), 1.0 - fract(at.lightmapCoord));
  let pixels = inside / max(at.luxelPixels, vec2f(1e-6));
  let line = saturate(1.0 - min(pixels.x, pixels.y));
  let mean = (kindColor(0u) + kindColor(1u)) * 0.5;
  let size = max(at.luxelPixels.x, at.luxelPixels.y);
  return mix(mix(board, kindColor(2u), line), mean, saturate(size * 4.0 - 1.0));
}

fn bytesColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 0u);
  }
  return scaleColor(f32(vertexFact(at.vertex) & FACT_BYTES_MASK));
}

// The mean of the colours of all styles of the face.
fn styleColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 17u);
  }
  var color = vec3f(0.0);
  var count = 0.0;
  for (var i = 0u; i < 4u; i++) {
    if (at.styles[i] == NO_STYLE) {
      break;
    }
    color += kindColor(rowOfStyle(at.styles[i]));
    count += 1.0;
  }
  return color / max(count, 1.0);
}

// Those that the engine has patterns for, then four for lamps that are switched.
fn rowOfStyle(style: u32) -> u32 {
  return select(style, 13u + style % 4u, style > 12u);
}

fn bumpColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 2u);
  }
  return kindColor(select(0u, 1u, (at.surface & SURFACE_BUMPED) != 0u));
}
