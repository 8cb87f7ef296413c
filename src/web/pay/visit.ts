import { listOrigins } from "../../accounts/origins.ts"
import { scopeOf } from "../../accounts/scope.ts"
import { findLogoFacts, type LogoFacts, type Settings, settingsOf } from "../../accounts/settings.ts"
import { findInModes, isThere } from "../../http/find-live.ts"
import type { Modes } from "../../http/mode.ts"
import { progressOfChallenge } from "../../payments/intents/challenge.ts"
import type { PaymentsMode } from "../../payments/intents/mode.ts"
import { mustFindIntent } from "../../payments/intents/store.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { payableUntil } from "../../payments/intents/terms.ts"
import { findHosted, type HostedLink } from "../../payments/links/links.ts"
import type { Purchase } from "../../payments/links/table.ts"
import { findAuthenticating } from "../../payments/three-d-secure/authenticating.ts"
import { type ByMandate, byMandateOf } from "./mandates.ts"
import type { Language } from "./messages.ts"

/** A request for a page or file of a link. */
export type Visit = { mode: PaymentsMode; hosted: HostedLink; intent: IntentRow }

/** The payment of a pay page, in the shape of a hosted link. It has no row of its own, so it says what is true now. */
export type PayPageLink = Purchase & {
  kind: "checkout"
  link: string
  account: string
  currency: string
  return_url: string | null
}

/** The state of a payment from its payer's view. `checking`: the time is over, but they may have paid. */
export type State = "waiting" | "checking" | "processing" | "authorized" | "succeeded" | "failed" | "canceled" | "expired"

export type CardLink = { url: string; says: "byCard" | "byCardNext" | "otherCard" }

/** The data of a page. */
export type View = ByMandate & {
  language: Language
  hosted: HostedLink | PayPageLink
  state: State
  /** The payer's remaining time, in the account's time. Null if there is no end, or if the payer need not know it. */
  secondsLeft: number | null
  logo: LogoFacts | undefined
  /** The account's color of buttons, `#rrggbb`. */
  color: string | null
  /** The payment intent. In test mode only. */
  testIntent: string | null
  /** How the payer reaches the seller now. */
  contact: { href: string; text: string }[]
  /** The payer's destination after the payment, with the outcome. */
  backUrl: string | null
  /** Where the payer chooses another method, on a pay page. */
  otherUrl?: string | null
  /** Where the payer of a subscription chooses a card. */
  card?: CardLink | undefined
}

export type ViewOf<Kind extends HostedLink["kind"]> = View & { hosted: HostedLink<Kind> }

/** Finds the payment of a link, in either mode. */
export async function findVisit(modes: Modes<PaymentsMode>, link: string): Promise<Visit | undefined> {
  return findInModes(modes, `link ${link}`, async (mode) => {
    const hosted = await findHosted(mode.database, link)
    if (!hosted || !(await isThere(modes, mode, hosted.account))) return undefined
    return { mode, hosted, intent: await mustFindIntent(mode.database, hosted, hosted.payment_intent) }
  })
}

/**
 * Returns the state of a payment, and its payer's remaining seconds in the account's time. A boleto has no countdown, because it is paid by
 * its due date.
 */
export async function progressOf({ mode, hosted, intent }: Visit): Promise<Pick<View, "state" | "secondsLeft">> {
  const state = stateOf(hosted, intent)
  if (state !== "waiting") return { state, secondsLeft: null }
  if (hosted.kind === "authentication") {
    const waits = isReplaced(hosted, intent) || (await findAuthenticating(mode, { account: hosted.account, id: hosted.attempt }))
    return { state: waits ? state : "processing", secondsLeft: null }
  }
  if (hosted.kind === "challenge") {
    const progress = await progressOfChallenge(mode, intent, hosted.attempt)
    return { state: progress === "undecided" ? "processing" : state, secondsLeft: null }
  }
  const { now } = await scopeOf(mode.database, mode, hosted.account)
  if (hosted.kind === "pix") return { state, secondsLeft: Math.max(0, hosted.expires_at - now) }
  return { state: now > payableUntil(hosted) ? "checking" : state, secondsLeft: null }
}

/** Whether the payer of an open payment is asked on another page, because the issuer has refused the sale that followed on this one. */
export function isReplaced({ attempt }: HostedLink, { status, latest_attempt }: IntentRow): boolean {
  return status === "requires_action" && latest_attempt !== attempt
}

/** Returns whether a boleto no longer waits for its payer, although it may have been paid in time. Only this needs the account's time. */
export async function isOverdue(visit: Visit): Promise<boolean> {
  return visit.hosted.kind === "boleto" && (await progressOf(visit)).state === "checking"
}

/** The state of an intent, without what only its method knows. */
export function stateOf({ kind }: Pick<View["hosted"], "kind">, { status, expired, last_payment_error }: IntentRow): State {
  if (status === "succeeded" || status === "processing") return status
  if (status === "requires_capture") return "authorized"
  if (status !== "canceled") return "waiting"
  if (expired) return "expired"
  return kind === "challenge" || kind === "authentication" || last_payment_error ? "failed" : "canceled"
}

export async function viewOf({ mode, hosted, intent }: Visit, language: Language): Promise<View> {
  const { database } = mode
  const settings = await settingsOf(database, hosted.account)
  return {
    language,
    hosted,
    ...(await progressOf({ mode, hosted, intent })),
    ...(await byMandateOf(database, intent)),
    logo: await findLogoFacts(database, hosted.account),
    color: settings.color,
    contact: contactOf(settings),
    testIntent: database.livemode ? null : intent.id,
    backUrl: hosted.return_url ? returnUrlWithOutcome(hosted.return_url, intent) : null,
  }
}

export function contactOf({ support_email: email, support_phone: phone }: Settings): View["contact"] {
  return [...(email ? [{ href: `mailto:${email}`, text: email }] : []), ...(phone ? [{ href: `tel:${phone}`, text: phone }] : [])]
}

/** The origins that may frame the pages of an account: the account's, and for a challenge also that of the pay page. */
export async function frameAncestors({ mode, hosted }: Visit): Promise<string[]> {
  const origins = (await listOrigins(mode.database, hosted.account)).map(({ origin }) => origin)
  const isBank = hosted.kind === "challenge" || hosted.kind === "authentication"
  return isBank ? [new URL(mode.baseUrl).origin, ...origins] : origins
}

/**
 * Returns the merchant's return_url with the outcome of an ended payment. The rest of the query stays unchanged, because it may be signed.
 */
export function returnUrlWithOutcome(returnUrl: string, { id, status }: IntentRow): string {
  const url = new URL(returnUrl)
  const isPaid = status === "succeeded" || status === "requires_capture"
  const outcome = `payment_intent=${id}&redirect_status=${isPaid ? "succeeded" : "failed"}`
  const others = url.search.slice(1).split("&").filter(isOther).join("&")
  url.search = others ? `${others}&${outcome}` : outcome
  return url.href
}

function isOther(parameter: string): boolean {
  const [name] = new URLSearchParams(parameter).keys()
  return name !== "payment_intent" && name !== "redirect_status"
}
