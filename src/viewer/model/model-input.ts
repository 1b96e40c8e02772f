/** What a model is given as, as a content path and where that is looked for. */

import { isModelSource } from "../../content/is-model-source.ts";
import type { ContentFile, ContentSpec } from "../../content/types.ts";
import type { ModelInput } from "./model-types.ts";

export interface ModelSource {
  /** For people: the file's name. */
  readonly name: string;
  /** Content path of the `.mdl`, or of its source: a `.qc`, an `.smd` or a `.vta`. */
  readonly path: string;
  /** What it brings with it, searched before all else. */
  readonly content: readonly ContentSpec[];
}

/** `mstudiohdr_t.name` */
const NAME_AT = 12;
const NAME_BYTES = 64;

/**
 * @param baseUrl what relative addresses are relative to
 * @throws TypeError of files none of which is an `.mdl`, a `.qc`, an `.smd` or a `.vta`
 */
export async function toModelSource(input: ModelInput, baseUrl: string): Promise<ModelSource> {
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

/** Below a folder `models` its folder is the content's; else what belongs to it lies beside it. */
function atUrl(url: URL): ModelSource {
  const parts = url.pathname.split("/");
  const models = parts.map((part) => part.toLowerCase()).lastIndexOf("models");
  const first = models > 0 && models < parts.length - 1 ? models : parts.length - 1;
  const base = new URL(`${parts.slice(0, first).join("/")}/`, url).href;
  const path = parts.slice(first).map(decode).join("/");
  return { name: fileName(path), path, content: [{ kind: "url", base }] };
}

/** Its other files are where its header says that it lies. */
async function ofBytes(blob: Blob, file: string): Promise<ModelSource> {
  const head = new Uint8Array(await blob.slice(NAME_AT, NAME_AT + NAME_BYTES).arrayBuffer());
  const end = head.indexOf(0);
  const stored = new TextDecoder().decode(end < 0 ? head : head.subarray(0, end));
  const name = contentPathOf(stored) || "model.mdl";
  const path = `models/${/\.mdl$/.test(name) ? name : `${name}.mdl`}`;
  const content: ContentSpec = { kind: "folder", label: "model", files: [{ path, blob }] };
  return { name: file || fileName(path), path, content: [content] };
}

/** What is shown of several files: a script names the meshes beside it, and shapes are a mesh's. */
const KINDS = [".mdl", ".qc", ".smd", ".vta"] as const;

/** Picked or dropped together: each where it lies below `models`, else all in one folder. */
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
