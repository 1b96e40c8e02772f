/**
 * Loads the models of a viewer: one load at a time, and a new load cancels the running one. After a
 * lost device the load restarts by itself.
 */

import { isModelSource } from "../../content/is-model-source.ts";
import type { ContentFile, ContentSpec } from "../../content/types.ts";
import { Diagnostics, type Warning } from "../../core/diagnostics.ts";
import { CancelledError } from "../../core/errors.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { MapScene } from "../../map/types.ts";
import { readStudioModel } from "../../model/files/read-studio-model.ts";
import type { StudioModel } from "../../model/files/studio-model.ts";
import { ToldFiles } from "../../model/files/told-files.ts";
import type { OpenRenderer } from "../frame/open-renderer.ts";
import { toContentSpec } from "../input/inputs.ts";
import type { Listeners } from "../input/listeners.ts";
import type { ModelSources } from "./export-sources.ts";
import { loadModel } from "./load-model.ts";
import type { ModelRequest, PostedMapLight, PostedModelEvent } from "./model-protocol.ts";
import type {
  LoadModelOptions,
  ModelInput,
  ModelSummary,
  ModelViewerEvents,
} from "./model-types.ts";
import type { ShownModel, ShownParts } from "./shown/shown-model.ts";
import type { StagedParts } from "./shown/staged-model.ts";

// Converts the input of a load to a content path and sources.

export interface ModelSource {
  /** Display name: the file's name. */
  readonly name: string;
  /** Content path of the `.mdl`, or of its source: a `.qc`, an `.smd` or a `.vta`. */
  readonly path: string;
  /** Content that comes with the model, searched first. */
  readonly content: readonly ContentSpec[];
}

/** `mstudiohdr_t.name` */
const NAME_AT = 12;
const NAME_BYTES = 64;

/**
 * @param baseUrl base of relative addresses
 * @throws TypeError if no file is an `.mdl`, a `.qc`, an `.smd` or a `.vta`
 */
async function toModelSource(input: ModelInput, baseUrl: string): Promise<ModelSource> {
  if (typeof input === "string" || input instanceof URL) return atUrl(new URL(input, baseUrl));
  if (input instanceof File && isModelSource(input.name)) return ofFiles([input]);
  if (input instanceof Blob) return ofBytes(input, input instanceof File ? input.name : "");
  if (input instanceof ArrayBuffer) return ofBytes(new Blob([input]), "");
  if (input instanceof Uint8Array) return ofBytes(new Blob([input.slice()]), "");
  if ("path" in input) {
    const path = contentPathOf(input.path);
    return { name: fileName(path), path, content: [] };
  }
  return ofFiles(input);
}

/**
 * If the address contains a folder `models`, its parent is the content; otherwise the model's files
 * are beside it.
 */
function atUrl(url: URL): ModelSource {
  const parts = url.pathname.split("/");
  const models = parts.map((part) => part.toLowerCase()).lastIndexOf("models");
  const first = models > 0 && models < parts.length - 1 ? models : parts.length - 1;
  const base = new URL(`${parts.slice(0, first).join("/")}/`, url).href;
  const path = parts.slice(first).map(decode).join("/");
  return { name: fileName(path), path, content: [{ kind: "url", base }] };
}

/** The model's other files are at the path stated in its header. */
async function ofBytes(blob: Blob, file: string): Promise<ModelSource> {
  const head = new Uint8Array(await blob.slice(NAME_AT, NAME_AT + NAME_BYTES).arrayBuffer());
  const end = head.indexOf(0);
  const stored = new TextDecoder().decode(end < 0 ? head : head.subarray(0, end));
  const name = contentPathOf(stored) || "model.mdl";
  const path = `models/${/\.mdl$/.test(name) ? name : `${name}.mdl`}`;
  const content: ContentSpec = { kind: "folder", label: "model", files: [{ path, blob }] };
  return { name: file || fileName(path), path, content: [content] };
}

/**
 * Kind that is shown if several files are given: a script names meshes, and a mesh may have shapes.
 */
const KINDS = [".mdl", ".qc", ".smd", ".vta"] as const;

/**
 * Files that were picked or dropped together keep their paths from `models` on, or else lie in one
 * folder.
 */
function ofFiles(files: readonly File[]): ModelSource {
  const rows: ContentFile[] = files.map((blob) => {
    const full = contentPathOf(blob.webkitRelativePath || blob.name);
    const below = /(?:^|\/)((?:models|materials)\/.*)$/.exec(full);
    return { path: below?.[1] ?? fileName(full), blob };
  });
  const found = KINDS.map((kind) => rows.find(({ path }) => path.endsWith(kind))).find(Boolean);
  if (found === undefined) {
    throw new TypeError("none of these files is an .mdl, a .qc, an .smd or a .vta");
  }
  const content: ContentSpec = { kind: "folder", label: "files", files: rows };
  return { name: fileName(found.path), path: found.path, content: [content] };
}

function contentPathOf(path: string): string {
  return path.replaceAll("\\", "/").replace(/^\/+/, "").toLowerCase();
}

function fileName(path: string): string {
  return path.split("/").at(-1) as string;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface ModelJob {
  readonly source: ModelSource;
  readonly options: LoadModelOptions;
  readonly content: readonly ContentSpec[];
}

export interface ModelLoadsOptions {
  /** Returns the current renderer and its device. */
  readonly gpu: () => OpenRenderer;
  /** Content for every model. */
  readonly content: () => readonly ContentSpec[];
  /** Returns the texture and material quality. */
  readonly quality: () => Pick<ModelRequest["options"], "textureBudgetBytes" | "plainMaterials">;
  /**
   * Returns the place in a map that lights models, the same object until it changes; `null` for
   * studio light.
   */
  readonly light: () => PostedMapLight | null;
  /** Base of relative addresses. */
  readonly baseUrl: () => string;
  /** Called when a new model can be seen; its animations are read next. */
  readonly onStaged: (parts: StagedParts, job: ModelJob) => void;
  /**
   * Called when a model is complete. `again` is its earlier state, from a lost device or another
   * light. Resolves with warnings about options that the model does not support.
   */
  readonly onModel: (
    parts: ShownParts & StagedParts,
    job: ModelJob,
    again: ShownModel | null,
  ) => Promise<readonly Warning[]>;
  readonly shown: () => ShownModel | null;
  /** Called when a load has ended in any way. */
  readonly onEnd: () => void;
}

/** The visible parts of a model, and its content path. */
type PostedModel = StagedParts & Pick<Extract<PostedModelEvent, { type: "model" }>, "path">;

export class ModelLoads {
  /** Job that loaded the shown model. */
  shown: ModelJob | null = null;
  readonly #listeners: Listeners<ModelViewerEvents>;
  readonly #options: ModelLoadsOptions;
  /** Running job; `#loading` aborts it. */
  #job: ModelJob | null = null;
  #loading: AbortController | null = null;
  /** Light of the shown model. */
  #litBy: PostedMapLight | null = null;
  /** Settles with the latest load. */
  #running: Promise<unknown> = Promise.resolve();

  constructor(listeners: Listeners<ModelViewerEvents>, options: ModelLoadsOptions) {
    this.#listeners = listeners;
    this.#options = options;
  }

  get isLoading(): boolean {
    return this.#loading !== null;
  }

  /** See `ModelViewer.load`. */
  async load(input: ModelInput, options: LoadModelOptions): Promise<ModelSummary> {
    if (options.signal?.aborted) throw new CancelledError();
    const baseUrl = this.#options.baseUrl();
    const loading = this.#begin();
    const source = await toModelSource(input, baseUrl);
    if (loading.signal.aborted) throw new CancelledError();
    const own = (options.content ?? []).map((each) => toContentSpec(each, baseUrl));
    const content = [...source.content, ...own, ...this.#options.content()];
    return this.#run({ source, options, content }, loading);
  }

  /** When no load is running, loads the shown model again if the light has changed. */
  async relight(): Promise<void> {
    let before: Promise<unknown>;
    do {
      before = this.#running;
      await before.catch(() => undefined);
    } while (before !== this.#running);
    const job = this.shown;
    const shown = this.#options.shown();
    if (job === null || shown === null || this.#litBy === this.#options.light()) return;
    await this.#run(job, this.#begin(), shown);
  }

  cancel(): void {
    this.#loading?.abort();
    this.#loading = this.#job = null;
  }

  /**
   * Handles a lost device: restarts the running load, or else loads the shown model again and
   * restores its state.
   * @param reopening resolves when there is a device again; rejects with GpuError
   */
  async recover(reopening: Promise<void>, shown: ShownModel | null): Promise<void> {
    const job = this.#job ?? this.shown;
    const before = this.#job === null ? shown : null;
    this.cancel();
    try {
      await reopening;
      if (job !== null) await this.#run(job, this.#begin(), before);
      this.#listeners.emit("restored", undefined);
    } catch (cause) {
      // A load reports other errors itself.
      if (cause instanceof GpuError) this.#listeners.emit("error", cause);
    }
  }

  #begin(): AbortController {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    return loading;
  }

  #run(job: ModelJob, loading: AbortController, again: ShownModel | null = null) {
    const running = this.#runOnce(job, loading, again);
    this.#running = running;
    return running;
  }

  async #runOnce(job: ModelJob, loading: AbortController, again: ShownModel | null) {
    const onAbort = (): void => loading.abort();
    job.options.signal?.addEventListener("abort", onAbort);
    this.#job = job;
    this.#listeners.emit("loadstart", { name: job.source.name });
    try {
      const summary = await this.#loadOnce(job, loading.signal, again);
      this.#listeners.emit("load", summary);
      return summary;
    } catch (cause) {
      if (loading.signal.aborted || cause instanceof CancelledError) throw new CancelledError();
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#listeners.emit("error", error);
      throw error;
    } finally {
      job.options.signal?.removeEventListener("abort", onAbort);
      if (this.#loading === loading) this.#loading = this.#job = null;
      this.#options.onEnd();
    }
  }

  async #loadOnce(
    job: ModelJob,
    signal: AbortSignal,
    again: ShownModel | null,
  ): Promise<ModelSummary> {
    const startMs = performance.now();
    const { renderer } = this.#options.gpu();
    const { options } = job;
    const request = this.#request(job);
    let scene: MapScene | null = null;
    let firstFrameMs = 0;
    let lacking: readonly Warning[] = [];
    let summary: ModelSummary | null = null;
    // Animation data is read on the page, once the model is visible, because poses are not posted.
    const files = new ToldFiles();
    let staged: PostedModel | null = null;
    let model: StudioModel | null = null;
    const diagnostics = new Diagnostics();
    const { limits } = options;
    const asTold = { diagnostics, limits, readsBlocks: false, isChecked: true };
    const take = async (event: PostedModelEvent): Promise<void> => {
      if (event.type === "file") files.add(event);
      else if (event.type === "scene") scene = event.scene;
      else if (event.type === "texture") {
        renderer.setTexture(event.owner, event.texture, event.image);
      } else if (event.type === "model") {
        const { path, draws, box, lightPlace } = event;
        staged = { path, draws, box, lightPlace, scene: scene as MapScene };
        this.#litBy = request.light;
        if (again !== null) return;
        this.#options.onStaged(staged, job);
        firstFrameMs = performance.now() - startMs;
        await timeToShow();
      } else if (event.type === "motions") {
        const { path, draws } = staged as PostedModel;
        files.end();
        model = (await readStudioModel(path, files, asTold)) as StudioModel;
        if (signal.aborted) return;
        model.motions.take(event.poses);
        const parts = { ...(staged as PostedModel), model, opened: job.source.path };
        lacking = await this.#options.onModel(parts, job, again);
        // A model without triangles is first visible by its bones.
        if (again !== null || draws.all.drawCount === 0) firstFrameMs = performance.now() - startMs;
      } else if (event.type === "done") {
        await model?.motions.readBlocks();
        const totalMs = performance.now() - startMs;
        // Warnings about poses that the worker did not decode.
        const own = diagnostics.warnings.filter((warning) => !isTold(warning, event.warnings));
        const warnings = [...event.warnings, ...own, ...lacking];
        summary = { warnings, firstFrameMs, totalMs };
      }
    };
    await loadModel(request, take, signal);
    if (summary === null) throw new Error("visleaf bug: a load ended");
    return summary;
  }

  #request({ source, options, content }: ModelJob): ModelRequest {
    const { gpu } = this.#options.gpu();
    return {
      path: source.path,
      content,
      options: {
        textureCompressionBc: gpu.features.textureCompressionBc,
        maxTextureDimension: gpu.device.limits.maxTextureDimension2D,
        ...this.#options.quality(),
        limits: options.limits,
        skin: options.skin,
        sequence: options.sequence,
        hasFloor: options.floor,
      },
      light: this.#options.light(),
    };
  }

  /** See `ModelViewer.exportSources`. */
  async exportSources(signal?: AbortSignal): Promise<ModelSources> {
    if (this.shown === null) throw new Error("no model is shown");
    const request = this.#request(this.shown);
    const { exportSources } = await import("./export-sources.ts");
    return exportSources(request, signal ?? new AbortController().signal);
  }
}

function isTold({ subject, message }: Warning, told: readonly Warning[]): boolean {
  return told.some((each) => each.subject === subject && each.message === message);
}

/** Longest wait, because a hidden page gets no animation frames. */
const LONGEST_MS = 50;

/**
 * Resolves when the browser has had time to show the last frame. Await it before long computations.
 */
function timeToShow(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      // Runs after the frame, which is shown when this callback has ended.
      setTimeout(resolve);
    });
  });
}
