/**
 * Builds the map as flat columns from a file's bytes, as the viewer's worker does, for programs
 * that draw or measure by themselves. Uses neither DOM nor GPU; a session runs in any thread.
 *
 *     const session = openMap(bytes, [], { name: "de_office", side: "hdr", … });
 *     for await (const event of session.load()) if (event.type === "scene") use(event.scene);
 */

export type { ByteSource } from "../content/bytes/byte-source.ts";
export { memoryBytes } from "../content/bytes/memory-bytes.ts";
export type { ContentSource } from "../content/types.ts";
export { CancelledError, FormatError } from "../core/errors.ts";
export type { GpuImage, GpuImageFormat } from "../core/image.ts";
export type * from "../map/collision.ts";
export type * from "../map/types.ts";
export {
  type EntityPairs,
  type LoadEvent,
  type LoadOptions,
  type LoadStage,
  type RelitMap,
  transferables,
} from "./open/events.ts";
export { type MapSession, openMap } from "./open/map-session.ts";
