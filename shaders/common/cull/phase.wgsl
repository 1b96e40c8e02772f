// Chooses in which of a frame's two phases a row is drawn. The early phase draws rows that were
// visible last frame. The late phase runs once the depth pyramid of the early draws exists, and
// draws the other rows that are not hidden. Without occlusion culling the early phase draws all
// rows in view.

import package::common::cull::rows::ROW_IN_VIEW;
import package::common::cull::rows::ROW_WAS_VISIBLE;

struct PhaseChoice {
  isDrawn: bool,
  // ROW_* flags to store for the next phase.
  flags: u32,
}

// Decides whether a row is drawn in a phase, and which flags it keeps. `isVisible`: it is in view,
// and in the late phase not hidden.
fn choosePhase(isLate: bool, hasOcclusion: bool, flags: u32, inView: bool, isVisible: bool) -> PhaseChoice {
  let wasVisible = (flags & ROW_WAS_VISIBLE) != 0u;
  let kept = select(0u, ROW_IN_VIEW, inView);
  if (!hasOcclusion) {
    return PhaseChoice(inView, kept);
  }
  if (!isLate) {
    return PhaseChoice(inView && wasVisible, kept | select(0u, ROW_WAS_VISIBLE, wasVisible));
  }
  return PhaseChoice(isVisible && !wasVisible, kept | select(0u, ROW_WAS_VISIBLE, isVisible));
}
