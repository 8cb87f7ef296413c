import { type Html, html } from "../../html.ts"
import type { DashboardContext } from "../shell/context.ts"
import { WORDS } from "./words.ts"

type Button = {
  /** Whether the browser makes a passkey or uses one. */
  does: "create" | "get"
  text: string
  /** Where the browser's answer is sent. `/challenge` below it gives the challenge. */
  path: string
  /** What else is sent along. */
  fields?: Html
}

/** A button for a passkey. The script shows it and does what it says; without the script a sentence stands in its place. */
export function passkeyButton(ctx: DashboardContext, { does, text, path, fields }: Button): Html {
  const words = WORDS[ctx.state.language]
  return html`<form class="passkey" hidden data-passkey="${does}" data-path="${path}" data-canceled="${words.canceled}"
 data-unsupported="${words.unsupported}" data-failed="${words.failed}">
${ctx.state.csrf && html`<input type="hidden" name="csrf" value="${ctx.state.csrf}">`}${fields}
<button class="wide">${text}</button><p class="error" role="alert" hidden></p></form>
<noscript><p class="notice calm">${words.needsScript}</p></noscript>`
}
