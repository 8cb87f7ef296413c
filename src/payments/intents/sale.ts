import { retrieveAccount } from "../../accounts/accounts.ts"
import { mustFindCustomer } from "../../accounts/customers.ts"
import type { Acquirer, Payer, Sale, SaleOutcome } from "../../acquirers/acquirer.ts"
import { openCard } from "../../vault/cards.ts"
import { acquirerFor } from "../attempts/acquirer-for.ts"
import type { AttemptRow } from "../attempts/store.ts"
import type { PaymentsMode } from "../mode.ts"
import type { IntentRow } from "./store.ts"
import { boletoDueDate, INSTRUCTIONS, pixLifetime } from "./terms.ts"

/** Sends the sale of an attempt to the account's acquirer, the first time. Throws where the acquirer left us in the dark. */
export async function sendSale(mode: PaymentsMode, attempt: AttemptRow, intent: IntentRow): Promise<SaleOutcome> {
  const acquirer = await acquirerFor(mode, attempt)
  const sale: Sale = {
    reference: attempt.reference,
    account: attempt.account,
    amount: intent.amount,
    currency: intent.currency,
  }
  switch (attempt.type) {
    case "card":
      return acquirer.authorize({
        ...sale,
        statement_descriptor: intent.statement_descriptor,
        off_session: Boolean(attempt.off_session),
        card: () => openCard(mode.database, mode.ring, attempt.account, attempt.card!),
      })
    case "pix":
      return orUnavailable(acquirer, attempt, async () =>
        acquirer.createPix({ ...sale, ...(await parties(mode, intent)), lifetime_seconds: pixLifetime(mode.config, intent) }),
      )
    case "boleto":
      return orUnavailable(acquirer, attempt, async () =>
        acquirer.createBoleto({
          ...sale,
          ...(await parties(mode, intent)),
          due_date: boletoDueDate(mode.config, attempt).date,
          instructions: INSTRUCTIONS,
        }),
      )
  }
}

/** What a dead process had begun: asked for by its reference, and sent again only where that is safe. */
export async function recoverSale(mode: PaymentsMode, attempt: AttemptRow, intent: IntentRow): Promise<SaleOutcome> {
  if (attempt.challenge) return sendChallenge(mode, attempt)
  const acquirer = await acquirerFor(mode, attempt)
  const found = await acquirer.lookUp(attempt.account, attempt.reference)
  if (found) return found
  return acquirer.idempotent ? sendSale(mode, attempt, intent) : { result: "unknown" }
}

/** Goes on with a sale whose payer has answered the 3DS challenge. */
export async function sendChallenge(mode: PaymentsMode, attempt: AttemptRow): Promise<SaleOutcome> {
  const acquirer = await acquirerFor(mode, attempt)
  if (!acquirer.finishChallenge) throw new Error(`the acquirer ${acquirer.name} has no challenge of ours`)
  return acquirer.finishChallenge(attempt.account, attempt.reference, attempt.challenge === "passed")
}

/**
 * A code to pay by takes no money: where its making is in doubt and cannot be found, it is as good as not made, since nobody
 * has seen it. The attempt is watched all the same.
 */
async function orUnavailable(acquirer: Acquirer, attempt: AttemptRow, create: () => Promise<SaleOutcome>): Promise<SaleOutcome> {
  try {
    const outcome = await create()
    if (outcome.result !== "unknown") return outcome
  } catch {
    // What is not known is asked for.
  }
  const found = await acquirer.lookUp(attempt.account, attempt.reference).catch(() => undefined)
  return found ?? { result: "unavailable", watch: true }
}

async function parties({ database }: PaymentsMode, intent: IntentRow): Promise<{ payer: Payer; payee: { name: string } }> {
  const { name, email, document } = await mustFindCustomer(database, intent, intent.customer)
  const account = await retrieveAccount(database, intent.account)
  return {
    payer: { name: name ?? email, email, document: document === null ? "" : JSON.parse(document).number },
    payee: { name: account!.name },
  }
}
