import * as THREE from "three";
import "visleaf";

const map = document.querySelector("visleaf-map");
const canvas = document.querySelector("#above");

const renderer = new THREE.WebGLRenderer({ canvas, alpha: true, antialias: true });
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(60, 16 / 9, 1, 20_000);
// In Source, z is up.
camera.up.set(0, 0, 1);

const knot = new THREE.Mesh(
  new THREE.TorusKnotGeometry(26, 8, 160, 24),
  new THREE.MeshStandardMaterial({ color: 0xf2a33a, metalness: 0.4, roughness: 0.35 }),
);
knot.position.set(10, -980, 90);
const sun = new THREE.DirectionalLight(0xffffff, 3);
sun.position.set(-1, -2, 3);
scene.add(knot, sun, new THREE.AmbientLight(0x8899bb, 1.5));

map.addEventListener("ready", ({ detail: viewer }) => {
  const target = new THREE.Vector3();
  viewer.on("frame", (nowMs) => {
    const { x, y, z, pitch, yaw, fov } = viewer.camera;
    const { clientWidth: width, clientHeight: height } = map;
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    // The engine's fov is horizontal at 4:3; three's is vertical.
    camera.fov = (2 * Math.atan(Math.tan((fov * Math.PI) / 360) * (3 / 4)) * 180) / Math.PI;
    camera.updateProjectionMatrix();
    camera.position.set(x, y, z);
    const [p, q] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
    target.set(Math.cos(p) * Math.cos(q), Math.cos(p) * Math.sin(q), -Math.sin(p));
    camera.lookAt(target.add(camera.position));

    knot.rotation.z = nowMs / 1500;
    // The canvases do not share depth, so a ray tests whether a wall hides the knot.
    const eye = [x, y, z];
    const toKnot = knot.position.toArray().map((value, i) => value - eye[i]);
    const distance = Math.hypot(...toKnot);
    knot.visible = viewer.raycast(eye, toKnot, { maxDistance: distance }) === null;
    renderer.render(scene, camera);
  });
});
