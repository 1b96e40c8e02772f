// The two phases of a frame. Early: what was visible last frame. Late, when the depth pyramid of that
// is there: what else is not hidden. Without occlusion, early draws all that is in view.

import constants::FRAME_OCCLUSION;
import package::common::cull::cull::isBoxOccluded;
import package::common::view::frame::hasFrameFlag;
import package::common::cull::rows::ROW_IN_VIEW;
import package::common::cull::rows::ROW_WAS_VISIBLE;

struct PhaseChoice {
  isDrawn: bool,
  // ROW_* flags to keep.
  flags: u32,
}

// What becomes of a row in a phase.
fn choosePhase(isLate: bool, flags: u32, inView: bool, mins: vec3f, maxs: vec3f) -> PhaseChoice {
  let wasVisible = (flags & ROW_WAS_VISIBLE) != 0u;
  let kept = select(0u, ROW_IN_VIEW, inView);
  if (!hasFrameFlag(FRAME_OCCLUSION)) {
    return PhaseChoice(inView, kept);
  }
  if (!isLate) {
    return PhaseChoice(inView && wasVisible, kept | select(0u, ROW_WAS_VISIBLE, wasVisible));
  }
  let isVisible = inView && !isBoxOccluded(mins, maxs);
  return PhaseChoice(isVisible && !wasVisible, kept | select(0u, ROW_WAS_VISIBLE, isVisible));
}
