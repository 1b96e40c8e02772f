// Particles of emitters. Each vertex evaluates its particle.

import constants::EMITTER_SHELTERED;
import constants::ROLE_BASE;
import constants::ROOF_CELLS;
import package::common::geometry::emitter::Emitter;
import package::common::geometry::emitter::particleOf;
import package::common::geometry::particle::blended;
import package::common::geometry::particle::cornerOf;
import package::common::geometry::particle::cornerPlace;
import package::common::geometry::particle::isSpot;
import package::common::geometry::particle::spotAt;
import package::common::light::fog::fogOver;
import package::common::material::material::hasTexture;
import package::common::material::material::materialAt;
import package::common::material::surface::surfacePoint;
import package::common::view::frame::clipPosition;
@if(soft) import package::common::view::soft::softness;
import package::textures::sample_base;

@group(1) @binding(1) var<storage, read> emitters: array<Emitter>;
// Of each vertex: four times the particle's place in the order of its emitter, plus the corner; then
// the emitter's row.
@group(1) @binding(2) var<storage, read> pulled: array<vec2u>;
// Heights of roofs, ROOF_CELLS squared for each sheltered emitter.
@group(1) @binding(3) var<storage, read> roofs: array<f32>;

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) @interpolate(flat) color: vec4f,
  @location(2) @interpolate(flat) material: u32,
  @location(3) @interpolate(flat) flags: u32,
}

// Returns true if a roof of the emitter's volume is above a place.
fn isSheltered(emitter: Emitter, place: vec3f) -> bool {
  if ((emitter.flags & EMITTER_SHELTERED) == 0u) {
    return false;
  }
  let part = (place.xy - emitter.origin.xy) / emitter.ambientPlace.xy;
  let cell = vec2u(clamp(part * f32(ROOF_CELLS), vec2f(0.0), vec2f(f32(ROOF_CELLS - 1u))));
  return place.z < roofs[u32(emitter.ambientColor.x) + cell.x + cell.y * ROOF_CELLS];
}

@vertex fn vertexMain(@builtin(vertex_index) index: u32) -> VertexOut {
  let vertex = pulled[index];
  let emitter = emitters[vertex.y];
  let particle = particleOf(emitter, vertex.x >> 2u);
  let corner = cornerOf(vertex.x & 3u);
  var out: VertexOut;
  out.position = clipPosition(cornerPlace(particle, emitter.flags, corner));
  if (particle.size <= 0.0 || isSheltered(emitter, particle.position)) {
    out.position = vec4f(0.0, 0.0, 0.0, 1.0);
  }
  out.texCoord = vec2f(corner.x, -corner.y) * 0.5 + 0.5;
  out.color = vec4f(particle.color, particle.alpha);
  out.material = emitter.material;
  out.flags = emitter.flags;
  return out;
}

@fragment fn fragmentTranslucent(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(in.material);
  var texel = sample_base(material, surfacePoint(material, in.texCoord, 0.0));
  if (isSpot(in.flags)) {
    texel = spotAt(in.texCoord);
  } else if (!hasTexture(material, ROLE_BASE)) {
    // Hidden until its texture is loaded.
    discard;
  }
  var alpha = saturate(texel.a * in.color.a);
  @if(soft) alpha *= softness(material, in.position);
  return blended(in.flags, texel.rgb * in.color.rgb, alpha, fogOver(material, in.position));
}
