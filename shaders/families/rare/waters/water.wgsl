// Water as in the engine's shaders (`water_ps2x_helper.h`, `watercheap_ps2x.fxc`): the refracted
// picture behind it, fogged by the depth of the water, with the reflection over it.

import constants::MATERIAL_BLURRED;
import constants::MATERIAL_FROM_BELOW;
import constants::MATERIAL_NO_FRESNEL;
import constants::MATERIAL_SEE_THROUGH;
import constants::MATERIAL_SHEETS;
import constants::PARAM_ENV_TINT;
import constants::PARAM_REFLECT_TINT;
import constants::PARAM_REFRACT;
import constants::PARAM_REFRACT_TINT;
import constants::PARAM_SHEETS;
import constants::PARAM_WATER_FOG;
import constants::ROLE_ENV;
import package::common::view::behind::distanceBehind;
import package::common::view::behind::isMirrored;
import package::common::view::behind::lightBehind;
import package::common::view::behind::lightMirrored;
import package::common::view::behind::picturePlace;
import package::common::view::behind::pixelAt;
@if(flowing) import package::common::material::flow::flowingWaves;
@if(flowing) import package::common::material::flow::leaningInView;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
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

// Depth below which there is no water yet (as a share of the fog's range), and how fast it fades in
// at the shore.
const SHORE = 0.05;
const SHORE_RATE = 20.0;
// Distance between two texels of the blur, relative to the picture; number of texels on either
// side.
const BLUR_STEP = 0.005;
const BLUR_REACH = 2;

// For draws that cannot read the picture behind the surface.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return plainSurface(material.tint, material.alpha, select(0.0, 1.0, isUnlit(material)));
}

// Returns the normal of the waves in world space for flowing water, in tangent space otherwise.
@if(flowing)
fn wavesAt(material: Material, at: RefractingPoint) -> vec4f {
  return flowingWaves(material, at);
}

@if(!flowing)
fn wavesAt(material: Material, at: RefractingPoint) -> vec4f {
  let first = storedNormal(material, at.texCoord, at.dx, at.dy);
  if ((material.flags & MATERIAL_SHEETS) == 0u) {
    return decodedNormal(first);
  }
  let moved = paramOf(material, PARAM_SHEETS);
  let turned = mat2x2f(0.1, -0.1, 0.1, 0.1);
  let swapped = mat2x2f(0.0, 0.45, 0.45, 0.0);
  let second = storedNormal(
    material,
    turned * at.own + moved.xy,
    turned * at.ownDx,
    turned * at.ownDy,
  );
  let third = storedNormal(
    material,
    swapped * at.own + moved.zw,
    swapped * at.ownDx,
    swapped * at.ownDy,
  );
  return decodedNormal(0.33 * (first + second + third));
}

// Returns the share of the fog between the water surface, extended to any place of the picture, and
// the surface drawn behind it. Negative if that surface is in front of the water. 1 / distance is
// linear in the picture.
fn depthAt(at: RefractingPoint, place: vec2f, perInch: f32) -> f32 {
  let pixel = pixelAt(place);
  let nearness = at.pixel.w + dot(at.pixelSlope, pixel - at.pixel.xy);
  let inches = distanceBehind(pixel) - 1.0 / max(nearness, 1e-12);
  return min(inches * perInch, 1.0);
}

struct Seen {
  light: vec3f,
  depth: f32,
}

// Returns what a refracted ray sees. If it hits an object in front of the water, the ray is not
// bent: the engine draws the part below the surface separately, without that object.
fn seenAt(at: RefractingPoint, place: vec2f, bent: vec2f, perInch: f32) -> Seen {
  let depth = depthAt(at, bent, perInch);
  if (depth < 0.0) {
    return Seen(lightBehind(place), saturate(depthAt(at, place, perInch)));
  }
  return Seen(lightBehind(bent), depth);
}

fn blurredAt(at: RefractingPoint, place: vec2f, bent: vec2f, perInch: f32) -> Seen {
  var sum = Seen(vec3f(0.0), 0.0);
  for (var y = -BLUR_REACH; y <= BLUR_REACH; y++) {
    for (var x = -BLUR_REACH; x <= BLUR_REACH; x++) {
      let one = seenAt(at, place, bent + vec2f(f32(x), f32(y)) * BLUR_STEP, perInch);
      sum.light += one.light;
      sum.depth += one.depth;
    }
  }
  let count = f32((2 * BLUR_REACH + 1) * (2 * BLUR_REACH + 1));
  return Seen(sum.light / count, sum.depth / count);
}

// Returns light and the alpha. Call from uniform control flow.
fn refractedOf(material: Material, at: RefractingPoint) -> vec4f {
  let waves = wavesAt(material, at);
  let inches = length(at.toEye);
  let toEye = at.toEye / inches;
  @if(!flowing) let normal = normalInWorld(at, waves.xyz);
  @if(!flowing) let facing = dot(alongSurface(at, toEye), waves.xyz);
  @if(!flowing) let leaning = waves.xy;
  @if(flowing) let normal = waves.xyz;
  @if(flowing) let facing = dot(toEye, waves.xyz);
  @if(flowing) let leaning = leaningInView(waves.xyz);
  let mirrored = mirroredIn(normal, toEye);
  let mirroredDx = dpdx(mirrored);
  let mirroredDy = dpdy(mirrored);
  var fog = paramOf(material, PARAM_WATER_FOG);
  fog = vec4f(fog.rgb * at.light, fog.a);
  let isAround = hasTexture(material, ROLE_ENV);
  var shine = fog.rgb;
  if (isAround) {
    shine = lightAround(material, mirrored, mirroredDx, mirroredDy);
    shine *= paramOf(material, PARAM_ENV_TINT).rgb;
  }
  let rim = pow(1.0 - saturate(facing), 5.0);
  let tint = paramOf(material, PARAM_REFRACT_TINT);
  let mirroring = select(rim, tint.a, (material.flags & MATERIAL_NO_FRESNEL) != 0u);
  let amounts = paramOf(material, PARAM_REFRACT);
  let reflectTint = paramOf(material, PARAM_REFLECT_TINT);
  let place = picturePlace(at.pixel);
  let isMirror = amounts.y >= 0.0 && isMirrored();
  if ((material.flags & MATERIAL_SEE_THROUGH) == 0u) {
    if (isMirror) {
      let above = lightMirrored(place, leaning * waves.a * amounts.y);
      return vec4f(above * reflectTint.rgb, 1.0);
    }
    return vec4f(mix(fog.rgb, shine, mirroring), 1.0);
  }
  let isBelow = (material.flags & MATERIAL_FROM_BELOW) != 0u;
  let isBlurred = (material.flags & MATERIAL_BLURRED) != 0u;
  // Seen from below, the depth behind the surface is unknown.
  let depth = select(saturate(depthAt(at, place, fog.a)), 1.0, isBelow);
  let bend = leaning * waves.a * select(depth, 1.0, isBlurred);
  let bent = place + bend * amounts.x;
  var seen: Seen;
  if (isBelow) {
    seen = Seen(lightBehind(bent), 1.0);
  } else if (isBlurred) {
    seen = blurredAt(at, place, bent, fog.a);
  } else {
    seen = seenAt(at, place, bent, fog.a);
  }
  var light = seen.light * select(vec3f(1.0), tint.rgb, isBlurred);
  var hidden = saturate(seen.depth - SHORE);
  if (isBelow) {
    hidden = saturate((1.0 / at.pixel.w - reflectTint.a) * fog.a);
  }
  light = mix(light, fog.rgb, hidden);
  if (isMirror) {
    // Fades out at the shore, by the depth of water along the refracted ray.
    let cover = rim * saturate((seen.depth - SHORE) * SHORE_RATE);
    let above = lightMirrored(place, bend * amounts.y) * reflectTint.rgb;
    return vec4f(mix(light, above, cover), 1.0);
  }
  if (!isAround) {
    return vec4f(light, 1.0);
  }
  // The engine draws this reflection in a second pass.
  let far = saturate((inches - amounts.z) * amounts.w);
  let cover = saturate(mirroring + far) * saturate((depth - SHORE) * SHORE_RATE);
  return vec4f(mix(light, shine, cover), 1.0);
}
