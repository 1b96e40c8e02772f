// Sprites: camera-facing pictures with the blend mode of their entities. Glows are scaled by their
// visibility and then drawn over everything.

import constants::ROLE_BASE;
import constants::SPRITE_ADDS;
import constants::SPRITE_BEAM;
import constants::SPRITE_DEPTH_TESTED;
import constants::SPRITE_FIXED_SIZE;
import constants::SPRITE_FULL;
import constants::SPRITE_HALO;
import constants::SPRITE_LIGHT_GLOW;
import constants::SPRITE_NO_FADE;
import constants::SPRITE_NO_GLOW;
import constants::SPRITE_ORIENTATION_MASK;
import constants::SPRITE_ORIENTED;
import constants::SPRITE_PARALLEL;
import constants::SPRITE_SOLID;
import constants::SPRITE_STORED;
import constants::SPRITE_SUN;
import package::common::geometry::beam::beamNearness;
import package::common::geometry::beam::beamPlace;
import package::common::geometry::beam::haloPart;
import package::common::geometry::beam::lightGlowAxes;
import package::common::geometry::beam::lightGlowPart;
import package::common::geometry::beam::lookedAtPart;
import package::common::light::fog::fogOver;
import package::common::light::stored::GAMMA;
import package::common::light::stored::addedLight;
import package::common::view::frame::clipPosition;
import package::common::view::frame::frame;
import package::common::material::material::hasTexture;
import package::common::material::material::materialAt;
import package::common::geometry::sprite::Sprite;
import package::common::geometry::sprite::clipRow;
import package::common::material::surface::surfacePoint;
import package::textures::sample_base;

@group(1) @binding(1) var<storage, read> sprites: array<Sprite>;
// Visibility of each glow; negative if it was not measured.
@group(1) @binding(2) var<storage, read> seen: array<f32>;

// Distance in inches at which a glow with a fixed screen size has its actual size.
const FIXED_SIZE_DISTANCE = 200.0;
// Distance in inches at which a light glow has its actual size.
const LIGHT_GLOW_DISTANCE = 100.0;
// Distance in inches from which a glow is dimmed.
const FADE_DISTANCE = 1200.0;
// Depth of glows, just short of the near plane.
const NEAREST = 0.99999;

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) @interpolate(flat) color: vec4f,
  @location(2) @interpolate(flat) material: u32,
  @location(3) @interpolate(flat) flags: u32,
}

// Returns the right and up axes of a sprite. Zero if it cannot be oriented.
fn axesOf(sprite: Sprite) -> array<vec3f, 2> {
  let orientation = sprite.flags & SPRITE_ORIENTATION_MASK;
  if ((sprite.flags & SPRITE_LIGHT_GLOW) != 0u) {
    return lightGlowAxes(sprite);
  }
  if (orientation == SPRITE_ORIENTED) {
    return array(sprite.right, sprite.up);
  }
  if (orientation == SPRITE_PARALLEL) {
    let right = normalize(clipRow(0u));
    let up = normalize(clipRow(1u));
    let roll = sprite.right.xy;
    return array(right * roll.x + up * roll.y, up * roll.x - right * roll.y);
  }
  let forward = normalize(clipRow(3u));
  if (abs(forward.z) > 0.999848) {
    return array(vec3f(), vec3f());
  }
  return array(normalize(vec3f(forward.y, -forward.x, 0.0)), vec3f(0.0, 0.0, 1.0));
}

// The vertex index is four times the sprite's index, plus the corner: lower left, upper left, upper
// right, lower right.
@vertex fn vertexMain(@builtin(vertex_index) vertex: u32) -> VertexOut {
  var sprite = sprites[vertex >> 2u];
  let isSun = (sprite.flags & SPRITE_SUN) != 0u;
  if (isSun) {
    sprite.origin = frame.cameraPosition + sprite.up * LIGHT_GLOW_DISTANCE;
  }
  let corner = vertex & 3u;
  let isRight = corner >= 2u;
  let isUp = corner == 1u || corner == 2u;
  let away = distance(sprite.origin, frame.cameraPosition);
  var size = 1.0;
  var strength = 1.0;
  var isNearest = false;
  if (sprite.glow != SPRITE_NO_GLOW) {
    let part = seen[sprite.glow];
    isNearest = part >= 0.0 && (sprite.flags & SPRITE_DEPTH_TESTED) == 0u;
    // The sun has no position, so without a measurement it is not shown.
    strength = select(select(1.0, 0.0, isSun), part, part >= 0.0) * lookedAtPart(sprite);
    if ((sprite.flags & SPRITE_NO_FADE) == 0u) {
      strength *= min(pow(FADE_DISTANCE / max(away, 1.0), 2.0), 1.0);
    }
    if ((sprite.flags & SPRITE_FIXED_SIZE) != 0u) {
      size = away / FIXED_SIZE_DISTANCE;
    }
    if ((sprite.flags & SPRITE_LIGHT_GLOW) != 0u) {
      size = away / LIGHT_GLOW_DISTANCE;
      strength *= lightGlowPart(sprite, away);
    }
    if ((sprite.flags & SPRITE_HALO) != 0u) {
      let halo = haloPart(sprite, away);
      strength *= halo.x;
      size = halo.y;
    }
  }
  let isBeam = (sprite.flags & SPRITE_BEAM) != 0u;
  if (isBeam) {
    strength = beamNearness(sprite);
  }
  // An invisible sprite has no size.
  size = select(0.0, size, strength > 0.0);
  let axes = axesOf(sprite);
  let right = select(sprite.extents.x, sprite.extents.y, isRight);
  let up = select(sprite.extents.z, sprite.extents.w, isUp);
  var out: VertexOut;
  var place = sprite.origin + (axes[0] * right + axes[1] * up) * size;
  if (isBeam) {
    place = beamPlace(sprite, isRight, isUp, size);
  }
  out.position = clipPosition(place);
  if (isNearest) {
    out.position.z = out.position.w * NEAREST;
  }
  out.texCoord = select(sprite.inset, 1.0 - sprite.inset, vec2<bool>(isRight, !isUp));
  out.color = vec4f(sprite.color * pow(strength, GAMMA), sprite.alpha);
  out.material = sprite.material;
  out.flags = sprite.flags;
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
  var light = texel.rgb * in.color.rgb;
  if ((in.flags & SPRITE_BEAM) != 0u) {
    light *= saturate(1.0 - in.texCoord.y);
  }
  let fog = fogOver(material, in.position);
  if ((in.flags & SPRITE_ADDS) != 0u) {
    // Additive sprites fade to black in fog.
    return addedLight(light, alpha * (1.0 - fog.a), (in.flags & SPRITE_STORED) != 0u);
  }
  let color = mix(light, fog.rgb, fog.a);
  if ((in.flags & SPRITE_SOLID) != 0u) {
    return vec4f(color, 1.0);
  }
  return vec4f(color * select(alpha, 1.0, (in.flags & SPRITE_FULL) != 0u), alpha);
}
