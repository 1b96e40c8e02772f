/** Makes the whole page a drop zone. */

import { byId } from "../dom.ts";

/** `read` is called inside the drop event. */
export function createDropZone<Dropped>(
  read: (transfer: DataTransfer) => Promise<Dropped>,
  onDrop: (dropped: Dropped) => void,
  onError: (error: unknown) => void,
): void {
  const overlay = byId("drop");
  // Counts entered elements; the pointer has left the page when the count is 0.
  let depth = 0;
  const show = (next: number): void => {
    depth = Math.max(next, 0);
    overlay.hidden = depth === 0;
  };
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes("Files") ?? false;

  addEventListener("dragenter", (event) => {
    if (hasFiles(event)) show(depth + 1);
  });
  addEventListener("dragleave", (event) => {
    if (hasFiles(event)) show(depth - 1);
  });
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    show(0);
    read(event.dataTransfer).then(onDrop, onError);
  });
}
