import "visleaf";

const map = document.querySelector("visleaf-map");
const found = document.querySelector("#found");

/** Returns the direction through a pixel of the element, in the map's space. */
function directionAt({ pitch, yaw, fov }, offsetX, offsetY) {
  const { clientWidth: width, clientHeight: height } = map;
  // The engine's fov applies to a 4:3 picture; wider pictures show more at the sides.
  const up = Math.tan((fov * Math.PI) / 360) * (3 / 4) * (1 - (2 * offsetY) / height);
  const right =
    Math.tan((fov * Math.PI) / 360) * (3 / 4) * (width / height) * ((2 * offsetX) / width - 1);
  const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  const forward = [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), -Math.sin(p)];
  const rightward = [Math.sin(y), -Math.cos(y), 0];
  const upward = [Math.sin(p) * Math.cos(y), Math.sin(p) * Math.sin(y), Math.cos(p)];
  return forward.map((value, i) => value + right * rightward[i] + up * upward[i]);
}

map.addEventListener("click", ({ offsetX, offsetY }) => {
  const { viewer } = map;
  if (!viewer) return;
  const { camera } = viewer;
  const hit = viewer.raycast([camera.x, camera.y, camera.z], directionAt(camera, offsetX, offsetY));
  const rows = hit
    ? {
        Point: hit.point.map((value) => value.toFixed(1)).join(", "),
        Distance: `${hit.distance.toFixed(1)} inches`,
        Material: hit.material || "none",
        Of: hit.entity === null ? `the world, a ${hit.kind}` : classOf(viewer.entities[hit.entity]),
      }
    : { Point: "nothing there" };
  // Added as text, because strings from a file must not become markup.
  found.replaceChildren(
    ...Object.entries(rows).flatMap(([name, value]) => [cell("dt", name), cell("dd", value)]),
  );
});

function classOf(entity) {
  return entity.find(([key]) => key === "classname")?.[1] ?? "an entity";
}

function cell(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
