/** Writes an SMD or a VTA. */

import { FormatError } from "../../core/errors.ts";
import type { Smd, SmdTriangles } from "./types.ts";

/**
 * Writes an SMD as text, from which `parseSmd` reads exactly the same data. Lines end in LF.
 * @throws FormatError (SMD, `bad-value`) for NaN and infinity, which no reader accepts
 */
export function writeSmd(smd: Smd): string {
  const lines = [`version ${smd.version}`];
  writeNodes(lines, smd);
  writeSkeleton(lines, smd);
  if (smd.triangles.count > 0) writeTriangles(lines, smd);
  if (smd.vertexAnimation !== null) writeVertexAnimation(lines, smd.vertexAnimation);
  lines.push("");
  return lines.join("\n");
}

/** Returns a short decimal that reads back as the same 32-bit float. */
function formatFloat(value: number): string {
  if (!Number.isFinite(value)) {
    const detail = { format: "SMD", code: "bad-value", where: "numbers", offset: 0 } as const;
    throw new FormatError({ ...detail, expected: "finite ones to write", found: String(value) });
  }
  // Most numbers have six decimals, as in the format.
  const rounded = Math.round(value * 1e6) / 1e6;
  if (Math.fround(rounded) === value) return String(rounded);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

function formatFloats(column: Float32Array, first: number, count: number): string {
  let text = "";
  for (let i = first; i < first + count; i++) text += ` ${formatFloat(column[i])}`;
  return text;
}

function writeNodes(lines: string[], { nodes }: Smd): void {
  lines.push("nodes");
  for (let i = 0; i < nodes.count; i++) {
    const parent = nodes.parent[i];
    lines.push(`${nodes.id[i]} "${nodes.name[i]}" ${parent < 0 ? -1 : nodes.id[parent]}`);
  }
  lines.push("end");
}

/** Writes all bones in the first frame, and in later frames those that moved. */
function writeSkeleton(lines: string[], { nodes, skeleton }: Smd): void {
  const { position, rotation } = skeleton;
  const stride = nodes.count * 3;
  lines.push("skeleton");
  for (let frame = 0; frame < skeleton.frameCount; frame++) {
    lines.push(`time ${skeleton.time[frame]}`);
    for (let bone = 0; bone < nodes.count; bone++) {
      const at = frame * stride + bone * 3;
      if (frame > 0 && isEqual(position, at, stride) && isEqual(rotation, at, stride)) continue;
      const pose = formatFloats(position, at, 3) + formatFloats(rotation, at, 3);
      lines.push(`${nodes.id[bone]}${pose}`);
    }
  }
  lines.push("end");
}

function isEqual(column: Float32Array, at: number, stride: number): boolean {
  for (let i = at; i < at + 3; i++) if (column[i] !== column[i - stride]) return false;
  return true;
}

function writeTriangles(lines: string[], { nodes, triangles, version }: Smd): void {
  lines.push("triangles");
  for (let vertex = 0; vertex < triangles.count * 3; vertex++) {
    if (vertex % 3 === 0) {
      lines.push(formatMaterial(triangles.materials[triangles.material[vertex / 3]]));
    }
    const place =
      formatFloats(triangles.position, vertex * 3, 3) +
      formatFloats(triangles.normal, vertex * 3, 3) +
      formatFloats(triangles.texCoord, vertex * 2, 2);
    const extra = version === 3 ? formatExtraTexCoords(triangles, vertex) : "";
    const links = formatLinks(triangles, vertex, nodes.id, extra !== "");
    lines.push(`${nodes.id[triangles.bone[vertex]]}${place}${links}${extra}`);
  }
  lines.push("end");
}

/** Returns the name, quoted if it would otherwise be misread. */
function formatMaterial(name: string): string {
  return name === "" || name === "end" || name !== name.trim() || /^\/\/|[#;]/.test(name)
    ? `"${name}"`
    : name;
}

/** Returns an empty text if the vertex only has its parent bone. */
function formatLinks(
  triangles: SmdTriangles,
  vertex: number,
  ids: Int32Array,
  isNeeded: boolean,
): string {
  const { linkBone, linkWeight } = triangles;
  const first = triangles.firstLink[vertex];
  const end = triangles.firstLink[vertex + 1];
  const isPlain =
    end === first + 1 && linkBone[first] === triangles.bone[vertex] && linkWeight[first] === 1;
  if (isPlain && !isNeeded) return "";
  let text = ` ${end - first}`;
  for (let i = first; i < end; i++) text += ` ${ids[linkBone[i]]} ${formatFloat(linkWeight[i])}`;
  return text;
}

function formatExtraTexCoords(triangles: SmdTriangles, vertex: number): string {
  const first = triangles.firstExtraTexCoord[vertex];
  const count = triangles.firstExtraTexCoord[vertex + 1] - first;
  if (count === 0) return "";
  return ` ${count}${formatFloats(triangles.extraTexCoord, first * 2, count * 2)}`;
}

function writeVertexAnimation(
  lines: string[],
  animation: NonNullable<Smd["vertexAnimation"]>,
): void {
  lines.push("vertexanimation");
  for (let frame = 0; frame < animation.frameCount; frame++) {
    const name = formatComment(animation.name[frame]);
    lines.push(`time ${animation.time[frame]}${name === "" ? "" : ` # ${name}`}`);
    for (let i = animation.firstVertex[frame]; i < animation.firstVertex[frame + 1]; i++) {
      const { position, normal } = animation;
      const place = formatFloats(position, i * 3, 3) + formatFloats(normal, i * 3, 3);
      lines.push(`${animation.id[i]}${place}`);
    }
  }
  lines.push("end");
}

/** Returns the text as a single line, without line ends. */
function formatComment(text: string): string {
  return text.replace(/[\r\n]+/g, " ").trim();
}
