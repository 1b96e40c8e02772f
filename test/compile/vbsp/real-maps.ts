/** Real maps with their sources, and the options of their real compiles. */

import type { CompilerMaterial, FindMaterial } from "../../../src/compile/types.ts";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import { DBRUSH, DBRUSHSIDE } from "../../../src/formats/bsp/records/brushes.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { findLeaf } from "../../../src/visibility/leaf-walk.ts";
import { faceLoop, faceNormal, polygonArea } from "./compile.ts";

const TOOLS = "bsp_tool/tests";

/** Paths inside the corpus. */
export const REAL_MAPS = [
  {
    name: "mp_lobby (Team Fortress 2)",
    vmf: `${TOOLS}/mapsrc/Hammer++/Team Fortress 2/mp_lobby.vmf`,
    bsp: `${TOOLS}/maps/Team Fortress 2/mp_lobby.bsp`,
  },
  {
    name: "mp_lobby (Momentum)",
    vmf: `${TOOLS}/mapsrc/Hammer/Momentum Mod/mp_lobby.vmf`,
    bsp: `${TOOLS}/maps/Momentum Mod/mp_lobby.bsp`,
  },
  {
    name: "test2",
    vmf: `${TOOLS}/mapsrc/Hammer/Team Fortress 2/test2.vmf`,
    bsp: `${TOOLS}/maps/Team Fortress 2/test2.bsp`,
  },
  {
    name: "test_physcollide",
    vmf: `${TOOLS}/mapsrc/Hammer/Team Fortress 2/test_physcollide.vmf`,
    bsp: `${TOOLS}/maps/Team Fortress 2/test_physcollide.bsp`,
  },
  {
    name: "test_displacement_decompile",
    vmf: `${TOOLS}/mapsrc/Hammer/Team Fortress 2/test_displacement_decompile.vmf`,
    bsp: `${TOOLS}/maps/Team Fortress 2/test_displacement_decompile.bsp`,
  },
  {
    name: "golf_dev_minimal_v3",
    vmf: "minigolf/maps/golf_dev_minimal_v3.vmf",
    bsp: "minigolf/maps/golf_dev_minimal_v3.bsp",
  },
  {
    name: "artpass_valvebase",
    vmf: "artpass_valvebase/artpass_valvebase.vmf",
    bsp: "artpass_valvebase/artpass_valvebase.bsp",
  },
] as const;

/** Returns a material's name before vbsp made copies of it for cubemaps and water. */
export function sourceMaterial(name: string): string {
  return name
    .toLowerCase()
    .replace(/^maps\/[^/]+\//, "")
    .replace(/(_-?\d+){3}$/, "")
    .replace(/_depth_-?\d+$/, "");
}

export function materialOfFace(bsp: Bsp, face: number): string {
  const texdata = bsp.texInfos.texdata[bsp.faces.texinfo[face]];
  return sourceMaterial(bsp.texDatas.name[texdata]);
}

/**
 * Returns the square inches of the faces of each material. World faces count only with open space
 * in front of them, because the real compiler leaves faces of func_detail that lie flat against
 * walls.
 */
export function areaByMaterial(bsp: Bsp): Map<string, number> {
  const areas = new Map<string, number>();
  const tree = buildLeafTree(bsp);
  const isBuried = (face: number): boolean => {
    const loop = faceLoop(bsp, face);
    const normal = faceNormal(bsp, face);
    return loop.slice(2).every((point, i) => {
      const [x, y, z] = [0, 1, 2].map(
        (axis) => (loop[0][axis] + loop[i + 1][axis] + point[axis]) / 3 + normal[axis] / 2,
      );
      return (bsp.leafs.contents[findLeaf(tree, x, y, z)] & 1) !== 0;
    });
  };
  for (let face = 0; face < bsp.faces.count; face++) {
    if (bsp.faces.texinfo[face] < 0) continue;
    if (face < bsp.models.faceCount[0] && bsp.faces.dispInfo[face] < 0 && isBuried(face)) continue;
    const name = materialOfFace(bsp, face);
    areas.set(name, (areas.get(name) ?? 0) + polygonArea(faceLoop(bsp, face)));
  }
  return areas;
}

const CONTENTS_SEEN_THROUGH = 0x2 | 0x8 | 0x10 | 0x20;

/**
 * Returns the material info that the real compiler had, read from its map: sizes, colours, flags,
 * contents.
 */
export function readMaterials(bsp: Bsp, bytes: Uint8Array): FindMaterial {
  const infos = new Map<string, CompilerMaterial>();
  const contents = listContents(bsp, bytes);
  const { texInfos, texDatas } = bsp;
  for (let row = 0; row < texInfos.count; row++) {
    const texdata = texInfos.texdata[row];
    if (texdata < 0) continue;
    const name = sourceMaterial(texDatas.name[texdata]);
    const at = texdata * 3;
    infos.set(name, {
      width: texDatas.width[texdata],
      height: texDatas.height[texdata],
      reflectivity: [
        texDatas.reflectivity[at],
        texDatas.reflectivity[at + 1],
        texDatas.reflectivity[at + 2],
      ],
      surfaceFlags: texInfos.flags[row] & ~0x800,
      contents: contents.get(name) ?? 1,
      isBumped: (texInfos.flags[row] & 0x800) !== 0,
      detailType: null,
    });
  }
  // Materials of which no face is left in the map.
  const plain = { width: 128, height: 128, reflectivity: [0.2, 0.2, 0.2] as const };
  const other = { ...plain, surfaceFlags: 0, contents: 1, isBumped: false, detailType: null };
  return (name) => {
    const key = name.toLowerCase().replaceAll("\\", "/");
    // The compiler's table of tools has those.
    return key.startsWith("tools/") ? null : (infos.get(key) ?? other);
  };
}

/** Returns the contents of translucent materials, from brushes of one material. */
function listContents(bsp: Bsp, bytes: Uint8Array): Map<string, number> {
  const lump = (name: string) => {
    const { offset, length } = bsp.lumps.find((entry) => entry.name === name)!;
    return bytes.subarray(offset, offset + length);
  };
  const brushes = readRecords(lump("LUMP_BRUSHES"), DBRUSH, true);
  const sides = readRecords(lump("LUMP_BRUSHSIDES"), DBRUSHSIDE, true);
  const contents = new Map<string, number>();
  for (let brush = 0; brush < brushes.count; brush++) {
    const seenThrough = brushes.contents[brush] & CONTENTS_SEEN_THROUGH;
    if (seenThrough === 0) continue;
    const names = new Set<string>();
    for (let i = 0; i < brushes.sideCount[brush]; i++) {
      const texinfo = sides.texinfo[brushes.firstSide[brush] + i];
      const texdata = texinfo < 0 ? -1 : bsp.texInfos.texdata[texinfo];
      const name = texdata < 0 ? "" : sourceMaterial(bsp.texDatas.name[texdata]);
      if (name !== "" && !name.startsWith("tools/")) names.add(name);
    }
    if (names.size === 1) contents.set([...names][0], seenThrough);
  }
  return contents;
}
