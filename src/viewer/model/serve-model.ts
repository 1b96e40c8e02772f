/** Serves a single model in the worker. */

import { isGiven } from "../../content/bytes/given-bytes.ts";
import { Content } from "../../content/content.ts";
import { isModelSource } from "../../content/is-model-source.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSource, ContentSpec } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { ToldFile } from "../../model/files/told-files.ts";
import type { ModelMapLight } from "../../scene/model/events.ts";
import { openModel } from "../../scene/model/open-model.ts";
import { transferables } from "../../scene/open/events.ts";
import type { FromLoadWorker } from "../load/load-protocol.ts";
import { openMapSource } from "../load/map-source.ts";
import { toErrorData } from "../load/posted-errors.ts";
import type { ModelEventMessage, OpenModelMessage, PostedMapLight } from "./model-protocol.ts";

type Post = (message: FromLoadWorker | ModelEventMessage, transfer: ArrayBuffer[]) => void;

export async function serveModel(
  { path: given, content, options: posted, light, wants }: OpenModelMessage,
  post: Post,
): Promise<void> {
  try {
    const opened = content.map((spec) => openSource(spec));
    const { path, sources, warnings } = await compileSources(given, opened, content);
    if (wants === "sources") {
      const { packSources } = await import("./serve-sources.ts");
      const packed = await packSources(path, new Content(sources), posted.limits);
      post({ type: "model-event", event: packed.event }, [packed.event.zip.buffer]);
      const told = { type: "done", warnings: [...warnings, ...packed.warnings] } as const;
      post({ type: "model-event", event: told }, []);
      return;
    }
    // A source may still read from these bytes, so copies are transferred. Cloning with the message
    // would copy them twice, once on the page's thread.
    const onFile = ({ path, bytes: read }: ToldFile) => {
      const bytes = read === null || isGiven(read) ? read : read.slice();
      const event = { type: "file", path, bytes } as const;
      post({ type: "model-event", event }, transferables(event));
    };
    const options = { ...posted, light: light && openLight(light, posted), onFile };
    for await (const event of openModel(path, sources, options)) {
      const told =
        event.type === "done" ? { ...event, warnings: [...warnings, ...event.warnings] } : event;
      post({ type: "model-event", event: told }, transferables(event));
    }
  } catch (error) {
    post({ type: "failed", error: toErrorData(error) }, []);
  }
}

/** Opens the map when the model has been read. */
function openLight(
  { map, at, side }: PostedMapLight,
  { limits }: OpenModelMessage["options"],
): ModelMapLight {
  const { name } = map;
  const open = async (signal?: AbortSignal) => {
    const opened = await openMapSource(map, { signal, limits });
    return { ...opened, name: opened.name ?? name };
  };
  return { name, at, side, open };
}

interface Compiled {
  readonly path: string;
  readonly sources: readonly ContentSource[];
  readonly warnings: readonly Warning[];
}

/**
 * Compiles sources, and puts the results before all other sources. The compiler is loaded on first
 * use.
 */
async function compileSources(
  path: string,
  sources: readonly ContentSource[],
  specs: readonly ContentSpec[],
): Promise<Compiled> {
  const warnings: Warning[] = [];
  if (!isModelSource(path)) return { path, sources, warnings };
  const { compileModelSource } = await import("../../compile/studiomdl/read-model-source.ts");
  const warn = (message: string) =>
    void warnings.push({ code: "unreadable-model", subject: path, message, count: 1 });
  const report = { progress: () => {}, warn };
  const content = new Content(sources);
  const files = {
    read: (wanted: string) => content.read(wanted),
    async list(folder: string) {
      const { listFolder } = await import("../../content/game/list-folder.ts");
      return (await Promise.all(specs.map((spec) => listFolder(spec, folder)))).flat();
    },
  };
  const compiled = await compileModelSource(path, files, report);
  if (compiled === null) return { path, sources, warnings };
  const made: ContentSource = {
    label: path,
    read: async (wanted) => compiled.files.get(wanted) ?? null,
  };
  return { path: compiled.path, sources: [made, ...sources], warnings };
}
