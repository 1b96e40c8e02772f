// What surfaces hand on to SolidEnergy.

// Where a fragment is for what flows: in inches along its texture, of models where the vertices say.
var<private> flowCoord: vec2f;
