/**
 * After a click on a control, the keys belong to the view again: the space bar flies up and does not
 * press the last button once more. Whoever uses the keyboard keeps the focus where it is.
 */
export function returnFocus(container: HTMLElement, view: HTMLElement): void {
  container.addEventListener("click", (event) => {
    const isPointer = event.detail > 0;
    if (!isPointer || (event.target as Element).closest("select")) return;
    // A label hands the focus to its control after this event.
    requestAnimationFrame(() => {
      if (!document.querySelector("dialog[open]")) view.focus({ preventScroll: true });
    });
  });
}
