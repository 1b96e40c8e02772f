import { VPK_MAGIC } from "../../formats/vpk/parse-vpk-header.ts";
import { vpkPartName } from "../../formats/vpk/vpk-file.ts";
import type { ByteSource } from "../bytes/byte-source.ts";
import { openBytes } from "../bytes/open-bytes.ts";
import type { ContentArchive, StoredFile } from "../types.ts";
import { openGmaArchive } from "./gma-archive.ts";
import { type OpenVpkPart, openVpkArchive } from "./vpk-archive.ts";
import { openZipArchive } from "./zip-archive.ts";

const GMA_MAGIC = 0x44414d47;
const MAGIC_BYTES = 4;

/** True if a file name is that of an archive for `openArchive`. */
export function isArchiveName(name: string): boolean {
  return /\.(vpk|gma|zip)$/i.test(name) && !isVpkPartName(name);
}

/** True for parts such as `pak01_003.vpk`, which are unreadable without their directory. */
export function isVpkPartName(name: string): boolean {
  return /_\d{3}\.vpk$/i.test(name);
}

/**
 * Opens any archive. VPK and GMA are detected by their first bytes, an addon packed as a whole by
 * its name. Anything else is read as a zip, which is located from its end.
 *
 * @param parts of a split VPK, by number; parts of a VPK behind a URL are found beside it
 * @throws FormatError (VPK, GMA, ZIP, LZMA)
 */
export async function openArchive(
  file: StoredFile,
  parts: ReadonlyMap<number, StoredFile> = new Map(),
  signal?: AbortSignal,
): Promise<ContentArchive> {
  const bytes = await openBytes(file, signal);
  const openPart: OpenVpkPart = (archive, signal) => {
    const part = parts.get(archive) ?? partBeside(file, archive);
    return part ? openBytes(part, signal) : Promise.resolve(null);
  };
  return openArchiveBytes(bytes, openPart, signal);
}

/** Like `openArchive`, for bytes that are already open. */
export async function openArchiveBytes(
  bytes: ByteSource,
  openPart: OpenVpkPart,
  signal?: AbortSignal,
): Promise<ContentArchive> {
  const kind = await detectArchive(bytes, signal);
  if (kind === "vpk") return openVpkArchive(bytes, openPart, signal);
  if (kind === "gma") return openGmaArchive(bytes, signal);
  return openZipArchive(bytes, signal);
}

/** Detects an archive's kind by its first bytes, then by its name. */
export async function detectArchive(
  bytes: ByteSource,
  signal?: AbortSignal,
): Promise<"vpk" | "gma" | "zip"> {
  const start = await bytes.read(0, Math.min(MAGIC_BYTES, bytes.byteLength), signal);
  const magic =
    start.length < MAGIC_BYTES
      ? 0
      : new DataView(start.buffer, start.byteOffset, MAGIC_BYTES).getUint32(0, true);
  const isNamed = (end: string) => bytes.label.toLowerCase().split("?")[0].endsWith(end);
  if (magic === VPK_MAGIC || isNamed(".vpk")) return "vpk";
  return magic === GMA_MAGIC || isNamed(".gma") ? "gma" : "zip";
}

/** Returns `…/pak01_003.vpk` for `…/pak01_dir.vpk`, with the same query and fragment. */
function partBeside(file: StoredFile, archive: number): StoredFile | null {
  if (file instanceof Blob || !("url" in file)) return null;
  const [, path, query] = /^([^?#]*)(.*)$/s.exec(file.url)!;
  const name = vpkPartName(path, archive);
  return name === null ? null : { url: name + query };
}
