// Static props: instances of skinned models, lit by baked vertex light or an ambient cube, and by
// lamps.

import constants::LIGHTS_PER_PROP;
import constants::MATERIAL_HALF_LAMBERT;
@if(modeled) import constants::MATERIAL_VERTEX_LIT;
@if(finelyLit) import constants::NO_BAKED_LIGHT;
import constants::NO_WORLD_LIGHT;
@if(modeled) import constants::PARAM_DETAIL_S;
@if(modeled) import constants::PARAM_DETAIL_T;
@if(forward) import constants::PARAM_TEETH;
import constants::PROP_BUMPS_UNBAKED;
import constants::PROP_DRAW_FLAGS_SHIFT;
import constants::PROP_DRAW_MATERIAL_MASK;
import constants::PROP_VERTEX_STRIDE_WORDS;
@if(ownSpace) import constants::SECOND_COORD_RANGE;
@if(bumped) import constants::ROLE_BUMP;
import constants::WORLD_LIGHT_STYLE_MASK;
import package::common::light::ambient::ambientCubeLight;
import package::common::light::baked::bakedLightOf;
@if(finelyLit) import package::common::light::baked::mapLight;
@if(finelyLit) import package::common::light::baked::storedAt;
@if(finelyLit) import package::common::light::baked::storedLight;
@if(bumped) import package::common::material::bump::bumpedPoint;
@if(modeled) import package::common::material::bump::movedBy;
@if(eyeball) import package::common::geometry::eyeball::eyeBone;
@if(eyeball) import package::common::geometry::eyeball::eyeballOf;
@if(lamp) import package::common::light::fog::fogOver;
@if(lamp && modeled) import package::common::light::lamp::lampRay;
@if(lamp && !modeled) import package::common::light::lamp::lampsLight;
@if(lamp && modeled) import package::common::light::lamp::lit;
import package::common::geometry::fade::fadeAt;
import package::common::geometry::fade::isDitheredAway;
import package::common::geometry::fade::screenFadeAt;
import package::common::material::cutout::coverageOf;
@if(flowCoord) import package::common::material::energy::flowCoord;
import package::common::light::fog::fogged;
import package::common::view::frame::clipPosition;
@if(bumped) import package::common::material::material::hasTexture;
@if(bumped) import package::common::material::roles::isShown;
import package::common::material::material::isCulled;
import package::common::material::material::materialAt;
@if(forward) import package::common::material::params::paramOf;
import package::common::material::premultiplied::premultiplied;
@if(edges) import package::common::inspect::corners::cornerOf;
@if(edges) import package::common::inspect::corners::edgeIndices;
@if(edges) import package::common::inspect::corners::edgeVertices;
import package::common::geometry::skinning::Affine;
import package::common::geometry::skinning::blendBones;
@if(eyeball) import package::common::geometry::skinning::multiplyAffine;
import package::common::geometry::skinning::transformDirection;
import package::common::geometry::skinning::transformPoint;
@if(swaying) import package::common::geometry::sway::swayed;
import package::common::material::surface::framedPoint;
import package::common::material::surface::shade;
import package::common::material::surface::surfacePoint;
import package::common::material::surface::takesLight;
@if(bumped || modeled) import package::common::geometry::tangents::tangentFrame;
@if(soft) import package::common::view::soft::softness;
@if(refracting) import package::common::view::refracting::refractingPoint;
@if(refracting) import package::family::refractedOf;
@if(modeled) import package::family::modelColor;
@if(!modeled) import package::family::surfaceOf;
@if(modeled) import package::common::light::lights::ModelLight;
import package::common::light::lights::WorldLight;
@if(modeled) import package::common::light::lights::lightRay;
import package::common::light::lights::worldLightAt;

struct Instance {
  worldFromModel: Affine,
  // Linear light from +x, -x, +y, -y, +z, -z.
  ambient: array<vec4f, 6>,
  color: vec4f,
  // Added to a vertex's row, it gives the vertex's word in `bakedLight`. NO_BAKED_LIGHT if there is
  // none.
  bakedBase: u32,
  // In inches. If the maximum is 0, the prop never fades by distance.
  fadeMinDist: f32,
  fadeMaxDist: f32,
  // PROP_* bits.
  lightFlags: u32,
  // Rows in `worldLights`, terminated by NO_WORLD_LIGHT.
  lights: vec4u,
  // First row in `bones`: the instance's pose, or one shared with others.
  firstBone: u32,
  // See `PropLight.fineBase`.
  directedBase: u32,
  mapBase: u32,
  // LOD metrics. If the end is 0, the prop does not fade by size.
  fadeWholeMetric: f32,
  // Middle of its box, from which distances are measured.
  middle: vec3f,
  fadeEndMetric: f32,
}

@group(1) @binding(1) var<storage, read> instances: array<Instance>;
// Bones of all variants in sequence.
@group(1) @binding(2) var<storage, read> bones: array<Affine>;
@group(1) @binding(4) var<storage, read> worldLights: array<WorldLight>;

struct VertexIn {
  @location(0) position: vec3f,
  @location(1) texCoord: vec2f,
  @location(2) normal: vec4f,
  @location(3) boneIndex: vec4u,
  @location(4) boneWeight: vec4f,
  // Tangent as in `common/geometry/tangents.wgsl`, for materials with a normal map.
  @if(bumped || modeled) @location(5) tangent: vec4f,
  // Per instance: row in `instances`.
  @location(6) instance: u32,
  // Per draw: row in `materials`, with flags for lamp light above it.
  @location(7) material: u32,
}

struct VertexOut {
  @builtin(position) position: vec4f,
  @location(0) texCoord: vec2f,
  @location(1) normal: vec3f,
  @location(2) @interpolate(flat) instance: u32,
  @location(3) @interpolate(flat) material: u32,
  // Linear baked light, plus lamp light unless fragments are lit by lamps. w is 1 if there is baked
  // light.
  @location(4) light: vec4f,
  // Opacity of the prop.
  @location(5) @interpolate(flat) fade: f32,
  @if(framed || lamp) @location(6) place: vec3f,
  @if(bumped || modeled) @location(7) tangent: vec4f,
  // Linear baked light from each of the three directions.
  @if(finelyLit) @location(8) directed0: vec3f,
  @if(finelyLit) @location(9) directed1: vec3f,
  @if(finelyLit) @location(10) directed2: vec3f,
  // Position and normal in model space, before skinning.
  @if(ownSpace) @location(8) ownPlace: vec3f,
  @if(ownSpace) @location(9) ownNormal: vec3f,
  // Second texture coordinates.
  @if(ownSpace) @location(10) decalCoord: vec2f,
  // Barycentric coordinates of the corner.
  @if(edges) @location(8) corner: vec3f,
}

// Returns the light of the instance's lamps. If `baked`, it skips lamps whose light is baked for
// this surface, which other surfaces of the prop still need.
fn lampLightAt(instance: u32, point: vec3f, normal: vec3f, wraps: bool, baked: bool) -> vec3f {
  let lights = instances[instance].lights;
  let flags = instances[instance].lightFlags;
  // Broken models have normals of length 0; no lamp lights them.
  let unit = normal * inverseSqrt(max(dot(normal, normal), 1e-12));
  var sum = vec3f(0.0);
  for (var i = 0u; i < LIGHTS_PER_PROP; i++) {
    if (lights[i] == NO_WORLD_LIGHT) {
      break;
    }
    if (baked && (worldLights[lights[i]].flags & WORLD_LIGHT_STYLE_MASK) == 0u) {
      continue;
    }
    sum += worldLightAt(worldLights[lights[i]], point, unit, wraps, flags);
  }
  return sum;
}

// Decodes what `writeSecondCoord` in `scene/props/prop-geometry.ts` encodes.
@if(ownSpace)
fn secondCoord(in: VertexIn) -> vec2f {
  let s = in.boneWeight.w * 65535.0 / 65536.0;
  let t = (f32(in.boneIndex.w) * 128.0 + in.normal.w * 127.0) / 32768.0;
  return (vec2f(s, t) * 2.0 - 1.0) * f32(SECOND_COORD_RANGE);
}

fn placeVertex(in: VertexIn, vertex: u32) -> VertexOut {
  let first = instances[in.instance].firstBone;
  let bone = blendBones(
    bones[first + in.boneIndex.x],
    bones[first + in.boneIndex.y],
    bones[first + in.boneIndex.z],
    in.boneWeight.xyz,
  );
  let worldFromModel = instances[in.instance].worldFromModel;
  @if(!swaying) let own = in.position;
  @if(swaying) let own = swayed(materialAt(in.material & PROP_DRAW_MATERIAL_MASK), worldFromModel, in.position);
  let position = transformPoint(worldFromModel, transformPoint(bone, own));
  var out: VertexOut;
  out.position = clipPosition(position);
  out.texCoord = in.texCoord;
  out.normal = transformDirection(worldFromModel, transformDirection(bone, in.normal.xyz));
  @if(framed || lamp) out.place = position;
  @if(ownSpace) out.decalCoord = secondCoord(in);
  @if(ownSpace) out.ownPlace = in.position;
  @if(ownSpace) out.ownNormal = in.normal.xyz;
  @if(bumped || modeled) out.tangent = vec4f(
    transformDirection(worldFromModel, transformDirection(bone, in.tangent.xyz)),
    in.tangent.w,
  );
  out.instance = in.instance;
  out.material = in.material & PROP_DRAW_MATERIAL_MASK;
  out.light = bakedLightOf(instances[in.instance].bakedBase, vertex);
  let isUnbaked = (instances[in.instance].lightFlags & PROP_BUMPS_UNBAKED) != 0u;
  let flags = in.material >> PROP_DRAW_FLAGS_SHIFT;
  @if(!bumped && !modeled) let isLit = true;
  @if(bumped) let isLit = false;
  @if(modeled) let isLit = (flags & MATERIAL_VERTEX_LIT) != 0u;
  if (isLit) {
    let wraps = (flags & MATERIAL_HALF_LAMBERT) != 0u;
    out.light += vec4f(lampLightAt(in.instance, position, out.normal, wraps, isUnbaked), 0.0);
  }
  @if(modeled)
  if (!isLit && isUnbaked) {
    out.light = vec4f(0.0);
  }
  @if(finelyLit)
  if (instances[in.instance].directedBase != NO_BAKED_LIGHT) {
    let first = instances[in.instance].directedBase + 3u * vertex;
    out.directed0 = storedLight(storedAt(first));
    out.directed1 = storedLight(storedAt(first + 1u));
    out.directed2 = storedLight(storedAt(first + 2u));
  }
  out.fade = fadeAt(
    instances[in.instance].middle,
    instances[in.instance].fadeMinDist,
    instances[in.instance].fadeMaxDist,
  );
  if (instances[in.instance].fadeMaxDist > 0.0) {
    let whole = instances[in.instance].fadeWholeMetric;
    let end = instances[in.instance].fadeEndMetric;
    out.fade = min(out.fade, screenFadeAt(instances[in.instance].middle, whole, end));
  }
  return out;
}

@vertex fn vertexMain(in: VertexIn, @builtin(vertex_index) vertex: u32) -> VertexOut {
  return placeVertex(in, vertex);
}

@group(1) @binding(5) var<storage, read> vertexWords: array<u32>;
// Row of the vertex and row in `sources`: see `pullMesh` of `cull/compact-rows.wgsl`.
@group(1) @binding(6) var<storage, read> pulled: array<vec2u>;
// Row in `instances` and row in `materials` of each mesh, in order.
@group(1) @binding(7) var<storage, read> sources: array<vec2u>;

// Vertex shader for meshes of several models in one draw. Each vertex carries its mesh.
@vertex fn vertexPulled(@builtin(vertex_index) index: u32) -> VertexOut {
  let vertex = pulled[index].x;
  let source = sources[pulled[index].y];
  let word = vertex * PROP_VERTEX_STRIDE_WORDS;
  let bonesWord = vertexWords[word + 7u];
  let boneIndex = vec4u(bonesWord, bonesWord >> 8u, bonesWord >> 16u, bonesWord >> 24u) & vec4u(0xffu);
  var in: VertexIn;
  in.position = bitcast<vec3f>(vec3u(vertexWords[word], vertexWords[word + 1u], vertexWords[word + 2u]));
  in.texCoord = bitcast<vec2f>(vec2u(vertexWords[word + 3u], vertexWords[word + 4u]));
  in.normal = unpack4x8snorm(vertexWords[word + 5u]);
  @if(bumped || modeled) in.tangent = unpack4x8snorm(vertexWords[word + 6u]);
  in.boneIndex = boneIndex;
  in.boneWeight = vec4f(unpack2x16unorm(vertexWords[word + 8u]), unpack2x16unorm(vertexWords[word + 9u]));
  in.instance = source.x;
  in.material = source.y;
  @if(!edges) return placeVertex(in, vertex);
  @if(edges) var out = placeVertex(in, vertex);
  @if(edges) out.corner = cornerOf(index);
  @if(edges) return out;
}

// Vertex shader that reads the index list itself, so that each vertex belongs to one triangle.
@if(edges)
@vertex fn vertexEdges(
  @builtin(vertex_index) index: u32,
  @location(6) instance: u32,
  @location(7) material: u32,
) -> VertexOut {
  let vertex = edgeIndices[index];
  let word = vertex * PROP_VERTEX_STRIDE_WORDS;
  let bonesWord = edgeVertices[word + 7u];
  var in: VertexIn;
  in.position = bitcast<vec3f>(vec3u(edgeVertices[word], edgeVertices[word + 1u], edgeVertices[word + 2u]));
  in.texCoord = bitcast<vec2f>(vec2u(edgeVertices[word + 3u], edgeVertices[word + 4u]));
  in.normal = unpack4x8snorm(edgeVertices[word + 5u]);
  in.boneIndex = vec4u(bonesWord, bonesWord >> 8u, bonesWord >> 16u, bonesWord >> 24u) & vec4u(0xffu);
  in.boneWeight = vec4f(unpack2x16unorm(edgeVertices[word + 8u]), unpack2x16unorm(edgeVertices[word + 9u]));
  in.instance = instance;
  in.material = material;
  var out = placeVertex(in, vertex);
  out.corner = cornerOf(index);
  return out;
}

@if(!modeled)
fn surfaceColor(in: VertexOut, isFront: bool) -> vec4f {
  let material = materialAt(in.material);
  // Models have no vertex blend.
  @if(!framed) let at = surfacePoint(material, in.texCoord, 0.0);
  @if(framed && !bumped) let at = framedPoint(material, in.texCoord, 0.0, in.place, in.normal);
  @if(flowCoord) flowCoord = in.texCoord;
  @if(bumped) let at = bumpedPoint(material, in.texCoord, 0.0, in.place, tangentFrame(in.normal, in.tangent));
  let surface = surfaceOf(material, at);
  let color = instances[in.instance].color;
  var light = vec3f(1.0);
  if (takesLight(surface)) {
    // Lights the back of a two-sided surface from behind.
    @if(!bumped) let facing = in.normal;
    @if(bumped) let facing = at.normal;
    let normal = select(-facing, facing, isFront);
    // Broken models have normals of length 0; they stay dark instead of undefined.
    let unit = normal * inverseSqrt(max(dot(normal, normal), 1e-12));
    let ambient = ambientCubeLight(instances[in.instance].ambient, unit);
    @if(!bumped) let baked = in.light;
    @if(bumped) let isUnbaked = (instances[in.instance].lightFlags & PROP_BUMPS_UNBAKED) != 0u;
    @if(bumped) let isTurned = isShown(ROLE_BUMP) && hasTexture(material, ROLE_BUMP);
    @if(bumped) let baked = select(in.light, vec4f(0.0), isUnbaked && isTurned);
    light = baked.rgb + select(ambient, vec3f(0.0), baked.w > 0.5);
    @if(bumped) let wraps = (material.flags & MATERIAL_HALF_LAMBERT) != 0u;
    @if(bumped) light += lampLightAt(in.instance, in.place, facing, wraps, isUnbaked && !isTurned);
  }
  var shaded = shade(surface, light) * color.rgb;
  @if(framed) shaded += surface.reflection;
  return vec4f(fogged(material, shaded, in.position), surface.alpha * color.a);
}

@if(modeled)
fn surfaceColor(in: VertexOut, isFront: bool) -> vec4f {
  let material = materialAt(in.material);
  var at = surfacePoint(material, in.texCoord, 0.0);
  at.detailCoord = movedBy(material, PARAM_DETAIL_S, PARAM_DETAIL_T, in.texCoord);
  @if(ownSpace) at.decalCoord = in.decalCoord;
  @if(ownSpace) at.ownPlace = in.ownPlace;
  @if(ownSpace) at.ownNormal = in.ownNormal;
  var light: ModelLight;
  light.ambient = instances[in.instance].ambient;
  light.byVertices = in.light;
  light.flags = instances[in.instance].lightFlags;
  @if(finelyLit) light.isDirected = instances[in.instance].directedBase != NO_BAKED_LIGHT;
  @if(finelyLit) light.directed = array(in.directed0, in.directed1, in.directed2);
  // Replaces all vertex light.
  @if(finelyLit)
  if (instances[in.instance].mapBase != NO_BAKED_LIGHT && (material.flags & MATERIAL_VERTEX_LIT) != 0u) {
    light.byVertices = vec4f(mapLight(instances[in.instance].mapBase, at.texCoord, at.dx, at.dy), 1.0);
  }
  @if(forward) light.forward = transformDirection(
    instances[in.instance].worldFromModel,
    paramOf(material, PARAM_TEETH).xyz,
  );
  let lights = instances[in.instance].lights;
  for (var i = 0u; i < LIGHTS_PER_PROP; i++) {
    if (lights[i] == NO_WORLD_LIGHT) {
      break;
    }
    let ray = lightRay(worldLights[lights[i]], in.place);
    light.toLamp[i] = ray.toLight;
    light.lamp[i] = ray.light;
    light.count = i + 1u;
  }
  let frame = tangentFrame(in.normal, in.tangent);
  let color = instances[in.instance].color;
  let side = select(-1.0, 1.0, isFront);
  @if(eyeball) var eyeFrame = instances[in.instance].worldFromModel;
  @if(eyeball) let bone = eyeBone(material);
  @if(eyeball)
  if (bone > 0u) {
    eyeFrame = multiplyAffine(eyeFrame, bones[instances[in.instance].firstBone + bone - 1u]);
  }
  @if(eyeball) let eye = eyeballOf(material, eyeFrame);
  @if(eyeball) let shaded = modelColor(material, at, in.place, frame, side, light, color, eye);
  @if(!eyeball) let shaded = modelColor(material, at, in.place, frame, side, light, color);
  return vec4f(fogged(material, shaded.rgb, in.position), shaded.a);
}

// Returns what the projected textures add to the surface, and its alpha.
@if(lamp && !modeled)
fn lampColor(in: VertexOut, isFront: bool) -> vec4f {
  let material = materialAt(in.material);
  @if(!framed) let at = surfacePoint(material, in.texCoord, 0.0);
  @if(framed && !bumped) let at = framedPoint(material, in.texCoord, 0.0, in.place, in.normal);
  @if(flowCoord) flowCoord = in.texCoord;
  @if(bumped) let at = bumpedPoint(material, in.texCoord, 0.0, in.place, tangentFrame(in.normal, in.tangent));
  let surface = surfaceOf(material, at);
  @if(!bumped) let turned = in.normal;
  @if(bumped) let turned = at.normal;
  let side = select(-1.0, 1.0, isFront);
  let light = lampsLight(in.place, unitOf(turned) * side, unitOf(in.normal) * side, false);
  let color = (shade(surface, light) - shade(surface, vec3f(0.0))) * instances[in.instance].color.rgb;
  return vec4f(color, surface.alpha * instances[in.instance].color.a);
}

@if(lamp && modeled)
fn lampColor(in: VertexOut, isFront: bool) -> vec4f {
  let material = materialAt(in.material);
  var at = surfacePoint(material, in.texCoord, 0.0);
  at.detailCoord = movedBy(material, PARAM_DETAIL_S, PARAM_DETAIL_T, in.texCoord);
  @if(ownSpace) at.decalCoord = in.decalCoord;
  @if(ownSpace) at.ownPlace = in.ownPlace;
  @if(ownSpace) at.ownNormal = in.ownNormal;
  var dark: ModelLight;
  // Baked light, black, in place of the ambient cube.
  dark.byVertices = vec4f(0.0, 0.0, 0.0, 1.0);
  @if(forward) dark.forward = transformDirection(
    instances[in.instance].worldFromModel,
    paramOf(material, PARAM_TEETH).xyz,
  );
  var light = dark;
  let side = select(-1.0, 1.0, isFront);
  let flat = unitOf(in.normal) * side;
  for (var row = 0u; row < min(lit.count, LIGHTS_PER_PROP); row++) {
    let ray = lampRay(row, in.place, flat, false);
    light.toLamp[row] = ray.toLamp;
    light.lamp[row] = ray.light;
  }
  light.count = min(lit.count, LIGHTS_PER_PROP);
  let frame = tangentFrame(in.normal, in.tangent);
  let color = instances[in.instance].color;
  @if(eyeball) var eyeFrame = instances[in.instance].worldFromModel;
  @if(eyeball) let bone = eyeBone(material);
  @if(eyeball)
  if (bone > 0u) {
    eyeFrame = multiplyAffine(eyeFrame, bones[instances[in.instance].firstBone + bone - 1u]);
  }
  @if(eyeball) let eye = eyeballOf(material, eyeFrame);
  @if(eyeball) let shaded = modelColor(material, at, in.place, frame, side, light, color, eye);
  @if(eyeball) let unlit = modelColor(material, at, in.place, frame, side, dark, color, eye);
  @if(!eyeball) let shaded = modelColor(material, at, in.place, frame, side, light, color);
  @if(!eyeball) let unlit = modelColor(material, at, in.place, frame, side, dark, color);
  return vec4f(max(shaded.rgb - unlit.rgb, vec3f(0.0)), shaded.a);
}

// Broken models have normals of length 0; they stay dark instead of undefined.
@if(lamp)
fn unitOf(normal: vec3f) -> vec3f {
  return normal * inverseSqrt(max(dot(normal, normal), 1e-12));
}

@if(lamp)
@fragment fn fragmentLamp(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let color = lampColor(in, isFront);
  let material = materialAt(in.material);
  if (
    isCulled(material, isFront)
      || color.a < material.alphaTestReference
      || isDitheredAway(in.position.xy, in.fade)
  ) {
    discard;
  }
  return vec4f(color.rgb * (1.0 - fogOver(material, in.position).a), 0.0);
}

@fragment fn fragmentOpaque(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  return vec4f(surfaceColor(in, isFront).rgb, 1.0);
}

@fragment fn fragmentFading(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let color = surfaceColor(in, isFront);
  if (isDitheredAway(in.position.xy, in.fade)) {
    discard;
  }
  return vec4f(color.rgb, 1.0);
}

// Alpha-tested and two-sided surfaces.
@fragment fn fragmentCutout(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let color = surfaceColor(in, isFront);
  let material = materialAt(in.material);
  let coverage = coverageOf(color.a, material.alphaTestReference);
  if (
    isCulled(material, isFront)
      || coverage <= 0.0
      || isDitheredAway(in.position.xy, in.fade)
  ) {
    discard;
  }
  return vec4f(color.rgb, coverage);
}

// Returns the factor of the picture behind the surface.
@if(modulating)
@fragment fn fragmentModulate(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let factor = surfaceColor(in, isFront).rgb;
  if (isCulled(materialAt(in.material), isFront)) {
    discard;
  }
  return vec4f(mix(vec3f(1.0), factor, in.fade), 1.0);
}

@if(translucent)
@fragment fn fragmentTranslucent(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let color = surfaceColor(in, isFront);
  let material = materialAt(in.material);
  if (isCulled(material, isFront)) {
    discard;
  }
  @if(!soft) let fade = in.fade;
  @if(soft) let fade = in.fade * softness(material, in.position);
  return premultiplied(material, vec4f(color.rgb, color.a * fade));
}

// Reads the picture behind the surface instead of being lit.
@if(refracting)
@fragment fn fragmentRefracting(in: VertexOut, @builtin(front_facing) isFront: bool)
  -> @location(0) vec4f {
  let material = materialAt(in.material);
  let at = refractingPoint(material, in.texCoord, in.place, in.normal, in.position);
  let color = refractedOf(material, at);
  if (isCulled(material, isFront) || isDitheredAway(in.position.xy, in.fade)) {
    discard;
  }
  return vec4f(fogged(material, color.rgb, in.position) * color.a, color.a);
}
