// Beams: strips between two places, or rings through them, that face the eye. Additive or
// alpha-blended.

import constants::BEAM_POINT_SHIFT;
import constants::BEAM_RING;
import constants::BEAM_ROW_SHIFT;
import constants::BEAM_SHADE_IN;
import constants::BEAM_SHADE_OUT;
import constants::ROLE_BASE;
import constants::SPRITE_ADDS;
import constants::SPRITE_SOLID;
import constants::SPRITE_STORED;
import package::common::geometry::bolt::Beam;
import package::common::geometry::bolt::freqOf;
import package::common::geometry::bolt::isStriking;
import package::common::geometry::bolt::linePoint;
import package::common::geometry::bolt::ringPoint;
import package::common::geometry::bolt::strikeTime;
import package::common::geometry::sprite::clipRow;
import package::common::light::fog::fogOver;
import package::common::light::stored::GAMMA;
import package::common::light::stored::addedLight;
import package::common::material::material::hasTexture;
import package::common::material::material::materialAt;
import package::common::material::surface::surfacePoint;
import package::common::view::frame::clipPosition;
import package::common::view::frame::frame;
import package::textures::sample_base;

@group(1) @binding(1) var<storage, read> beams: array<Beam>;

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  // Brightness along the beam, 0 to 1.
  @location(1) shade: f32,
  @location(2) @interpolate(flat) color: vec4f,
  @location(3) @interpolate(flat) material: u32,
  @location(4) @interpolate(flat) flags: u32,
}

fn unit(v: vec3f) -> vec3f {
  return v * inverseSqrt(max(dot(v, v), 1e-12));
}

// Returns the direction to the side of a segment as seen from the eye.
fn sideOf(start: vec3f, end: vec3f) -> vec3f {
  return unit(cross(start - end, start - frame.cameraPosition));
}

fn lineSide(beam: Beam, row: u32, point: u32, place: vec3f) -> vec3f {
  var side = vec3f();
  if (point + 1u < beam.points) {
    side += sideOf(place, linePoint(beam, row, point + 1u));
  }
  if (point > 0u) {
    side += sideOf(linePoint(beam, row, point - 1u), place);
  }
  return unit(side);
}

fn inPicture(world: vec3f) -> vec2f {
  let clip = clipPosition(world);
  return clip.xy / clip.w;
}

// Returns the direction across the ring's path in the picture plane.
fn ringSide(before: vec3f, place: vec3f) -> vec3f {
  let way = inPicture(place) - inPicture(before);
  let along = way / max(length(way), 1e-9);
  return normalize(clipRow(1u)) * along.x - normalize(clipRow(0u)) * along.y;
}

@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> VertexOut {
  let row = vertex >> BEAM_ROW_SHIFT;
  let point = (vertex & ((1u << BEAM_ROW_SHIFT) - 1u)) >> BEAM_POINT_SHIFT;
  let isOther = (vertex & 1u) != 0u;
  let beam = beams[row];
  let strike = strikeTime(beam);
  let freq = freqOf(beam, strike);
  let part = f32(point) / f32(beam.points - 1u);
  let isRing = (beam.flags & BEAM_RING) != 0u;
  var place: vec3f;
  var side: vec3f;
  if (isRing) {
    place = ringPoint(beam, row, freq, point + 1u);
    side = ringSide(ringPoint(beam, row, freq, point), place);
  } else {
    place = linePoint(beam, row, point);
    side = lineSide(beam, row, point, place);
  }
  // A beam that is not striking has no width.
  let width = select(0.0, mix(beam.widths.x, beam.widths.y, part), isStriking(beam, strike));
  var stored = 1.0;
  if ((beam.flags & BEAM_SHADE_IN) != 0u) {
    stored = part;
  }
  if ((beam.flags & BEAM_SHADE_OUT) != 0u) {
    stored = 1.0 - part;
  }
  var out: VertexOut;
  out.position = clipPosition(place + side * select(width, -width, isOther));
  let first = fract(freq * beam.speed) + select(0.0, beam.texStep, isRing);
  out.texCoord = vec2f(select(0.0, 1.0, isOther), first + f32(point) * beam.texStep);
  out.shade = pow(stored, GAMMA);
  out.color = vec4f(beam.color, beam.alpha);
  out.material = beam.material;
  out.flags = beam.flags;
  return out;
}

@fragment fn fragmentTranslucent(in: VertexOut) -> @location(0) vec4f {
  let material = materialAt(in.material);
  let texel = sample_base(material, surfacePoint(material, in.texCoord, 0.0));
  // Hidden until its texture is loaded.
  if (!hasTexture(material, ROLE_BASE)) {
    discard;
  }
  let alpha = saturate(texel.a * in.color.a);
  let light = texel.rgb * in.color.rgb * in.shade;
  let fog = fogOver(material, in.position);
  if ((in.flags & SPRITE_ADDS) != 0u) {
    // Additive beams fade to black in fog.
    return addedLight(light, alpha * (1.0 - fog.a), (in.flags & SPRITE_STORED) != 0u);
  }
  let covered = select(alpha, 1.0, (in.flags & SPRITE_SOLID) != 0u);
  return vec4f(mix(light, fog.rgb, fog.a) * covered, covered);
}
