// Sprites, and what has to be seen of a glow. Sources: the engine's `c_sprite.cpp` and
// `c_pixel_visibility.cpp`.

import constants::SPRITE_SUN;
import package::common::view::frame::frame;

// A row of `src/map/placed/sprites.ts`.
struct Sprite {
  origin: vec3f,
  material: u32,
  color: vec3f,
  alpha: f32,
  // Left, right, down, up, inches.
  extents: vec4f,
  right: vec3f,
  flags: u32,
  up: vec3f,
  proxySize: f32,
  inset: vec2f,
  proxyAspect: f32,
  glow: u32,
}

// A row of `frame.clipFromWorld`: a plane's normal in the world.
fn clipRow(row: u32) -> vec3f {
  let m = frame.clipFromWorld;
  return vec3f(m[0][row], m[1][row], m[2][row]);
}

// A square in the picture, a part of which has to be seen.
struct Proxy {
  // Pixels.
  mins: vec2f,
  maxs: vec2f,
  depth: f32,
  // Of it in the picture; 0: none is, or it is behind the eye.
  share: f32,
}

// Pixels that a square is high and wide, at the least, as the engine counts them.
const LEAST_PROXY_PIXELS = 5.0;

fn proxyOf(sprite: Sprite) -> Proxy {
  var proxy: Proxy;
  let size = vec2f(frame.pictureSize);
  let isSun = (sprite.flags & SPRITE_SUN) != 0u;
  let toEye = normalize(frame.cameraPosition - sprite.origin);
  // On the side of the eye, so that what the glow sits on does not hide it.
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
    // A diameter, seen from one inch, wherever in the picture it is.
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

// Places that are looked at of each glow, across and down.
const GLOW_GRID = 16u;
// Threads that look, a row of places in four each.
const GLOW_GROUP = 64u;

// The pixel of a place.
fn glowPixel(proxy: Proxy, place: u32) -> vec2u {
  let cell = vec2f(f32(place % GLOW_GRID), f32(place / GLOW_GRID));
  let pixel = mix(proxy.mins, proxy.maxs, (cell + 0.5) / f32(GLOW_GRID));
  return min(vec2u(pixel), frame.pictureSize - 1u);
}

// How much of a glow is seen where so many of its places are.
fn glowSeen(proxy: Proxy, places: u32) -> f32 {
  let seen = f32(places) / f32(GLOW_GRID * GLOW_GRID);
  return select(seen, 1.0, seen >= 0.95) * proxy.share;
}
