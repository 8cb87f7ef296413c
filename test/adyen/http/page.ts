import { htmlReply } from "../errors.ts"
import { decide, ofToken, PAGE_PATH } from "../payments/challenge.ts"
import type { Decision } from "../payments/types.ts"
import type { Amount, Reply, Request } from "../types.ts"
import type { World } from "../world.ts"

const DECISIONS: Record<Decision, string> = {
  authenticated: "Confirm the payment",
  failed: "Enter a wrong code",
  given_up: "Cancel",
}

/**
 * The page of the issuer. GET shows it, and so does a form that comes from the merchant's page. A form with `decision` sends the browser back
 * to the merchant; a second one sends it back with another result.
 */
export function page(world: World, { method, url, text }: Request): Reply {
  const payment = ofToken(world, url.pathname.slice(PAGE_PATH.length))
  if (!payment?.challenge) return htmlReply(404)
  if (payment.state === "closed") return htmlReply(410)
  const decision = new URLSearchParams(text).get("decision")
  if (method !== "POST" || decision === null) return html(formOf(url.pathname, payment.amount))
  if (!Object.hasOwn(DECISIONS, decision)) return htmlReply(400)
  const { back, url: target, redirectResult } = decide(payment.challenge, decision as Decision)
  if (back === "GET") return { status: 302, type: "text/html", text: "", headers: { location: target } }
  return html(formBack(target, redirectResult))
}

function formOf(path: string, { currency, value }: Amount): string {
  const buttons = Object.entries(DECISIONS).map(([name, label]) => `<button name="decision" value="${name}">${label}</button>`)
  return `<h1>Bank of the simulator</h1><p>${currency} ${(value / 100).toFixed(2)}</p>
<form method="post" action="${path}">${buttons.join("\n")}</form>`
}

/** Goes back by itself where scripts run. */
function formBack(target: string, redirectResult: string): string {
  const escaped = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
  return `<form method="post" action="${escaped(target)}">
<input type="hidden" name="redirectResult" value="${escaped(redirectResult)}"><button>Continue</button></form>
<script>document.forms[0].submit()</script>`
}

function html(body: string): Reply {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>3D Secure</title></head><body>${body}</body></html>`
  return { status: 200, type: "text/html; charset=utf-8", text }
}
