// Eyes: an iris projected onto a ball, following the engine's `Eyes_vs20.fxc` and `eyes_ps2x.fxc`.
// Refracting eyes follow `eye_refract_vs20.fxc` and `eye_refract_ps2x.fxc`. What the engine
// computes per vertex is computed per fragment here.

import constants::EYE_REFRACTING;
import constants::FRAME_FULLBRIGHT;
import constants::FRAME_TEXTURES;
import constants::MATERIAL_HALF_LAMBERT;
import constants::PARAM_EYE_CORNEA;
import constants::PARAM_EYE_OCCLUSION;
import constants::PARAM_EYE_ORIGIN;
import constants::PARAM_EYE_S;
import constants::PARAM_EYE_T;
import constants::ROLE_IRIS;
import constants::ROLE_BUMP;
import constants::ROLE_ENV;
import constants::ROLE_LIGHT_WARP;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::geometry::eyeball::Eyeball;
import package::common::geometry::eyeball::eyeNormal;
import package::common::geometry::eyeball::irisAt;
import package::common::geometry::eyeball::unit;
import package::common::geometry::tangents::TangentFrame;
import package::common::light::ambient::ambientCubeLight;
import package::common::light::lights::ModelLight;
import package::common::light::lights::facingShare;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::textures::light_warp_sampler;
import package::textures::light_warp_texture;
import package::textures::sample_base;
import package::textures::sample_iris;
import package::textures::sample_bump;
import package::textures::sample_env;

// Luminance weights divided by the six sides of the ambient cube.
const LUMINANCE = vec3f(2125.0, 7154.0, 721.0) / 60000.0;
// Least base of a power, because pow(0, x) is undefined.
const LEAST = 1e-6;
// Specular exponent of a glint.
const EXPONENT = 128.0;
// Radius of the iris in its texture.
const IRIS = 0.2;

// For surfaces that are no models: lit by the light of their place.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return baseSurface(material, sample_base(material, at));
}

fn moved(plain: SurfacePoint, texCoord: vec2f) -> SurfacePoint {
  var at = plain;
  at.texCoord = texCoord;
  return at;
}

// Reads a light warp texture at its largest mip, because the branch has no derivatives.
fn ramped(material: Material, share: f32) -> vec3f {
  let layer = placeOf(material, ROLE_LIGHT_WARP) & TEXTURE_PLACE_LAYER_MASK;
  let at = vec2f(share, 0.0);
  return textureSampleLevel(light_warp_texture, light_warp_sampler, at, layer, 0.0).rgb;
}

// Returns diffuse light on the flattened ball. With a light warp, lamps light the unflattened ball.
fn diffuseOf(material: Material, light: ModelLight, soft: vec3f, ball: vec3f) -> vec3f {
  var diffuse = light.byVertices.rgb;
  if (light.byVertices.w < 0.5) {
    diffuse += ambientCubeLight(light.ambient, soft);
  }
  let wraps = (material.flags & MATERIAL_HALF_LAMBERT) != 0u;
  let isWarped = hasTexture(material, ROLE_LIGHT_WARP);
  let normal = select(soft, ball, isWarped);
  for (var i = 0u; i < light.count; i++) {
    let plain = facingShare(dot(normal, light.toLamp[i]), wraps, light.flags);
    let share = select(plain, plain * plain, wraps);
    var warped = vec3f(share);
    if (isWarped) {
      warped = 2.0 * ramped(material, share);
    }
    diffuse += light.lamp[i] * warped;
  }
  return diffuse;
}

// Returns the point where a ray from the eye hits the ball. w is 0 if it misses the ball.
fn castOnto(eye: Eyeball, radius: f32, along: vec3f, normal: vec3f) -> vec4f {
  let offset = frame.cameraPosition - eye.origin;
  let half = dot(offset, along);
  let rest = half * half - (dot(offset, offset) - radius * radius);
  if (rest <= 0.0) {
    return vec4f(eye.origin + normal * radius, 0.0);
  }
  return vec4f(frame.cameraPosition - along * (half + sqrt(rest)), 1.0);
}

// Returns the lamps' light on the iris through the cornea. `normal` is in the ball's frame. The
// iris is brighter on the side opposite a lamp.
fn throughCornea(light: ModelLight, axes: mat3x3f, normal: vec3f) -> vec3f {
  var sum = vec3f(0.0);
  for (var i = 0u; i < light.count; i++) {
    let toLamp = light.toLamp[i] * axes;
    let soft = unit(vec3f(0.5 * toLamp.xy, max(-toLamp.z, 0.5)));
    let facing = pow(max(abs(dot(normal, soft)), LEAST), 6.0) * 0.5;
    let dark = 1.0 - saturate((-toLamp.z - 0.25) / 0.75);
    sum += light.lamp[i] * (facing * dark * dark * dark * dark);
  }
  return sum;
}

fn averageAmbient(cube: array<vec4f, 6>) -> f32 {
  let sum = cube[0] + cube[1] + cube[2] + cube[3] + cube[4] + cube[5];
  return saturate(dot(sum.rgb, LUMINANCE));
}

// Returns light towards the eye and the alpha. Colours of the prop and the material are ignored.
// Call from uniform control flow.
fn modelColor(
  material: Material,
  at: SurfacePoint,
  place: vec3f,
  tangents: TangentFrame,
  side: f32,
  light: ModelLight,
  color: vec4f,
  eye: Eyeball,
) -> vec4f {
  let isRefracting = eye.kind == f32(EYE_REFRACTING);
  let soft = eyeNormal(eye, place, unit(tangents.normal)) * side;
  let normal = unit(place - eye.origin);
  // Tangent space of the ball: to the right and down as seen from the front.
  let across = unit(cross(normal, eye.t));
  let axes = mat3x3f(across, cross(normal, across), normal);
  let along = normalize(place - frame.cameraPosition);
  let seen = along * axes;
  let ball = paramOf(material, PARAM_EYE_ORIGIN).w * eye.scale;
  let cornea = paramOf(material, PARAM_EYE_CORNEA);
  let hit = castOnto(eye, ball, along, normal);
  let iris = irisAt(eye, select(place, hit.xyz, isRefracting && cornea.z > 0.0));

  // Parallax: the iris lies below the cornea. Its base texture covers a part of the ball.
  let bump = select(vec4f(0.5, 0.5, 0.0, 0.0), sample_bump(material, moved(at, iris)), hasTexture(material, ROLE_BUMP));
  let sphere = iris * 0.5 + 0.25;
  let depth = bump.b * paramOf(material, PARAM_EYE_T).w / max(1.0 - seen.z, LEAST);
  let shift = vec2f(-seen.x, seen.y) * depth;
  let noise = sample_base(material, moved(at, sphere + shift * 0.5)).a;
  let wide = saturate(paramOf(material, PARAM_EYE_S).w) * 2.5 - 1.25;
  let fromPupil = sphere - shift - 0.5;
  let pupil = fromPupil * mix(1.0, saturate(length(fromPupil) / IRIS), wide);
  let base = sample_base(material, moved(at, select(at.texCoord, pupil + 0.5, isRefracting)));
  let second = sample_iris(material, moved(at, select(iris, at.texCoord, isRefracting)));
  let texel = unit(vec3f((bump.rg - 0.5) * cornea.y + noise * 0.1, 1.0));
  let bent = unit(axes * texel);
  var mirroring = at;
  mirroring.mirrored = reflect(along, bent);
  let env = select(vec3f(0.0), sample_env(material, mirroring).rgb, hasTexture(material, ROLE_ENV));
  if (isRefracting && cornea.z > 1.0 && hit.w == 0.0) {
    discard;
  }

  let isLit = !hasFrameFlag(FRAME_FULLBRIGHT);
  var diffuse = vec3f(1.0);
  if (isLit) {
    diffuse = diffuseOf(material, light, soft, normal);
  }
  let alpha = material.alpha * color.a;
  if (!hasFrameFlag(FRAME_TEXTURES)) {
    return vec4f(diffuse, alpha);
  }
  if (!isRefracting) {
    let share = select(0.0, second.a, hasTexture(material, ROLE_IRIS));
    return vec4f(mix(base.rgb, second.rgb, share) * diffuse, alpha * base.a);
  }
  var inside = vec3f(0.0);
  var glints = vec3f(0.0);
  if (isLit) {
    let under = vec3f(-2.5 * texel.xy, texel.z);
    let ambient = saturate(-dot(under, seen)) * averageAmbient(light.ambient) * 0.5;
    inside = bump.a * (throughCornea(light, axes, under) + ambient);
    for (var i = 0u; i < light.count; i++) {
      glints += light.lamp[i] * pow(clamp(dot(mirroring.mirrored, light.toLamp[i]), LEAST, 1.0), EXPONENT);
    }
  }
  let open = select(vec3f(1.0), second.rgb, hasTexture(material, ROLE_IRIS));
  diffuse *= mix(paramOf(material, PARAM_EYE_OCCLUSION).rgb, vec3f(1.0), open);
  let shown = (base.rgb + noise * 0.1) * (diffuse + inside);
  return vec4f(shown + cornea.x * env * diffuse + glints, alpha);
}
