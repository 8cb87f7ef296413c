import type { NextOutcome, Odd } from "./acts.ts"
import type { shownMerchant } from "./control.ts"
import type { DisputeEvent } from "./disputes/events.ts"
import type { Dispute } from "./disputes/types.ts"
import type { Fault } from "./faults.ts"
import type { Entry } from "./ledger.ts"
import type { Decision } from "./payments/types.ts"
import type { Logged } from "./simulator.ts"
import type { Options, Violation } from "./types.ts"
import type { Delivery, Release } from "./webhooks/deliveries.ts"
import type { Item, Sign } from "./webhooks/sign.ts"
import type { ToldModification } from "./world.ts"

/** A merchant account as an adapter is configured with it. */
export type ShownMerchant = ReturnType<typeof shownMerchant>
type Named = { account?: string }

/** Controls a simulator over HTTP, in this process or in another one. `payment` is a pspReference or a reference. Throws where it refuses. */
export function controlOf(origin: string) {
  const call = async <T>(method: "GET" | "POST", path: string, body?: unknown): Promise<T> => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const response = await fetch(`${origin}/_simulator/${path}`, { method, ...(text && { body: text }) })
    const answer = await response.json()
    if (response.status !== 200)
      throw new Error(`the simulator refused ${method} ${path}: ${(answer as { error: string }).error}`)
    return answer as T
  }
  const get = <T>(path: string) => call<T>("GET", path)
  const post = <T = null>(path: string, body?: unknown) => call<T>("POST", path, body)
  return { ...readsOf(get), ...actsOf(post), ...webhooksOf(post), ...settingsOf(post) }
}
export type Control = ReturnType<typeof controlOf>

function readsOf(get: <T>(path: string) => Promise<T>) {
  return {
    /** What Adyen has booked, oldest first. */
    ledger: () => get<Entry[]>("ledger"),
    /** The payment of a reference or pspReference: the last one. */
    async payment(which: string): Promise<Entry> {
      const found = (await get<Entry[]>("ledger")).findLast((one) => [one.reference, one.pspReference].includes(which))
      if (!found) throw new Error(`there is no payment ${which}`)
      return found
    },
    /** What no adapter should do, and was done. */
    violations: () => get<Violation[]>("violations"),
    /** What of the simulator's own answers breaks Adyen's files. */
    breaches: () => get<string[]>("breaches"),
    /** All calls of the API, as they came. */
    calls: () => get<Logged[]>("calls"),
    /** All that has happened, told or not. */
    items: () => get<Item[]>("items"),
    /** All calls of webhooks, with their attempts. */
    deliveries: () => get<Delivery[]>("deliveries"),
    disputes: () => get<Dispute[]>("disputes"),
    now: async () => new Date((await get<{ now: string }>("clock")).now),
    /** Which secrets a text has, such as a log. Empty if it has none. */
    secretsIn: async (text: string) => (await get<string[]>("secrets")).filter((one) => text.includes(one)),
  }
}

type Post = <T = null>(path: string, body?: unknown) => Promise<T>
type Back = { url: string; back: "GET" | "POST"; redirectResult: string }

function actsOf(post: Post) {
  return {
    /** The payer decides on the issuer's page. Returns where the browser goes, once for each time. */
    decide: (body: { payment: string; decision: Decision; times?: number }) => post<Back[]>("decide", body),
    /** Somebody pays a PIX or a boleto. `late`: after it has expired. */
    pay: (body: { payment: string; amount?: number; late?: boolean }) => post("pay", body),
    /** The acquirer decides a payment that is Received: authorised, or refused with a code. */
    settle: (body: { payment: string; code?: string }) => post("settle", body),
    nextOutcome: (body: NextOutcome) => post("next_outcome", body),
    /** The next capture, refund or cancel that fits is told as refused. */
    nextModification: (body: ToldModification) => post("next_modification", body),
    failCapture: (body: { payment: string }) => post("fail_capture", body),
    /** REFUND_FAILED. `refund` is its pspReference or its reference. */
    failRefund: (refund: string) => post("undo_refund", { refund, by: "scheme" }),
    /** REFUNDED_REVERSED */
    reverseRefund: (refund: string) => post("undo_refund", { refund, by: "return" }),
    /** The holder stops the charges that refer to a payment. */
    revoke: (networkTxReference: string) => post("revoke", { networkTxReference }),
    dispute: (event: DisputeEvent) => post<Dispute>("dispute", event),
    reportAvailable: (body: { url: string; account: string }) => post("report", body),
    /** AUTHORISATION once more, with this success. */
    correct: (body: { payment: string; success: boolean }) => post("correct", body),
    /** Tells anything of a payment: unknown codes, other amounts, odd members. */
    notify: (body: Odd) => post<Item>("notify", body),
  }
}

function webhooksOf(post: Post) {
  return {
    /** Where webhooks go. `null`: nowhere. */
    setWebhook: (body: Named & { url: string | null; user?: string; password?: string }) => post("webhook", body),
    /** A new HMAC key. Items are signed with the old one until `signWith`. */
    newHmacKey: async (body: Named = {}) => (await post<{ key: string }>("hmac_key", body)).key,
    signWith: (key: "new" | "old", body: Named = {}) => post("sign_with", { ...body, key }),
    /** Items wait from now on. */
    hold: () => post("hold"),
    /** Tells what waits: in another order, several times, in one call, with another signature, some codes only. */
    release: (how: Release = {}) => post("release", how),
    /** Forgets what waits. */
    drop: () => post("drop"),
    /** Tells again what was told before, or never. */
    resend: (which: { pspReference?: string; eventCode?: string; sign?: Sign } = {}) => post("resend", which),
    /** Posts an item as somebody who forges it. Returns the status of the answer. */
    forge: async (body: { url: string; item: Partial<Item>; sign?: Sign }) =>
      (await post<{ status: number }>("forge", body)).status,
    /** Resolves when no webhook is under way. */
    settled: () => post("settled"),
  }
}

function settingsOf(post: Post) {
  return {
    newMerchant: () => post<ShownMerchant>("merchants"),
    /** A further API key: both hold until the old one is revoked. */
    newApiKey: async (body: Named = {}) => (await post<{ key: string }>("api_key", body)).key,
    /** Lets a key act for another merchant account as well. */
    shareApiKey: (body: { account: string; key: string }) => post("share_api_key", body),
    revokeApiKey: (key: string) => post("revoke_api_key", { key }),
    /** The account's setting, for payments without captureDelayHours. */
    setCaptureDelay: (delay: number | "manual", body: Named = {}) => post("capture_delay", { ...body, delay }),
    /** Adds faults after those that there are. */
    addFaults: (...rules: Fault[]) => post("more_faults", rules),
    /** Replaces all faults. */
    setFaults: (...rules: Fault[]) => post("faults", rules),
    setOptions: (options: Partial<Options>) => post("options", options),
    advance: (ms: number) => post("clock", { advance_ms: ms }),
    /** Moves the clock to an ISO 8601 time with its zone. */
    setClock: (to: string) => post("clock", { to }),
    /** What matches is no violation: a test does it on purpose. */
    allow: ({ source, flags }: RegExp) => post("allow", { source, flags }),
    /** Forgets all but options, merchants and the clock. */
    reset: () => post("reset"),
  }
}
