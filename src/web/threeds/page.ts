import { ancestorSources } from "../../accounts/origins.ts"
import type { AuthenticationScript } from "../../acquirers/authentication.ts"
import { payeeHead } from "../pay/components.ts"
import { type Language, LOCALES } from "../pay/messages.ts"
import { price } from "../pay/page.ts"
import { STYLE } from "../pay/style.ts"
import type { ViewOf } from "../pay/visit.ts"
import { escapeHtml } from "../shared/html.ts"
import { addressFields } from "./fields.ts"
import { THREEDS_MESSAGES, type ThreedsMessages } from "./messages.ts"

/** The files of the page. */
export const PATHS = { script: "/pay/threeds.js", style: "/pay/threeds.css" } as const

/** The style of the page. It is a file, because the scripts of an acquirer may need a policy for styles in which a digest cannot stand. */
export const THREEDS_STYLE = `${STYLE}
form>p{margin:0}
form>.wrong{margin-top:-.5rem;font-size:.875rem}
[role=status]{margin-top:1.25rem}
[data-retry]{margin-top:1.25rem}
.doing:not(:empty){display:flex;gap:.6em}
.doing:not(:empty)::before{content:"";flex:none;width:1em;height:1em;margin-top:.25em;border:2px solid var(--line);border-top-color:var(--accent);border-radius:50%;animation:turn 1s linear infinite}
.doing.still::before{display:none!important}
.embedded .challenged{min-height:38rem}
.way-out{position:fixed;inset:0 0 auto;width:auto;margin:0;border:0;border-bottom:1px solid var(--line);padding:.4rem .75rem;display:flex;gap:.75rem;align-items:center;background:var(--card);color:var(--ink);z-index:2147483647}
.way-out p{flex:1;margin:0;font-size:.875rem;line-height:1.3}
.way-out button{width:auto;min-height:2.75rem;padding:.3rem .75rem;font-size:.875rem}
@keyframes turn{to{transform:rotate(1turn)}}
@media (prefers-reduced-motion:reduce){.doing::before{animation:none}}
`

/** What the script says while it works. */
const SAID = ["preparing", "asking", "challenge", "finishing", "leaving", "again"] as const

/** What the page asks for, because the issuer must know it and the customer has none. */
export type Missing = { phone: boolean; address: boolean }

/** What the page shows besides the payment. */
type Shown = {
  script: AuthenticationScript | undefined
  missing: Missing
  /** The payer was authenticated, and the sale was certainly not made. */
  isDecided: boolean
  /** The page leads to the issuer's: for the first time, or once more. Left out if it runs a script. */
  redirect?: "begin" | "again" | undefined
  /** How it ended. Null while the payment is open. */
  outcome: string | null
}

/** The page of an authentication. Without a script, nothing is left to do, and the page tells the one around it how the payment is. */
export function threedsPage(view: ViewOf<"authentication">, { script, missing, isDecided, outcome, redirect }: Shown): string {
  const { language, hosted } = view
  const messages = THREEDS_MESSAGES[language]
  const data = {
    state: view.state,
    status: `/pay/${hosted.link}/status`,
    outcome,
    scripts: script ? script.scripts.join(" ") : null,
    environment: script?.environment ?? null,
    decided: isDecided ? "" : null,
    redirect: redirect ?? null,
  }
  const attributes = Object.entries(data).map(([name, value]) => (value === null ? "" : ` data-${name}="${escapeHtml(value)}"`))
  return `<!doctype html>
<html lang="${LOCALES[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(messages.title)}</title>
<link rel="stylesheet" href="${PATHS.style}">
<script src="${PATHS.script}" defer></script>
</head>
<body>
<main${attributes.join("")}>
${payeeHead(view)}
<h1>${messages.heading}</h1>
<p class="amount">${price(hosted.amount, hosted.currency, language)}</p>
<p>${messages.text}</p>
<noscript><p class="notice">${messages.needsScript}</p></noscript>
${script && !isDecided ? contactForm(missing, language) : ""}
${statusOf(messages)}
<button type="button" data-retry hidden>${redirect ? messages.goToBank : messages.tryAgain}</button>
<div class="way-out" popover="manual" data-way-out hidden><p>${messages.challenge}</p><button form="leave" class="refuse">${messages.leave}</button></div>
<form id="leave" data-leave hidden>
<button class="refuse">${messages.leave}</button>
<p class="small">${messages.leaveText}</p>
</form>
</main>
</body>
</html>
`
}

/** The script shows the form. Without it, a browser would send the payer's data as a part of an address. */
function contactForm({ phone, address }: Missing, language: Language): string {
  if (!phone && !address) return ""
  const messages = THREEDS_MESSAGES[language]
  return `<form data-contact novalidate hidden>
<p>${messages.contactText}</p>
${phone ? phoneField(messages) : ""}
${address ? addressFields(language) : ""}
<button>${messages.proceed}</button>
</form>`
}

function phoneField({ phone, wrongPhone }: ThreedsMessages): string {
  return `<label>${phone} <input name="phone" type="tel" autocomplete="tel-national" inputmode="tel" required aria-describedby="wrong-phone"></label>
<p class="wrong" id="wrong-phone" data-wrong="phone" hidden>${wrongPhone}</p>`
}

/** The region exists before its text, so screen readers announce it. */
function statusOf(messages: ThreedsMessages): string {
  const texts = SAID.map((name) => `data-${name}="${escapeHtml(messages[name])}"`)
  return `<div role="status"><p class="doing" data-doing ${texts.join(" ")}></p><p class="quiet" data-lost hidden>${messages.lost}</p></div>`
}

/**
 * The Content-Security-Policy of the page. It allows this page's own files, and what the scripts of the acquirer need (docs/acquirers.md). Only
 * pages of the account, and the pay page, may frame it.
 */
export function threedsPolicy(script: Pick<AuthenticationScript, "sources"> | undefined, ancestors: readonly string[]): string {
  const allowed = (directive: keyof AuthenticationScript["sources"], ...own: string[]) => {
    const sources = [...own, ...(script?.sources[directive] ?? [])]
    return [directive, ...(sources.length > 0 ? sources : ["'none'"])].join(" ")
  }
  return [
    "default-src 'none'",
    allowed("script-src", "'self'"),
    allowed("style-src", "'self'"),
    allowed("connect-src", "'self'"),
    allowed("img-src", "'self'", "data:"),
    allowed("frame-src"),
    allowed("form-action"),
    "base-uri 'none'",
    `frame-ancestors ${ancestorSources(ancestors)}`,
  ].join("; ")
}
