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
import package::common::cull::order::TranslucentMesh;
import package::common::cull::order::TranslucentRow;
import package::common::cull::order::meshAt;
import package::common::cull::order::packRow;
import package::common::cull::rank::leafRank;
import package::common::cull::rows::ChunkRow;
import package::common::cull::rows::PropRow;
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

// Returns true if any cluster of a row is visible. A row without clusters is always visible.
fn isAnyClusterVisible(part: Part, first: u32, count: u32) -> bool {
  if (count == 0u || !hasViewFlag(FRAME_PVS)) {
    return true;
  }
  for (var i = first; i < first + count; i++) {
    if (isClusterVisible(tableWord(part.clusters + i))) {
      return true;
    }
  }
  return false;
}

fn isChunkInView(part: Part, row: ChunkRow) -> bool {
  return (row.info & 0xffu) > 0u && isAnyClusterVisible(part, row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
}

fn isPropInView(part: Part, row: PropRow) -> bool {
  return isChosen(row) && isAnyClusterVisible(part, row.firstCluster, row.clusterCount)
    && isBoxInFrustum(row.mins, row.maxs);
}

fn isInReach(reach: f32, mins: vec3f, maxs: vec3f) -> bool {
  let eye = views[view].frame.cameraPosition;
  return distance(clamp(eye, mins, maxs), eye) < reach;
}

// Returns one bit for each triangle of a chunk.
fn wholeMask(info: u32) -> u32 {
  return 0xffffffffu >> (32u - (info & 0xffu));
}

// Returns one bit for each triangle of a row to draw in this phase. A prop counts as one triangle:
// the first bit.
fn phaseMask(part: Part, index: u32, state: u32) -> u32 {
  let isLate = phase.isLate != 0u;
  switch part.kind {
    case PART_PROPS: {
      let row = propRow(part, index);
      let inView = isPropInView(part, row);
      return select(0u, 1u, isDrawnInPhase(isLate, state, inView, row.mins, row.maxs));
    }
    case PART_DECALS: {
      // All decals are drawn in one phase, the last of the frame, so that they overlap in order.
      let row = chunkRow(part, index);
      let inView = isChunkInView(part, row);
      states[state].flags = select(0u, ROW_IN_VIEW, inView);
      if (!inView || isLate != hasViewFlag(FRAME_OCCLUSION)) {
        return 0u;
      }
      if (isLate && isBoxOccluded(row.mins, row.maxs)) {
        return 0u;
      }
      return wholeMask(row.info);
    }
    case PART_BOXES: {
      let row = chunkRow(part, index);
      let inView = isInReach(part.reach, row.mins, row.maxs) && isChunkInView(part, row);
      let isDrawn = isDrawnInPhase(isLate, state, inView, row.mins, row.maxs);
      return select(0u, wholeMask(row.info), isDrawn);
    }
    default: {
      let row = chunkRow(part, index);
      let inView = isKindDrawn(row.info) && isChunkInView(part, row);
      if (!isDrawnInPhase(isLate, state, inView, row.mins, row.maxs)) {
        return 0u;
      }
      return triangleMask(row.firstIndex, row.info);
    }
  }
}

fn isHidden(mins: vec3f, maxs: vec3f) -> bool {
  return hasViewFlag(FRAME_OCCLUSION) && isBoxOccluded(mins, maxs);
}

fn addToList(part: Part, index: u32, leafLink: u32, middle: vec3f, content: u32) {
  let rank = leafRank(part.nodes, leafLink);
  let away = distance(middle, views[view].frame.cameraPosition);
  let place = atomicAdd(&list.heads[part.list].count, 1u);
  list.rows[part.listRows + place] =
    TranslucentRow(rank, away, packRow(part.drawSet, index), content);
}

// Lists a translucent chunk if it is in view.
fn listPane(part: Part, index: u32) {
  let row = chunkRow(part, index);
  if (!isKindDrawn(row.info) || !isChunkInView(part, row) || isHidden(row.mins, row.maxs)) {
    return;
  }
  let mask = triangleMask(row.firstIndex, row.info);
  if (mask == 0u) {
    return;
  }
  if (part.drawSet != 0u) {
    atomicAdd(&list.heads[part.list].turns, 1u);
  }
  addToList(part, index, row.leafLink, (row.mins + row.maxs) * 0.5, mask);
}

// Lists a translucent mesh of a prop if it is in view.
fn listMesh(part: Part, index: u32) {
  let row = propRow(part, index);
  if (!isPropInView(part, row) || isHidden(row.mins, row.maxs)) {
    return;
  }
  let mesh = meshAt(part.meshes, index);
  atomicAdd(&list.heads[part.list].turns, 1u);
  addToList(part, index, mesh.leafLink, (row.mins + row.maxs) * 0.5, mesh.indexCount);
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
  if (part.kind == PART_PANES) {
    listPane(part, index);
    return;
  }
  if (part.kind == PART_MESHES) {
    listMesh(part, index);
    return;
  }
  let state = group * CULL_GROUP_SIZE + local;
  keepMask(state, local, group, phaseMask(part, index, state));
}
