// The point on a surface that a material's family shades, and the family's result before lighting.

import constants::FRAME_FULLBRIGHT;
import constants::FRAME_TEXTURES;
import constants::MATERIAL_ALPHA_MASK;
@if(framed) import constants::MATERIAL_BOX_MIRROR;
import constants::MATERIAL_SELF_ILLUM;
import constants::MATERIAL_TRANSFORMED;
import constants::MATERIAL_UNLIT;
import constants::PARAM_BASE_S;
import constants::PARAM_BASE_T;
@if(framed) import constants::PARAM_ENV_BOX_X;
@if(framed) import constants::PARAM_ENV_BOX_Y;
@if(framed) import constants::PARAM_ENV_BOX_Z;
@if(framed) import constants::PARAM_ENV_ORIGIN;
@if(seamless) import constants::PARAM_SEAMLESS;
import constants::ROLE_BASE;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::params::paramOf;
@if(seamless) import package::common::material::seamless::SeamlessPlace;
@if(seamless) import package::common::material::seamless::seamlessShare;

struct SurfacePoint {
  // Texture coordinates of the base textures.
  texCoord: vec2f,
  // Derivatives of `texCoord`.
  dx: vec2f,
  dy: vec2f,
  // Texture coordinates of the vertices, for textures with a separate transform.
  @if(doubled) own: vec2f,
  // Position in the world and interpolated normal.
  @if(seamless || flowCoord) place: vec3f,
  @if(seamless) facesTo: vec3f,
  // Coordinates of a model's own decal.
  @if(ownSpace) decalCoord: vec2f,
  // Position and normal in model space.
  @if(ownSpace) ownPlace: vec3f,
  @if(ownSpace) ownNormal: vec3f,
  // Share of the second texture, 0 to 1.
  blend: f32,
  // Share of the second texture as painted on the vertices, before a mask.
  @if(walled) painted: f32,
  // Mirrored direction to the eye in the world, of any length.
  @if(framed) mirrored: vec3f,
  @if(framed) mirroredDx: vec3f,
  @if(framed) mirroredDy: vec3f,
  // Cosine between the normal and the direction to the eye.
  @if(framed) facing: f32,
  // Inches from the eye.
  @if(distant) away: f32,
  // Coordinates of the reflection mask.
  @if(bumped) maskCoord: vec2f,
  @if(bumped) maskDx: vec2f,
  @if(bumped) maskDy: vec2f,
  // Coordinates of the detail texture.
  @if(bumped || modeled) detailCoord: vec2f,
  @if(bumped) detailDx: vec2f,
  @if(bumped) detailDy: vec2f,
  // Coordinates of the blend mask.
  @if(bumped) blendCoord: vec2f,
  @if(bumped) blendDx: vec2f,
  @if(bumped) blendDy: vec2f,
  // Factor of the reflection.
  @if(bumped) mirroring: vec3f,
  // Weights of the three directions of the bump basis.
  @if(bumped) directions: vec3f,
  // Bumped normal in the world, of roughly unit length.
  @if(bumped) normal: vec3f,
}

struct Surface {
  // Reflected share of the light, linear.
  albedo: vec3f,
  alpha: f32,
  // Share of the albedo that is shown unlit: 1 for surfaces that ignore light.
  glow: f32,
  // Reflection of the surroundings, independent of the light; linear.
  @if(framed) reflection: vec3f,
}

// Call from uniform control flow.
fn surfacePoint(material: Material, texCoord: vec2f, blend: f32) -> SurfacePoint {
  var at: SurfacePoint;
  at.texCoord = texCoord;
  @if(doubled) at.own = texCoord;
  if ((material.flags & MATERIAL_TRANSFORMED) != 0u) {
    let own = vec3f(texCoord, 1.0);
    let s = paramOf(material, PARAM_BASE_S);
    let t = paramOf(material, PARAM_BASE_T);
    at.texCoord = vec2f(dot(own, s.xyz), dot(own, t.xyz));
  }
  at.dx = dpdx(at.texCoord);
  at.dy = dpdy(at.texCoord);
  at.blend = blend;
  return at;
}

// Returns the surface point of a place in the world. The normal is as interpolated. Broken models
// have normals of length 0; the reflection then points to the eye.
@if(framed)
fn framedPoint(
  material: Material,
  texCoord: vec2f,
  blend: f32,
  position: vec3f,
  normal: vec3f,
) -> SurfacePoint {
  return facingPoint(material, surfacePoint(material, texCoord, blend), position, normal);
}

// Returns the direction of a parallax-corrected reflection: from the cubemap's origin to where the
// mirrored ray leaves the cubemap's box. A place outside the box uses the exit behind it, as in the
// engine's shaders.
@if(framed)
fn seenInBox(material: Material, position: vec3f, ray: vec3f) -> vec3f {
  let x = paramOf(material, PARAM_ENV_BOX_X);
  let y = paramOf(material, PARAM_ENV_BOX_Y);
  let z = paramOf(material, PARAM_ENV_BOX_Z);
  let at = vec4f(position, 1.0);
  let place = vec3f(dot(at, x), dot(at, y), dot(at, z));
  let along = vec3f(dot(ray, x.xyz), dot(ray, y.xyz), dot(ray, z.xyz));
  // Avoids a division by 0 for a ray parallel to a side.
  let slope = select(along, vec3f(1e-12), abs(along) < vec3f(1e-12));
  let far = max((1.0 - place) / slope, -place / slope);
  return position + ray * min(far.x, min(far.y, far.z)) - paramOf(material, PARAM_ENV_ORIGIN).xyz;
}

// Returns the texture coordinates of a texture projected onto the world's planes.
@if(seamless)
fn overWorld(material: Material, at: SurfacePoint) -> SeamlessPlace {
  let place = at.place * paramOf(material, PARAM_SEAMLESS).x;
  return SeamlessPlace(place.zy, place.xz, place.xy, seamlessShare(at.facesTo));
}

// Completes a surface point for a normal.
@if(framed)
fn facingPoint(
  material: Material,
  plain: SurfacePoint,
  position: vec3f,
  normal: vec3f,
) -> SurfacePoint {
  var at = plain;
  @if((seamless && !bumped) || flowCoord) at.place = position;
  @if(seamless && !bumped) at.facesTo = normal;
  let toEye = frame.cameraPosition - position;
  let normalSquared = dot(normal, normal);
  let mirrored = 2.0 * dot(normal, toEye) * normal - normalSquared * toEye;
  at.mirrored = select(toEye, mirrored, normalSquared > 0.0);
  if ((material.flags & MATERIAL_BOX_MIRROR) != 0u) {
    at.mirrored = seenInBox(material, position, at.mirrored);
  }
  at.mirroredDx = dpdx(at.mirrored);
  at.mirroredDy = dpdy(at.mirrored);
  at.facing = dot(normal, normalize(toEye));
  // Placeholder shapes are scaled to their sizes, and their normals with them.
  @if(distant) at.facing /= max(length(normal), 1e-6);
  @if(distant) at.away = length(toEye);
  return at;
}

fn plainSurface(albedo: vec3f, alpha: f32, glow: f32) -> Surface {
  var surface: Surface;
  surface.albedo = albedo;
  surface.alpha = alpha;
  surface.glow = glow;
  return surface;
}

// Returns the surface for a base texel, as most families use it.
fn baseSurface(material: Material, base: vec4f) -> Surface {
  let isMask = (material.flags & MATERIAL_ALPHA_MASK) != 0u;
  let glows = (material.flags & MATERIAL_SELF_ILLUM) != 0u && hasTexture(material, ROLE_BASE);
  return plainSurface(
    base.rgb * material.tint,
    material.alpha * select(base.a, 1.0, isMask),
    select(select(0.0, base.a, glows), 1.0, isUnlit(material)),
  );
}

fn isUnlit(material: Material) -> bool {
  return (material.flags & MATERIAL_UNLIT) != 0u;
}

// Returns true if light changes the surface, by the settings and its glow.
fn takesLight(surface: Surface) -> bool {
  return !hasFrameFlag(FRAME_FULLBRIGHT) && surface.glow < 1.0;
}

fn shade(surface: Surface, light: vec3f) -> vec3f {
  let albedo = select(vec3f(1.0), surface.albedo, hasFrameFlag(FRAME_TEXTURES));
  return albedo * mix(light, vec3f(1.0), surface.glow);
}
