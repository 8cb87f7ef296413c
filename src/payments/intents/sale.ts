import { retrieveAccount } from "../../accounts/accounts.ts"
import { mustFindCustomer } from "../../accounts/customers.ts"
import type { Acquirer, Payer, Sale, SaleOutcome } from "../../acquirers/acquirer.ts"
import { openCard } from "../../vault/cards.ts"
import { acquirerFor } from "../attempts/acquirer-for.ts"
import type { AttemptRow } from "../attempts/store.ts"
import type { PaymentsMode } from "../mode.ts"
import type { IntentRow } from "./store.ts"
import { boletoDueDate, INSTRUCTIONS, pixLifetime } from "./terms.ts"

/** Sends the sale of an attempt to the account's acquirer. Throws where the outcome is unknown. */
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
        installments: attempt.installments,
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

/** Recovers a sale whose process died: looks it up by its reference, and sends it again only to an idempotent acquirer. */
export async function recoverSale(mode: PaymentsMode, attempt: AttemptRow, intent: IntentRow): Promise<SaleOutcome> {
  if (attempt.challenge) return sendChallenge(mode, attempt)
  const acquirer = await acquirerFor(mode, attempt)
  const found = await acquirer.lookUp(attempt.account, attempt.reference)
  if (found) return found
  return acquirer.idempotent ? sendSale(mode, attempt, intent) : { result: "unknown" }
}

/** Continues a sale after the payer's 3DS challenge. */
export async function sendChallenge(mode: PaymentsMode, attempt: AttemptRow): Promise<SaleOutcome> {
  const acquirer = await acquirerFor(mode, attempt)
  if (!acquirer.finishChallenge) throw new Error(`the acquirer ${acquirer.name} does not support the hosted 3DS challenge`)
  return acquirer.finishChallenge(attempt.account, attempt.reference, attempt.challenge === "passed")
}

/**
 * Creating a PIX code or a boleto takes no money, and the payer has not seen it yet. If the outcome is unknown and a look-up
 * finds nothing, it is safe to report it as not made. The attempt is still watched.
 */
async function orUnavailable(acquirer: Acquirer, attempt: AttemptRow, create: () => Promise<SaleOutcome>): Promise<SaleOutcome> {
  try {
    const outcome = await create()
    if (outcome.result !== "unknown") return outcome
  } catch {
    // The look-up below decides.
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
