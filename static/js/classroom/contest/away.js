/** After how long somebody who is to move and is not there has lost. */

import { _ } from "lib/messages.js";

export const AWAY = [
  { value: "0", title: _("never") },
  { value: "60", title: _("1 minute") },
  { value: "180", title: _("3 minutes") },
  { value: "300", title: _("5 minutes") },
  { value: "600", title: _("10 minutes") },
];
