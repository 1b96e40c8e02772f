import * as THREE from "three/webgpu";
import "visleaf";

const scene = new THREE.Scene();
const material = new THREE.MeshStandardMaterial({
  color: 0x22c8c0,
  metalness: 0.1,
  roughness: 0.4,
});
const knots = [-190, 0, 190].map((x) => {
  const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(34, 11, 160, 24), material);
  knot.position.set(x, -600, 90);
  return knot;
});
const sun = new THREE.DirectionalLight(0xffffff, 3);
sun.position.set(-1, -2, 3);
scene.add(...knots, sun, new THREE.AmbientLight(0x8899bb, 1.5));

// The camera takes the map's matrices unchanged in each frame.
const camera = new THREE.Camera();
camera.matrixAutoUpdate = camera.matrixWorldAutoUpdate = false;
camera.coordinateSystem = THREE.WebGPUCoordinateSystem;
camera.updateProjectionMatrix = () => undefined;

/** Merges three.js's picture into the map's by depth. */
const MERGE = `
@group(0) @binding(0) var color: texture_2d<f32>;
@group(0) @binding(1) var depth: texture_depth_2d;
@group(0) @binding(2) var<uniform> exposure: f32;
@vertex fn vertexMain(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}
struct Texel { @location(0) color: vec4f, @builtin(frag_depth) depth: f32 }
@fragment fn fragmentMain(@builtin(position) at: vec4f) -> Texel {
  let nearness = textureLoad(depth, vec2u(at.xy), 0);
  // Reverse-Z: nothing was drawn at 0.
  if (nearness == 0.0) { discard; }
  let light = textureLoad(color, vec2u(at.xy), 0).rgb / exposure;
  return Texel(vec4f(light, 1.0), nearness);
}`;

function createMerge({ device, colorFormat, depthFormat, samples }) {
  const module = device.createShaderModule({ code: MERGE });
  const pipeline = device.createRenderPipeline({
    layout: "auto",
    vertex: { module },
    fragment: { module, targets: [{ format: colorFormat }] },
    depthStencil: { format: depthFormat, depthCompare: "greater", depthWriteEnabled: true },
    multisample: { count: samples },
  });
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  return { samples, pipeline, exposure: device.createBuffer({ size: 16, usage }) };
}

/** three.js on the map's device. */
async function createThree(frame) {
  const { device } = frame;
  const renderer = new THREE.WebGPURenderer({ device, reversedDepthBuffer: true });
  // three.js takes over this handler, by which the map reports errors.
  const { onuncapturederror } = device;
  await renderer.init();
  device.onuncapturederror = onuncapturederror;
  renderer.setClearColor(0x000000, 0);
  const target = new THREE.RenderTarget(frame.width, frame.height, { type: THREE.HalfFloatType });
  target.depthTexture = new THREE.DepthTexture(frame.width, frame.height, THREE.FloatType);
  const textureOf = (texture) => renderer.backend.get(texture).texture.createView();
  return { device, renderer, target, textureOf };
}

const map = document.querySelector("visleaf-map");
map.addEventListener("ready", ({ detail: viewer }) => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let three = null;
  let merge = null;
  let openedFor = null;

  async function open(frame) {
    openedFor = frame.device;
    three = null;
    three = await createThree({ ...frame });
    viewer.requestFrame();
  }

  viewer.onRender({
    // three.js submits its commands here, before those of the map's frame.
    encode(_, frame) {
      if (openedFor !== frame.device) open(frame);
      if (three === null) return;
      const { renderer, target } = three;
      if (target.width !== frame.width || target.height !== frame.height) {
        target.setSize(frame.width, frame.height);
      }
      camera.matrixWorldInverse.fromArray(frame.viewFromWorld);
      camera.matrixWorld.copy(camera.matrixWorldInverse).invert();
      camera.projectionMatrix.fromArray(frame.clipFromView);
      camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
      for (const knot of knots) knot.rotation.z = isStill ? 0.5 : frame.seconds;
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
    },
    draw(pass, frame) {
      if (three === null) return;
      if (merge?.samples !== frame.samples || merge.device !== frame.device) {
        merge = { ...createMerge(frame), device: frame.device };
      }
      const { target, textureOf } = three;
      frame.device.queue.writeBuffer(merge.exposure, 0, new Float32Array([frame.exposure]));
      const group = frame.device.createBindGroup({
        layout: merge.pipeline.getBindGroupLayout(0),
        entries: [
          { binding: 0, resource: textureOf(target.texture) },
          { binding: 1, resource: textureOf(target.depthTexture) },
          { binding: 2, resource: { buffer: merge.exposure } },
        ],
      });
      pass.setPipeline(merge.pipeline);
      pass.setBindGroup(0, group);
      pass.draw(3);
      if (!isStill) viewer.requestFrame();
    },
  });
});
