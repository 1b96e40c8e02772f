/** The dialog of a material, with how it looks: fetched with the first that is asked for. */

import "../../material/material.css";

export { openMaterialDialog } from "../../material/material-dialog.ts";
