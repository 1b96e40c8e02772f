/**
 * Returns the focus to the view after a click on a control, so that the space bar flies up instead
 * of pressing the button again. Keyboard users keep the focus on the control.
 */
export function returnFocus(container: HTMLElement, view: HTMLElement): void {
  container.addEventListener("click", (event) => {
    const isPointer = event.detail > 0;
    if (!isPointer || (event.target as Element).closest("select")) return;
    // A label moves the focus to its control after this event.
    requestAnimationFrame(() => {
      if (!document.querySelector("dialog[open]")) view.focus({ preventScroll: true });
    });
  });
}
