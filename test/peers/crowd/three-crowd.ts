/**
 * Draws a crowd with three.js like its own examples: a SkinnedMesh and an AnimationMixer per
 * character, with shared geometry and material. Precomputed bounding spheres and static matrices
 * save it work.
 */

import * as THREE from "three/webgpu";
import type { OracleTrack } from "../../oracle/pose/pose.ts";
import type { PeerEngine } from "../engine.ts";
import { createThreeView } from "../three-view.ts";
import { CROWD_FPS, type Crowd, makeCrowdMesh, makeCrowdTrack, placeCrowd } from "./make-crowd.ts";

/** @param moves whether they play their sequence, or stand in its first frame */
export async function createThreeCrowd(
  name: string,
  crowd: Crowd,
  size: readonly [width: number, height: number],
  moves: boolean,
): Promise<PeerEngine> {
  const { scene, finish } = await createThreeView(name, size);
  const track = makeCrowdTrack(crowd.bones);
  const geometry = buildGeometry(track);
  const material = new THREE.MeshBasicMaterial({ color: 0xbcbcbc, side: THREE.DoubleSide });
  const clip = buildClip(track);
  const mixers: THREE.AnimationMixer[] = [];
  for (const [x, y] of placeCrowd(crowd)) {
    const mesh = new THREE.SkinnedMesh(geometry, material);
    const bones = track.bones.map((_, bone) => {
      const made = new THREE.Bone();
      made.name = `bone${bone}`;
      made.position.fromArray(track.frames[0][bone].position);
      return made;
    });
    track.bones.forEach(({ parent }, bone) => {
      (parent < 0 ? mesh : bones[parent]).add(bones[bone]);
    });
    mesh.bind(new THREE.Skeleton(bones));
    mesh.boundingSphere = new THREE.Sphere(new THREE.Vector3(0, 0, 32), 200);
    mesh.position.set(x, y, -32);
    mesh.updateMatrix();
    mesh.matrixAutoUpdate = false;
    scene.add(mesh);
    if (!moves) continue;
    const mixer = new THREE.AnimationMixer(mesh);
    mixer.clipAction(clip).play();
    mixers.push(mixer);
  }

  const engine = await finish();
  return {
    ...engine,
    render() {
      for (const mixer of mixers) mixer.update(1 / 60);
      engine.render();
    },
  };
}

function buildGeometry(track: OracleTrack): THREE.BufferGeometry {
  const { vertices, indices } = makeCrowdMesh(track);
  const column = (values: readonly number[], size: number) =>
    new THREE.Float32BufferAttribute(values, size);
  const geometry = new THREE.BufferGeometry();
  geometry.setIndex(indices);
  geometry.setAttribute(
    "position",
    column(
      vertices.flatMap(({ position }) => [...position]),
      3,
    ),
  );
  geometry.setAttribute(
    "normal",
    column(
      vertices.flatMap(() => [0, 0, 1]),
      3,
    ),
  );
  const bones = vertices.flatMap(({ bones = [0, 0, 0] }) => [...bones, 0]);
  geometry.setAttribute("skinIndex", new THREE.Uint16BufferAttribute(bones, 4));
  const weights = vertices.flatMap(({ weights = [1, 0, 0] }) => [...weights, 0]);
  geometry.setAttribute("skinWeight", column(weights, 4));
  return geometry;
}

function buildClip({ bones, frames }: OracleTrack): THREE.AnimationClip {
  const times = frames.map((_, frame) => frame / CROWD_FPS);
  const tracks = bones.flatMap((_, bone) => [
    new THREE.VectorKeyframeTrack(
      `bone${bone}.position`,
      times,
      frames.flatMap((poses) => [...poses[bone].position]),
    ),
    new THREE.QuaternionKeyframeTrack(
      `bone${bone}.quaternion`,
      times,
      frames.flatMap((poses) => [...poses[bone].quaternion]),
    ),
  ]);
  return new THREE.AnimationClip("crowd", -1, tracks);
}
