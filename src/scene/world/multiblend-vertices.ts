/**
 * Writes the colours and weights of MultiBlend into vertices. Loaded with the first map that may
 * need it.
 */

import { Diagnostics } from "../../core/diagnostics.ts";
import type { BspWorld, Faces } from "../../formats/bsp/types.ts";
import type { Vmt } from "../../formats/vmt/types.ts";
import { hasTrait } from "../../map/material-families.ts";
import { WORLD_VERTEX } from "../../map/world.ts";
import { findFamily } from "../materials/families/index.ts";
import type { WorldMaterials } from "../materials/material-names.ts";
import { createVmtReader } from "../materials/read-vmt.ts";
import { listUnpatchedNames } from "../materials/unpatched-names.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { BLEND_NUMBERS } from "./displacement.ts";
import type { World } from "./world.ts";

/** Byte offsets in a world vertex. */
const MULTIBLEND_VERTEX = {
  /** float32x2: second and third colour, each as one number: r + g 256 + b 65536. */
  colors: WORLD_VERTEX.lightmapCoord,
  /** uint8x4: first colour; w is red of the fourth. */
  firstColor: WORLD_VERTEX.styles,
  /** unorm8x4: weights of the first three textures; w is green of the fourth colour. */
  weights: WORLD_VERTEX.blend,
  /**
   * snorm8x4: alphas of the first three textures; w is blue of the fourth colour. −127..127 is
   * 0..1.
   */
  alphas: WORLD_VERTEX.tangent,
  /** snorm8: 127 if the vertex has colours; otherwise only the first texture is visible. */
  isColored: WORLD_VERTEX.normal + 3,
} as const;

/** Packs the vertices of displacements with MultiBlend. */
export type PackBlends = (world: World, faces: Faces) => void;

const COLOR = 8;
const ALPHA = 4;

const isMultiBlend = ({ shader }: Vmt) =>
  hasTrait(findFamily(shader)?.family ?? -1, "vertexBlends");

const unit = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Writes the colours, weights and alphas of a vertex.
 * @param at offset of its first byte
 * @param values `DispBlends.values` from `first`
 */
export function packMultiBlend(
  vertices: DataView,
  at: number,
  values: ArrayLike<number>,
  first: number,
): void {
  const byte = (number: number) => Math.round(unit(values[first + number]) * 255);
  const signed = (number: number) => Math.round(unit(values[first + number]) * 254) - 127;
  const color = (layer: number) => {
    const from = COLOR + layer * 3;
    return byte(from) + byte(from + 1) * 256 + byte(from + 2) * 65536;
  };
  const fourth = COLOR + 9;
  const to = MULTIBLEND_VERTEX;
  vertices.setFloat32(at + to.colors, color(1), true);
  vertices.setFloat32(at + to.colors + 4, color(2), true);
  for (let k = 0; k < 3; k++) {
    vertices.setUint8(at + to.firstColor + k, byte(COLOR + k));
    vertices.setUint8(at + to.weights + k, byte(k));
    vertices.setInt8(at + to.alphas + k, signed(ALPHA + k));
  }
  vertices.setUint8(at + to.firstColor + 3, byte(fourth));
  vertices.setUint8(at + to.weights + 3, byte(fourth + 1));
  vertices.setInt8(at + to.alphas + 3, signed(fourth + 2));
  vertices.setInt8(at + to.isColored, 127);
}

/**
 * Reads the materials of displacements with four textures, and returns a packer; `null` if none
 * uses MultiBlend. Errors are reported where all materials are read.
 */
export async function findMultiBlends(
  bsp: BspWorld,
  { names, materialOfTexData }: Pick<WorldMaterials, "names" | "materialOfTexData">,
  openAccess: () => Promise<ContentAccess>,
): Promise<PackBlends | null> {
  const { dispInfos, dispBlends, texInfos } = bsp;
  const textured = new Set<number>();
  const materialOf = (faces: Faces, face: number) => {
    const texinfo = faces.texinfo[face];
    const texData = texinfo < 0 ? -1 : texInfos.texdata[texinfo];
    return texData < 0 ? -1 : materialOfTexData[texData];
  };
  for (let info = 0; info < dispInfos.count; info++) {
    if (dispBlends.firstVert[info] < 0) continue;
    textured.add(materialOf(bsp.faces, dispInfos.mapFace[info]));
  }
  // If content cannot be opened, this is reported when all materials are read.
  const access = await openAccess().catch(() => null);
  if (access === null) return null;
  const readVmt = createVmtReader({ ...access, diagnostics: new Diagnostics() });
  const isMulti = async (material: number) => {
    for (const name of listUnpatchedNames(names[material])) {
      const vmt = await readVmt(name);
      if (vmt !== null) return vmt && isMultiBlend(vmt);
    }
    return false;
  };
  const wanted = [...textured].filter((material) => material >= 0);
  const found = await mapConcurrent(wanted, isMulti, access.signal);
  const shown = new Set(wanted.filter((_, i) => found[i]));
  if (shown.size === 0) return null;
  return ({ mesh, firstVertexOfFace }, faces) => {
    const view = new DataView(mesh.vertices.buffer, mesh.vertices.byteOffset);
    for (const [face, firstVertex] of firstVertexOfFace) {
      const info = faces.dispInfo[face];
      const firstBlend = dispBlends.firstVert[info];
      if (firstBlend < 0 || !shown.has(materialOf(faces, face))) continue;
      const count = (2 ** dispInfos.power[info] + 1) ** 2;
      for (let i = 0; i < count; i++) {
        const at = (firstVertex + i) * WORLD_VERTEX.strideBytes;
        packMultiBlend(view, at, dispBlends.values, (firstBlend + i) * BLEND_NUMBERS);
      }
    }
  };
}
