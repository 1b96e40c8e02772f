// Teeth, which darken the less they face out of the mouth. Follows the engine's `teeth_vs20.fxc`
// and, with a normal map, `teeth_bump_ps2x.fxc`, which adds highlights and half-Lambert light.

import constants::FRAME_FULLBRIGHT;
import constants::FRAME_TEXTURES;
import constants::MATERIAL_VERTEX_LIT;
import constants::PARAM_TEETH_PHONG;
import constants::PARAM_TEETH;
import package::common::light::ambient::ambientCubeLight;
import package::common::geometry::tangents::TangentFrame;
import package::common::light::lights::ModelLight;
import package::common::light::lights::facingShare;
import package::common::material::material::Material;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::material::surface::baseSurface;
import package::common::view::frame::frame;
import package::common::view::frame::hasFrameFlag;
import package::textures::sample_base;
import package::textures::sample_bump;

// Least base of a power, because pow(0, 0) is undefined.
const LEAST = 1e-6;

// For surfaces that are no models: lit by the light of their place.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return baseSurface(material, sample_base(material, at));
}

fn unit(v: vec3f) -> vec3f {
  return v * inverseSqrt(max(dot(v, v), 1e-12));
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
) -> vec4f {
  let base = sample_base(material, at);
  let bump = sample_bump(material, at);
  let isBumped = (material.flags & MATERIAL_VERTEX_LIT) == 0u;
  let texel = bump.xyz * 2.0 - 1.0;
  let turned = texel.x * tangents.tangent + texel.y * tangents.binormal + texel.z * tangents.normal;
  let facing = unit(tangents.normal) * side;
  let normal = select(facing, unit(turned) * side, isBumped);
  let alpha = material.alpha * color.a * select(base.a, 1.0, isBumped);

  var diffuse = vec3f(1.0);
  var specular = vec3f(0.0);
  if (!hasFrameFlag(FRAME_FULLBRIGHT)) {
    let opened = paramOf(material, PARAM_TEETH).w * saturate(dot(facing, unit(light.forward)));
    diffuse = light.byVertices.rgb;
    if (light.byVertices.w < 0.5) {
      diffuse += ambientCubeLight(light.ambient, normal);
    }
    if (isBumped) {
      let phong = paramOf(material, PARAM_TEETH_PHONG);
      let toEye = normalize(frame.cameraPosition - place);
      let mirrored = 2.0 * dot(normal, toEye) * normal - toEye;
      for (var i = 0u; i < light.count; i++) {
        let cosine = dot(normal, light.toLamp[i]);
        let share = facingShare(cosine, true, light.flags);
        diffuse += light.lamp[i] * (share * share);
        let along = clamp(dot(mirrored, light.toLamp[i]), LEAST, 1.0);
        specular += light.lamp[i] * (max(cosine, 0.0) * pow(along, phong.x + phong.y * bump.a));
      }
    }
    diffuse *= opened;
    specular *= opened * base.a;
  }
  if (!hasFrameFlag(FRAME_TEXTURES)) {
    return vec4f(diffuse, alpha);
  }
  return vec4f(base.rgb * diffuse + specular, alpha);
}
