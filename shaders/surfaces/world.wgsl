// The world's faces and displacements: albedo times lightmap.

import constants::FRAME_LIGHTMAPS;
import constants::ROLE_BASE;
import constants::SURFACE_MATERIAL_MASK;
import package::common::material::cutout::coverageOf;
import package::common::light::fog::fogged;
import package::common::geometry::fade::decalFade;
import package::common::view::frame::clipPosition;
import package::common::view::frame::hasFrameFlag;
@if(bumped) import package::common::material::bump::bumpedPoint;
@if(bumped) import package::common::light::lightmap::directedLight;
@if(lamp) import package::common::light::fog::fogOver;
@if(lamp) import package::common::light::lamp::lampsLight;
@if(layered) import package::common::material::layers::layerWeights;
@if(vertexBlends) import package::common::material::multiblend::Blends;
@if(vertexBlends) import package::common::material::multiblend::blends;
@if(vertexBlends) import package::common::material::multiblend::blendsOf;
import package::common::light::lightmap::lightmapLight;
import package::common::material::material::hasTexture;
import package::common::material::material::isCulled;
import package::common::material::material::materialAt;
import package::common::material::premultiplied::premultiplied;
import package::common::material::surface::framedPoint;
import package::common::material::surface::shade;
import package::common::material::surface::surfacePoint;
import package::common::material::surface::takesLight;
@if(walled) import package::common::material::wall::wallColor;
@if(flowCoord) import package::common::material::energy::flowCoord;
@if(bumped || flowCoord) import package::common::geometry::tangents::tangentFrame;
@if(soft) import package::common::view::soft::softness;
@if(refracting) import package::common::view::refracting::isLit;
@if(refracting) import package::common::view::refracting::refractingPoint;
@if(refracting) import package::family::refractedOf;
import package::family::surfaceOf;

struct VertexIn {
  @location(0) position: vec3f,
  @location(1) texCoord: vec2f,
  @location(2) lightmapCoord: vec2f,
  @location(3) blend: vec4f,
  @location(4) surface: u32,
  @location(5) styles: vec4u,
  // Normal and tangent as in `common/geometry/tangents.wgsl`, for materials with a normal map.
  @location(6) normal: vec4f,
  @location(7) tangent: vec4f,
  @if(decals) @location(8) fadeOrigin: vec3f,
  @if(decals) @location(9) fadeRange: vec2f,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  // Centroid interpolation keeps it inside the face at partially covered pixels, because the
  // neighbouring texels belong to another face.
  @location(1) @interpolate(perspective, centroid) lightmapCoord: vec2f,
  @location(2) blend: f32,
  // Constant over a face.
  @location(3) @interpolate(flat) surface: u32,
  @location(4) @interpolate(flat) styles: vec4u,
  @if(framed || lamp) @location(5) place: vec3f,
  @if(framed || lamp) @location(6) normal: vec3f,
  @if(bumped || flowCoord) @location(7) tangent: vec4f,
  // Opacity of a decal.
  @if(decals) @location(8) @interpolate(flat) fade: f32,
  // Weights of the second to the fourth texture.
  @if(layered) @location(9) layers: vec3f,
  // Blends of `common/material/multiblend.wgsl`.
  @if(vertexBlends) @location(10) first: vec4f,
  @if(vertexBlends) @location(11) second: vec4f,
  @if(vertexBlends) @location(12) third: vec4f,
  @if(vertexBlends) @location(13) fourth: vec3f,
  @if(vertexBlends) @location(14) alphas: vec3f,
}

@vertex fn vertexMain(in: VertexIn) -> VertexOut {
  var out: VertexOut;
  out.position = clipPosition(in.position);
  out.texCoord = in.texCoord;
  out.lightmapCoord = in.lightmapCoord;
  out.blend = in.blend.x;
  @if(layered) out.layers = in.blend.yzw;
  @if(vertexBlends)
  let own = blendsOf(in.lightmapCoord, in.normal, in.tangent, in.blend, in.styles);
  @if(vertexBlends) out.first = own.first;
  @if(vertexBlends) out.second = own.second;
  @if(vertexBlends) out.third = own.third;
  @if(vertexBlends) out.fourth = own.fourth;
  @if(vertexBlends) out.alphas = own.alphas;
  out.surface = in.surface;
  out.styles = in.styles;
  @if(framed || lamp) out.place = in.position;
  @if(framed || lamp) out.normal = in.normal.xyz;
  @if(bumped || flowCoord) out.tangent = in.tangent;
  @if(decals) out.fade = decalFade(in.fadeOrigin, in.fadeRange);
  return out;
}

// Returns linear light towards the eye and the alpha.
fn surfaceColor(in: VertexOut) -> vec4f {
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  @if(!framed) let at = surfacePoint(material, in.texCoord, in.blend);
  @if(bumped || flowCoord) let frame = tangentFrame(in.normal, in.tangent);
  @if(flowCoord) flowCoord = vec2f(dot(frame.tangent, in.place), dot(frame.binormal, in.place));
  @if(framed && !bumped) let at = framedPoint(material, in.texCoord, in.blend, in.place, in.normal);
  @if(layered) layerWeights = in.layers;
  @if(vertexBlends) blends = Blends(in.first, in.second, in.third, in.fourth, in.alphas);
  @if(bumped) let at = bumpedPoint(material, in.texCoord, in.blend, in.place, frame);
  let surface = surfaceOf(material, at);
  var light = vec3f(1.0);
  if (takesLight(surface) && hasFrameFlag(FRAME_LIGHTMAPS)) {
    @if(!bumped) light = lightmapLight(in.surface, in.styles, in.lightmapCoord);
    @if(bumped) light = directedLight(in.surface, in.styles, in.lightmapCoord, at.directions);
  }
  @if(!walled) var color = shade(surface, light);
  @if(framed && !walled) color += surface.reflection;
  @if(walled) let isLit = takesLight(surface) && hasFrameFlag(FRAME_LIGHTMAPS);
  @if(walled) let color = wallColor(material, at, in.place, surface, light, isLit);
  return vec4f(fogged(material, color, in.position), surface.alpha);
}

// Returns what the projected textures add to the surface.
@if(lamp)
@fragment fn fragmentLamp(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  @if(!framed) let at = surfacePoint(material, in.texCoord, in.blend);
  @if(bumped || flowCoord) let frame = tangentFrame(in.normal, in.tangent);
  @if(flowCoord) flowCoord = vec2f(dot(frame.tangent, in.place), dot(frame.binormal, in.place));
  @if(framed && !bumped) let at = framedPoint(material, in.texCoord, in.blend, in.place, in.normal);
  @if(layered) layerWeights = in.layers;
  @if(bumped) let at = bumpedPoint(material, in.texCoord, in.blend, in.place, frame);
  let surface = surfaceOf(material, at);
  @if(!bumped) let turned = in.normal;
  @if(bumped) let turned = at.normal;
  let side = select(-1.0, 1.0, isFront);
  let light = lampsLight(in.place, normalize(turned) * side, normalize(in.normal) * side, true);
  let color = shade(surface, light) - shade(surface, vec3f(0.0));
  let isHole = surface.alpha < material.alphaTestReference;
  if (isCulled(material, isFront) || isHole) {
    discard;
  }
  let clear = 1.0 - fogOver(material, in.position).a;
  @if(!decals) return vec4f(color * clear, 0.0);
  @if(decals) let isCutout = material.alphaTestReference > 0.0;
  @if(decals) let cover = select(surface.alpha, 1.0, isCutout) * in.fade;
  @if(decals) let isThere = hasTexture(material, ROLE_BASE);
  @if(decals) return vec4f(select(vec3f(0.0), color * clear * cover, isThere), 0.0);
}

@fragment fn fragmentOpaque(in: VertexOut) -> @location(0) vec4f {
  return vec4f(surfaceColor(in).rgb, 1.0);
}

// Alpha-tested and two-sided surfaces.
@fragment fn fragmentCutout(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let color = surfaceColor(in);
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  let coverage = coverageOf(color.a, material.alphaTestReference);
  if (isCulled(material, isFront) || coverage <= 0.0) {
    discard;
  }
  return vec4f(color.rgb, coverage);
}

// Returns the factor of the picture behind the surface.
@if(modulating)
@fragment fn fragmentModulate(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let factor = surfaceColor(in).rgb;
  if (isCulled(materialAt(in.surface & SURFACE_MATERIAL_MASK), isFront)) {
    discard;
  }
  @if(!decals) return vec4f(factor, 1.0);
  @if(decals) return vec4f(mix(vec3f(1.0), factor, in.fade), 1.0);
}

// A decal's alpha comes from its texture; it is hidden until the texture is loaded.
@if(decals)
@fragment fn fragmentDecal(in: VertexOut) -> @location(0) vec4f {
  let color = surfaceColor(in);
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  let isCutout = material.alphaTestReference > 0.0;
  if (!hasTexture(material, ROLE_BASE) || (isCutout && color.a < material.alphaTestReference)) {
    discard;
  }
  return premultiplied(material, vec4f(color.rgb, select(color.a, 1.0, isCutout))) * in.fade;
}

@if(translucent)
@fragment fn fragmentTranslucent(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  @if(!soft) let color = surfaceColor(in);
  @if(soft) var color = surfaceColor(in);
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  @if(soft) color.a *= softness(material, in.position);
  if (isCulled(material, isFront)) {
    discard;
  }
  return premultiplied(material, color);
}

// Reads the picture behind the surface instead of being lit.
@if(refracting)
@fragment fn fragmentRefracting(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let material = materialAt(in.surface & SURFACE_MATERIAL_MASK);
  var at = refractingPoint(material, in.texCoord, in.place, in.normal, in.position);
  if (isLit(material) && hasFrameFlag(FRAME_LIGHTMAPS)) {
    at.light = lightmapLight(in.surface, in.styles, in.lightmapCoord);
  }
  let color = refractedOf(material, at);
  if (isCulled(material, isFront)) {
    discard;
  }
  return vec4f(fogged(material, color.rgb, in.position) * color.a, color.a);
}
