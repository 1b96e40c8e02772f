// Views of visibility: clusters, areas, LODs, fading and culling.

import constants::FACT_REASON_SHIFT;
import constants::INSTANCE_FADE_MAX;
import constants::INSTANCE_LOD_COUNT;
import constants::INSTANCE_ORIGIN;
import constants::INSTANCE_REASON;
import constants::INSTANCE_SWITCHES;
import package::common::inspect::looked::Looked;
import package::common::inspect::looked::hueOf;
import package::common::inspect::looked::normalOf;
import package::common::inspect::sheet::instanceFact;
import package::common::inspect::sheet::kindColor;
import package::common::inspect::sheet::scaleColor;
import package::common::inspect::sheet::sheet;
import package::common::inspect::sheet::vertexFact;
import package::common::inspect::tree::areaOf;
import package::common::inspect::tree::clusterOf;
import package::common::inspect::tree::leafAt;
import package::common::view::frame::frame;
import package::common::view::frame::metricAt;

// Returns the leaf one inch in front of a surface, because surfaces lie on the border of leaves.
fn leafBefore(at: Looked) -> u32 {
  return leafAt(at.place + normalOf(at));
}

fn clusterColor(at: Looked) -> vec3f {
  let cluster = clusterOf(leafBefore(at));
  if (cluster < 0) {
    return kindColor(1u);
  }
  if (cluster == clusterOf(leafAt(frame.cameraPosition))) {
    return kindColor(0u);
  }
  return hueOf(u32(cluster));
}

fn areaColor(at: Looked) -> vec3f {
  let area = areaOf(leafBefore(at));
  if (area <= 0) {
    return kindColor(1u);
  }
  if (area == areaOf(leafAt(frame.cameraPosition))) {
    return kindColor(0u);
  }
  return hueOf(u32(area));
}

// Chooses the LOD as culling does: the last whose switch point is not above the metric of the
// instance's origin.
fn lodColor(at: Looked) -> vec3f {
  if (!at.isModel) {
    return kindColor(8u);
  }
  let origin = bitcast<vec3f>(vec3u(
    instanceFact(at.instance, INSTANCE_ORIGIN),
    instanceFact(at.instance, INSTANCE_ORIGIN + 1u),
    instanceFact(at.instance, INSTANCE_ORIGIN + 2u),
  ));
  let metric = metricAt(origin);
  let count = instanceFact(at.instance, INSTANCE_LOD_COUNT);
  var lod = 0u;
  for (var i = 1u; i < count; i++) {
    let point = bitcast<f32>(instanceFact(at.instance, INSTANCE_SWITCHES + i));
    if (point < 0.0 || metric < point) {
      break;
    }
    lod = i;
  }
  return kindColor(select(lod, 9u, count <= 1u));
}

fn fadeColor(at: Looked) -> vec3f {
  if (!at.isModel) {
    return kindColor(2u);
  }
  let end = bitcast<f32>(instanceFact(at.instance, INSTANCE_FADE_MAX));
  if (end <= 0.0) {
    return kindColor(select(0u, 1u, end < 0.0));
  }
  return scaleColor(end);
}

// Returns the colour of the reason why a surface was culled for the frozen view.
fn culledColor(at: Looked) -> vec3f {
  var reason = (vertexFact(at.vertex) >> FACT_REASON_SHIFT) & 3u;
  if (at.isModel) {
    reason = instanceFact(at.instance, INSTANCE_REASON);
  }
  let isTurnedAway = !at.isModel && dot(at.facing, sheet.frozenEye - at.place) < 0.0;
  return kindColor(select(reason, 4u, reason == 0u && isTurnedAway));
}
