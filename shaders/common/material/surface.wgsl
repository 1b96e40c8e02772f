// What a material's family makes of a place on a surface, for whoever lights it.

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
  // Of the base textures.
  texCoord: vec2f,
  // Derivatives of `texCoord`.
  dx: vec2f,
  dy: vec2f,
  // Where the vertices say, for textures with a transform of their own.
  @if(doubled) own: vec2f,
  // Where it is in the world, and where the surface faces there: as interpolated.
  @if(seamless || flowCoord) place: vec3f,
  @if(seamless) facesTo: vec3f,
  // Of a decal of a model's own.
  @if(ownSpace) decalCoord: vec2f,
  // The same in its model.
  @if(ownSpace) ownPlace: vec3f,
  @if(ownSpace) ownNormal: vec3f,
  // How much of a second texture there is.
  blend: f32,
  // The same as the vertices say, before a mask.
  @if(walled) painted: f32,
  // Where a mirror shows the eye from: of any length, in the world.
  @if(framed) mirrored: vec3f,
  @if(framed) mirroredDx: vec3f,
  @if(framed) mirroredDy: vec3f,
  // How directly the surface faces the eye, as a cosine.
  @if(framed) facing: f32,
  // Inches from the eye.
  @if(distant) away: f32,
  // Of the mask of what is mirrored.
  @if(bumped) maskCoord: vec2f,
  @if(bumped) maskDx: vec2f,
  @if(bumped) maskDy: vec2f,
  // Of the detail texture.
  @if(bumped || modeled) detailCoord: vec2f,
  @if(bumped) detailDx: vec2f,
  @if(bumped) detailDy: vec2f,
  // Of the mask of its blend.
  @if(bumped) blendCoord: vec2f,
  @if(bumped) blendDx: vec2f,
  @if(bumped) blendDy: vec2f,
  // How much of what is around is mirrored.
  @if(bumped) mirroring: vec3f,
  // How much light it takes from each direction of the bump basis.
  @if(bumped) directions: vec3f,
  // Where it faces, with its bumps, in the world: not quite of unit length.
  @if(bumped) normal: vec3f,
}

struct Surface {
  // What it reflects of the light, linear.
  albedo: vec3f,
  alpha: f32,
  // How much of the albedo shines by itself: 1 where light changes nothing.
  glow: f32,
  // What it shows of its surroundings, whatever the light, linear.
  @if(framed) reflection: vec3f,
}

// From uniform control flow.
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

// The same of a place in the world. The normal is as interpolated; damaged models have some of no length,
// in which the eye sees itself.
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

// Where a ray that is mirrored at a place leaves the box that a cubemap was made in, from where that was. Of a place
// outside of the box it is what lies behind, as in those shaders that have it.
@if(framed)
fn seenInBox(material: Material, position: vec3f, ray: vec3f) -> vec3f {
  let x = paramOf(material, PARAM_ENV_BOX_X);
  let y = paramOf(material, PARAM_ENV_BOX_Y);
  let z = paramOf(material, PARAM_ENV_BOX_Z);
  let at = vec4f(position, 1.0);
  let place = vec3f(dot(at, x), dot(at, y), dot(at, z));
  let along = vec3f(dot(ray, x.xyz), dot(ray, y.xyz), dot(ray, z.xyz));
  // A ray along a side never meets it.
  let slope = select(along, vec3f(1e-12), abs(along) < vec3f(1e-12));
  let far = max((1.0 - place) / slope, -place / slope);
  return position + ray * min(far.x, min(far.y, far.z)) - paramOf(material, PARAM_ENV_ORIGIN).xyz;
}

// Where textures are that are laid over the world.
@if(seamless)
fn overWorld(material: Material, at: SurfacePoint) -> SeamlessPlace {
  let place = at.place * paramOf(material, PARAM_SEAMLESS).x;
  return SeamlessPlace(place.zy, place.xz, place.xy, seamlessShare(at.facesTo));
}

// A place whose surface faces along a normal.
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
  // Shapes are stretched to their sizes, and their normals with them.
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

// Of a base texel, what most families do with one.
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

// Whether the settings and the surface let light change it at all.
fn takesLight(surface: Surface) -> bool {
  return !hasFrameFlag(FRAME_FULLBRIGHT) && surface.glow < 1.0;
}

fn shade(surface: Surface, light: vec3f) -> vec3f {
  let albedo = select(vec3f(1.0), surface.albedo, hasFrameFlag(FRAME_TEXTURES));
  return albedo * mix(light, vec3f(1.0), surface.glow);
}
