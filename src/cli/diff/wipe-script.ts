/** Runs in the page, as text: pictures side by side, or one wiped over the other by its slider. */
export const WIPE_SCRIPT = `
{
  const mode = document.querySelector("button.mode");
  const set = (isWiping) => {
    document.body.classList.toggle("wiping", isWiping);
    mode.setAttribute("aria-pressed", String(isWiping));
  };
  if (mode !== null) {
    mode.addEventListener("click", () => set(!document.body.classList.contains("wiping")));
    if (matchMedia("(max-width: 640px)").matches) set(true);
  }
  for (const slider of document.querySelectorAll("input.wipe")) {
    const pair = slider.previousElementSibling;
    const show = () => pair.style.setProperty("--at", 100 - Number(slider.value));
    slider.addEventListener("input", show);
    show();
  }
}
`;
