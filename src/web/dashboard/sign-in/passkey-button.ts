import { type Html, html } from "../../shared/html.ts"
import type { DashboardContext } from "../request/context.ts"
import { WORDS } from "./words.ts"

type Button = {
  /** Whether the browser creates a passkey or uses one. */
  does: "create" | "get"
  text: string
  /** The path that receives the browser's response. `/challenge` below it returns the challenge. */
  path: string
  /** Further fields of the form. */
  fields?: Html
}

/** A button for a passkey. It needs the script. Without the script, a sentence is shown in its place. */
export function passkeyButton(ctx: DashboardContext, { does, text, path, fields }: Button): Html {
  const words = WORDS[ctx.state.language]
  return html`<form class="passkey" hidden data-passkey="${does}" data-path="${path}" data-canceled="${words.canceled}"
 data-unsupported="${words.unsupported}" data-failed="${words.failed}">
${ctx.state.csrf && html`<input type="hidden" name="csrf" value="${ctx.state.csrf}">`}${fields}
<button class="wide">${text}</button><p class="error" role="alert" hidden></p></form>
<noscript><p class="notice calm">${words.needsScript}</p></noscript>`
}
