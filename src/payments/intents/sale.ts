import { accountOf } from "../../accounts/accounts.ts"
import { brazilianAddress } from "../../accounts/brazilian-address.ts"
import { scopeOf } from "../../accounts/scope.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { lineOfBarCode } from "../../acquirers/bar-code.ts"
import type { CardOnFile, CardSale, Sale, SaleOutcome, Verdict } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import { must, mustHave } from "../../base/must.ts"
import { type Answer, acquirerFor, type Call, callAcquirer, markAsSent, sendAttempt } from "../attempts/send.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type Carried, carriedOf, findAuthentication } from "../authentication/store.ts"
import { applySaleOutcome } from "./apply-outcome.ts"
import { AUTHENTICATE, notAuthenticated, waitsForAuthentication } from "./authenticate.ts"
import { callsByMandate, foundsMandate, isByMandate } from "./by-mandate.ts"
import { endIfDetached } from "./end-waited.ts"
import { isFailure } from "./fail-over.ts"
import type { PaymentsMode } from "./mode.ts"
import { requestedThreeDSecure } from "./options.ts"
import { type ReadPaying, readPaying } from "./paying.ts"
import { chargesNothing } from "./state.ts"
import { intentOf } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { boletoDueDate, INSTRUCTIONS, pixLifetime } from "./terms.ts"

/** The shares of the deadline that the creation of a PIX or a boleto may take, and the look-up after it. */
const CREATE_SHARE = 2 / 3
const LOOK_UP_SHARE = 1 / 4

/**
 * Sends the sale of a new attempt, or the result of its payer's challenge. A process that has just stored the attempt as sent passes what
 * it has read for it (`paying`). Returns undefined if another process sends or has closed the attempt.
 */
export async function sendSale(
  mode: PaymentsMode,
  attempt: AttemptRow,
  intent: IntentRow,
  paying?: ReadPaying,
): Promise<Answer<SaleOutcome> | undefined> {
  const answer = await sendAttempt<SaleOutcome>(mode, attempt, {
    prepare: async (acquirer) => {
      const unsent = await unsentOutcome(mode, acquirer, attempt)
      if (unsent) return { call: async () => unsent, begin: async () => attempt }
      const call = await prepareSale(mode, acquirer, attempt, intent, paying)
      if (paying) return { call, begin: async () => attempt }
      // Another process may have stored long ago that the payer was authenticated.
      const isFromPage = attempt.challenge !== null || intent.status === "requires_action"
      const isOfSaved = isFromPage && attempt.payment_method !== null
      return isOfSaved ? { call, begin: () => beginOfSaved(mode, attempt) } : { call }
    },
    // A verdict that comes after the deadline is dropped, as when a card is saved.
    late: async (late) => {
      if (!chargesNothing(intent) || isByMandate(attempt)) await applySaleOutcome(mode, late.attempt, late.outcome)
    },
  })
  const isLost = answer?.outcome.result === "unknown" && chargesNothing(intent) && !isByMandate(attempt)
  return isLost ? { ...answer, outcome: NOTHING_MADE } : answer
}

/** Marks the sale of a saved card as sent, unless the card was detached meanwhile. */
function beginOfSaved(mode: PaymentsMode, attempt: AttemptRow): Promise<AttemptRow | undefined> {
  return mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, attempt.account)
    return (await endIfDetached(tx, scope, attempt)) ? undefined : markAsSent(tx, mode, attempt)
  })
}

/** The outcome of a sale that is not sent: its payer has to be authenticated first, or was not authenticated. */
async function unsentOutcome(mode: PaymentsMode, acquirer: Acquirer, attempt: AttemptRow): Promise<SaleOutcome | undefined> {
  const { database } = mode
  if (await waitsForAuthentication(database, acquirer, attempt)) return AUTHENTICATE
  if (attempt.challenge !== "failed" || acquirer.finishChallenge) return undefined
  return notAuthenticated(must(await findAuthentication(database, attempt), `the authentication of ${attempt.id}`))
}

/** Nothing was charged, so the payer can be asked again. */
const NOTHING_MADE = { result: "unavailable" } as const

/**
 * Recovers a sale that was sent and whose process died: looks the sale up by its reference. It is never sent a second time. The verification
 * of a trial's card has no reference and charges nothing, so it counts as not made.
 */
export async function recoverSale(mode: PaymentsMode, attempt: AttemptRow): Promise<Answer<SaleOutcome>> {
  if (!isByMandate(attempt) && chargesNothing(await intentOf(mode.database, attempt))) return { attempt, outcome: NOTHING_MADE }
  const late = async ({ attempt, outcome }: Answer<SaleOutcome>) => applySaleOutcome(mode, attempt, outcome)
  return { attempt, outcome: await callAcquirer(mode, attempt, lookUp(mode, attempt), late) }
}

/** What a look-up says about a sale that may be on its way: only a decided sale, or one that waits for its payer, is an outcome. */
function lookUp(mode: PaymentsMode, attempt: AttemptRow): Call<SaleOutcome> {
  return async (signal) => {
    const find = await lookUpOf(mode, await acquirerFor(mode, attempt), attempt)
    const found = await find(signal)
    // The answer of a busy acquirer says nothing. After a challenge, a sale that still waits may be decided in a moment.
    const isOpen = !found || found.result === "unavailable" || (attempt.challenge !== null && found.result === "action_required")
    return isOpen ? { result: "unknown" } : found
  }
}

async function prepareSale(
  mode: PaymentsMode,
  acquirer: Acquirer,
  attempt: AttemptRow,
  intent: IntentRow,
  paying: ReadPaying = () => readPaying(mode, attempt, intent),
): Promise<Call<SaleOutcome>> {
  if (isByMandate(attempt)) return makeByMandate(mode, acquirer, attempt, intent)
  const { account, reference, challenge } = attempt
  const { finishChallenge } = acquirer
  if (challenge && finishChallenge) return (signal) => finishChallenge(account, reference, challenge === "passed", signal)
  const carried = await carriedBy(mode, acquirer, attempt)
  if (carried && "result" in carried) return finishAt(acquirer, attempt, carried)
  const { amount, currency } = intent
  const { payer, card: found } = await paying()
  const sale: Sale = { reference, account, amount, currency, payer }
  if (attempt.type === "card") {
    const card = must(found, `the card of ${attempt.id}`)
    if ("result" in card) return async () => card
    if (chargesNothing(intent)) return async (signal) => outcomeOf(await acquirer.verify(account, card, signal))
    const order = cardSaleOf(attempt, intent, { ...sale, card }, carried)
    return noted(mode, attempt, (signal) => acquirer.authorize(order, signal))
  }
  const payee = { name: (await accountOf(mode.database, account)).name }
  if (attempt.type === "pix") {
    // The code must expire with its intent, even if the code is created late.
    const { now } = await scopeOf(mode.database, mode, account)
    const lifetime_seconds = Math.max(60, attempt.created + pixLifetime(mode.config, intent) - now)
    const pix = { ...sale, payee, lifetime_seconds }
    return noted(mode, attempt, () => orUnavailable(mode, acquirer, attempt, (signal) => acquirer.createPix(pix, signal)))
  }
  const { date: due_date } = boletoDueDate(mode.config, intent, attempt)
  const address = brazilianAddress(mustHave(payer, "address").address, "customer.address")
  const boleto = { ...sale, payer: { ...payer, address }, payee, due_date, instructions: INSTRUCTIONS }
  return noted(mode, attempt, () => orUnavailable(mode, acquirer, attempt, (signal) => acquirer.createBoleto(boleto, signal)))
}

/**
 * Notes whether the acquirer fails, so that later sales may go to its fallback. An unknown outcome says nothing, and nor does a refusal of our
 * credentials, which an operator has to mend.
 */
function noted(
  { circuits }: PaymentsMode,
  { account, acquirer, type: method }: AttemptRow,
  call: Call<SaleOutcome>,
): Call<SaleOutcome> {
  return async (signal) => {
    const outcome = await call(signal)
    const saysNothing = outcome.result === "unknown" || (outcome.result === "unavailable" && outcome.refused)
    if (!saysNothing) circuits.note({ account, acquirer, method }, isFailure(outcome))
    return outcome
  }
}

/** Nobody has seen the code of a mandate before it is answered, as that of a PIX. A charge of a mandate may be on its way. */
async function makeByMandate(
  mode: PaymentsMode,
  acquirer: Acquirer,
  attempt: AttemptRow,
  intent: IntentRow,
): Promise<Call<SaleOutcome>> {
  const { make } = await callsByMandate(mode, acquirer, attempt, intent)
  return foundsMandate(attempt) ? () => orUnavailable(mode, acquirer, attempt, make) : make
}

function cardSaleOf(
  attempt: AttemptRow,
  intent: IntentRow,
  sale: Sale & Pick<CardSale, "card">,
  carried: Carried | undefined,
): CardSale {
  const { statement_descriptor } = intent
  const { installments, challenge } = attempt
  const capture_later = intent.capture_method === "manual"
  // An absent payer cannot be authenticated.
  const three_d_secure = attempt.off_session ? "automatic" : requestedThreeDSecure(intent)
  const on_file = { card_on_file: cardOnFile(attempt, intent), three_d_secure }
  const brought = {
    ...(carried && "proof" in carried && { authentication: carried.proof }),
    ...(carried && "visit" in carried && { visit: carried.visit }),
  }
  const keeps_reference = challenge !== null
  return { ...sale, statement_descriptor, ...on_file, installments, capture_later, ...brought, keeps_reference }
}

/** Ends the sale of a payer who has come back. */
function finishAt(
  { finishRedirect }: Acquirer,
  { account, reference }: AttemptRow,
  { result }: { result: string },
): Call<SaleOutcome> {
  const finish = must(finishRedirect, "finishRedirect")
  return (signal) => finish({ account, reference, result }, signal)
}

/** The call that looks a sale up, or sends it again where that is the look-up (`Acquirer.repeat`). */
export async function lookUpOf(
  mode: PaymentsMode,
  acquirer: Acquirer,
  attempt: AttemptRow,
): Promise<Call<SaleOutcome | undefined>> {
  if (isByMandate(attempt)) return (await callsByMandate(mode, acquirer, attempt, await intentOf(mode.database, attempt))).lookUp
  const mayRepeat = attempt.type === "card" && (attempt.state === "sent" || attempt.state === "unknown")
  return async (signal) => {
    const found = await acquirer.lookUp(attempt.account, attempt.reference, signal)
    return found || !mayRepeat || !acquirer.repeat ? found : repeatSale(mode, acquirer, attempt, signal)
  }
}

/** Sends the same sale again. `unknown` if that is not possible any more: the acquirer may still tell what became of it. */
async function repeatSale(
  mode: PaymentsMode,
  acquirer: Acquirer,
  attempt: AttemptRow,
  signal: AbortSignal,
): Promise<SaleOutcome> {
  const same = await sameCallOf(mode, acquirer, attempt).catch((error) => {
    mode.log.warn({ err: error, attempt: attempt.id }, "a sale of unknown outcome cannot be sent again")
    return undefined
  })
  const outcome = same && (await same(signal))
  // That this request was not carried out says nothing about the first one.
  return !outcome || outcome.result === "unavailable" ? { result: "unknown" } : outcome
}

/** The call as it was made. Undefined if the card is not as it was. */
async function sameCallOf(mode: PaymentsMode, acquirer: Acquirer, attempt: AttemptRow): Promise<Call<SaleOutcome> | undefined> {
  const carried = await carriedBy(mode, acquirer, attempt)
  if (carried && "result" in carried) return finishAt(acquirer, attempt, carried)
  const intent = await intentOf(mode.database, attempt)
  const { payer, card } = await readPaying(mode, attempt, intent)
  // The card of a token was sent with its CVC.
  if (!card || "result" in card || (attempt.token !== null && card.cvc === undefined)) return undefined
  const { reference, account } = attempt
  const { amount, currency } = intent
  const sale = cardSaleOf(attempt, intent, { reference, account, amount, currency, payer, card }, carried)
  return async (signal) => acquirer.repeat?.(sale, signal) ?? { result: "unknown" }
}

/** What the sale brings of its payer's authentication. */
async function carriedBy(mode: PaymentsMode, acquirer: Acquirer, attempt: AttemptRow): Promise<Carried | undefined> {
  const mayBring = attempt.challenge !== null || (acquirer.finishRedirect !== undefined && !attempt.off_session)
  const row = mayBring && attempt.type === "card" ? await findAuthentication(mode.database, attempt) : undefined
  return row && carriedOf(mode.database, mode, row)
}

/** The outcome of a sale that only verifies its card. */
function outcomeOf(verdict: Verdict): SaleOutcome {
  if (verdict.result === "approved") return { result: "verified" }
  return verdict.result === "refused" ? { ...verdict, charge: null } : verdict
}

/**
 * Creating a PIX code or a boleto takes no money, and the payer has not seen it yet. So if the outcome is unknown and a look-up finds
 * nothing, it is safe to report that it was not made. The attempt is still watched.
 */
async function orUnavailable(
  mode: PaymentsMode,
  acquirer: Acquirer,
  attempt: AttemptRow,
  create: Call<SaleOutcome>,
): Promise<SaleOutcome> {
  try {
    const outcome = await withDeadline(mode.callDeadlineMs * CREATE_SHARE, create)
    if (outcome.result !== "unknown") return checked(outcome)
  } catch {
    // The look-up below decides.
  }
  const lookUp = await lookUpOf(mode, acquirer, attempt)
  const found = await withDeadline(mode.callDeadlineMs * LOOK_UP_SHARE, lookUp)
    .then((outcome) => outcome && checked(outcome))
    .catch(() => undefined)
  return found && found.result !== "unavailable" ? found : { result: "unavailable", watch: true }
}

/** Throws if the acquirer has created something that no payer could pay. */
function checked(outcome: SaleOutcome): SaleOutcome {
  if (outcome.result === "action_required" && outcome.action.type === "boleto") lineOfBarCode(outcome.action.bar_code)
  return outcome
}

/** A success saves the card of a token if the intent starts a subscription, which no later capture does. */
function cardOnFile({ off_session, payment_method }: AttemptRow, { product, capture_method }: IntentRow): CardOnFile | null {
  if (off_session) return "recurring"
  if (payment_method) return "unscheduled"
  return product && capture_method === "automatic" ? "first" : null
}
