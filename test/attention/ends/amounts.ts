// Amounts that differ, chargebacks and disputes.
import { payOne } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { took } from "../scripted.ts"
import type { Button, Case, World } from "./case.ts"
import { disputed, HOLDS, paid, paidOtherwise, payByPix, refund, refunded, refundThat } from "./steps.ts"

const SETTLE_MISMATCH = ["charges settle att_… --accept", "charges settle att_… --send-back"]
const MISMATCH: Button[] = [
  ["/payments/charges/att_…/settle", { decision: "accept" }],
  ["/payments/charges/att_…/settle", { decision: "send_back" }],
]
const SETTLE_CHARGEBACK = ["disputes open pi_…", "disputes dismiss att_…"]
const CHARGEBACK: Button[] = [["/payments/pi_…/dispute"], ["/payments/inquiries/att_…/dismiss"]]
const SETTLE_EXCESS = ["disputes excess dp_… --taken", "disputes excess dp_… --not-taken"]
const EXCESS: Button[] = [
  ["/disputes/dp_…/excess", { outcome: "taken" }],
  ["/disputes/dp_…/excess", { outcome: "not_taken" }],
]

/** A chargeback is notified, and the acquirer does not show it. */
const notified = (sold: (world: World) => Promise<{ charge: string }>, then: Parameters<World["answer"]>[0] = {}) => ({
  make: async (world: World) => {
    const { charge } = await sold(world)
    world.answer({ holds: HOLDS, ...then })
    await world.notify(charge, true)
  },
})

export const AMOUNTS: readonly Case[] = [
  {
    kind: "amount_mismatch",
    state: "the acquirer shows another amount",
    make: async (world) => {
      world.answer({ authorize: took(5990), lookUp: took(5990), refund: { result: "refunded" } })
      await payOne(world)
    },
    commands: SETTLE_MISMATCH,
    buttons: MISMATCH,
  },
  {
    kind: "amount_mismatch",
    state: "the acquirer does not answer any more",
    make: async (world) => {
      world.answer({ authorize: took(5990), holds: "lost" })
      await payOne(world)
    },
    commands: SETTLE_MISMATCH,
    buttons: MISMATCH,
  },
  {
    kind: "amount_mismatch",
    state: "a PIX",
    make: async (world) => {
      const { charge } = await payByPix(world)
      world.answer({ lookUp: { ...took(5990), charge } as ReturnType<typeof took> })
    },
    commands: SETTLE_MISMATCH,
    buttons: MISMATCH,
  },
  {
    kind: "amount_mismatch",
    state: "a chargeback was notified",
    ...notified(paidOtherwise),
    commands: SETTLE_MISMATCH,
    buttons: MISMATCH,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "the acquirer does not show it",
    ...notified(paid),
    commands: SETTLE_CHARGEBACK,
    buttons: CHARGEBACK,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "the acquirer does not answer",
    ...notified(paid, { holds: "lost" }),
    commands: SETTLE_CHARGEBACK,
    buttons: CHARGEBACK,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "a part of the payment was refunded",
    ...notified((world) => refunded(world, 1000), { holds: "lost" }),
    commands: SETTLE_CHARGEBACK,
    buttons: CHARGEBACK,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "all of the payment was refunded",
    ...notified(refunded, { holds: { ...HOLDS, gone_back: 4990 } }),
    commands: SETTLE_CHARGEBACK,
    buttons: CHARGEBACK,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "a refund is open, and the acquirer does not answer",
    ...notified(async (world) => {
      const sale = await paid(world)
      world.answer({ refund: "lost" })
      await refund(world, sale.id)
      return sale
    }),
    commands: SETTLE_CHARGEBACK,
    buttons: CHARGEBACK,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "another dispute has taken the payment",
    ...notified(async (world) => {
      const sale = await paid(world)
      await world.vintem("disputes", "open", sale.id)
      return sale
    }),
    commands: SETTLE_CHARGEBACK,
    buttons: CHARGEBACK,
  },
  {
    kind: "chargeback_unconfirmed",
    state: "another amount waits for a decision",
    ...notified(paidOtherwise),
    commands: ["disputes dismiss att_…"],
    buttons: [["/payments/inquiries/att_…/dismiss"]],
  },
  {
    kind: "returned_chargeback_unconfirmed",
    state: "the payment was canceled, and its money sent back",
    ...notified(
      async (world) => {
        const { id, charge } = await payByPix(world)
        expectStatus(await world.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
        return { charge }
      },
      { holds: { ...HOLDS, gone_back: 4990 } },
    ),
    commands: ["disputes dismiss att_…"],
    buttons: [["/payments/inquiries/att_…/dismiss"]],
  },
  {
    kind: "dispute_deadline",
    state: "the network waits for an answer",
    make: async (world) => world.vintem("disputes", "open", (await paid(world)).id, "--respond-by", "900d"),
    commands: ["disputes accept dp_…", "disputes refuse dp_… --file FILE"],
    buttons: [["/disputes/dp_…/refuse"], ["/disputes/dp_…/accept"]],
  },
  {
    kind: "dispute_exceeds_payment",
    state: "the payment was refunded before",
    make: async (world) => world.vintem("disputes", "open", (await refunded(world)).id),
    commands: SETTLE_EXCESS,
    buttons: EXCESS,
  },
  {
    kind: "dispute_exceeds_payment",
    state: "a refund by hand is open",
    make: disputed(refundThat({ refund: { result: "by_hand" } })),
    commands: SETTLE_EXCESS,
    buttons: EXCESS,
  },
]
