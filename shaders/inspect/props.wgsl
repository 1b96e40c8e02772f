// Fragment shaders of models in inspection views. `surfaces/props.wgsl` has the vertex shaders.

import package::common::geometry::fade::isDitheredAway;
@if(edges) import package::common::inspect::corners::edgeAt;
import package::common::inspect::holes::isHole;
import package::common::inspect::look::lookAt;
import package::common::inspect::looked::Looked;
import package::common::inspect::looked::densityOf;
import package::common::inspect::shown::shown;
import package::common::material::material::isCulled;
import package::common::material::material::materialAt;

struct FragmentIn {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) normal: vec3f,
  @location(2) @interpolate(flat) instance: u32,
  @location(3) @interpolate(flat) material: u32,
  @location(5) @interpolate(flat) fade: f32,
  @location(6) place: vec3f,
  @if(edges) @location(8) corner: vec3f,
}

@fragment fn fragmentMain(in: FragmentIn, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  return colorOf(in, isFront, false);
}

@fragment fn fragmentHoles(in: FragmentIn, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  return colorOf(in, isFront, isHole(materialAt(in.material), in.texCoord));
}

fn colorOf(in: FragmentIn, isFront: bool, isOpen: bool) -> vec4f {
  var at: Looked;
  at.isModel = true;
  at.isFront = isFront;
  at.material = in.material;
  at.instance = in.instance;
  at.place = in.place;
  at.normal = in.normal;
  at.texCoord = in.texCoord;
  let dx = dpdx(in.place);
  let dy = dpdy(in.place);
  let facing = cross(dx, dy);
  at.facing = facing * select(-1.0, 1.0, dot(facing, in.normal) >= 0.0);
  at.repeatDensity = densityOf(dpdx(in.texCoord), dpdy(in.texCoord), dx, dy);
  @if(edges) at.edge = edgeAt(in.corner);
  let color = lookAt(at);
  let isGone = isCulled(materialAt(in.material), isFront) || isDitheredAway(in.position.xy, in.fade);
  if (isOpen || isGone) {
    discard;
  }
  return shown(color);
}
