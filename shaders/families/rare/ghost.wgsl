// The placeholder of a missing model: a faint shape that fades where it turns away from the eye, so
// that it has soft edges and hides nothing. Vertices carry the part of the shape, see
// `scene/stand-in/ghost-shapes.ts`.

import package::common::material::material::Material;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::plainSurface;

struct Part {
  // Linear colour.
  albedo: vec3f,
  // Opacity where the surface faces the eye.
  alpha: f32,
}

const GLOWING_PART = 5u;
// Cosines between the eye and the normal at which a part begins to show, and is shown in full.
const FAINT = 0.05;
const FULL = 0.85;
// Inches from the eye at which the shape begins to show, and is shown in full.
const NEAR = 16.0;
const FAR = 120.0;

fn partOf(row: u32) -> Part {
  switch row {
    case 1u: { return Part(vec3f(0.075, 0.125, 0.045), 0.5); }
    case 2u: { return Part(vec3f(0.15, 0.10, 0.06), 0.5); }
    case 3u: { return Part(vec3f(0.17, 0.19, 0.21), 0.45); }
    case 4u: { return Part(vec3f(0.20, 0.17, 0.15), 0.45); }
    case GLOWING_PART: { return Part(vec3f(0.9, 0.78, 0.55), 0.4); }
    case 6u: { return Part(vec3f(0.13, 0.145, 0.18), 0.45); }
    case 7u: { return Part(vec3f(0.16, 0.145, 0.125), 0.45); }
    case 8u: { return Part(vec3f(0.25, 0.19, 0.125), 0.45); }
    case 9u: { return Part(vec3f(0.20, 0.26, 0.29), 0.3); }
    default: { return Part(vec3f(0.18, 0.18, 0.18), 0.45); }
  }
}

fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  let row = u32(at.texCoord.x + 0.5);
  let part = partOf(row);
  let alpha = part.alpha * smoothstep(FAINT, FULL, at.facing) * smoothstep(NEAR, FAR, at.away);
  return plainSurface(part.albedo, alpha, select(0.0, 0.3, row == GLOWING_PART));
}
