import { compileStudioModel } from "../../../src/compile/studiomdl/compile-studio-model.ts";
import { parseQc } from "../../../src/compile/studiomdl/qc/parse-qc.ts";
import type { CompileReport } from "../../../src/compile/types.ts";
import { parseSmd } from "../../../src/formats/smd/parse-smd.ts";
import type { MdlAnimations } from "../../../src/formats/studio/animation/animation-types.ts";
import { buildStudioMesh } from "../../../src/formats/studio/mesh/build-studio-mesh.ts";
import { parseMdlAnimations } from "../../../src/formats/studio/read/animation/animation-file.ts";
import { parseMdl } from "../../../src/formats/studio/read/parse-mdl.ts";
import { parseVtx } from "../../../src/formats/studio/read/parse-vtx.ts";
import { parseVvd } from "../../../src/formats/studio/read/parse-vvd.ts";
import type { Mdl, StudioMesh, Vtx, Vvd } from "../../../src/formats/studio/types.ts";

/** A model read back from its three files. */
export interface ReadModel {
  readonly files: { readonly mdl: Uint8Array; readonly vvd: Uint8Array; readonly vtx: Uint8Array };
  readonly mdl: Mdl;
  readonly vvd: Vvd;
  readonly vtx: Vtx;
  readonly mesh: StudioMesh;
  readonly animations: MdlAnimations;
  readonly warnings: readonly string[];
}

/** Compiles a script with SMDs by name, and reads the files with the project's readers. */
export function compileAndRead(qc: string, smds: Readonly<Record<string, string>>): ReadModel {
  const warnings: string[] = [];
  const report: CompileReport = { warn: (line) => warnings.push(line), progress: () => {} };
  const readSmd = (name: string) => (Object.hasOwn(smds, name) ? parseSmd(smds[name]) : null);
  return readModel(compileStudioModel(parseQc(qc, report), readSmd, report), warnings);
}

export function readModel(files: ReadModel["files"], warnings: readonly string[] = []): ReadModel {
  const mdl = parseMdl(files.mdl);
  const vvd = parseVvd(files.vvd);
  const vtx = parseVtx(files.vtx);
  const mesh = buildStudioMesh(mdl, vvd, vtx);
  return { files, mdl, vvd, vtx, mesh, animations: parseMdlAnimations(files.mdl, mdl), warnings };
}

export interface SmdVertexText {
  readonly position: readonly number[];
  readonly uv?: readonly number[];
  /** The parent bone; below, links in the file's syntax. */
  readonly bone?: number;
  readonly links?: string;
}

/** Returns an SMD with upward triangles, `nodes`, and the poses of one or more frames. */
export function smdText(
  triangles: readonly (readonly [material: string, ...vertices: readonly SmdVertexText[]])[],
  nodes: readonly string[] = ['0 "root" -1'],
  frames: readonly (readonly string[])[] = [["0 0 0 0 0 0 0"]],
): string {
  const lines = ["version 1", "nodes", ...nodes, "end", "skeleton"];
  frames.forEach((poses, time) => {
    lines.push(`time ${time}`, ...poses);
  });
  lines.push("end");
  if (triangles.length > 0) lines.push("triangles");
  for (const [material, ...vertices] of triangles) {
    lines.push(material);
    for (const {
      position,
      uv = [position[0] / 16, position[1] / 16],
      bone = 0,
      links,
    } of vertices) {
      lines.push(`${bone} ${position.join(" ")} 0 0 1 ${uv.join(" ")} ${links ?? ""}`.trim());
    }
  }
  if (triangles.length > 0) lines.push("end");
  return `${lines.join("\n")}\n`;
}

/** Returns a flat grid of `width` x `height` squares of 8 inches, two triangles each, facing up. */
export function gridTriangles(
  material: string,
  width: number,
  height: number,
  step = 1,
): [string, SmdVertexText, SmdVertexText, SmdVertexText][] {
  const out: [string, SmdVertexText, SmdVertexText, SmdVertexText][] = [];
  const at = (x: number, y: number): SmdVertexText => ({ position: [x * 8, y * 8, 0] });
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      out.push([material, at(x, y), at(x + step, y), at(x + step, y + step)]);
      out.push([material, at(x, y), at(x + step, y + step), at(x, y + step)]);
    }
  }
  return out;
}

/**
 * Lists the positions of a LOD's triangles, three corners a line, each line from its smallest
 * corner on.
 */
export function listLodTriangles({ mdl, vvd, vtx }: ReadModel, lod: number): string[] {
  const { meshes } = vtx;
  const { position } = vvd.vertices;
  const lines: string[] = [];
  for (let row = 0; row < meshes.count; row++) {
    if (meshes.lod[row] !== lod) continue;
    const { firstMesh } = mdl.bodyParts[meshes.bodyPart[row]].models[meshes.model[row]];
    const mesh = firstMesh + meshes.mesh[row];
    const material = mdl.textures[mdl.skins[mdl.meshes.material[mesh]]];
    const end = meshes.firstIndex[row] + meshes.indexCount[row];
    for (let i = meshes.firstIndex[row]; i < end; i += 3) {
      const corners = [...vtx.indices.subarray(i, i + 3)].map((index) => {
        const at = (mdl.meshes.firstVertex[mesh] + index) * 3;
        return [...position.subarray(at, at + 3)].map((value) => value + 0).join(",");
      });
      lines.push(`${material} ${turnToSmallest(corners).join(" ")}`);
    }
  }
  return lines.sort();
}

/** Lists the triangles of an SMD's text in the same way, moved by a function. */
export function listSmdTriangles(
  text: string,
  move: (x: number, y: number, z: number) => readonly number[],
): string[] {
  const { triangles } = parseSmd(text);
  const lines: string[] = [];
  for (let triangle = 0; triangle < triangles.count; triangle++) {
    const corners = [0, 1, 2].map((k) => {
      const at = (triangle * 3 + k) * 3;
      const [x, y, z] = triangles.position.subarray(at, at + 3);
      return move(x, y, z)
        .map((value) => Math.fround(value) + 0)
        .join(",");
    });
    const material = triangles.materials[triangles.material[triangle]];
    lines.push(`${material} ${turnToSmallest(corners).join(" ")}`);
  }
  return lines.sort();
}

function turnToSmallest(corners: readonly string[]): string[] {
  const start = corners.indexOf([...corners].sort()[0]);
  return [0, 1, 2].map((k) => corners[(start + k) % 3]);
}
