// Tests the rows of all parts of a table for a phase of the frame. Rows of translucent parts in
// view are listed, to be sorted; all others get the mask of the triangles to draw.

import constants::CULL_GROUP_SIZE;
import constants::FRAME_OCCLUSION;
import constants::FRAME_PVS;
import constants::FRAME_SETS_SHIFT;
import constants::FRAME_TRANSLUCENT;
import constants::MAX_TABLE_VIEWS;
import constants::PART_BOXES;
import constants::PART_DECALS;
import constants::PART_MESHES;
import constants::PART_PANES;
import constants::PART_PROPS;
import constants::PART_TRIANGLES;
import package::common::cull::cull::isBoxInFrustum;
import package::common::cull::cull::isBoxOccluded;
import package::common::cull::found::isDrawnInPhase;
import package::common::cull::found::keepMask;
import package::common::cull::found::states;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::meshAt;
import package::common::cull::order::packRow;
import package::common::cull::rank::leafRank;
import package::common::cull::rows::ROW_IN_VIEW;
import package::common::cull::rows::isChosen;
import package::common::cull::tables::Part;
import package::common::cull::tables::chunkRow;
import package::common::cull::tables::partAt;
import package::common::cull::tables::partGroup;
import package::common::cull::tables::phase;
import package::common::cull::tables::propRow;
import package::common::cull::tables::tableWord;
import package::common::cull::tables::tables;
import package::common::cull::triangles::isKindDrawn;
import package::common::cull::triangles::triangleMask;
import package::common::cull::views::hasViewFlag;
import package::common::cull::views::isClusterVisible;
import package::common::cull::views::view;
import package::common::cull::views::views;

struct ListHead {
  count: atomic<u32>,
  // Number of rows of sets other than the first, see `takesTurn`.
  turns: atomic<u32>,
}

struct TranslucentList {
  heads: array<ListHead, MAX_TABLE_VIEWS>,
  rows: array<TranslucentRow>,
}

@group(1) @binding(6) var<storage, read_write> list: TranslucentList;

// A chunk or a prop, as far as its test needs it.
struct TestedRow {
  mins: vec3f,
  firstCluster: u32,
  maxs: vec3f,
  clusterCount: u32,
  // True if settings and distance show the row, whatever the view.
  isShown: bool,
  // Number of triangles in the low byte; a prop counts as one triangle.
  info: u32,
  // First index and leaf of a chunk.
  firstIndex: u32,
  leafLink: u32,
}

fn isInReach(reach: f32, mins: vec3f, maxs: vec3f) -> bool {
  let eye = views[view].frame.cameraPosition;
  return distance(clamp(eye, mins, maxs), eye) < reach;
}

// Returns true if the part's rows are culled triangle by triangle.
fn hasTriangles(part: Part) -> bool {
  return part.kind == PART_TRIANGLES || part.kind == PART_PANES;
}

fn testedRow(part: Part, index: u32) -> TestedRow {
  if (part.kind == PART_PROPS || part.kind == PART_MESHES) {
    let row = propRow(part, index);
    return TestedRow(
      row.mins, row.firstCluster, row.maxs, row.clusterCount, isChosen(row), 1u, 0u, 0u,
    );
  }
  let row = chunkRow(part, index);
  let isShown = (row.info & 0xffu) > 0u
    && (!hasTriangles(part) || isKindDrawn(row.info))
    && (part.kind != PART_BOXES || isInReach(part.reach, row.mins, row.maxs));
  return TestedRow(
    row.mins, row.firstCluster, row.maxs, row.clusterCount,
    isShown, row.info, row.firstIndex, row.leafLink,
  );
}

// Returns true if any cluster of a row is visible. A row without clusters is always visible.
fn isAnyClusterVisible(part: Part, row: TestedRow) -> bool {
  if (row.clusterCount == 0u || !hasViewFlag(FRAME_PVS)) {
    return true;
  }
  for (var i = row.firstCluster; i < row.firstCluster + row.clusterCount; i++) {
    if (isClusterVisible(tableWord(part.clusters + i))) {
      return true;
    }
  }
  return false;
}

// Adds a translucent row to the list. Meshes and rows of any set but the first take a turn, see
// `takesTurn`.
fn addToList(part: Part, index: u32, row: TestedRow, mask: u32) {
  var leafLink = row.leafLink;
  var content = mask;
  if (part.kind == PART_MESHES) {
    let mesh = meshAt(part.meshes, index);
    leafLink = mesh.leafLink;
    content = mesh.indexCount;
  }
  if (part.kind == PART_MESHES || part.drawSet != 0u) {
    atomicAdd(&list.heads[part.list].turns, 1u);
  }
  let rank = leafRank(part.nodes, leafLink);
  let away = distance((row.mins + row.maxs) * 0.5, views[view].frame.cameraPosition);
  let place = atomicAdd(&list.heads[part.list].count, 1u);
  list.rows[part.listRows + place] =
    TranslucentRow(rank, away, packRow(part.drawSet, index), content);
}

fn isTranslucent(part: Part) -> bool {
  return part.kind == PART_PANES || part.kind == PART_MESHES;
}

// Returns true if the settings show the part. Translucent parts are listed in the frame's last
// phase.
fn isTested(part: Part) -> bool {
  let flags = views[part.view].frame.flags;
  if ((flags & (1u << (FRAME_SETS_SHIFT + part.drawSet))) == 0u) {
    return false;
  }
  if (!isTranslucent(part)) {
    return true;
  }
  let isLast = (phase.isLate != 0u) == ((flags & FRAME_OCCLUSION) != 0u);
  return isLast && (flags & FRAME_TRANSLUCENT) != 0u;
}

@compute @workgroup_size(CULL_GROUP_SIZE)
fn computeMain(
  @builtin(workgroup_id) id: vec3u,
  @builtin(num_workgroups) counts: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let group = id.y * counts.x + id.x;
  if (group >= tables[0].x) {
    return;
  }
  let own = partGroup(tables[0].z, group);
  let part = partAt(own.part);
  if (!isTested(part)) {
    return;
  }
  view = part.view;
  let index = own.turn * CULL_GROUP_SIZE + local;
  let state = group * CULL_GROUP_SIZE + local;
  // Drivers compile each call of a function again, so rows of all kinds take the same calls.
  let row = testedRow(part, index);
  let inView = row.isShown && isAnyClusterVisible(part, row) && isBoxInFrustum(row.mins, row.maxs);
  let hasOcclusion = hasViewFlag(FRAME_OCCLUSION);
  let isLate = phase.isLate != 0u;
  let isVisible = inView && !(isLate && hasOcclusion && isBoxOccluded(row.mins, row.maxs));
  var isDrawn = isVisible;
  if (part.kind == PART_DECALS) {
    // All decals are drawn in one phase, the last of the frame, so that they overlap in order.
    states[state].flags = select(0u, ROW_IN_VIEW, inView);
    isDrawn = isVisible && isLate == hasOcclusion;
  } else if (!isTranslucent(part)) {
    isDrawn = isDrawnInPhase(isLate, hasOcclusion, state, inView, isVisible);
  }
  // One bit for each triangle to draw.
  var mask = 0u;
  if (isDrawn) {
    mask = 0xffffffffu >> (32u - (row.info & 0xffu));
    if (hasTriangles(part)) {
      mask = triangleMask(row.firstIndex, row.info);
    }
  }
  if (!isTranslucent(part)) {
    keepMask(state, local, group, mask);
  } else if (mask != 0u) {
    addToList(part, index, row, mask);
  }
}
