// Payers who are authenticated before their sale: on the page that runs the script of Cielo's MPI, and at their bank.
import { cardFor, SPECIAL_CARDS } from "../../test/cielo/outcomes.ts"
import type { Json } from "../../test/support/app/client.ts"
import type { Actor } from "./actors.ts"
import { afterwards, cancel, capture, PAYER, post, Unexpected } from "./payers.ts"
import type { Place } from "./place.ts"
import { visit } from "./threeds-page.ts"
import type { Till, Wanted } from "./till.ts"

const PHONE = "+5511987654321"
const BRANDS = ["Visa", "Visa", "Master", "Elo"] as const
/** What becomes of cards at the MPI and at their issuers. Each is a card of the simulator. */
const CARDS = [
  ...["approved", "approved", "challenge", "challenge", "challenge", "challenge failure"],
  ...["not enrolled", "authentication error", "authentication failure", "stand-in", "challenge, then 51", "51"],
]
const SOFT_DECLINES = SPECIAL_CARDS.filter((name) => name.startsWith("soft decline"))
const HOUR_MS = 3_600_000
const SOON_MS = [0, 1000, 30_000, 10 * 60_000, 25 * 60_000]

/** One payment whose payer may have to be authenticated, from its customer to what follows. */
export function payAuthenticated(till: Till): Actor {
  return async (place) => {
    const chosen = place.random.integer(1, 10)
    if (chosen <= 7) await payByToken(till, place)
    else if (chosen <= 9) await payBySaved(till, place)
    else await chargeAbsent(till, place)
  }
}

async function payByToken(till: Till, place: Place): Promise<void> {
  const { random } = place
  const isDebit = random.chance(0.35)
  const isSoft = !isDebit && random.chance(0.25)
  const request = isSoft || isDebit ? "automatic" : random.pick(["any", "automatic", "automatic", "never"] as const)
  const number = cardFor(random.pick(BRANDS), random.pick(isSoft ? SOFT_DECLINES : CARDS))
  const funding = isDebit ? "debit" : "credit"
  const card = { number, expMonth: 12, expYear: 2040, cvc: "123", holderName: "ANA SOUZA", funding }
  const customer = await newCustomer(place)
  const { id: token } = await post(place, "/v1/tokens", { type: "card", card })
  const isManual = !isDebit && random.chance(0.15)
  const intent = await newIntent(till, place, { customer, isManual }, { request, funding, isPresent: true })
  const installments = !isDebit && !isManual && random.chance(0.2) ? random.integer(2, 12) : 1
  await confirmAndVisit(till, place, intent, { payment_method: token, installments })
}

/** The card may be detached at any moment. */
async function payBySaved(till: Till, place: Place): Promise<void> {
  const { random } = place
  const found = await saveCard(place, random.pick(["approved", "challenge", "stand-in"]))
  if (!found) return
  const wanted = { request: random.pick(["any", "automatic"] as const), funding: "credit" as const, isPresent: true }
  const intent = await newIntent(till, place, found, wanted)
  const meanwhile = random.chance(0.5) ? () => detach(till, place, intent, found.saved) : undefined
  await confirmAndVisit(till, place, intent, { payment_method: found.saved }, meanwhile)
}

/** Nobody can be authenticated, whatever the merchant asks for. */
async function chargeAbsent(till: Till, place: Place): Promise<void> {
  const found = await saveCard(place, "challenge")
  if (!found) return
  const wanted = { request: place.random.pick(["any", "automatic"] as const), funding: "credit" as const, isPresent: false }
  const intent = await newIntent(till, place, found, wanted)
  await post(place, `/v1/payment_intents/${intent.id}/confirm`, { payment_method: found.saved, off_session: true })
}

async function newCustomer(place: Place, hasContact = place.random.chance(0.8)): Promise<string> {
  const { address, ...payer } = PAYER
  return (await post(place, "/v1/customers", { ...payer, ...(hasContact && { address, phone: PHONE }) })).id
}

async function saveCard(place: Place, card: string): Promise<{ customer: string; saved: string } | undefined> {
  const customer = await newCustomer(place)
  const number = cardFor(place.random.pick(BRANDS), card)
  const token = await post(place, "/v1/tokens", { type: "card", card: { number, expMonth: 12, expYear: 2040, cvc: "123" } })
  const { id: saved } = await post(place, "/v1/payment_methods", { token: token.id, customer })
  return saved ? { customer, saved } : undefined
}

async function newIntent(
  { notes }: Till,
  place: Place,
  { customer, isManual = false }: { customer: string; isManual?: boolean },
  wanted: Wanted,
): Promise<Json> {
  const intent = await post(place, "/v1/payment_intents", {
    ...{ amount: place.random.integer(100, 99_999), currency: "brl", customer, payment_method_types: ["card"] },
    payment_method_options: { card: { request_three_d_secure: wanted.request } },
    ...(isManual && { capture_method: "manual" }),
  })
  notes.wanted.set(intent.id, wanted)
  return intent
}

/** `meanwhile`: what happens while the payer is on the page. */
async function confirmAndVisit(
  till: Till,
  place: Place,
  { id, amount }: Json,
  input: object,
  meanwhile = place.random.chance(0.06) ? () => cancelMeanwhile(place, id) : undefined,
): Promise<void> {
  const { next_action } = await post(place, `/v1/payment_intents/${id}/confirm`, input)
  if (next_action?.type === "redirect_to_url")
    await Promise.all([visit(till, place, { intent: id, amount, url: next_action.url }), meanwhile?.()])
  const now = await place.retrieve(`/v1/payment_intents/${id}`)
  if (now.status === "requires_capture") await afterwards(place, await capture(place, now))
  else await afterwards(place, now)
}

async function cancelMeanwhile(place: Place, id: string): Promise<void> {
  await place.pause(place.random.pick(SOON_MS))
  await cancel(place, { id }).catch(unlessLocked)
}

async function detach({ notes }: Till, place: Place, { id }: Json, saved: string): Promise<void> {
  await place.pause(place.random.pick([...SOON_MS, HOUR_MS]))
  await post(place, `/v1/payment_methods/${saved}/detach`, {}).catch(unlessLocked)
  notes.detached.set(id, place.now())
}

/** A payment that is being charged cannot be canceled just now. */
function unlessLocked(error: unknown): void {
  if (!(error instanceof Unexpected && error.code === "payment_intent_locked")) throw error
}
