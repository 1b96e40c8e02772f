/** How the next visit finds a model that was opened. */

export type StoredModelPlace =
  | { readonly kind: "model-url"; readonly url: string; readonly content: readonly string[] }
  /** The model, or its source, and what was given with it. */
  | { readonly kind: "model-files"; readonly handles: readonly FileSystemFileHandle[] }
  /** In the content that is there then: of all games and folders. */
  | { readonly kind: "model-path"; readonly path: string };

/** More are a folder, which is kept as one. */
export const MAX_MODEL_FILES = 64;

export function isModelPlace(place: { readonly kind: string }): place is StoredModelPlace {
  return place.kind.startsWith("model-");
}
