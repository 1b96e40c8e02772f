/** Writes the first line of `inspect`: what a file is, in words. */

import { basename } from "node:path";
import { formatBytes, formatCount } from "../../content/report/format-bytes.ts";

/** A summary as `inspect` prints it: plain JSON data. */
type Summary = Readonly<Record<string, unknown>>;

/** Returns `1,240 faces`; null for none, and for what a summary does not count. */
export function countOf(value: unknown, one: string, several = `${one}s`): string | null {
  const number = Array.isArray(value) ? value.length : value;
  if (typeof number !== "number" || number === 0) return null;
  return `${formatCount(number)} ${number === 1 ? one : several}`;
}

/** Returns null if a summary does not have the bytes. */
const size = (bytes: unknown) => (typeof bytes === "number" ? formatBytes(bytes) : null);

type Facts = readonly (string | null)[];

function describeMap(map: Summary): Facts {
  const counts = map.counts as Summary;
  const light = map.lighting as Summary;
  const lights = [light.ldrBytes === 0 ? [] : ["LDR"], light.hdrBytes === 0 ? [] : ["HDR"]].flat();
  return [
    `map of version ${map.version}`,
    size(map.byteLength),
    `revision ${map.mapRevision}`,
    countOf(Math.max(Number(counts.faces), Number(counts.facesHdr)), "face"),
    countOf(counts.displacements, "displacement"),
    countOf(counts.staticProps, "static prop"),
    countOf(counts.entities, "entity", "entities"),
    lights.length === 0 ? "no light" : `${lights.join(" and ")} light`,
    countOf(counts.pakEntries, "packed file"),
  ];
}

const DESCRIPTIONS: Readonly<Record<string, (file: Summary) => Facts>> = {
  BSP: describeMap,
  MDL: (model) => [
    `model of version ${model.version}`,
    countOf(model.bones, "bone"),
    countOf(model.meshes, "mesh", "meshes"),
    countOf(model.lods, "LOD"),
    countOf(model.sequences, "sequence"),
    countOf(model.skins, "skin"),
    countOf(model.textures, "material"),
  ],
  VTF: (texture) => [
    `texture of version ${texture.version}`,
    `${texture.width}x${texture.height}`,
    String(texture.pixelFormat),
    countOf(texture.mips, "mip"),
    Number(texture.frames) > 1 ? countOf(texture.frames, "frame") : null,
    size(texture.byteLength),
  ],
  VMT: (material) => ["material", `shader ${material.shader}`],
  PCF: (particles) => [
    `particle systems of version ${particles.version}`,
    countOf(particles.systems, "system"),
    countOf(particles.materials, "material"),
  ],
  VPK: (archive) => [
    `VPK of version ${archive.version}`,
    countOf(archive.files, "file"),
    size(archive.bytes),
    countOf(archive.maps, "map"),
  ],
  GMA: (addon) => ["addon", countOf(addon.files, "file"), size(addon.bytes)],
};

/** Returns a file's name, kind and most important figures in one line. */
export function headlineOf(path: string, summary: object): string {
  const file = summary as Summary;
  const describe = DESCRIPTIONS[String(file.format)];
  const version = file.version === undefined ? "" : ` of version ${file.version}`;
  const facts = describe?.(file) ?? [`${file.format}${version}`, size(file.byteLength)];
  return `${basename(path)}: ${facts.filter((fact) => fact !== null).join(", ")}`;
}
