import type { PageFacts } from "../merchants/pages.ts"
import type { Witness } from "./differences.ts"
import { checkNewCards } from "./new-cards.ts"
import { checkAllErased, checkPaymentLinks } from "./payment-links.ts"

/** Returns what is wrong with what payers did on pages: with links, their customers, and cards. */
export async function checkPages(witness: Witness, { stall, salon, forms, tokens, isClosed }: PageFacts): Promise<string[]> {
  const { database, mailed = new Map() } = witness
  return [
    ...(await checkPaymentLinks(witness, stall, { forms, mailed })),
    ...(isClosed ? await checkAllErased(database, stall.account) : []),
    ...(await checkNewCards(database, salon.account, tokens)),
  ]
}
