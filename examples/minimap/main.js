import "visleaf";
import { parseBsp } from "visleaf/formats";

const map = document.querySelector("visleaf-map");
const plan = document.querySelector("#plan");
const context = plan.getContext("2d");

// The file is parsed twice, but downloaded once: here for its leaves, by the element for its
// picture.
const response = await fetch("../../assets/visleaf_demo.bsp");
const bytes = new Uint8Array(await response.arrayBuffer());
const { leafs } = parseBsp(bytes);

/** Leaves that the camera can be in: those with a cluster. */
const boxes = [];
for (let leaf = 0; leaf < leafs.count; leaf++) {
  if (leafs.cluster[leaf] < 0) continue;
  const [left, bottom] = leafs.mins.subarray(leaf * 3);
  const [right, top, height] = leafs.maxs.subarray(leaf * 3);
  boxes.push({ left, right, bottom, top, height });
}
boxes.sort((a, b) => a.height - b.height);
const left = Math.min(...boxes.map((box) => box.left));
const right = Math.max(...boxes.map((box) => box.right));
const bottom = Math.min(...boxes.map((box) => box.bottom));
const top = Math.max(...boxes.map((box) => box.top));
const scale = (plan.width - 40) / Math.max(right - left, top - bottom);
const toX = (x) => (x - (left + right) / 2) * scale + plan.width / 2;
// North is up: y grows upwards in a map, downwards on a canvas.
const toY = (y) => ((bottom + top) / 2 - y) * scale + plan.height / 2;

const ground = new OffscreenCanvas(plan.width, plan.height);
function drawGround(entities) {
  const brush = ground.getContext("2d");
  brush.fillStyle = "rgb(140 150 165 / 22%)";
  brush.strokeStyle = "rgb(200 210 225 / 25%)";
  for (const box of boxes) {
    const area = [
      toX(box.left),
      toY(box.top),
      (box.right - box.left) * scale,
      (box.top - box.bottom) * scale,
    ];
    brush.fillRect(...area);
    brush.strokeRect(...area);
  }
  for (const entity of entities) {
    const pairs = Object.fromEntries(entity);
    if (pairs.origin === undefined) continue;
    const [x, y] = pairs.origin.split(" ").map(Number);
    brush.fillStyle = pairs.classname.startsWith("light") ? "#ffd98a" : "#6cc5ff";
    brush.beginPath();
    brush.arc(toX(x), toY(y), 4, 0, 2 * Math.PI);
    brush.fill();
  }
}

function drawCamera({ x, y, yaw }) {
  context.clearRect(0, 0, plan.width, plan.height);
  context.drawImage(ground, 0, 0);
  context.save();
  context.translate(toX(x), toY(y));
  context.rotate((-yaw * Math.PI) / 180);
  context.fillStyle = "rgb(242 163 58 / 30%)";
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, 90, -Math.PI / 4, Math.PI / 4);
  context.fill();
  context.fillStyle = "#f2a33a";
  context.beginPath();
  context.arc(0, 0, 9, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

map.addEventListener("scene", () => {
  drawGround(map.viewer.entities);
  drawCamera(map.viewer.camera);
  document.body.dataset.state = "done";
});
map.addEventListener("camerachange", ({ detail }) => drawCamera(detail));
plan.addEventListener("click", (event) => {
  const x = (event.offsetX / plan.clientWidth) * plan.width;
  const y = (event.offsetY / plan.clientHeight) * plan.height;
  map.flyTo({
    x: (x - plan.width / 2) / scale + (left + right) / 2,
    y: (bottom + top) / 2 - (y - plan.height / 2) / scale,
  });
});

await map.load(bytes, { name: "visleaf_demo" });
