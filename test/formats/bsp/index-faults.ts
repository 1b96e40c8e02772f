import type { Bsp, Faces } from "../../../src/formats/bsp/index.ts";

const AVERAGES_IN_FACES: readonly string[] = ["hl2-beta-17", "hl2-beta-18", "vampire"];

/**
 * Checks the guarantees of a parsed map independently of the parser: every index into another
 * table, every range, every lighting byte.
 */
export function findIndexFaults(bsp: Bsp): string[] {
  const faults: string[] = [];
  const within = (what: string, value: number, least: number, end: number) => {
    if (!(value >= least && value < end)) faults.push(`${what}: ${value} not in ${least}..${end}`);
  };
  const range = (what: string, first: number, count: number, end: number) => {
    if (count > 0) within(what, first + count, 1, end + 1);
  };
  const { edges, surfEdges, vertexes, nodes, leafs, leafFaces, models, dispInfos } = bsp;
  for (const vertex of edges) within("edge", vertex, 0, vertexes.count);
  for (const edge of surfEdges) within("surfedge", Math.abs(edge), 0, edges.length / 2);
  for (const texdata of bsp.texInfos.texdata) within("texdata", texdata, -1, bsp.texDatas.count);
  if (bsp.texDatas.name.length !== bsp.texDatas.count) faults.push("names");
  for (const side of [bsp.ldr, bsp.hdr]) {
    if (!side) continue;
    findFaceFaults(bsp, side.faces, side.lighting.length, within, range);
    const ambient = side.ambient;
    for (let i = 0; ambient && i < leafs.count; i++) {
      range("ambient", ambient.firstSample[i], ambient.sampleCount[i], ambient.count);
    }
  }
  findFaceFaults(
    bsp,
    bsp.faces,
    bsp.hdr?.lighting.length ?? bsp.ldr?.lighting.length ?? 0,
    within,
    range,
  );

  for (const plane of nodes.plane) within("node plane", plane, 0, bsp.planes.count);
  for (const child of nodes.children) within("child", child, -leafs.count, nodes.count);
  for (const head of models.headNode) within("headnode", head, -leafs.count, nodes.count);
  for (let i = 0; i < nodes.count; i++) {
    range("node faces", nodes.firstFace[i], nodes.faceCount[i], bsp.faces.count);
  }
  for (let i = 0; i < models.count; i++) {
    range("model faces", models.firstFace[i], models.faceCount[i], bsp.faces.count);
  }
  for (let i = 0; i < leafs.count; i++) {
    range("leaf faces", leafs.firstLeafFace[i], leafs.leafFaceCount[i], leafFaces.length);
    within("cluster", leafs.cluster[i], -1, bsp.visibility?.clusterCount || leafs.count);
  }
  for (const face of leafFaces) within("leafface", face, 0, bsp.faces.count);
  for (const list of [bsp.visibility?.pvsOffset ?? [], bsp.visibility?.pasOffset ?? []]) {
    for (const offset of list) within("row", offset, 4, bsp.visibility?.bytes.length ?? 0);
  }
  const { overlays } = bsp;
  for (const face of overlays.faces) within("overlay's face", face, 0, bsp.faces.count);
  for (let i = 0; i < overlays.count; i++) {
    within("overlay's texinfo", overlays.texinfo[i], 0, bsp.texInfos.count);
    range("overlay's faces", overlays.firstFace[i], overlays.faceCount[i], overlays.faces.length);
  }
  findDetailFaults(bsp, within);
  findLoops(bsp, faults);

  for (let i = 0; i < dispInfos.count; i++) {
    const size = 2 ** dispInfos.power[i];
    within("power", dispInfos.power[i], 2, 5);
    within("mapface", dispInfos.mapFace[i], 0, bsp.faces.count);
    within("mapface's edges", bsp.faces.edgeCount[dispInfos.mapFace[i]], 4, 5);
    range("disp verts", dispInfos.firstVert[i], (size + 1) ** 2, bsp.dispVerts.count);
    if (bsp.dispTris.count > 0)
      range("tris", dispInfos.firstTri[i], size * size * 2, bsp.dispTris.count);
  }
  const props = bsp.staticProps;
  for (let i = 0; props && i < props.count; i++) {
    within("prop model", props.model[i], 0, props.modelName.length);
    range("prop leafs", props.firstLeaf[i], props.leafCount[i], props.leaf.length);
  }
  for (const leaf of props?.leaf ?? []) within("prop leaf", leaf, 0, leafs.count);
  for (const column of [vertexes.position, bsp.planes.normal, bsp.dispVerts.vector, nodes.mins]) {
    if (!column.every(Number.isFinite)) faults.push("a value that is not finite");
  }
  return faults;
}

function findFaceFaults(
  bsp: Bsp,
  faces: Faces,
  lightBytes: number,
  within: (what: string, value: number, least: number, end: number) => void,
  range: (what: string, first: number, count: number, end: number) => void,
): void {
  const { primitives } = bsp;
  within("faces", faces.count, bsp.faces.count, Number.POSITIVE_INFINITY);
  for (let i = 0; i < faces.count; i++) {
    within("plane", faces.plane[i], 0, bsp.planes.count);
    within("texinfo", faces.texinfo[i], -1, bsp.texInfos.count);
    within("dispinfo", faces.dispInfo[i], -1, bsp.dispInfos.count);
    within("origface", faces.origFace[i], -1, bsp.origFaceCount);
    range("edges", faces.firstEdge[i], faces.edgeCount[i], bsp.surfEdges.length);
    range("primitives", faces.firstPrimitive[i], faces.primitiveCount[i], primitives.count);
    for (let p = 0; p < faces.primitiveCount[i]; p++) {
      const at = faces.firstPrimitive[i] + p;
      range(
        "prim indices",
        primitives.firstIndex[at],
        primitives.indexCount[at],
        primitives.indices.length,
      );
      range(
        "prim verts",
        primitives.firstVert[at],
        primitives.vertCount[at],
        primitives.verts.length / 3,
      );
      const end = primitives.vertCount[at] || faces.edgeCount[i];
      for (let k = 0; k < primitives.indexCount[at]; k++) {
        within("prim index", primitives.indices[primitives.firstIndex[at] + k], 0, end);
      }
    }
    if (faces.lightOffset[i] < 0) {
      within("unlit", faces.lightOffset[i], -1, 0);
      continue;
    }
    const [s, t] = faces.lightmapSize.subarray(i * 2, i * 2 + 2);
    within("lightmap", s, 0, 511);
    within("lightmap", t, 0, 511);
    const styles = faces.styles.subarray(i * 4, i * 4 + 4).indexOf(255);
    const count = styles < 0 ? 4 : styles;
    const maps = (bsp.texInfos.flags[faces.texinfo[i]] & 0x800) === 0 ? 1 : 4;
    // Some dialects store the averages in the face.
    const averageBytes = AVERAGES_IN_FACES.includes(bsp.dialect) ? 0 : count * 4;
    within("averages", faces.lightOffset[i] - averageBytes, 0, lightBytes);
    within(
      "luxels",
      faces.lightOffset[i] + count * maps * (s + 1) * (t + 1) * 4,
      1,
      lightBytes + 1,
    );
  }
}

function findDetailFaults(
  { detailProps, leafs }: Bsp,
  within: (what: string, value: number, least: number, end: number) => void,
): void {
  if (detailProps === null) return;
  const { modelName, sprites, objects } = detailProps;
  for (const leaf of objects.leaf) within("detail's leaf", leaf, 0, leafs.count);
  for (const [i, row] of objects.detailModel.entries()) {
    within("detail's looks", row, 0, objects.type[i] === 0 ? modelName.length : sprites.count);
  }
}

/** Walks the tree from every model. A node visited twice means a loop or two parents. */
function findLoops({ nodes, models }: Bsp, faults: string[]): void {
  for (const head of models.headNode) {
    const seen = new Set<number>();
    const stack = [head];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node < 0) continue;
      if (seen.has(node)) {
        faults.push(`node ${node} twice`);
        break;
      }
      seen.add(node);
      stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
    }
  }
}
