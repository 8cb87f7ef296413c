// Payers who are authenticated in the sale (`Acquirer.finishRedirect`): their page sends the sale, leads them to the issuer's page, and ends the sale when
// they come back.
import { scopeOf } from "../../accounts/scope.ts"
import type { PayerBrowser } from "../../acquirers/authentication.ts"
import { must } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { carrying, holdAuthentication, moveAuthentication, redirectOf } from "../authentication/store.ts"
import type { AuthenticationRow } from "../authentication/table.ts"
import { beginChallenge, finishChallenge } from "../intents/challenge.ts"
import { unlessLocked } from "../intents/transition.ts"
import { findHostedOfAttempt } from "../links/links.ts"
import { type Authenticating, findAuthenticating } from "./authenticating.ts"
import { giveUpAuthentication, Overtaken } from "./finish.ts"
import { isDetached, MAX_SESSIONS, type NextStep, OVER } from "./steps.ts"

/** What a browser can bring back in an address. */
const RESULT = /^[\x21-\x7e]{1,8000}$/

/**
 * Sends the sale with what the payer's browser says, or leads to where the issuer asks already. The sale is stored as due in the commit before its call,
 * so of several pages at once only one sends it, and another process sends it if this one dies.
 */
export async function leadPayer(page: Authenticating, browser: PayerBrowser): Promise<NextStep> {
  const { mode, attempt, row, intent } = page
  if (await isDetached(page)) return OVER
  if (row.step === "challenged") return redirectStep(page)
  if (row.step !== "requested") return OVER
  if (row.sessions >= MAX_SESSIONS) {
    await giveUpAuthentication(page)
    return OVER
  }
  const { link } = must(await findHostedOfAttempt(mode.database, intent), `the page of ${attempt.id}`)
  const visit = { browser, return_url: `${mode.threedsOrigin}/pay/${link}/back` }
  await resume(page, async (tx, held) => {
    const counted = await moveAuthentication(tx, held, "begin", { sessions: held.sessions + 1 })
    return counted && moveAuthentication(tx, counted, "enroll", await carrying(tx, mode, counted, { visit }))
  })
  const after = await findAuthenticating(mode, attempt)
  return after ? redirectStep(after) : OVER
}

/** Ends the sale of a payer who has come back, with the first text that is brought. A second page, and a second click, find nothing to do. */
export async function comeBack(page: Authenticating, result: string): Promise<void> {
  const { mode, row } = page
  if (row.step !== "challenged" || row.failures >= MAX_SESSIONS || !RESULT.test(result)) return
  await resume(page, async (tx, held) => moveAuthentication(tx, held, "validate", await carrying(tx, mode, held, { result })))
}

async function redirectStep({ mode, row }: Authenticating): Promise<NextStep> {
  const redirect = await redirectOf(mode.database, mode, row)
  if (redirect) return { step: "redirect", ...redirect }
  // The sale was certainly not sent.
  return row.step === "requested" ? { step: "again" } : OVER
}

/** Has the attempt sent with what its authentication carries after `move`. Changes nothing if another page was first. */
async function resume(
  { mode, attempt, intent, row }: Authenticating,
  move: (tx: Transaction, held: AuthenticationRow) => Promise<AuthenticationRow | undefined>,
): Promise<void> {
  const begin = async (tx: Transaction): Promise<AttemptRow | undefined> => {
    // The intent is locked first, as in all code that ends a sale.
    const sale = await beginChallenge(tx, await scopeOf(tx, mode, attempt.account), intent.id, attempt.id, null)
    if (!sale) return undefined
    const held = await holdAuthentication(tx, attempt)
    if (held.step !== row.step || held.sessions !== row.sessions || !(await move(tx, held))) throw new Overtaken()
    return sale
  }
  const begun = await mode.database
    .transaction(begin)
    .catch((error) => (error instanceof Overtaken ? undefined : unlessLocked(error)))
  if (begun) await finishChallenge(mode, begun)
}
