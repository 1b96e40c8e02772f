// A point on a refracting surface, and its normal map.

import constants::FRAME_FULLBRIGHT;
import constants::ROLE_BUMP;
import constants::ROLE_ENV;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::view::behind::nearnessOf;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::surface::isUnlit;
import package::common::material::surface::surfacePoint;
import package::textures::bump_sampler;
import package::textures::bump_texture;
import package::textures::env_sampler;
import package::textures::env_texture;

struct RefractingPoint {
  // Texture coordinates of the vertices, and of the normal map.
  own: vec2f,
  texCoord: vec2f,
  // Derivatives of both.
  ownDx: vec2f,
  ownDy: vec2f,
  dx: vec2f,
  dy: vec2f,
  // Unit normal in the world.
  normal: vec3f,
  // Unit directions along s and t in the world.
  tangent: vec3f,
  binormal: vec3f,
  toEye: vec3f,
  // Baked light at the place. It lights the fog of water whose colour is not known.
  light: vec3f,
  // Fragment position like `@builtin(position)`: pixels, depth, 1 / inches along the view's axis.
  pixel: vec4f,
  // Derivatives of `pixel.w`.
  pixelSlope: vec2f,
}

// Returns the refracting point. The tangents point in the directions in which s and t grow on the
// surface. Call from uniform control flow.
fn refractingPoint(
  material: Material,
  texCoord: vec2f,
  position: vec3f,
  normal: vec3f,
  pixel: vec4f,
) -> RefractingPoint {
  var at: RefractingPoint;
  let plain = surfacePoint(material, texCoord, 0.0);
  at.own = texCoord;
  at.ownDx = dpdx(texCoord);
  at.ownDy = dpdy(texCoord);
  at.texCoord = plain.texCoord;
  at.dx = plain.dx;
  at.dy = plain.dy;
  at.toEye = frame.cameraPosition - position;
  at.light = vec3f(1.0);
  let nearness = nearnessOf(pixel);
  at.pixel = vec4f(pixel.xyz, nearness);
  at.pixelSlope = vec2f(dpdx(nearness), dpdy(nearness));
  at.normal = normal * inverseSqrt(max(dot(normal, normal), 1e-12));
  let acrossX = dpdx(position);
  let acrossY = dpdy(position);
  // The area is negative if the texture is mirrored on the surface. The tangents are 0 if the
  // texture has no extent.
  let area = at.ownDx.x * at.ownDy.y - at.ownDx.y * at.ownDy.x;
  let turn = select(-1.0, 1.0, area >= 0.0);
  at.tangent = unit((acrossX * at.ownDy.y - acrossY * at.ownDx.y) * turn);
  at.binormal = unit((acrossY * at.ownDx.x - acrossX * at.ownDy.x) * turn);
  return at;
}

// Returns true if the light at the place lights the surface's own colour.
fn isLit(material: Material) -> bool {
  return !isUnlit(material) && !hasFrameFlag(FRAME_FULLBRIGHT);
}

fn unit(v: vec3f) -> vec3f {
  return v * inverseSqrt(max(dot(v, v), 1e-30));
}

// Returns a stored texel of the normal map. A surface without one is flat.
fn storedNormal(material: Material, coord: vec2f, dx: vec2f, dy: vec2f) -> vec4f {
  if (!hasTexture(material, ROLE_BUMP)) {
    return vec4f(0.5, 0.5, 1.0, 1.0);
  }
  let layer = placeOf(material, ROLE_BUMP) & TEXTURE_PLACE_LAYER_MASK;
  return textureSampleGrad(bump_texture, bump_sampler, coord, layer, dx, dy);
}

fn decodedNormal(stored: vec4f) -> vec4f {
  return vec4f(2.0 * stored.xyz - 1.0, stored.a);
}

fn normalInWorld(at: RefractingPoint, normal: vec3f) -> vec3f {
  return normal.x * at.tangent + normal.y * at.binormal + normal.z * at.normal;
}

// Transforms a world direction into tangent space.
fn alongSurface(at: RefractingPoint, direction: vec3f) -> vec3f {
  return vec3f(
    dot(direction, at.tangent),
    dot(direction, at.binormal),
    dot(direction, at.normal),
  );
}

// Reflects `toEye`. Neither vector needs unit length, as in the engine's shaders.
fn mirroredIn(normal: vec3f, toEye: vec3f) -> vec3f {
  return 2.0 * dot(normal, toEye) * normal - dot(normal, normal) * toEye;
}

// Returns the light of the material's cubemap in a direction.
fn lightAround(material: Material, direction: vec3f, dx: vec3f, dy: vec3f) -> vec3f {
  let layer = placeOf(material, ROLE_ENV) & TEXTURE_PLACE_LAYER_MASK;
  return textureSampleGrad(env_texture, env_sampler, direction, layer, dx, dy).rgb;
}
