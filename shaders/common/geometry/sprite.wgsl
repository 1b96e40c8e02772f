// Sprites, and the visibility test of glows. Sources: the engine's `c_sprite.cpp` and
// `c_pixel_visibility.cpp`.

import constants::SPRITE_SUN;
import package::common::view::frame::frame;

// A row of `src/map/placed/sprites.ts`.
struct Sprite {
  origin: vec3f,
  material: u32,
  color: vec3f,
  alpha: f32,
  // Left, right, down, up; inches.
  extents: vec4f,
  right: vec3f,
  flags: u32,
  up: vec3f,
  proxySize: f32,
  inset: vec2f,
  proxyAspect: f32,
  glow: u32,
}

// Returns a row of `frame.clipFromWorld`: a plane's normal in the world.
fn clipRow(row: u32) -> vec3f {
  let m = frame.clipFromWorld;
  return vec3f(m[0][row], m[1][row], m[2][row]);
}

// A square in the picture. The visible share of it gives a glow's brightness.
struct Proxy {
  // In pixels.
  mins: vec2f,
  maxs: vec2f,
  depth: f32,
  // Share of the square inside the picture. 0 if it is outside or behind the eye.
  share: f32,
}

// Least width and height of the square in pixels, as the engine counts them.
const LEAST_PROXY_PIXELS = 5.0;

fn proxyOf(sprite: Sprite) -> Proxy {
  var proxy: Proxy;
  let size = vec2f(frame.pictureSize);
  let isSun = (sprite.flags & SPRITE_SUN) != 0u;
  let toEye = normalize(frame.cameraPosition - sprite.origin);
  // Moved towards the eye, so that the surface that the glow sits on does not hide it.
  let near = vec4f(sprite.origin + toEye * sprite.proxySize, 1.0);
  let center = frame.clipFromWorld * select(near, vec4f(sprite.up, 0.0), isSun);
  let w = select(dot(clipRow(3u), sprite.origin) + frame.clipFromWorld[3].w, center.w, isSun);
  if (center.w <= 0.0 || w <= 0.0) {
    return proxy;
  }
  let perInch = vec2f(length(clipRow(0u)), length(clipRow(1u)));
  let pixelsPerRadius = max(size.y * perInch.y / w, 1e-4);
  var radius = max(sprite.proxySize, LEAST_PROXY_PIXELS / pixelsPerRadius) * sqrt(0.5) / center.w;
  if (isSun) {
    // The sun's size is a diameter seen from a distance of one inch, the same anywhere in the
    // picture.
    radius = 0.5 * sprite.proxySize * sqrt(0.5);
  }
  let half = vec2f(radius, radius / sprite.proxyAspect) * perInch;
  let middle = center.xy / center.w;
  let mins = max(middle - half, vec2f(-1.0));
  let maxs = min(middle + half, vec2f(1.0));
  if (any(mins >= maxs)) {
    return proxy;
  }
  proxy.share = (maxs.x - mins.x) * (maxs.y - mins.y) / (4.0 * half.x * half.y);
  proxy.mins = vec2f(mins.x + 1.0, 1.0 - maxs.y) * 0.5 * size;
  proxy.maxs = vec2f(maxs.x + 1.0, 1.0 - mins.y) * 0.5 * size;
  proxy.depth = center.z / center.w;
  return proxy;
}

// Number of depth samples per glow, across and down.
const GLOW_GRID = 16u;
// Threads per glow. Each tests four samples in a row.
const GLOW_GROUP = 64u;

// Returns the pixel of a sample.
fn glowPixel(proxy: Proxy, place: u32) -> vec2u {
  let cell = vec2f(f32(place % GLOW_GRID), f32(place / GLOW_GRID));
  let pixel = mix(proxy.mins, proxy.maxs, (cell + 0.5) / f32(GLOW_GRID));
  return min(vec2u(pixel), frame.pictureSize - 1u);
}

// Returns the visible share of a glow of which `places` samples are visible.
fn glowSeen(proxy: Proxy, places: u32) -> f32 {
  let seen = f32(places) / f32(GLOW_GRID * GLOW_GRID);
  return select(seen, 1.0, seen >= 0.95) * proxy.share;
}
