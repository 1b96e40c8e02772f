/** Module worker that reads the lumps of one map file. */

import type { MarkMap } from "../../analysis/marks/mark-map.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { LumpFile } from "../../content/report/lump-file.ts";
import { LumpPages } from "../../content/report/lump-pages.ts";
import { readLumpReport } from "../../content/report/read-lump-report.ts";
import type { MarkGroup } from "../../map/mark-set.ts";
import { openMapSource } from "../load/map-source.ts";
import { toErrorData } from "../load/posted-errors.ts";
import type { FileAnswer, FileQuestion } from "./file-protocol.ts";

/** The part of `DedicatedWorkerGlobalScope` that is used: its types conflict with the page's. */
interface WorkerScope {
  onmessage: ((event: MessageEvent<FileQuestion>) => void) | null;
  postMessage(message: FileAnswer, transfer: Transferable[]): void;
}

const scope = self as unknown as WorkerScope;

let file: LumpFile | null = null;
let pages: LumpPages | null = null;
let stored: ByteSource | null = null;
/** Read with the first request for marks or surfaces. */
let marks: Promise<MarkMap> | null = null;

async function answer(question: FileQuestion) {
  if (question.what === "open") {
    const { bytes } = await openMapSource(question.map);
    file = await LumpFile.open(bytes);
    stored = bytes;
    pages = new LumpPages(file);
    return readLumpReport(question.map.name, file);
  }
  if (question.what === "check") {
    const { serveCheck } = await import("./serve-check.ts");
    return serveCheck(question, (done, total) => {
      scope.postMessage({ id: question.id, done, total }, []);
    });
  }
  if (question.what === "compare") {
    const { compareMaps } = await import("./compare-maps.ts");
    return compareMaps(question.map, question.other);
  }
  if (question.what === "cost" || question.what === "costPlace") {
    const { serveCost, serveCostPlace } = await import("./serve-cost.ts");
    const onProgress = (done: number, total: number): void => {
      scope.postMessage({ id: question.id, done, total }, []);
    };
    return question.what === "cost"
      ? serveCost(question, onProgress)
      : serveCostPlace(question, onProgress);
  }
  if (question.what === "material" || question.what === "texture") {
    const { serveMaterial, serveTexture } = await import("./serve-material.ts");
    return question.what === "material" ? serveMaterial(question) : serveTexture(question);
  }
  if (question.what === "sounds" || question.what === "soundFile") {
    const { serveSoundFile, serveSounds } = await import("./serve-sounds.ts");
    return question.what === "sounds" ? serveSounds(question) : serveSoundFile(question);
  }
  if (question.what === "hulls") {
    const { serveHulls } = await import("./serve-hulls.ts");
    return serveHulls(question);
  }
  if (question.what === "props") {
    const { serveProps } = await import("./serve-props.ts");
    return serveProps(question);
  }
  if (question.what === "overview") {
    const { serveOverview } = await import("./serve-overview.ts");
    return serveOverview(question, (done, total) => {
      scope.postMessage({ id: question.id, done, total }, []);
    });
  }
  if (question.what === "pack") {
    const { servePack } = await import("./serve-pack.ts");
    return servePack(question);
  }
  if (file === null || pages === null) throw new Error("no file is open");
  if (question.what === "marks") return answerMarks(question.group);
  if (question.what === "surfaces") return answerSurfaces();
  const { slot } = question;
  if (question.what === "heads") return pages.heads(slot);
  if (question.what === "rows") {
    return pages.rows(slot, question.table, question.first, question.count);
  }
  // Transfers a copy, so that the file's own bytes stay.
  return (await file.readBytes(slot)).slice();
}

async function answerMarks(group: MarkGroup) {
  const { buildMarks } = await import("../../analysis/marks/build-marks.ts");
  marks ??= readMarks();
  return buildMarks(await marks, group);
}

async function answerSurfaces() {
  const { buildSurfaces } = await import("../../analysis/marks/build-measured-surfaces.ts");
  marks ??= readMarks();
  return buildSurfaces(await marks);
}

async function readMarks(): Promise<MarkMap> {
  if (stored === null) throw new Error("no file is open");
  const { readMarkMap } = await import("../../analysis/marks/mark-map.ts");
  return readMarkMap(await stored.read(0, stored.byteLength));
}

/** Buffers of an answer that are moved to the page, not copied. */
function transfersOf(value: Awaited<ReturnType<typeof answer>>): Transferable[] {
  if (value instanceof Uint8Array) return [value.buffer];
  if (value === null || !("kind" in value)) return [];
  if (value.kind === "encoded") return [value.bytes.buffer];
  if (value.kind === "samples") return value.channels.map(({ buffer }) => buffer);
  return [];
}

scope.onmessage = async ({ data }) => {
  const { id } = data;
  try {
    const value = await answer(data);
    scope.postMessage({ id, answer: value }, transfersOf(value));
  } catch (error) {
    scope.postMessage({ id, error: toErrorData(error) }, []);
  }
};
