// Fog over a shaded surface. It is mixed in linear light before exposure, as in the engine's
// shaders.

import constants::MATERIAL_NO_FOG;
import constants::MATERIAL_ROW_ADDITIVE;
import package::common::view::frame::frame;
import package::common::material::material::Material;

// Returns the fog in front of a fragment: its colour, and the share of the surface that it hides.
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

// Returns the fog in front of a surface, or 0 if fog is off or its material takes none.
fn fogOver(material: Material, position: vec4f) -> vec4f {
  if (frame.fog.maxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return vec4f(0.0);
  }
  return fogAt(position);
}

// Returns a material's light behind the fog. An additive surface fades to black instead, because
// the surface behind it already has the fog's colour.
@if(!modulating)
fn fogged(material: Material, color: vec3f, position: vec4f) -> vec3f {
  if (frame.fog.maxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return color;
  }
  let isAdditive = (material.rowFlags & MATERIAL_ROW_ADDITIVE) != 0u;
  let fog = fogAt(position);
  return mix(color, select(fog.rgb, vec3f(0.0), isAdditive), fog.a);
}

// Returns the factor of a modulating surface behind the fog. It fades to 1, gamma-encoded.
@if(modulating && !shadowing)
fn fogged(material: Material, factor: vec3f, position: vec4f) -> vec3f {
  if (frame.fog.maxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return factor;
  }
  let encoded = pow(factor, vec3f(1.0 / 2.2));
  return pow(mix(encoded, vec3f(1.0), fogAt(position).a), vec3f(2.2));
}

// Returns the factor of a shadow behind the fog. The surface it darkens already contains the fog.
@if(shadowing)
fn fogged(material: Material, factor: vec3f, position: vec4f) -> vec3f {
  if (frame.fog.maxDensity <= 0.0) {
    return factor;
  }
  let clear = 1.0 - sqrt(fogAt(position).a);
  return 1.0 - (1.0 - factor) * pow(clear, 4.0);
}
