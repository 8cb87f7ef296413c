import { findDocument } from "../../../../accounts/document.ts"
import type { CustomerRow } from "../../../../accounts/tables.ts"
import { ApiError } from "../../../../base/errors.ts"
import { listCustomers, listCustomersNamed, mustFindCustomer } from "../../../../customers/customers.ts"
import type { Page } from "../../../../db/page.ts"
import { PER_PAGE, pageRequest } from "../../lists/pager.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The result of a search. `paged` is false for customers found by name, because their order differs from that of other lists. */
export type FoundCustomers = Page<CustomerRow> & { paged: boolean }

/** Finds customers by an id, a whole e-mail address, a CPF or CNPJ, or the beginning of a name. */
export async function findCustomers(request: DashboardRequest, text: string): Promise<FoundCustomers> {
  const { database } = request.mode
  const { account } = request
  if (/^cus_\w+$/.test(text)) return { ...(await byId(request, text)), paged: false }
  const document = findDocument(text)
  if (text !== "" && !text.includes("@") && !document) return byName(request, text)
  const filter = text === "" ? {} : document ? { document } : { email: text }
  return { ...(await listCustomers(database, { account }, { ...pageRequest(request), ...filter })), paged: true }
}

async function byId(request: DashboardRequest, id: string): Promise<Page<CustomerRow>> {
  try {
    return { rows: [await mustFindCustomer(request.mode.database, request, id)], has_more: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === "customer_not_found") return { rows: [], has_more: false }
    throw error
  }
}

async function byName(request: DashboardRequest, text: string): Promise<FoundCustomers> {
  const rows = await listCustomersNamed(request.mode.database, request, text, PER_PAGE + 1)
  return { rows: rows.slice(0, PER_PAGE), has_more: rows.length > PER_PAGE, paged: false }
}
