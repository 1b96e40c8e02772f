/**
 * Reads a material and its includes. A `patch` names another file and changes it: `insert` sets
 * pairs, `replace` only existing ones. Patches may include patches; the outermost overrides the
 * others.
 */

import { FormatError } from "../../core/errors.ts";
import { decodeText } from "../keyvalues/decode-text.ts";
import type { KeyValuesNode } from "../keyvalues/types.ts";
import { normalizePath } from "../normalize-path.ts";
import { flattenMaterial } from "./flatten-material.ts";
import { flattenPatches, parseVmtDocument, type VmtDocument } from "./parse-vmt.ts";
import type { Vmt } from "./types.ts";

type Value = string | readonly KeyValuesNode[] | PatchedBlock;

/**
 * A list of pairs to which changes are applied. It is copied and indexed once, however many blocks
 * of changes there are, so that the cost is linear.
 */
class PatchedBlock {
  readonly #keys: string[] = [];
  readonly #values: Value[] = [];
  /** Row by name. For repeated names the last row, which is the effective one. */
  readonly #rowByName = new Map<string, number>();

  constructor(nodes: readonly KeyValuesNode[]) {
    for (const { key, value } of nodes) this.#add(key, value);
  }

  /** Sets pairs; with `onlyExisting` only existing ones. Blocks are merged pair by pair. */
  merge(changes: readonly KeyValuesNode[], onlyExisting: boolean): void {
    for (const { key, value } of changes) {
      const row = this.#rowByName.get(nameOf(key));
      if (row === undefined) {
        if (!onlyExisting) this.#add(key, value);
        continue;
      }
      const old = this.#values[row];
      if (typeof old === "string" || typeof value === "string") {
        this.#values[row] = value;
        continue;
      }
      const block = old instanceof PatchedBlock ? old : new PatchedBlock(old);
      block.merge(value, onlyExisting);
      this.#values[row] = block;
    }
  }

  /** Returns the current pairs. The parser limits the nesting. */
  finish(): KeyValuesNode[] {
    return this.#keys.map((key, row) => {
      const value = this.#values[row];
      return { key, value: value instanceof PatchedBlock ? value.finish() : value };
    });
  }

  #add(key: string, value: Value): void {
    this.#rowByName.set(nameOf(key), this.#keys.push(key) - 1);
    this.#values.push(value);
  }
}

function nameOf(key: string): string {
  return key.trim().toLowerCase();
}

/** The engine's limit on nested patches. */
const MAX_INCLUDES = 10;

export type ReadFile = (path: string) => Promise<Uint8Array | null>;

/**
 * Reads the material at a content path (`materials/brick/wall.vmt`). Returns `null` if `read` has
 * none. A missing include is named in `missingInclude`. Throws FormatError: `syntax`, `cycle`,
 * `bad-count` (too many includes), and passes on errors of `read`.
 */
export async function resolveVmt(path: string, read: ReadFile): Promise<Vmt | null> {
  const start = normalizePath(path);
  const bytes = await read(start);
  if (bytes === null) return null;
  const seen = [start];
  const patches: VmtDocument[] = [];
  let document = parseVmtDocument(decodeText(bytes));
  while (document.shader === "patch") {
    patches.push(document);
    const include = includePath(document);
    if (seen.includes(include)) {
      throw includeFault("cycle", "patches that end in a material", `${include} again`);
    }
    if (patches.length > MAX_INCLUDES) {
      throw includeFault("bad-count", `at most ${MAX_INCLUDES} patches on a material`, include);
    }
    seen.push(include);
    const included = await read(include);
    if (included === null) {
      const innermostFirst = patches.map(({ nodes }) => nodes).reverse();
      return { ...flattenPatches(innermostFirst), missingInclude: include };
    }
    document = parseVmtDocument(decodeText(included));
  }
  if (patches.length === 0) return flattenMaterial(document.shader, document.nodes);
  const material = new PatchedBlock(document.nodes);
  for (const patch of patches.reverse()) applyPatch(material, patch);
  return flattenMaterial(document.shader, material.finish());
}

/**
 * Returns the content path of the file that a patch includes. Folder and extension are optional in
 * the patch.
 */
function includePath(patch: VmtDocument): string {
  const value = patch.nodes.find(({ key }) => key.trim().toLowerCase() === "include")?.value;
  const path = typeof value === "string" ? normalizePath(value) : "";
  if (path === "") throw includeFault("syntax", "the path of a file to include", "none");
  const inFolder = path.startsWith("materials/") ? path : `materials/${path}`;
  return inFolder.endsWith(".vmt") ? inFolder : `${inFolder}.vmt`;
}

function applyPatch(material: PatchedBlock, patch: VmtDocument): void {
  for (const { key, value } of patch.nodes) {
    if (typeof value === "string") continue;
    const name = key.trim().toLowerCase();
    if (name === "insert") material.merge(value, false);
    else if (name === "replace") material.merge(value, true);
  }
}

function includeFault(
  code: "syntax" | "cycle" | "bad-count",
  expected: string,
  found: string,
): FormatError {
  return new FormatError({ format: "VMT", code, where: "patch", offset: 0, expected, found });
}
