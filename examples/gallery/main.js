import { createViewer } from "visleaf";

const MAPS = [
  { src: "../../assets/visleaf_demo.bsp", camera: "0 -1216 66 0 88" },
  { src: "../../assets/visleaf_demo.bsp", camera: "-310 60 150 8 70" },
  { src: "../../assets/visleaf_demo.bsp", camera: "590 520 290 8 -98" },
  { src: "../../assets/visleaf_demo.bsp", camera: "1235 -60 200 6 168" },
];

const tiles = MAPS.map(({ src, camera }) => {
  const tile = document.createElement("visleaf-map");
  tile.src = src;
  tile.camera = camera;
  tile.quality = "low";
  return tile;
});
document.querySelector("#maps").append(...tiles);

// One viewer, with a canvas outside the page, takes all pictures. A real site would store them as
// files.
const viewer = await createViewer(document.createElement("canvas"), { quality: "low" });
let loaded = "";
for (const tile of tiles) {
  if (tile.src !== loaded) await viewer.load(tile.src);
  loaded = tile.src;
  const [x, y, z, pitch, yaw] = tile.camera.split(" ").map(Number);
  viewer.camera = { x, y, z, pitch, yaw };
  const picture = await viewer.screenshot({ width: 640, height: 360, type: "image/webp" });
  tile.poster = URL.createObjectURL(picture);
}
viewer.destroy();
document.body.dataset.state = "done";
