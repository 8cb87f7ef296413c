// Money that a person sends back, and outcomes that the acquirer does not tell.
import { newId } from "../../../src/base/ids.ts"
import { payOne } from "../../support/merchants/merchant.ts"
import type { Button, Case } from "./case.ts"
import { disputed, HOLDS, lost, paid, payByPix, pending, refund, refundThat } from "./steps.ts"

const REFUSED = { result: "refused", message: "This cannot be sent back." } as const

const SETTLE_REFUND = ["refunds settle re_…", "refunds settle re_… --failed"]
const REFUND: Button[] = [
  ["/payments/refunds/re_…/settle", { outcome: "succeeded" }],
  ["/payments/refunds/re_…/settle", { outcome: "failed" }],
]
const SETTLE_REVERSAL = ["refunds settle att_…"]
const REVERSAL: Button[] = [["/payments/reversals/att_…/settle"]]
const SETTLE_CHARGE = ["charges settle att_… --accept", "charges settle att_… --not-made"]
const CHARGE: Button[] = [
  ["/payments/charges/att_…/settle", { decision: "accept" }],
  ["/payments/charges/att_…/settle", { decision: "not_made" }],
]

export const OUTCOMES: readonly Case[] = [
  {
    kind: "refund_by_hand",
    state: "the acquirer cannot make the refund",
    make: refundThat({ refund: { result: "by_hand" } }),
    commands: ["refunds settle re_…"],
    buttons: REFUND,
  },
  {
    kind: "refund_by_hand",
    state: "the card network has taken the payment meanwhile",
    make: disputed(refundThat({ refund: { result: "by_hand" } })),
    commands: ["refunds settle re_…"],
    buttons: REFUND,
  },
  {
    kind: "refund_by_hand",
    state: "the acquirer was removed before the refund",
    modes: ["live"],
    make: async (world) => {
      const { id } = await paid(world)
      world.removeAcquirer()
      world.answer({ holds: HOLDS, refund: { result: "by_hand" } })
      await refund(world, id)
    },
    commands: ["refunds settle re_…"],
    buttons: REFUND,
  },
  {
    kind: "reversal_by_hand",
    state: "the acquirer cannot send late money back",
    make: lost.make,
    later: lost.later({ refund: REFUSED }),
    commands: SETTLE_REVERSAL,
    buttons: REVERSAL,
  },
  {
    kind: "outcome_unknown",
    state: "a charge about which the acquirer does not answer",
    make: (world) => payOne(world),
    commands: SETTLE_CHARGE,
    buttons: CHARGE,
  },
  {
    kind: "outcome_unknown",
    state: "a charge about which an acquirer that was removed does not answer",
    modes: ["live"],
    make: async (world) => {
      await payOne(world)
      world.removeAcquirer()
    },
    commands: SETTLE_CHARGE,
    buttons: CHARGE,
  },
  {
    kind: "outcome_unknown",
    state: "a charge that the acquirer has accepted and not finished",
    make: async (world) => {
      const answered = pending(newId("ch"))
      world.answer({ authorize: answered, lookUp: answered })
      await payOne(world)
    },
    commands: SETTLE_CHARGE,
    buttons: CHARGE,
  },
  {
    kind: "outcome_unknown",
    state: "a PIX that was on its way when its payer's time ended",
    make: async (world) => world.answer({ lookUp: pending((await payByPix(world)).charge) }),
    commands: SETTLE_CHARGE,
    buttons: CHARGE,
  },
  {
    kind: "outcome_unknown",
    state: "a refund about which the acquirer does not answer",
    make: refundThat({ refund: "lost" }),
    commands: SETTLE_REFUND,
    buttons: REFUND,
  },
  {
    kind: "outcome_unknown",
    state: "a refund whose payment the card network has taken meanwhile",
    make: disputed(refundThat({ refund: "lost" })),
    commands: SETTLE_REFUND,
    buttons: REFUND,
  },
  {
    kind: "outcome_unknown",
    state: "a refund that the acquirer has accepted and not made",
    make: refundThat({ refund: { result: "pending" }, lookUpRefund: { result: "pending" } }),
    commands: SETTLE_REFUND,
    buttons: REFUND,
  },
  {
    kind: "outcome_unknown",
    state: "a reversal about which the acquirer does not answer",
    make: lost.make,
    later: lost.later({ refund: "lost" }),
    commands: SETTLE_REVERSAL,
    buttons: REVERSAL,
  },
  {
    kind: "outcome_unknown",
    state: "a reversal that the acquirer has accepted and not made",
    make: lost.make,
    later: lost.later({ refund: { result: "pending" }, lookUpRefund: { result: "pending" } }),
    commands: SETTLE_REVERSAL,
    buttons: REVERSAL,
  },
]
