// The world's faces and displacements in inspection views.

import constants::SURFACE_MATERIAL_MASK;
@if(edges) import constants::WORLD_VERTEX_STRIDE_WORDS;
@if(edges) import package::common::inspect::corners::cornerOf;
@if(edges) import package::common::inspect::corners::edgeAt;
@if(edges) import package::common::inspect::corners::edgeIndices;
@if(edges) import package::common::inspect::corners::edgeVertices;
import package::common::inspect::holes::isHole;
import package::common::inspect::look::lookAt;
import package::common::inspect::looked::Looked;
import package::common::inspect::looked::densityOf;
import package::common::inspect::shown::shown;
import package::common::material::material::isCulled;
import package::common::material::material::materialAt;
import package::common::view::frame::clipPosition;

struct VertexIn {
  @location(0) position: vec3f,
  @location(1) texCoord: vec2f,
  @location(2) lightmapCoord: vec2f,
  @location(4) surface: u32,
  @location(5) styles: vec4u,
  @location(6) normal: vec4f,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) lightmapCoord: vec2f,
  @location(2) place: vec3f,
  @location(3) normal: vec3f,
  @location(4) @interpolate(flat) surface: u32,
  @location(5) @interpolate(flat) styles: vec4u,
  @location(6) @interpolate(flat) vertex: u32,
  @if(edges) @location(7) corner: vec3f,
}

@vertex fn vertexMain(in: VertexIn, @builtin(vertex_index) vertex: u32) -> VertexOut {
  return placeVertex(in, vertex);
}

@if(edges)
@vertex fn vertexEdges(@builtin(vertex_index) index: u32) -> VertexOut {
  let vertex = edgeIndices[index];
  let word = vertex * WORLD_VERTEX_STRIDE_WORDS;
  var in: VertexIn;
  in.position = bitcast<vec3f>(vec3u(edgeVertices[word], edgeVertices[word + 1u], edgeVertices[word + 2u]));
  in.texCoord = bitcast<vec2f>(vec2u(edgeVertices[word + 3u], edgeVertices[word + 4u]));
  in.lightmapCoord = bitcast<vec2f>(vec2u(edgeVertices[word + 5u], edgeVertices[word + 6u]));
  in.normal = unpack4x8snorm(edgeVertices[word + 7u]);
  in.surface = edgeVertices[word + 10u];
  let styles = edgeVertices[word + 11u];
  in.styles = vec4u(styles, styles >> 8u, styles >> 16u, styles >> 24u) & vec4u(0xffu);
  var out = placeVertex(in, vertex);
  out.corner = cornerOf(index);
  return out;
}

fn placeVertex(in: VertexIn, vertex: u32) -> VertexOut {
  var out: VertexOut;
  out.position = clipPosition(in.position);
  out.texCoord = in.texCoord;
  out.lightmapCoord = in.lightmapCoord;
  out.place = in.position;
  out.normal = in.normal.xyz;
  out.surface = in.surface;
  out.styles = in.styles;
  out.vertex = vertex;
  return out;
}

@fragment fn fragmentMain(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  return colorOf(in, isFront, false);
}

@fragment fn fragmentHoles(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  return colorOf(in, isFront, isHole(material, in.texCoord));
}

fn colorOf(in: VertexOut, isFront: bool, isOpen: bool) -> vec4f {
  var at: Looked;
  at.isFront = isFront;
  at.material = in.surface & SURFACE_MATERIAL_MASK;
  at.place = in.place;
  at.normal = in.normal;
  at.texCoord = in.texCoord;
  at.lightmapCoord = in.lightmapCoord;
  at.surface = in.surface;
  at.styles = in.styles;
  at.vertex = in.vertex;
  let dx = dpdx(in.place);
  let dy = dpdy(in.place);
  let facing = cross(dx, dy);
  at.facing = facing * select(-1.0, 1.0, dot(facing, in.normal) >= 0.0);
  at.repeatDensity = densityOf(dpdx(in.texCoord), dpdy(in.texCoord), dx, dy);
  at.luxelDensity = densityOf(dpdx(in.lightmapCoord), dpdy(in.lightmapCoord), dx, dy);
  at.luxelPixels = fwidth(in.lightmapCoord);
  @if(edges) at.edge = edgeAt(in.corner);
  let color = lookAt(at);
  if (isOpen || isCulled(materialAt(at.material), isFront)) {
    discard;
  }
  return shown(color);
}
