import { type CustomerRow, listCustomers, listCustomersNamed, mustFindCustomer } from "../../../accounts/customers.ts"
import { findDocument } from "../../../accounts/document.ts"
import { ApiError } from "../../../base/errors.ts"
import type { Page } from "../../../db/page.ts"
import type { At } from "../shell/at.ts"
import { PER_PAGE, pageRequest } from "../shell/pieces.ts"

/** The result of a search. `paged` is false for customers found by name, because their order differs from that of other lists. */
export type Found = Page<CustomerRow> & { paged: boolean }

/** Finds customers by an id, a whole e-mail address, a CPF or CNPJ, or the beginning of a name. */
export async function findCustomers(at: At, text: string): Promise<Found> {
  const { database } = at.mode
  const { account } = at
  if (/^cus_\w+$/.test(text)) return { ...(await byId(at, text)), paged: false }
  const document = findDocument(text)
  if (text !== "" && !text.includes("@") && !document) return byName(at, text)
  const filter = text === "" ? {} : document ? { document } : { email: text }
  return { ...(await listCustomers(database, { account }, { ...pageRequest(at), ...filter })), paged: true }
}

async function byId(at: At, id: string): Promise<Page<CustomerRow>> {
  try {
    return { rows: [await mustFindCustomer(at.mode.database, at, id)], has_more: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === "customer_not_found") return { rows: [], has_more: false }
    throw error
  }
}

async function byName(at: At, text: string): Promise<Found> {
  const rows = await listCustomersNamed(at.mode.database, at, text, PER_PAGE + 1)
  return { rows: rows.slice(0, PER_PAGE), has_more: rows.length > PER_PAGE, paged: false }
}
