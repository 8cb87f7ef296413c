// How the items of the table come about.
import { newId } from "../../../src/base/ids.ts"
import type { Json } from "../../support/app/client.ts"
import { payOne } from "../../support/merchants/merchant.ts"
import { expectStatus } from "../../support/merchants/payments.ts"
import { payWith } from "../../support/merchants/rails.ts"
import { took } from "../scripted.ts"
import type { World } from "./case.ts"

export const HOLDS = { captured: 4990, gone_back: 0, charged_back: 0 }

export async function paid(world: World): Promise<{ id: string; charge: string }> {
  const outcome = took(4990)
  world.answer({ authorize: outcome, holds: HOLDS })
  const { id } = await payOne(world)
  return { id, charge: (outcome as { charge: string }).charge }
}

export const refund = async (world: World, payment_intent: string, more: object = {}): Promise<Json> =>
  expectStatus(await world.request("POST", "/v1/refunds", { payment_intent, ...more }), 201)

export async function refunded(world: World, amount = 4990): Promise<{ id: string; charge: string }> {
  const sale = await paid(world)
  world.answer({ refund: { result: "refunded" }, holds: HOLDS })
  await refund(world, sale.id, { amount })
  return sale
}

/** A refund is ordered, and the acquirer answers it so. */
export const refundThat = (answered: Parameters<World["answer"]>[0]) => async (world: World) => {
  const { id } = await paid(world)
  world.answer({ holds: HOLDS, ...answered })
  await refund(world, id)
  return id
}

/** The card network takes a payment whose refund is open, as the operator learns from the acquirer. */
export const disputed = (ordered: (world: World) => Promise<string>) => async (world: World) =>
  world.vintem("disputes", "open", await ordered(world), "--amount", "4990")

/** A lost sale counts as failed, and its money arrives afterwards. It is to go back. */
export const lost = {
  make: async (world: World) => {
    world.answer({ lookUp: "not found" })
    await payOne(world)
  },
  later: (answered: Parameters<World["answer"]>[0]) => (world: World) => world.answer({ lookUp: took(4990), ...answered }),
}

export const pending = (charge: string) => ({ result: "pending", charge }) as const

function pixFor(world: World, charge: string): void {
  const action = {
    type: "pix",
    br_code: "00020126360014BR.GOV.BCB.PIX0114+55119999999995204000053039865802BR5901A6001B6304ABCD",
  } as const
  world.answer({
    authorize: { result: "action_required", charge, action },
    lookUp: { result: "action_required", charge, action },
  })
}

export async function payByPix(world: World, charge = newId("ch")): Promise<{ id: string; charge: string }> {
  pixFor(world, charge)
  const { id } = await payWith(world, "pix")
  return { id, charge }
}

/** Pays another amount than was asked. */
export async function paidOtherwise(world: World): Promise<{ charge: string }> {
  const outcome = took(5990)
  world.answer({ authorize: outcome })
  await payOne(world)
  return outcome as { charge: string }
}
