// The engine's ambient cube: light from the six axis directions, weighted by the squared normal.

// `cube` holds +x, -x, +y, -y, +z, -z.
fn ambientCubeLight(cube: array<vec4f, 6>, normal: vec3f) -> vec3f {
  let weight = normal * normal;
  let x = select(cube[0], cube[1], normal.x < 0.0).rgb;
  let y = select(cube[2], cube[3], normal.y < 0.0).rgb;
  let z = select(cube[4], cube[5], normal.z < 0.0).rgb;
  return x * weight.x + y * weight.y + z * weight.z;
}
