// The steps of an authentication, as the payer's page takes them. No step moves money: the sale follows in finish.ts.
import { brazilianAddress } from "../../accounts/brazilian-address.ts"
import { scopeOf } from "../../accounts/scope.ts"
import type { Address } from "../../accounts/tables.ts"
import type {
  AuthenticationAnswer,
  AuthenticationOrder,
  Authenticator,
  OpenSession,
  PayerBrowser,
  PayerRedirect,
} from "../../acquirers/authentication.ts"
import { withDeadline } from "../../base/deadline.ts"
import { mustHave } from "../../base/must.ts"
import { completeCustomer, mustFindCustomer } from "../../customers/customers.ts"
import type { OpenCard } from "../../vault/cards.ts"
import { acquirerFor } from "../attempts/send.ts"
import { beginning, moveAuthentication, openSession } from "../authentication/store.ts"
import type { AuthenticationRow } from "../authentication/table.ts"
import { endIfDetached } from "../intents/end-waited.ts"
import { payerOf } from "../intents/payer.ts"
import { cardOfSale } from "../intents/paying.ts"
import { unlessLocked } from "../intents/transition.ts"
import type { Authenticating } from "./authenticating.ts"
import {
  type Decision,
  decideAuthentication,
  giveUpAuthentication,
  NOT_BELIEVED,
  sellAuthenticated,
  UNAVAILABLE,
} from "./finish.ts"
import { forgetRefusals, noteRefusal } from "./refused.ts"

/** Each session costs the merchant a fee. A payer who reloads the page this often is no longer believed to be one. */
export const MAX_SESSIONS = 10
/** How often an acquirer that does not authenticate is asked again. */
const TRIES = 2

/** What the page does next. */
export type NextStep =
  /** The payer goes to the issuer's page, and comes back to ours. */
  | ({ step: "redirect" } & PayerRedirect)
  /** The browser's script begins with what the acquirer has given it. */
  | { step: "collect"; session: string; browser_token: string }
  | { step: "challenge"; acs_url: string; payload: string; transaction_id: string; order: string }
  /** A new session may work. */
  | { step: "again" }
  /** The authentication is over, or another page has taken over. The page asks how the payment is. */
  | { step: "over" }

/** What the payer has given that the customer lacked. */
export type Contact = { phone?: string; address?: Address }

/** Begins a session, or sends the sale again. A session takes the place of an earlier one, in this browser or another one. */
export async function beginSession(page: Authenticating, contact: Contact = {}): Promise<NextStep> {
  const { mode, attempt, row } = page
  if (await isDetached(page)) return OVER
  if (row.step === "decided") return sellAgain(page)
  await complete(page, contact)
  if (row.sessions >= MAX_SESSIONS) return end(page, NOT_BELIEVED)
  // It counts before the acquirer is asked, so of several requests at once only one asks, and a session that is not begun counts too.
  const counted = await mode.database.transaction((tx) =>
    moveAuthentication(tx, row, "begin", { ...NO_SESSION, sessions: row.sessions + 1 }),
  )
  if (!counted) return OVER
  mode.checkpoint("authentication: counted", attempt)
  const next = { ...page, row: counted }
  const session = await answerOf(next, (authenticator, signal) => authenticator.begin(orderOf(next), signal))
  mode.checkpoint("authentication: begin answered", attempt)
  if ("result" in session) return unavailable(next, session)
  const begun = await mode.database.transaction(async (tx) =>
    moveAuthentication(tx, counted, "begin", await beginning(tx, mode, counted, session)),
  )
  mode.checkpoint("authentication: begun", attempt)
  return begun ? { step: "collect", session: session.id, browser_token: session.browser_token } : OVER
}

/** Asks whether the issuer wants a challenge. `session` is that of the page. */
export async function enroll(page: Authenticating, session: string, browser: PayerBrowser): Promise<NextStep> {
  return during(page, session, "enroll", async ({ mode, intent, row }, about, authenticator, signal) => {
    const customer = await mustFindCustomer(mode.database, intent, intent.customer)
    const { phone } = mustHave(customer, "phone")
    const { address } = mustHave(customer, "address")
    const payer = { ...payerOf(customer), phone, address: brazilianAddress(address, "customer.address") }
    const { open, ...order } = about
    return authenticator.enroll(open, { ...order, payer, browser, data_only: row.data_only }, signal)
  })
}

/** Asks what came of the challenge. Whatever the browser says about it, only this answer counts. */
export async function validate(page: Authenticating, session: string): Promise<NextStep> {
  return during(page, session, "validate", async ({ row }, { open, ...order }, authenticator, signal) =>
    authenticator.validate(open, { ...order, ...mustHave(row, "transaction_id") }, signal),
  )
}

/** Ends what its payer does not want to go on with. The payment is refused, unless its sale is on its way. */
export async function leave(page: Authenticating): Promise<NextStep> {
  await giveUpAuthentication(page)
  return OVER
}

/** Sends a sale that could not be made once more, with the same result of the authentication. */
async function sellAgain(page: Authenticating): Promise<NextStep> {
  await sellAuthenticated(page)
  return OVER
}

export const OVER = { step: "over" } as const
const NO_SESSION = { session: null, sealed_secret: null }

/** What each call of a session says again: only this order, with this card, is authenticated. */
type About = AuthenticationOrder & { card: OpenCard; open: OpenSession }

/** `refused`: the acquirer authenticates nobody of the account, so an operator must act. */
type Unavailable = typeof UNAVAILABLE & { refused?: boolean }

type Ask = (
  moved: Authenticating,
  about: About,
  authenticator: Authenticator,
  signal: AbortSignal,
) => Promise<AuthenticationAnswer>

/** Takes one step of a session, once: a second page, a second click and a step of an older session find nothing to do. */
async function during(page: Authenticating, session: string, trigger: "enroll" | "validate", ask: Ask): Promise<NextStep> {
  const { mode, attempt } = page
  if (page.row.session !== session || (await isDetached(page))) return OVER
  const row = await mode.database.transaction((tx) => moveAuthentication(tx, page.row, trigger))
  if (!row) return OVER
  mode.checkpoint(`authentication: ${row.step}`, attempt)
  const moved = { ...page, row }
  const answer = await answerOf(moved, async (authenticator, signal) => {
    const card = await cardOfSale(mode, attempt)
    const open = await openSession(mode.database, mode, row)
    return "result" in card || !open ? UNAVAILABLE : ask(moved, { ...orderOf(moved), card, open }, authenticator, signal)
  })
  mode.checkpoint(`authentication: ${row.step} answered`, attempt)
  if (answer.result === "unavailable") return unavailable(moved, answer)
  await forgetRefusals(moved)
  if (answer.result === "decided") return end(moved, believed(row, answer))
  const { acs_url, payload, transaction_id } = answer
  const challenged = await mode.database.transaction((tx) => moveAuthentication(tx, row, "challenge", { transaction_id }))
  mode.checkpoint("authentication: challenged", attempt)
  return challenged ? { step: "challenge", acs_url, payload, transaction_id, order: attempt.reference } : OVER
}

/** Whether the saved card was detached. The payment has then ended, and the card is sent to nobody. */
export async function isDetached({ mode, attempt }: Authenticating): Promise<boolean> {
  if (attempt.payment_method === null) return false
  const ended = mode.database.transaction(async (tx) => endIfDetached(tx, await scopeOf(tx, mode, attempt.account), attempt))
  return (await ended.catch(unlessLocked)) ?? false
}

/** A session that led nowhere, or could not be begun: once more, and then as the sale's policy says. */
async function unavailable(page: Authenticating, { refused = false }: Unavailable): Promise<NextStep> {
  const { mode, row } = page
  if (refused) await noteRefusal(page)
  // Whom the issuer has asked in any session is not let through by an error on the way.
  const failures = row.failures + 1
  if (failures >= TRIES) return end(page, row.transaction_id === null ? UNAVAILABLE : NOT_BELIEVED)
  const failed = await mode.database.transaction((tx) => moveAuthentication(tx, row, "fail", { ...NO_SESSION, failures }))
  return failed ? { step: "again" } : OVER
}

/** Whom the issuer has asked in any session is not let through as somebody whose card takes no part. */
function believed({ transaction_id }: Pick<AuthenticationRow, "transaction_id">, answer: Decision): Decision {
  const takesNoPart = answer.result === "decided" && answer.three_d_secure.result === "not_enrolled"
  return takesNoPart && transaction_id !== null ? NOT_BELIEVED : answer
}

async function end(page: Authenticating, answer: Decision): Promise<NextStep> {
  await decideAuthentication(page, answer)
  return OVER
}

/** An answer that is lost says nothing, and no money was at stake. */
async function answerOf<Answer>(
  { mode, attempt }: Authenticating,
  call: (authenticator: Authenticator, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | typeof UNAVAILABLE> {
  try {
    const { authenticator } = await acquirerFor(mode, attempt)
    if (!authenticator) return UNAVAILABLE
    return await withDeadline(mode.callDeadlineMs, (signal) => call(authenticator, signal))
  } catch (error) {
    mode.log.warn({ err: error, attempt: attempt.id }, "a step of an authentication got no answer; nothing was charged")
    return UNAVAILABLE
  }
}

function orderOf({ attempt: { reference }, intent: { amount, currency } }: Authenticating): AuthenticationOrder {
  return { reference, amount, currency }
}

/** Stores what the payer has filled in, only where the customer has nothing. */
async function complete({ mode, intent }: Authenticating, contact: Contact): Promise<void> {
  if (Object.keys(contact).length === 0) return
  await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, intent.account)
    await completeCustomer(tx, scope, intent.customer, contact)
  })
}
