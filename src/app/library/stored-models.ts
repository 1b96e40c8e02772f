/** Stored locations of models that were opened. */

export type StoredModelPlace =
  | { readonly kind: "model-url"; readonly url: string; readonly content: readonly string[] }
  /** A model or its source files, with the files given along with it. */
  | { readonly kind: "model-files"; readonly handles: readonly FileSystemFileHandle[] }
  /** A content path, looked up in the games and folders of that visit. */
  | { readonly kind: "model-path"; readonly path: string };

/** Most stored handles; larger sets are folders, which are stored as one. */
export const MAX_MODEL_FILES = 64;

export function isModelPlace(place: { readonly kind: string }): place is StoredModelPlace {
  return place.kind.startsWith("model-");
}
