// Particles whose rows the CPU writes: quads, trails and ropes.

import constants::PARTICLE_ORIENTATION_MASK;
import constants::PARTICLE_ROPE;
import constants::ROLE_BASE;
import package::common::geometry::particle::Particle;
import package::common::geometry::particle::blended;
import package::common::geometry::particle::cornerOf;
import package::common::geometry::particle::cornerPlace;
import package::common::geometry::particle::isSpot;
import package::common::geometry::particle::spotAt;
import package::common::geometry::particle::unitOr;
import package::common::light::fog::fogOver;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::materialAt;
import package::common::material::surface::surfacePoint;
import package::common::view::frame::clipPosition;
import package::common::view::frame::frame;
@if(soft) import package::common::view::soft::softness;
import package::textures::sample_base;

// A row of `PARTICLE_RUN` of `src/map/placed/particles.ts`.
struct ParticleRun {
  first: u32,
  material: u32,
  flags: u32,
  count: u32,
}

@group(1) @binding(1) var<storage, read> particles: array<Particle>;
// Of each vertex: four times the particle's number in its run, plus the corner; then the run's row.
@group(1) @binding(2) var<storage, read> pulled: array<vec2u>;
@group(1) @binding(3) var<storage, read> runs: array<ParticleRun>;
// Left, top, right, bottom.
@group(1) @binding(4) var<storage, read> frames: array<vec4f>;

struct VertexOut {
  @builtin(position) position: vec4f,
  // Coordinates in the first frame and in the next.
  @location(0) texCoord: vec4f,
  @location(1) color: vec4f,
  @location(2) @interpolate(flat) material: u32,
  @location(3) @interpolate(flat) flags: u32,
  @location(4) @interpolate(flat) frameBlend: f32,
}

fn inFrame(row: u32, at: vec2f) -> vec2f {
  let rect = frames[min(row, arrayLength(&frames) - 1u)];
  return mix(rect.xy, rect.zw, at);
}

// Returns the place of a rope's side at a particle. The rope runs from `before` to `after` there.
fn ropePlace(particle: Particle, before: vec3f, after: vec3f, side: f32) -> vec3f {
  let across = cross(frame.cameraPosition - particle.position, after - before);
  return particle.position + unitOr(across, vec3f()) * (particle.size * side);
}

@vertex fn vertexMain(@builtin(vertex_index) index: u32) -> VertexOut {
  let vertex = pulled[index];
  let run = runs[vertex.y];
  let number = vertex.x >> 2u;
  let row = run.first + number;
  var particle = particles[row];
  let corner = cornerOf(vertex.x & 3u);
  var at = vec2f(corner.x, -corner.y) * 0.5 + 0.5;
  var place = cornerPlace(particle, run.flags, corner);
  var isHidden = particle.size <= 0.0;
  if ((run.flags & PARTICLE_ORIENTATION_MASK) == PARTICLE_ROPE) {
    let isLast = number + 1u >= run.count;
    let next = particles[row + select(1u, 0u, isLast)];
    isHidden = isHidden || isLast || next.size <= 0.0;
    // The direction at each end is that from its neighbour before to its neighbour after.
    if (corner.y > 0.0) {
      let isEnd = number + 2u >= run.count || particles[row + select(2u, 1u, isLast)].size <= 0.0;
      let after = particles[row + select(2u, 1u, isEnd || isLast)];
      place = ropePlace(next, particle.position, select(after.position, next.position, isEnd), corner.x);
      particle = next;
    } else {
      let hasBefore = number > 0u && particles[max(row, 1u) - 1u].size > 0.0;
      let before = particles[row - select(0u, 1u, hasBefore)];
      place = ropePlace(particle, before.position, next.position, corner.x);
    }
    at.y = particle.texCoord;
  }
  var out: VertexOut;
  out.position = select(clipPosition(place), vec4f(0.0, 0.0, 0.0, 1.0), isHidden);
  out.texCoord = vec4f(inFrame(particle.frames & 0xffffu, at), inFrame(particle.frames >> 16u, at));
  out.color = vec4f(particle.color, particle.alpha);
  out.material = run.material;
  out.flags = run.flags;
  out.frameBlend = particle.frameBlend;
  return out;
}

fn texelAt(material: Material, at: vec2f) -> vec4f {
  return sample_base(material, surfacePoint(material, at, 0.0));
}

@fragment fn fragmentTranslucent(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(in.material);
  let first = texelAt(material, in.texCoord.xy);
  var texel = mix(first, texelAt(material, in.texCoord.zw), in.frameBlend);
  if (isSpot(in.flags)) {
    texel = spotAt(in.texCoord.xy);
  } else if (!hasTexture(material, ROLE_BASE)) {
    // Hidden until its texture is loaded.
    discard;
  }
  var alpha = saturate(texel.a * in.color.a);
  @if(soft) alpha *= softness(material, in.position);
  return blended(in.flags, texel.rgb * in.color.rgb, alpha, fogOver(material, in.position));
}
