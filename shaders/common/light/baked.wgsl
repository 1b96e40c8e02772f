// Light that the map's compiler stored for props, per vertex or per texel.

@if(finelyLit) import constants::FINE_MAP_HEADER_WORDS;
import constants::NO_BAKED_LIGHT;

// One RGBA word per vertex of an instance: half the gamma-encoded light. Light maps follow.
@group(1) @binding(3) var<storage, read> bakedLight: array<u32>;

// Decodes stored light. The compiler stores (light ^ (1 / 2.2)) / 2, which leaves room for twice
// full light.
fn storedLight(stored: vec3f) -> vec3f {
  return pow(stored * 2.0, vec3f(2.2));
}

fn storedAt(word: u32) -> vec3f {
  return unpack4x8unorm(bakedLight[word]).rgb;
}

fn bakedLightOf(bakedBase: u32, vertex: u32) -> vec4f {
  if (bakedBase == NO_BAKED_LIGHT) {
    return vec4f(0.0);
  }
  return vec4f(storedLight(storedAt(bakedBase + vertex)), 1.0);
}

// Reads one level of a light map with bilinear filtering, clamped to its edge.
@if(finelyLit)
fn texelsAt(first: u32, size: vec2u, coord: vec2f) -> vec3f {
  let at = clamp(coord * vec2f(size) - 0.5, vec2f(0.0), vec2f(size - 1u));
  let low = vec2u(at);
  let high = min(low + 1u, size - 1u);
  let upper = first + low.y * size.x;
  let lower = first + high.y * size.x;
  let part = fract(at);
  return mix(
    mix(storedAt(upper + low.x), storedAt(upper + high.x), part.x),
    mix(storedAt(lower + low.x), storedAt(lower + high.x), part.x),
    part.y,
  );
}

// Reads a light map with trilinear filtering. Returns linear light.
@if(finelyLit)
fn mapLight(base: u32, coord: vec2f, dx: vec2f, dy: vec2f) -> vec3f {
  let word = bakedLight[base];
  var size = vec2u(word & 0xffffu, word >> 16u);
  let last = bakedLight[base + 1u] - 1u;
  let across = max(length(dx * vec2f(size)), length(dy * vec2f(size)));
  let level = clamp(log2(max(across, 1e-6)), 0.0, f32(last));
  var first = base + FINE_MAP_HEADER_WORDS;
  for (var i = 0u; i < u32(level); i++) {
    first += size.x * size.y;
    size = max(size >> vec2u(1u), vec2u(1u));
  }
  var stored = texelsAt(first, size, coord);
  if (fract(level) > 0.0) {
    first += size.x * size.y;
    size = max(size >> vec2u(1u), vec2u(1u));
    stored = mix(stored, texelsAt(first, size, coord), fract(level));
  }
  return storedLight(stored);
}
