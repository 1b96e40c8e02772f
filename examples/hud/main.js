import "visleaf";

const map = document.querySelector("visleaf-map");
const hud = document.querySelector("#hud");
const shown = { load: "", leaf: "", frame: "" };

function show(part, text) {
  shown[part] = text;
  hud.textContent = Object.values(shown).filter(Boolean).join("\n");
}

map.addEventListener("progress", ({ detail }) => {
  show("load", `${detail.stage} ${Math.round(detail.fraction * 100)} %`);
});
map.addEventListener("load", ({ detail }) => {
  show("load", `loaded in ${(detail.totalMs / 1000).toFixed(1)} s`);
});
map.addEventListener("error", (event) => {
  event.preventDefault();
  show("load", `${event.detail.title}: ${event.detail.detail}`);
});
map.addEventListener("leafchange", ({ detail }) => {
  show("leaf", `leaf ${detail.leaf}, cluster ${detail.cluster}, area ${detail.area ?? "–"}`);
});
map.addEventListener("statschange", ({ detail: stats }) => {
  show(
    "frame",
    `${stats.triangles} triangles, ${stats.visibleClusters} of ${stats.clusterCount} clusters`,
  );
});
