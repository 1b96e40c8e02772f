// Filled invisible volumes (such as triggers) and markers of entities. Neither writes depth.

import package::common::view::frame::clipPosition;
import package::common::view::frame::frame;

struct Solid {
  @location(0) position: vec3f,
  @location(1) color: vec4f,
}

struct SolidOut {
  @builtin(position) position: vec4f,
  @location(0) color: vec4f,
  // Position relative to the eye, because derivatives of large coordinates are imprecise.
  @location(1) fromEye: vec3f,
}

// Depth factor that puts a volume's side in front of the surface it lies on, as for lines.
const PULL = 1.001;
const LIGHT = vec3f(0.36, 0.48, 0.8);
const SHADE = 0.45;
// Opacity factor of sides seen from inside their volume, so that the view through them stays clear.
const INSIDE = 0.3;

fn linearOf(color: vec3f) -> vec3f {
  let high = pow((color + 0.055) / 1.055, vec3f(2.4));
  return select(high, color / 12.92, color <= vec3f(0.04045));
}

fn shown(color: vec3f) -> vec3f {
  return linearOf(color) / max(frame.exposure, 1e-6);
}

@vertex fn solidVertex(solid: Solid) -> SolidOut {
  var clip = clipPosition(solid.position);
  clip.z *= PULL;
  return SolidOut(clip, solid.color, solid.position - frame.cameraPosition);
}

// Dims the background by more than the mark's alpha, so that marks stay visible over bright HDR
// light. An alpha of 0 still hides nothing, and 1 hides everything.
const DIMMING = 4.0;

// Shades the sides of a volume by their direction.
@fragment fn solidFragment(in: SolidOut, @builtin(front_facing) isFront: bool) -> @location(0) vec4f {
  let normal = normalize(cross(dpdx(in.fromEye), dpdy(in.fromEye)));
  let shade = 1.0 - SHADE * (1.0 - abs(dot(normal, LIGHT)));
  let cover = in.color.a * select(INSIDE, 1.0, isFront);
  return vec4f(shown(in.color.rgb) * shade * cover, 1.0 - pow(1.0 - cover, DIMMING));
}

struct Marker {
  @location(0) origin: vec3f,
  // rgb: sRGB colour. a: row of MARKER_ICONS.
  @location(1) color: vec4f,
}

struct MarkerOut {
  @builtin(position) position: vec4f,
  @location(0) color: vec3f,
  @location(1) @interpolate(flat) icon: u32,
  // -1 to 1 across the icon, y up.
  @location(2) place: vec2f,
}

// Half the size of an icon in inches, and its limits in pixels.
const MARKER_SIZE = 9.0;
const MIN_PIXELS = 4.0;
const MAX_PIXELS = 15.0;
const QUAD = array(vec2f(-1, -1), vec2f(1, -1), vec2f(-1, 1), vec2f(-1, 1), vec2f(1, -1), vec2f(1, 1));

@vertex fn markerVertex(@builtin(vertex_index) vertex: u32, marker: Marker) -> MarkerOut {
  let place = QUAD[vertex];
  var clip = clipPosition(marker.origin);
  let half = vec2f(frame.pictureSize) * 0.5;
  // Pixels per inch at the marker: the length of the second row is 1 / tan(half the vertical field
  // of view).
  let up = vec3f(frame.clipFromWorld[0].y, frame.clipFromWorld[1].y, frame.clipFromWorld[2].y);
  let pixels = MARKER_SIZE * length(up) * half.y / max(clip.w, 1e-3);
  let size = clamp(pixels, MIN_PIXELS, MAX_PIXELS);
  clip = vec4f(clip.xy + place * size / half * clip.w, clip.z * PULL, clip.w);
  let icon = u32(round(marker.color.a * 255.0));
  return MarkerOut(clip, marker.color.rgb, icon, place);
}

// Returns the signed distance to an icon's outline; negative inside.
fn signOf(icon: u32, p: vec2f) -> f32 {
  let a = abs(p);
  switch icon {
    // Light: a disc with rays.
    case 0u: {
      let beam = min(min(a.x, a.y), abs(a.x - a.y) * 0.7) - 0.1;
      return min(length(p) - 0.5, max(beam, length(p) - 0.95));
    }
    // Start: an arrow pointing up.
    case 1u: { return max(a.x * 0.9 + p.y * 0.45 - 0.42, -p.y - 0.8); }
    // Logic: a diamond.
    case 2u: { return a.x + a.y - 0.95; }
    // Prop: a box.
    case 3u: { return max(a.x, a.y) - 0.75; }
    // Path: a ring.
    case 4u: { return abs(length(p) - 0.65) - 0.25; }
    // Sound: a horn.
    case 5u: { return max(a.y - 0.3 - max(p.x, 0.0) * 0.65, a.x - 0.85); }
    // Effect: a cross.
    case 6u: { return max(min(a.x, a.y) - 0.25, max(a.x, a.y) - 0.9); }
    default: { return length(p) - 0.7; }
  }
}

@fragment fn markerFragment(in: MarkerOut) -> @location(0) vec4f {
  let distance = signOf(in.icon, in.place);
  let blur = max(fwidth(in.place.x), 1e-4);
  let cover = saturate(0.5 - (distance - 0.12) / blur);
  let inside = saturate(0.5 - distance / blur);
  return vec4f(shown(in.color) * inside, cover);
}
