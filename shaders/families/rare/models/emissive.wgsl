// Models with a scrolling emissive layer, added to their other shading as the engine's
// `emissive_scroll_blended_pass_ps2x.fxc` adds it.

import constants::FRAME_TEXTURES;
import constants::PARAM_EMISSIVE_SCROLL;
import constants::PARAM_EMISSIVE_TINT;
import constants::ROLE_EMISSIVE;
import constants::ROLE_EMISSIVE_BASE;
import constants::ROLE_EMISSIVE_FLOW;
import constants::TEXTURE_PLACE_LAYER_MASK;
import package::common::geometry::tangents::TangentFrame;
import package::common::light::lights::ModelLight;
import package::common::material::material::Material;
import package::common::material::material::hasTexture;
import package::common::material::material::placeOf;
import package::common::material::params::paramOf;
import package::common::material::surface::Surface;
import package::common::material::surface::SurfacePoint;
import package::common::view::frame::hasFrameFlag;
import package::families::rare::model::modelColor as colorOfModel;
import package::families::rare::model::surfaceOf as surfaceOfModel;
import package::textures::emissive_sampler;
import package::textures::emissive_texture;
import package::textures::sample_emissive_base;
import package::textures::sample_emissive_flow;

// Call from uniform control flow.
fn flowingLight(material: Material, at: SurfacePoint) -> vec3f {
  let base = sample_emissive_base(material, at).rgb;
  let place = sample_emissive_flow(material, at).xy + paramOf(material, PARAM_EMISSIVE_SCROLL).xy;
  let layer = placeOf(material, ROLE_EMISSIVE) & TEXTURE_PLACE_LAYER_MASK;
  let light = textureSample(emissive_texture, emissive_sampler, place, layer).rgb;
  let isThere = hasTexture(material, ROLE_EMISSIVE_BASE) && hasTexture(material, ROLE_EMISSIVE_FLOW)
    && hasTexture(material, ROLE_EMISSIVE) && hasFrameFlag(FRAME_TEXTURES);
  return select(vec3f(0.0), base * light * paramOf(material, PARAM_EMISSIVE_TINT).rgb, isThere);
}

// For surfaces that are no models, which have no emissive layer.
fn surfaceOf(material: Material, at: SurfacePoint) -> Surface {
  return surfaceOfModel(material, at);
}

fn modelColor(
  material: Material,
  at: SurfacePoint,
  place: vec3f,
  tangents: TangentFrame,
  side: f32,
  light: ModelLight,
  color: vec4f,
) -> vec4f {
  let flowing = flowingLight(material, at);
  let shown = colorOfModel(material, at, place, tangents, side, light, color);
  return vec4f(shown.rgb + flowing, shown.a);
}
