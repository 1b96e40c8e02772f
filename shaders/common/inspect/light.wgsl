// Views of how light is stored. The last two legend rows stand for surfaces without a lightmap and
// for models.

import constants::FACT_BYTES_MASK;
import constants::NO_STYLE;
import constants::SURFACE_BLOCK_WIDTH_MASK;
import constants::SURFACE_BLOCK_WIDTH_SHIFT;
import constants::SURFACE_BUMPED;
import package::common::inspect::looked::Looked;
import package::common::inspect::sheet::kindColor;
import package::common::inspect::sheet::scaleColor;
import package::common::inspect::sheet::vertexFact;

// Returns true if the face has luxels in the file. A map whose luxels are all black is drawn unlit
// but still has them.
fn hasLuxels(at: Looked) -> bool {
  return !at.isModel && ((at.surface >> SURFACE_BLOCK_WIDTH_SHIFT) & SURFACE_BLOCK_WIDTH_MASK) != 0u;
}

// Returns the colour of surfaces without luxels. `row` is the legend row of world surfaces, the
// next row that of models.
fn unlitColor(at: Looked, row: u32) -> vec3f {
  return kindColor(select(row, row + 1u, at.isModel));
}

fn luxelColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 0u);
  }
  return scaleColor(at.luxelDensity);
}

// Returns luxels as a checkerboard with grid lines, or the mean colour where luxels are too small
// to tell apart.
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

// Returns the mean of the colours of all light styles of the face.
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

// Returns the legend row of a light style: first the styles with engine patterns, then four rows
// shared by switchable lamps.
fn rowOfStyle(style: u32) -> u32 {
  return select(style, 13u + style % 4u, style > 12u);
}

fn bumpColor(at: Looked) -> vec3f {
  if (!hasLuxels(at)) {
    return unlitColor(at, 2u);
  }
  return kindColor(select(0u, 1u, (at.surface & SURFACE_BUMPED) != 0u));
}
