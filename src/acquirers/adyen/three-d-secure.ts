// 3-D Secure in the sale, by a redirect to the issuer's page.
import type { PayerBrowser, PayerRedirect, PayerVisit, ThreeDSecure } from "../authentication.ts"
import { readEci, type Strength, strengthOf } from "../eci.ts"
import type { Notice, NoticeDetail } from "../notices.ts"
import type { CardSale } from "../sale.ts"
import { objectOf } from "../wire/json.ts"
import { textOf } from "./wire.ts"

/** What a sale says of a payer who is here. Every other payer is not asked. */
export function authenticationMembers(visit: PayerVisit | undefined) {
  if (!visit) return { authenticationData: { attemptAuthentication: "never" } }
  const { browser, return_url } = visit
  return {
    authenticationData: { attemptAuthentication: "always", threeDSRequestData: { nativeThreeDS: "disabled" } },
    origin: new URL(return_url).origin,
    redirectFromIssuerMethod: "GET",
    shopperIP: browser.ip,
    browserInfo: browserInfo(browser),
  }
}

function browserInfo(browser: PayerBrowser) {
  return {
    // That of our page's script.
    acceptHeader: "*/*",
    colorDepth: browser.color_depth,
    javaEnabled: browser.java_enabled,
    javaScriptEnabled: true,
    language: browser.language,
    screenHeight: browser.screen_height,
    screenWidth: browser.screen_width,
    timeZoneOffset: browser.time_zone_offset,
    userAgent: browser.user_agent,
  }
}

/** Where the payer's browser is to go. Undefined for any other action, and for an address to which no payer must be sent. */
export function redirectIn(action: unknown): PayerRedirect | undefined {
  const { type, method, url, data } = objectOf(action)
  if (type !== "redirect" || (method !== "GET" && method !== "POST") || !isPage(textOf(url))) return undefined
  const fields = Object.entries(objectOf(data)).filter((field): field is [string, string] => typeof field[1] === "string")
  return { method, url: textOf(url), data: Object.fromEntries(fields) }
}

/** Simulators are on this machine. */
function isPage(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname))
}

/** What an order notes, because a later answer does not repeat it. */
export function orderedDetail({ visit, three_d_secure, card }: CardSale): NoticeDetail {
  if (!visit) return {}
  const isRequired = three_d_secure === "any" || card.funding === "debit"
  return { is_authenticated: true, must_authenticate: isRequired, brand: card.brand, card: card.id ?? null }
}

/** The payer's card was refused because of 3-D Secure. */
const FAILED_CODES: readonly string[] = ["11", "16", "39", "42"]

/** What an answer says of the authentication, for the notice of it. Nothing if the payer was not to be authenticated. */
export function authenticationDetail(order: NoticeDetail | null, code: string, additionalData: unknown): NoticeDetail {
  if (!order?.is_authenticated) return {}
  const data = objectOf(additionalData)
  const eci = readEci(textOf(data.eci))
  return {
    three_d_secure: FAILED_CODES.includes(code) ? "failed" : resultOf(data, strengthOf(textOf(order.brand), eci)),
    eci,
    version: /^[\d.]{1,10}$/.test(textOf(data.threeDSVersion)) ? textOf(data.threeDSVersion) : null,
    liability_shifted: data.liabilityShift === "true",
  }
}

function resultOf(
  { threeDAuthenticated, liabilityShift }: ReturnType<typeof objectOf>,
  strength: Strength,
): ThreeDSecure["result"] {
  if (threeDAuthenticated === "true") return strength === 1 ? "attempted" : "authenticated"
  return liabilityShift === "true" ? "attempted" : "not_enrolled"
}

/** What was answered of the authentication of a payment. Notifications do not sign it. */
export function threeDSecureOf({ detail }: Notice): ThreeDSecure | undefined {
  const { three_d_secure, eci, version, liability_shifted } = detail ?? {}
  if (typeof three_d_secure !== "string") return undefined
  return {
    result: three_d_secure as ThreeDSecure["result"],
    eci: textOf(eci) || null,
    version: textOf(version) || null,
    liability_shifted: liability_shifted === true,
  }
}

/** Whether a payer was authenticated, by the issuer or by the network in its stead. */
export function isAuthenticated({ result }: ThreeDSecure): boolean {
  return result === "authenticated" || result === "attempted"
}
