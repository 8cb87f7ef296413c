// A merchant who sells at the simulator of Cielo, and whose chargebacks are listed by that of its Chargeback API.
import { expect } from "chai"
import { setEstablishments } from "../../src/acquirers/establishments.ts"
import { listAttention } from "../../src/attention/list.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { answerChargebacks } from "../../src/payments/chargebacks/answering.ts"
import { setDesk } from "../../src/payments/chargebacks/desk.ts"
import { checkRefusal, orderAnswer } from "../../src/payments/chargebacks/order.ts"
import { pollChargebacks } from "../../src/payments/chargebacks/poll.ts"
import { casesOf, pageOfCases } from "../../src/payments/chargebacks/store.ts"
import type { CaseRow } from "../../src/payments/chargebacks/tables.ts"
import { closeOverdueDisputes } from "../../src/payments/disputes/deadlines.ts"
import { disputesOf } from "../../src/payments/disputes/store.ts"
import type { ServeOptions } from "../../src/serve.ts"
import { openCielo } from "../acquirers/cielo/open.ts"
import { addressesOf, credentialsOf, EC } from "../acquirers/cielo/open-desk.ts"
import { type Cielo, startCielo } from "../cielo/cielo.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import type { CaseAsked } from "../support/cielo-chargebacks/cases.ts"
import { type Chargebacks, startChargebacks } from "../support/cielo-chargebacks/chargebacks.ts"
import type { Case } from "../support/cielo-chargebacks/types.ts"
import { statement } from "../support/databases/statement.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { payWith, perform, recoverAttempts, refundsOf, scopeOfAccount } from "../support/merchants/rails.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"

const lapse = statement<void, "account">((k, p) =>
  k("chargeback_answers").where({ account: p.account }).update({ held_until_ms: 0 }),
)
const lapseDesk = statement<void, "account">((k, p) =>
  k("chargeback_desks").where({ account: p.account }).update({ held_until_ms: 0 }),
)

export const DAY = 86_400
export const CARD = "4111111111111111"
export const PDF = Buffer.from("%PDF-1.4\n1 0 obj << /Type /Page >> endobj\n%%EOF")

export type Shop = Awaited<ReturnType<typeof openShop>>

/** There is no scheduler. The tests run its jobs. `diesAt`: where the process stops doing what it does, as if it had died. */
export async function openShop(options: ServeOptions = {}, desks: Parameters<typeof startChargebacks>[0] = {}) {
  await trustTestAuthority()
  const cielo: Cielo = await startCielo({ voidGapMs: 0 })
  const desk: Chargebacks = await startChargebacks({ clock: () => clock.now(), ...desks })
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead * 1000 }
  const dying = { at: undefined as string | undefined }
  const checkpoint = (step: string) => {
    if (step === dying.at) throw new Error(`the process dies at: ${step}`)
  }
  const { cieloChargebackUrl, cieloChargebackTokenUrl } = addressesOf(desk)
  const env = { CIELO_CHARGEBACK_URL: cieloChargebackUrl, CIELO_CHARGEBACK_TOKEN_URL: cieloChargebackTokenUrl }
  const acquirer = { ...openCielo(cielo).acquirer, refundGapMs: 0 }
  const vintem = await startVintem(env, { ...options, role: "api", clock, checkpoint, acquirerOf: () => acquirer })
  const close = async () => {
    await vintem.close()
    await desk.close()
    await cielo.close()
  }
  return { vintem, cielo, desk, clock, dying, env, close }
}

/** Does a merchant's due work of each kind. */
export function worksOf({ vintem, clock }: Shop, merchant: Merchant) {
  const { database } = vintem.server.modes.test
  const later = (seconds: number) => {
    clock.ahead += seconds
  }
  const works = { poll: pollChargebacks, answer: answerChargebacks, ask: callAcquirers, overdue: closeOverdueDisputes }
  const run = (name: keyof typeof works) => perform(vintem, works[name], merchant.account)
  /** What a process does that takes over from one that died. */
  const recover = async (name: "poll" | "answer" | "ask") => {
    if (name === "ask") return recoverAttempts(vintem, merchant.account)
    for (const each of [lapse, lapseDesk]) await database.transaction((tx) => tx.run(each, { account: merchant.account }))
    return run(name)
  }
  /** A day passes: cases are listed twice, and what follows is asked. */
  const passDay = async () => {
    for (const _half of [1, 2]) {
      later(DAY / 2 + 1)
      await run("poll")
      await run("ask")
    }
  }
  return { run, recover, later, passDay }
}

export async function giveDesk({ vintem, desk }: Shop, merchant: Merchant, more: object = {}): Promise<void> {
  const { mode, account, now } = await scopeOfAccount(vintem, merchant.account)
  const settings = { ...credentialsOf(desk), ...more }
  await mode.database.transaction(async (tx) => {
    await setEstablishments(tx, { account, now }, "cielo", [EC])
    await setDesk(tx, { account, now, ring: mode.ring }, "cielo", settings)
  })
}

/** A merchant with one paid sale of 49.90, and what names it at Cielo. */
export async function sell(shop: Shop): Promise<{ merchant: Merchant; id: string; sale: Named }> {
  await shop.cielo.control.reset()
  shop.desk.cases.clear()
  const merchant = await newMerchant(shop.vintem)
  await giveDesk(shop, merchant)
  const { id } = await payWith(merchant, CARD)
  const [sold] = await shop.cielo.control.ledger()
  const { payment_id, tid, nsu, authorization_code } = sold!
  const day = new Date(Date.parse(sold!.created) - 3 * 3_600_000).toISOString().slice(0, 10)
  const sale = { tid: tid!, nsu: nsu!, authorization: authorization_code!, day, lastFour: CARD.slice(-4) }
  return { merchant, id, sale: { payment: payment_id, sale } }
}

type Named = { payment: string; sale: NonNullable<CaseAsked["sale"]> }

/** The bank charges the sale back: its case is in the list, and in the look-up too unless `isUntold`. */
export async function chargeBack(
  shop: Shop,
  { payment, sale }: Named,
  asked: Partial<CaseAsked> & { isUntold?: boolean } = {},
): Promise<Case> {
  const { isUntold = false, ...more } = asked
  const amount = more.amount ?? 4990
  if (!isUntold) await shop.cielo.control.chargeback({ payment, amount })
  return shop.desk.cases.open({ amount, sale, ...more })
}

/** A payment's disputes, as short texts: what each took, where it stands, and whether money of the payment is in it. */
export async function disputes({ vintem }: Shop, merchant: Merchant, intent: string): Promise<string[]> {
  const { database } = vintem.server.modes.test
  const refunds = new Map((await refundsOf(merchant, intent)).map((refund: Json) => [refund.id, refund]))
  const rows = await disputesOf(database, { account: merchant.account, id: intent })
  return rows.map(({ amount, status, refund }) => {
    const taken = refunds.get(refund)
    return `${amount} ${status} ${taken ? `${taken.amount} ${taken.status}` : "nothing"}`
  })
}

export async function attention({ vintem }: Shop, merchant: Merchant): Promise<Json[]> {
  return (await listAttention(vintem.server.modes.test, { account: merchant.account })).items
}

export async function cases({ vintem }: Shop, merchant: Merchant, intent?: string): Promise<CaseRow[]> {
  const { database } = vintem.server.modes.test
  if (intent) return casesOf(database, { account: merchant.account, id: intent })
  return (await pageOfCases(database, merchant.account, { limit: 100 })).rows
}

/** Orders an answer to the merchant's only case. */
export async function answer(shop: Shop, merchant: Merchant, kind: "accept" | "refuse"): Promise<void> {
  const scope = await scopeOfAccount(shop.vintem, merchant.account)
  const [row] = await cases(shop, merchant)
  const refusal = { reason: "Produto entregue", document: PDF }
  const order = kind === "accept" ? ({ kind } as const) : ({ kind, ...checkRefusal(refusal) } as const)
  await scope.mode.database.transaction((tx) => orderAnswer(tx, scope, row!.id, order))
}

export function expectClean({ desk }: Shop): void {
  expect(desk.violations).to.deep.equal([])
}

export type { Running }
