/** The whole page is a drop zone. */

import { byId } from "../dom.ts";

/** `read` is called in the drop event itself. */
export function createDropZone<Dropped>(
  read: (transfer: DataTransfer) => Promise<Dropped>,
  onDrop: (dropped: Dropped) => void,
  onError: (error: unknown) => void,
): void {
  const overlay = byId("drop");
  // Each element that is entered or left counts; the page is left when none is entered any more.
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
