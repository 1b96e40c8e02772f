/** What was dropped on the benchmark's page: reports, camera paths, and the map and its content. */

import type { FilesSpec, PickedFiles } from "../files/dropped-files.ts";

export interface SortedDrop {
  readonly reports: readonly File[];
  readonly paths: readonly File[];
  /** Everything else. */
  readonly rest: PickedFiles;
}

/** A path file's poses come within its first bytes, a report's runs do not hold such a list. */
const HEAD_BYTES = 4096;

type FileKind = "report" | "path" | "other";

async function kindOf(file: Blob, name: string): Promise<FileKind> {
  if (/\.(txt|path|cam)$/i.test(name)) return "path";
  if (!/\.json$/i.test(name)) return "other";
  return /"poses"\s*:/.test(await file.slice(0, HEAD_BYTES).text()) ? "path" : "report";
}

/** Only files that were dropped by themselves are looked at: what lies in a folder is content. */
export async function sortDrop({ maps, content }: PickedFiles): Promise<SortedDrop> {
  const reports: File[] = [];
  const paths: File[] = [];
  /** Whether a file is none of the two; else it is put where it belongs. */
  const isOther = async (file: Blob, name: string): Promise<boolean> => {
    const kind = file instanceof File ? await kindOf(file, name) : "other";
    if (kind === "report") reports.push(file as File);
    if (kind === "path") paths.push(file as File);
    return kind === "other";
  };
  const restMaps: File[] = [];
  for (const file of maps) if (await isOther(file, file.name)) restMaps.push(file);
  const restContent: FilesSpec[] = [];
  for (const spec of content) {
    const files = [];
    for (const one of spec.files) {
      if (one.path.includes("/") || (await isOther(one.blob, one.path))) files.push(one);
    }
    if (files.length > 0) restContent.push({ ...spec, files });
  }
  return { reports, paths, rest: { maps: restMaps, content: restContent } };
}
