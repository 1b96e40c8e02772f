import "visleaf";

const CUBES = 18;

const CODE = `
struct Scene { clipFromWorld: mat4x4f, center: vec3f, turn: f32, color: vec3f, exposure: f32 }
@group(0) @binding(0) var<uniform> scene: Scene;

struct Corner { @builtin(position) clip: vec4f, @location(0) normal: vec3f }

@vertex fn vertexMain(@builtin(vertex_index) i: u32, @builtin(instance_index) cube: u32) -> Corner {
  // Six faces of two triangles.
  let face = i / 6u;
  let axis = face % 3u;
  let side = select(-1.0, 1.0, face >= 3u);
  let corners = array(vec2f(-1, -1), vec2f(1, -1), vec2f(1, 1), vec2f(-1, -1), vec2f(1, 1), vec2f(-1, 1));
  let uv = corners[i % 6u] * 12.0;
  var at = vec3f(side * 12.0, uv.x, uv.y);
  var normal = vec3f(side, 0, 0);
  if (axis == 1u) { at = at.zxy; normal = normal.zxy; }
  if (axis == 2u) { at = at.yzx; normal = normal.yzx; }
  // In Source, z is up, and units are inches.
  let angle = scene.turn + 6.2831853 * f32(cube) / ${CUBES}.0;
  let ring = vec3f(cos(angle), sin(angle), 0.25 * sin(2.0 * angle));
  let world = scene.center + ring * 220.0 + at;
  return Corner(scene.clipFromWorld * vec4f(world, 1.0), normal);
}

@fragment fn fragmentMain(corner: Corner) -> @location(0) vec4f {
  let light = 0.45 + 0.55 * max(dot(corner.normal, normalize(vec3f(-1, -2, 3))), 0.0);
  // The picture multiplies light by the exposure.
  return vec4f(scene.color * light / scene.exposure, 1.0);
}`;

/** Buffers and the pipeline of a device, which is another one after it was lost. */
function createCubes({ device, colorFormat, depthFormat, samples }) {
  const module = device.createShaderModule({ code: CODE });
  const pipeline = device.createRenderPipeline({
    layout: "auto",
    vertex: { module },
    fragment: { module, targets: [{ format: colorFormat }] },
    // Reverse-Z: nearer is greater.
    depthStencil: { format: depthFormat, depthCompare: "greater", depthWriteEnabled: true },
    multisample: { count: samples },
  });
  const data = new Float32Array(24);
  const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
  const buffer = device.createBuffer({ size: data.byteLength, usage });
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [{ binding: 0, resource: { buffer } }],
  });
  return { device, samples, pipeline, data, buffer, group };
}

const map = document.querySelector("visleaf-map");
map.addEventListener("ready", ({ detail: viewer }) => {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  let cubes = null;
  viewer.onRender({
    draw(pass, frame) {
      if (cubes?.device !== frame.device || cubes.samples !== frame.samples) {
        cubes = createCubes(frame);
      }
      cubes.data.set(frame.clipFromWorld);
      cubes.data.set([0, -680, 80, isStill ? 0 : frame.seconds / 2], 16);
      cubes.data.set([0.02, 0.5, 0.55, frame.exposure], 20);
      frame.device.queue.writeBuffer(cubes.buffer, 0, cubes.data);
      pass.setPipeline(cubes.pipeline);
      pass.setBindGroup(0, cubes.group);
      pass.draw(36, CUBES);
      // A picture at rest is not drawn again unless somebody asks.
      if (!isStill) viewer.requestFrame();
    },
  });
});
