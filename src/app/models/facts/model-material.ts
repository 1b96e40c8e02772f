/** Entry point of the lazily loaded material dialog. */

import "../../material/material.css";

export { openMaterialDialog } from "../../material/material-dialog.ts";
