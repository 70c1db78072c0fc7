/** What both of the teacher's pages say to somebody without the key. */

import { html } from "lit";

/** One sentence that says where the link is found. */
export const noKey = () => html`<div class="card teach-nokey column pad-5 above-4">
  <h1>Teacher’s desk</h1>
  <p>This page opens with the teacher’s link, which the server prints in its terminal at every start;
    <code>plyground event key</code> prints it again.</p>
  <p><a href="/compete">To the competitions</a></p>
</div>`;
