// Refracting glass, as the engine's Refract (`refract_ps2x.fxc`).

import constants::MATERIAL_BLURRED;
import constants::MATERIAL_RIM_FADES;
import constants::PARAM_ENV_CONTRAST;
import constants::PARAM_ENV_SATURATION;
import constants::PARAM_ENV_TINT;
import constants::PARAM_REFRACT;
import constants::PARAM_REFRACT_TINT;
import constants::ROLE_REFRACT_TINT;
import constants::ROLE_ENV;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::view::behind::lightBehind;
import package::common::view::behind::picturePlace;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::view::refracting::RefractingPoint;
import package::common::view::refracting::alongSurface;
import package::common::view::refracting::decodedNormal;
import package::common::view::refracting::lightAround;
import package::common::view::refracting::mirroredIn;
import package::common::view::refracting::normalInWorld;
import package::common::view::refracting::storedNormal;
import package::common::view::refracting::unit;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::isUnlit;
import package::common::material::surface::plainSurface;
import package::textures::refract_tint_sampler;
import package::textures::refract_tint_texture;

const LUMINANCE = vec3f(0.299, 0.587, 0.114);
// Distance between two texels of the blur, relative to the picture.
const BLUR_STEP = 1.0 / 512.0;

// For draws that cannot read the picture behind the surface.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return plainSurface(material.tint, material.alpha, select(0.0, 1.0, isUnlit(material)));
}

// Returns the weighted mean of nine texels from four bilinear reads.
fn blurredBehind(place: vec2f) -> vec3f {
  let half = BLUR_STEP / 2.0;
  return lightBehind(place - vec2f(half)) * (4.0 / 9.0)
    + lightBehind(place + vec2f(BLUR_STEP, -half)) * (2.0 / 9.0)
    + lightBehind(place + vec2f(-half, BLUR_STEP)) * (2.0 / 9.0)
    + lightBehind(place + vec2f(BLUR_STEP)) * (1.0 / 9.0);
}

// Returns light and the alpha. Call from uniform control flow.
fn refractedOf(material: Material, at: RefractingPoint) -> vec4f {
  let normal = decodedNormal(storedNormal(material, at.texCoord, at.dx, at.dy));
  // The eye direction is in tangent space but the normal in world space, as in the engine.
  let mirrored = mirroredIn(normalInWorld(at, normal.xyz), alongSurface(at, unit(at.toEye)));
  let mirroredDx = dpdx(mirrored);
  let mirroredDy = dpdy(mirrored);
  var tint = paramOf(material, PARAM_REFRACT_TINT).rgb;
  if (hasTexture(material, ROLE_REFRACT_TINT)) {
    let layer = placeOf(material, ROLE_REFRACT_TINT) & TEXTURE_PLACE_LAYER_MASK;
    tint *= 2.0 * textureSampleGrad(refract_tint_texture, refract_tint_sampler, at.texCoord, layer, at.dx, at.dy).rgb;
  }
  let place = picturePlace(at.pixel);
  let bent = place + normal.xy * normal.a * paramOf(material, PARAM_REFRACT).x;
  var share = 1.0;
  if ((material.flags & MATERIAL_RIM_FADES) != 0u) {
    share = pow(saturate(dot(unit(at.toEye), at.normal)), 3.0);
  }
  var seen: vec3f;
  if ((material.flags & MATERIAL_BLURRED) != 0u) {
    seen = blurredBehind(bent);
  } else {
    seen = lightBehind(bent);
  }
  let light = mix(lightBehind(place), seen * tint, share);
  // With a cubemap, the normal map's alpha masks the reflection instead of the glass.
  if (!hasTexture(material, ROLE_ENV)) {
    return vec4f(light, normal.a);
  }
  var shine = lightAround(material, mirrored, mirroredDx, mirroredDy) * normal.a;
  shine *= paramOf(material, PARAM_ENV_TINT).rgb;
  shine = mix(shine, shine * shine, paramOf(material, PARAM_ENV_CONTRAST).rgb);
  shine = mix(vec3f(dot(shine, LUMINANCE)), shine, paramOf(material, PARAM_ENV_SATURATION).rgb);
  return vec4f(light + shine, 1.0);
}
