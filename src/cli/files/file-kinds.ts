/** Kinds of file that `inspect` reads, detected by their first bytes or else by their names. */

import type { OpenPakfile } from "../../content/archives/open-pakfile.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { FormatError } from "../../core/errors.ts";
import type { Limits } from "../../core/limits.ts";
import type { MapLimits } from "../../formats/bsp/list-limit-uses.ts";
import type { BspSummary, PakCount } from "../../formats/bsp/summarize-bsp.ts";
import type { LumpWeight, WeighedLumps } from "../../formats/bsp/tables/weigh-lumps.ts";
import type { PcfSummary } from "../../formats/pcf/summarize-pcf.ts";
import type { RespawnModel } from "../../formats/studio/open-respawn-mdl.ts";
import type { ModelLists } from "../../formats/studio/summarize-lists.ts";
import type { ModelGeometry } from "../../formats/studio/summarize-model.ts";
import type { MdlParts } from "../../formats/studio/summarize-studio.ts";
import { formatShare } from "../format-summary.ts";

/** Shortens lists for text output: events and boxes become words. */
function shortenLists(lists: ModelLists): object {
  const number = (value: number) => String(+value.toFixed(2));
  const { sequenceList, animationList, attachmentList, hitboxList, materialList } = lists;
  return {
    ...lists,
    sequenceList: (sequenceList ?? []).map(({ flagNames, flags: _, animations: __, ...row }) => ({
      ...row,
      fps: +row.fps.toFixed(2),
      flags: flagNames.join(" "),
      events: row.events
        .map(({ frame, event, name, options }) =>
          `${frame}: ${[name || event, options].join(" ")}`.trim(),
        )
        .join("; "),
    })),
    animationList: (animationList ?? []).map(({ flagNames, flags: _, ...row }) => ({
      ...row,
      fps: +row.fps.toFixed(2),
      flags: flagNames.join(" "),
    })),
    attachmentList: attachmentList.map((row) => ({
      ...row,
      origin: row.origin.map(number).join(" "),
    })),
    hitboxList: hitboxList.map(({ box, group, groupName, ...row }) => ({
      ...row,
      group: `${group} ${groupName}`,
      mins: box[0].map(number).join(" "),
      maxs: box[1].map(number).join(" "),
    })),
    materialList: materialList.map(({ name, paths }) => ({ name, "looked for": paths.join(" ") })),
  };
}

/** Summary of a map as it is printed. */
export interface MapSummary
  extends Omit<BspSummary, "lumps">,
    Pick<WeighedLumps, "lumps" | "unused" | "overlapping">,
    MapLimits {
  readonly lumps: readonly LumpWeight[];
}

interface Kind {
  readonly extensions: readonly string[];
  /** First four bytes as text; empty if the format has no signature. */
  readonly magics: readonly string[];
  /** Leaves out details of a summary for text output. */
  shorten?(summary: object): object;
}

/** Data that a summary may need besides the file's bytes. */
export interface AboutFile {
  readonly limits?: Limits;
  /** Reads a file of the same name with another extension: the first of these that exists. */
  readBeside(extensions: readonly string[]): Promise<Uint8Array | null>;
}

/**
 * Builds a summary, plain JSON data, from all bytes of a file, or, for archives that may have
 * gigabytes, from the parts that it needs. Loads the reader when called.
 */
export type FileKind = Kind &
  (
    | { summarize(bytes: Uint8Array, about: AboutFile): Promise<object> }
    | { summarizeParts(bytes: ByteSource): Promise<object> }
  );

/** Opens a map's pakfile as far as it is readable; null if no part of it lies in the file. */
export async function openPakfileOf(bytes: Uint8Array): Promise<OpenPakfile | null> {
  const { findPakfile } = await import("../../formats/bsp/lump-ranges.ts");
  const { parseBspHeader } = await import("../../formats/bsp/parse-bsp-header.ts");
  const range = findPakfile(parseBspHeader(bytes), bytes.length);
  if (range === null) return null;
  const { memoryBytes } = await import("../../content/bytes/memory-bytes.ts");
  const { openPakfile } = await import("../../content/archives/open-pakfile.ts");
  const { offset, byteLength } = range;
  return openPakfile(memoryBytes("pakfile", bytes.subarray(offset, offset + byteLength)));
}

/**
 * Counts the files of a map's pakfile. A damaged pakfile does not make the map bad, but its
 * original number of files is unknown.
 */
async function countPakEntries(bytes: Uint8Array, pakfile: OpenPakfile | null): Promise<PakCount> {
  if (pakfile === null) {
    const { parseBspHeader } = await import("../../formats/bsp/parse-bsp-header.ts");
    const { LUMP } = await import("../../formats/bsp/lumps.ts");
    const isEmpty = parseBspHeader(bytes).length[LUMP.LUMP_PAKFILE] === 0;
    return { entries: isEmpty ? 0 : null, recovered: null };
  }
  const { zip, damage } = pakfile;
  if (damage === null) return { entries: zip.entries.length, recovered: null };
  return { entries: null, recovered: { intact: damage.intactCount, seen: damage.seenCount } };
}

/** Share from which a limit is printed as text. */
const SHOWN_LIMIT_SHARE = 0.8;

/** Lists how much of its engine's limits a map uses. */
async function readLimits(
  bytes: Uint8Array,
  { dialect, lumps, counts }: BspSummary,
  limits: Limits | undefined,
): Promise<MapLimits> {
  const { openLumps } = await import("../../formats/bsp/tables/open-lumps.ts");
  const { listLimitUses } = await import("../../formats/bsp/list-limit-uses.ts");
  const { entities: entityCount, clusters: clusterCount } = counts;
  const { header, lumps: reader } = openLumps(bytes, limits);
  const { version, uncompressedLength } = header;
  const map = { version, uncompressedLength, dialect, lumps, entityCount, clusterCount };
  return listLimitUses(reader, map);
}

/**
 * Reads the vertices and triangles inside an MDL or beside it. Returns null unless both exist, or
 * the error if they are broken.
 */
async function readGeometry(
  { mdl }: MdlParts,
  respawn: RespawnModel | null,
  about: AboutFile,
): Promise<ModelGeometry | FormatError | null> {
  const { VTX_EXTENSIONS } = await import("../../model/files/model-files.ts");
  const find = async (kind: "vvd" | "vtx", extensions: readonly string[]) =>
    respawn?.embedded.find((file) => file.kind === kind)?.bytes ??
    (await about.readBeside(extensions));
  const vvdBytes = await find("vvd", [".vvd"]);
  const vtxBytes = await find("vtx", VTX_EXTENSIONS);
  if (vvdBytes === null || vtxBytes === null) return null;
  const { parseVvd } = await import("../../formats/studio/read/parse-vvd.ts");
  const { parseVtx } = await import("../../formats/studio/read/parse-vtx.ts");
  const { parseVtxDetails } = await import("../../formats/studio/read/parse-vtx-details.ts");
  const checks = await import("../../formats/studio/checksums.ts");
  try {
    const [vvd, vtx] = [parseVvd(vvdBytes), parseVtx(vtxBytes)];
    checks.checkVvdChecksum(vvd, mdl);
    checks.checkVtxChecksum(vtx, mdl);
    const extra = await readExtra(vvdBytes);
    return { vvd, vtx, details: parseVtxDetails(vtxBytes), extra };
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/**
 * Reads the data after a VVD's tangents, or returns its error; the vertices are valid either way.
 */
async function readExtra(bytes: Uint8Array) {
  const { parseVvdExtra } = await import("../../formats/studio/read/parse-vvd-extra.ts");
  try {
    return parseVvdExtra(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

const KINDS: readonly FileKind[] = [
  {
    extensions: [".bsp"],
    magics: ["VBSP", "PSBV"],
    async summarize(stored, { limits }) {
      const { decipherFile } = await import("../../formats/bsp/write/recipher.ts");
      const { parseBsp } = await import("../../formats/bsp/parse-bsp.ts");
      const { summarizeBsp } = await import("../../formats/bsp/summarize-bsp.ts");
      const { explainBadMagic } = await import("../../formats/foreign-file.ts");
      const bytes = decipherFile(stored);
      let bsp: ReturnType<typeof parseBsp>;
      try {
        bsp = parseBsp(bytes, undefined, limits);
      } catch (error) {
        throw explainBadMagic(error, bytes);
      }
      const { weighLumps } = await import("../../formats/bsp/tables/weigh-lumps.ts");
      const { lumps, unused, overlapping } = weighLumps(bytes, bsp.lumps, limits);
      const pakfile = await openPakfileOf(bytes);
      const summary = summarizeBsp(bsp, await countPakEntries(bytes, pakfile));
      const { countPakTextures } = await import("./pak-textures.ts");
      const pakTextures = pakfile === null ? [] : await countPakTextures(pakfile.zip);
      const about = { ...summary, lumps, unused, overlapping, pakTextures };
      return { ...about, ...(await readLimits(bytes, summary, limits)) } satisfies MapSummary;
    },
    shorten(summary) {
      const map = summary as MapSummary;
      const lumps = map.lumps
        .filter((lump) => lump.length > 0)
        .map(({ title, ...lump }) => ({ ...lump, name: title, share: formatShare(lump.share) }));
      const uses = map.limits
        .filter(({ share }) => share > SHOWN_LIMIT_SHARE)
        .map((use) => ({ ...use, share: formatShare(use.share) }));
      return { ...map, lumps, limits: uses };
    },
  },
  {
    extensions: [".mdl"],
    magics: ["IDST"],
    async summarize(bytes, about) {
      const { openMdl } = await import("../../formats/studio/open-mdl.ts");
      const { summarizeModel } = await import("../../formats/studio/summarize-model.ts");
      const { summarizeLists } = await import("../../formats/studio/summarize-lists.ts");
      const { bytes: readable, parts, respawn } = await openMdl(bytes);
      const summary = summarizeModel(parts, await readGeometry(parts, respawn, about));
      const all = { ...summary, ...summarizeLists(readable, parts, about.limits) };
      if (respawn === null) {
        const { summarizeHeader } = await import("../../formats/studio/summarize-studio.ts");
        return { ...all, ...summarizeHeader(bytes, parts.mdl) };
      }
      const { summarizeRespawn } = await import("../../formats/studio/summarize-respawn.ts");
      return { ...all, ...summarizeRespawn(respawn) };
    },
    shorten: (summary) => ({ ...summary, ...shortenLists(summary as ModelLists) }),
  },
  {
    extensions: [".vvd"],
    magics: ["IDSV"],
    async summarize(bytes) {
      const { parseVvd } = await import("../../formats/studio/read/parse-vvd.ts");
      const { summarizeVvd } = await import("../../formats/studio/summarize-studio.ts");
      return summarizeVvd(parseVvd(bytes), await readExtra(bytes));
    },
  },
  {
    extensions: [".vtx"],
    magics: [],
    async summarize(bytes) {
      const { parseVtx } = await import("../../formats/studio/read/parse-vtx.ts");
      const { summarizeVtx } = await import("../../formats/studio/summarize-studio.ts");
      const { parseVtxDetails } = await import("../../formats/studio/read/parse-vtx-details.ts");
      return summarizeVtx(parseVtx(bytes), parseVtxDetails(bytes));
    },
  },
  {
    extensions: [".phy"],
    magics: [],
    async summarize(bytes) {
      const { parsePhy } = await import("../../formats/phy/parse-phy.ts");
      const { summarizePhy } = await import("../../formats/phy/summarize-phy.ts");
      return summarizePhy(parsePhy(bytes));
    },
  },
  {
    extensions: [".pcf"],
    magics: [],
    async summarize(bytes) {
      const { parsePcf } = await import("../../formats/pcf/parse-pcf.ts");
      const { summarizePcf } = await import("../../formats/pcf/summarize-pcf.ts");
      return summarizePcf(parsePcf(bytes));
    },
    shorten(summary) {
      const pcf = summary as PcfSummary;
      const systems = pcf.systems.map(
        ({ name, maxParticles, material, renderers, emitters, children }) => ({
          ...{ name, max: maxParticles, material, renderers, emitters },
          children: children.join(", "),
        }),
      );
      return { ...pcf, systems };
    },
  },
  {
    extensions: [".vtf"],
    magics: ["VTF\0", "VTFX"],
    async summarize(bytes) {
      const { openVtf } = await import("../../formats/vtf/open-vtf.ts");
      const { summarizeVtf } = await import("../../formats/vtf/summarize-vtf.ts");
      return summarizeVtf(await openVtf(bytes));
    },
  },
  {
    extensions: [".vmt"],
    magics: [],
    async summarize(bytes) {
      const { decodeText } = await import("../../formats/keyvalues/decode-text.ts");
      const { parseVmt } = await import("../../formats/vmt/parse-vmt.ts");
      const { summarizeVmt } = await import("../../formats/vmt/summarize-vmt.ts");
      return summarizeVmt(parseVmt(decodeText(bytes)));
    },
  },
  {
    extensions: [".smd", ".vta"],
    magics: [],
    async summarize(bytes) {
      const { decodeText } = await import("../../formats/keyvalues/decode-text.ts");
      const { parseSmd } = await import("../../formats/smd/parse-smd.ts");
      const { summarizeSmd } = await import("../../formats/smd/summarize-smd.ts");
      return summarizeSmd(parseSmd(decodeText(bytes)));
    },
  },
  {
    extensions: [".vpk"],
    magics: ["4\x12\xaaU"],
    async summarizeParts(bytes) {
      const { readVpkDirectory } = await import("../../content/archives/vpk-archive.ts");
      const { summarizeVpk } = await import("../../formats/vpk/summarize-vpk.ts");
      return summarizeVpk(await readVpkDirectory(bytes));
    },
  },
  {
    extensions: [".gma"],
    magics: ["GMAD"],
    async summarizeParts(bytes) {
      const { readGmaDirectory } = await import("../../content/archives/gma-archive.ts");
      const { summarizeGma } = await import("../../formats/gma/summarize-gma.ts");
      const { directory } = await readGmaDirectory(bytes);
      return summarizeGma(directory);
    },
  },
];

/**
 * Returns the kind of a file; null if neither its bytes nor its name are known.
 * @param bytes the file's first four bytes, or more
 */
export function detectFileKind(path: string, bytes: Uint8Array): FileKind | null {
  const magic = String.fromCharCode(...bytes.subarray(0, 4));
  const byContent = KINDS.find((kind) => kind.magics.includes(magic));
  if (byContent) return byContent;
  const name = path.toLowerCase();
  return KINDS.find((kind) => kind.extensions.some((end) => name.endsWith(end))) ?? null;
}

export const READABLE_EXTENSIONS = KINDS.flatMap((kind) => kind.extensions);
