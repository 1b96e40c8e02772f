// Fog over a shaded surface, as the engine's shaders mix it: in linear light, before exposure.

import constants::MATERIAL_NO_FOG;
import constants::MATERIAL_ROW_ADDITIVE;
import package::common::view::frame::frame;
import package::common::material::material::Material;

// The fog before what lies at a fragment's place: its colour, and how much of it that hides.
fn fogAt(position: vec4f) -> vec4f {
  var fog = frame.fog;
  if (dot(frame.fogRise.xyz, vec3f(position.xy, 1.0)) > frame.fogRise.w * position.w) {
    fog = frame.fogAbove;
  }
  let across = (position.xy / vec2f(frame.pictureSize) * 2.0 - 1.0) * fog.slope;
  let depth = sqrt(1.0 + dot(across, across)) / position.w;
  let share = saturate(min(fog.maxDensity, depth * fog.scale - fog.offset));
  return vec4f(fog.color, share * share);
}

// The same of a surface: nothing where it has none.
fn fogOver(material: Material, position: vec4f) -> vec4f {
  if (frame.fog.maxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return vec4f(0.0);
  }
  return fogAt(position);
}

// A material's light behind the fog. What adds to the picture is hidden by fading to nothing: the fog before
// it is that of the surface behind it.
@if(!modulating)
fn fogged(material: Material, color: vec3f, position: vec4f) -> vec3f {
  if (frame.fog.maxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return color;
  }
  let isAdditive = (material.rowFlags & MATERIAL_ROW_ADDITIVE) != 0u;
  let fog = fogAt(position);
  return mix(color, select(fog.rgb, vec3f(0.0), isAdditive), fog.a);
}

// The same of a factor of what is behind: it fades to 1, gamma-encoded.
@if(modulating && !shadowing)
fn fogged(material: Material, factor: vec3f, position: vec4f) -> vec3f {
  if (frame.fog.maxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return factor;
  }
  let encoded = pow(factor, vec3f(1.0 / 2.2));
  return pow(mix(encoded, vec3f(1.0), fogAt(position).a), vec3f(2.2));
}

// The same of a shadow: what it darkens is behind the fog by now.
@if(shadowing)
fn fogged(material: Material, factor: vec3f, position: vec4f) -> vec3f {
  if (frame.fog.maxDensity <= 0.0) {
    return factor;
  }
  let clear = 1.0 - sqrt(fogAt(position).a);
  return 1.0 - (1.0 - factor) * pow(clear, 4.0);
}
