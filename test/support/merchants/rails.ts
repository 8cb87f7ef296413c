// Payments with every method, for the tests of payments.

import { expect } from "chai"
import { findAccount } from "../../../src/accounts/accounts.ts"
import { accountTime } from "../../../src/base/clock.ts"
import { performItem } from "../../../src/jobs/perform.ts"
import { Releases } from "../../../src/jobs/releases.ts"
import type { Work } from "../../../src/jobs/work.ts"
import type { Scope } from "../../../src/modes/wiring.ts"
import { callAcquirers } from "../../../src/payments/call-acquirers.ts"
import type { Json, Response } from "../app/client.ts"
import type { Running, Vintem } from "../app/vintem.ts"
import { statement } from "../databases/statement.ts"
import { ONLY_OUTCOMES } from "./merchant.ts"
import { CARDS, cardBody, expectStatus, newCustomer, newIntent, newToken } from "./payments.ts"

const lapseHolds = statement<void, "account">((k, p) =>
  k("attempts").where({ account: p.account }).whereNotNull("due_at").update({ held_until_ms: 0 }),
)

export type Client = Pick<Vintem, "request">

export const ADDRESS = {
  line1: "Rua das Laranjeiras",
  number: "100",
  line2: "apto 42",
  district: "Centro",
  city: "São Paulo",
  state: "SP",
  postal_code: "01310-100",
}

/** Creates a customer with the data that every payment method needs. */
export function newPayer(vintem: Client, details: object = {}): Promise<Json> {
  return newCustomer(vintem, { document: { type: "cpf", number: "529.982.247-25" }, address: ADDRESS, ...details })
}

/** Creates a payment intent that accepts every method, with a customer who can use them all. */
export async function newOpenIntent(vintem: Client, details: Json = {}): Promise<Json> {
  const customer = details.customer ?? (await newPayer(vintem)).id
  return newIntent(vintem, { payment_method_types: ["card", "pix", "boleto"], ...details, customer })
}

export async function newBareToken(vintem: Client, type: "pix" | "boleto" | "pix_automatico"): Promise<Json> {
  return expectStatus(await vintem.request("POST", "/v1/tokens", { type }), 201)
}

export function confirm(vintem: Client, intent: string, payment_method: string, more: object = {}): Promise<Response> {
  return vintem.request("POST", `/v1/payment_intents/${intent}/confirm`, { payment_method, ...more })
}

/** Confirms with a card number, `pix` or `boleto`. Returns the payment intent. */
export async function confirmWith(vintem: Client, intent: string, method: string, more: object = {}): Promise<Json> {
  const token =
    method === "pix" || method === "boleto" || method === "pix_automatico"
      ? await newBareToken(vintem, method)
      : await newToken(vintem, method)
  return expectStatus(await confirm(vintem, intent, token.id, more), 200)
}

/** Creates a payment intent and confirms it with `method`. */
export async function payWith(vintem: Client, method: string = CARDS.approved, details: Json = {}): Promise<Json> {
  return confirmWith(vintem, (await newOpenIntent(vintem, details)).id, method)
}

/** Pays with a debit card whose bank authenticates the payer without a challenge. */
export async function payByDebit(vintem: Client, details: Json = {}): Promise<Json> {
  const { id } = await newIntent(vintem, details)
  const token = await vintem.request("POST", "/v1/tokens", cardBody(CARDS.frictionless, { funding: "debit" }))
  return expectStatus(await confirm(vintem, id, expectStatus(token, 201).id), 200)
}

export async function retrieve(vintem: Client, intent: string): Promise<Json> {
  return expectStatus(await vintem.request("GET", `/v1/payment_intents/${intent}`), 200)
}

export function help(vintem: Client, intent: string, what: "succeed" | "fail" | "expire", body?: object): Promise<Response> {
  return vintem.request("POST", `/v1/test_helpers/payment_intents/${intent}/${what}`, body)
}

/** Returns the code of the error in a response. */
export async function codeOf(response: Promise<Response>): Promise<string> {
  return (await response).body.error.code
}

/** Sends the request of a browser when the payer presses a button on the 3DS page. */
export function pressButton(url: string, action: string): Promise<globalThis.Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" })
}

/** Returns the types of the events that say what became of a payment intent, oldest first: those of the first versions. */
export async function eventsOf(vintem: Client, intent: string): Promise<string[]> {
  const { data } = expectStatus(await vintem.request("GET", "/v1/events?limit=100", undefined, ONLY_OUTCOMES), 200)
  return data
    .filter((event: Json) => event.data.object.id === intent || event.data.object.payment_intent === intent)
    .map((event: Json) => event.type)
    .reverse()
}

export async function refundsOf(vintem: Client, intent: string): Promise<Json[]> {
  return expectStatus(await vintem.request("GET", `/v1/refunds?payment_intent=${intent}`), 200).data
}

/** Returns the balance in one currency, or undefined if the balance does not list it. */
export async function balanceIn(vintem: Client, currency = "brl"): Promise<{ available: number; pending: number } | undefined> {
  const { available, pending } = expectStatus(await vintem.request("GET", "/v1/balance"), 200)
  const amount = (list: Json[]) => list.find((each) => each.currency === currency)?.amount
  return amount(available) === undefined ? undefined : { available: amount(available), pending: amount(pending) }
}

/** Returns the account's scope as a job receives it, `later` seconds from now. */
export async function scopeOfAccount(vintem: Running, account: string, later = 0): Promise<Scope> {
  const mode = vintem.server.modes.test
  const row = (await findAccount(mode.database, account))!
  return { mode, account, now: accountTime(mode.clock, row) + later }
}

/** Does the due work of an account, as the scheduler would. Returns how many items it did. Throws if one failed. */
export async function perform(vintem: Running, work: Work<Scope["mode"]>, account: string, later = 0): Promise<number> {
  const scope = await scopeOfAccount(vintem, account, later)
  const { database } = scope.mode
  const claims = await work.queue.claim(database, await work.queue.ofAccount(database, account, scope.now, 1000), work.leaseMs)
  const releases = new Releases(database, work, 0)
  const results = await Promise.all(claims.map((claim) => performItem(scope, work, claim, releases)))
  if (results.includes("failed")) throw new Error(`${work.kind} failed: see the log`)
  return results.filter((result) => result === "done").length
}

/** Waits for `perform`. Some of its work may fail, because an acquirer does not respond. */
export async function mayFail(work: Promise<number>): Promise<void> {
  await work.catch((error) => expect(String(error)).to.match(/^Error: \w+ failed: see the log$/))
}

/**
 * Does the due work at an account's acquirers, `later` seconds from now. Includes work that a dead process still holds, as if its lease had
 * lapsed.
 */
export async function recoverAttempts(vintem: Running, account: string, later = 0): Promise<number> {
  await vintem.server.modes.test.database.transaction((tx) => tx.run(lapseHolds, { account }))
  return perform(vintem, callAcquirers, account, later)
}
