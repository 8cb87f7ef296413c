// Work that keeps failing, and deliveries that no receiver accepts.
import { newEndpoint } from "../../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent } from "../../support/merchants/payments.ts"
import { ADDRESS, confirmWith, newPayer } from "../../support/merchants/rails.ts"
import { took } from "../scripted.ts"
import type { Button, Case, World } from "./case.ts"
import { lost, paid, payByPix, refundThat } from "./steps.ts"

const RESOLVE = ["attention resolve att_… --reason TEXT"]
const RESOLUTION: Button[] = [["/attention/att_…/resolve", { reason: "Cielo repairs it." }]]

/** A subscription that is charged every three days. */
async function subscribed(world: World, type: "card" | "boleto"): Promise<{ customer: string; id: string }> {
  const customer = (await newPayer(world)).id
  const product = expectStatus(await world.request("POST", "/v1/products", { name: "Clube" }), 201).id
  expectStatus(await world.request("POST", `/v1/products/${product}/price`, { amount: 4990, currency: "brl" }), 201)
  const plan = ["--product", product, "--name", "Clube", "--interval", "DAY", "--count", "3"]
  await world.vintem("plans", "create", "--mode", world.mode, ...plan)
  const intent = await newIntent(world, { customer, product, payment_method_types: [type] })
  world.answer({ authorize: took(4990) })
  await confirmWith(world, intent.id, type === "card" ? CARDS.approved : type)
  const { data } = expectStatus(await world.request("GET", `/v1/customer_subscriptions?customer=${customer}`), 200)
  return { customer, id: data[0].id }
}

/** At no public address, so that no delivery arrives. */
const NOWHERE = "https://127.0.0.1/hooks"

export const WORK: readonly Case[] = [
  {
    kind: "capture_failed",
    state: "a payment whose capture has failed after its success",
    make: async (world) => world.lose((await paid(world)).charge),
    commands: RESOLVE,
    buttons: RESOLUTION,
  },
  {
    kind: "work_failing",
    state: "a refund that the acquirer cannot make now",
    make: refundThat({ refund: { result: "unavailable" } }),
    commands: RESOLVE,
    buttons: RESOLUTION,
  },
  {
    kind: "work_failing",
    state: "a refund at an acquirer that this release does not know",
    make: async (world) => {
      await refundThat({ refund: { result: "unavailable" } })(world)
      world.forgetAcquirer()
    },
    commands: RESOLVE,
    buttons: RESOLUTION,
  },
  {
    kind: "work_failing",
    state: "a PIX about which the acquirer does not answer",
    make: async (world) => {
      await payByPix(world)
      world.answer({})
    },
    commands: RESOLVE,
    buttons: RESOLUTION,
  },
  {
    kind: "work_failing",
    state: "a notified change about which the acquirer does not answer",
    make: async (world) => {
      const { charge } = await paid(world)
      world.answer({ holds: "lost" })
      await world.notify(charge, false)
    },
    commands: RESOLVE,
    buttons: RESOLUTION,
  },
  {
    kind: "work_failing",
    state: "a reversal that the acquirer cannot make now",
    make: lost.make,
    later: lost.later({ refund: { result: "unavailable" } }),
    commands: RESOLVE,
    buttons: RESOLUTION,
  },
  {
    kind: "work_failing",
    state: "a subscription of an account whose acquirer was removed",
    modes: ["live"],
    make: async (world) => {
      await subscribed(world, "card")
      world.removeAcquirer()
    },
    commands: ["attention resolve csub_… --reason TEXT"],
    buttons: [["/attention/csub_…/resolve", { reason: "The shop has closed." }]],
  },
  {
    kind: "work_failing",
    state: "a subscription whose charge was refused before it was sent",
    modes: ["test"],
    make: async (world) => {
      const { customer } = await subscribed(world, "boleto")
      const address = { ...ADDRESS, state: "Lisboa", country: "PT" }
      expectStatus(await world.request("POST", `/v1/customers/${customer}`, { address }), 200)
    },
    commands: ["attention resolve csub_… --reason TEXT"],
    buttons: [["/attention/csub_…/resolve", { reason: "The payer has moved." }]],
  },
  {
    kind: "delivery_dead_letter",
    state: "an endpoint that did not accept one delivery",
    make: async (world) => {
      await newEndpoint(world, NOWHERE)
      await paid(world)
    },
    commands: ["deliveries replay wd_…"],
    buttons: [["/webhooks/we_…/replay/confirm?status=dead_letter"]],
  },
  {
    kind: "delivery_dead_letter",
    state: "an endpoint that did not accept two deliveries",
    make: async (world) => {
      await newEndpoint(world, NOWHERE)
      await paid(world)
      await paid(world)
    },
    commands: ["deliveries replay wd_…"],
    runs: 2,
    buttons: [["/webhooks/we_…/replay/confirm?status=dead_letter"]],
  },
  {
    kind: "delivery_dead_letter",
    state: "an integration that did not accept a purchase",
    make: async (world) => {
      await world.vintem(
        "integrations",
        "create",
        "--mode",
        world.mode,
        "--account",
        world.account,
        "--url",
        "https://no-such-host.invalid/",
      )
      await paid(world)
    },
    commands: ["deliveries replay wd_…"],
    buttons: [["/webhooks/deliveries/wd_…/replay"]],
  },
]
