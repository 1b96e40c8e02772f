// Fog over a shaded surface, as the engine's shaders mix it: in linear light, before exposure.

import constants::MATERIAL_NO_FOG;
import constants::MATERIAL_ROW_ADDITIVE;
import package::common::view::frame::frame;
import package::common::material::material::Material;

// How much of what lies at a fragment's place the fog hides.
fn fogAt(position: vec4f) -> f32 {
  let across = (position.xy / vec2f(frame.pictureSize) * 2.0 - 1.0) * frame.fogSlope;
  let depth = sqrt(1.0 + dot(across, across)) / position.w;
  let share = saturate(min(frame.fogMaxDensity, depth * frame.fogScale - frame.fogOffset));
  return share * share;
}

// The same of a surface: nothing where it has none.
fn fogOver(material: Material, position: vec4f) -> f32 {
  if (frame.fogMaxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return 0.0;
  }
  return fogAt(position);
}

// A material's light behind the fog. What adds to the picture is hidden by fading to nothing: the fog before
// it is that of the surface behind it.
@if(!modulating)
fn fogged(material: Material, color: vec3f, position: vec4f) -> vec3f {
  if (frame.fogMaxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return color;
  }
  let isAdditive = (material.rowFlags & MATERIAL_ROW_ADDITIVE) != 0u;
  return mix(color, select(frame.fogColor, vec3f(0.0), isAdditive), fogAt(position));
}

// The same of a factor of what is behind: it fades to 1, gamma-encoded.
@if(modulating)
fn fogged(material: Material, factor: vec3f, position: vec4f) -> vec3f {
  if (frame.fogMaxDensity <= 0.0 || (material.flags & MATERIAL_NO_FOG) != 0u) {
    return factor;
  }
  let encoded = pow(factor, vec3f(1.0 / 2.2));
  return pow(mix(encoded, vec3f(1.0), fogAt(position)), vec3f(2.2));
}
