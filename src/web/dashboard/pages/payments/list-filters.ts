import type { CustomerRow } from "../../../../accounts/tables.ts"
import { isId } from "../../../../base/ids.ts"
import { readAmount } from "../../../../base/read-amount.ts"
import { MAX_SEARCH, MIN_SEARCH } from "../../../../base/search-terms.ts"
import { customersOfIds } from "../../../../customers/customers.ts"
import { SHOWN_STATES } from "../../../../payments/intents/shown-state.ts"
import { METHOD_TYPES } from "../../../../payments/search/listed.ts"
import { readSearch } from "../../../../payments/search/query.ts"
import type { Search } from "../../../../payments/search/search.ts"
import { datesInQuery, isDay } from "../../lists/filters.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { pathOfId } from "./search.ts"
import { WORDS } from "./words.ts"

/** The filters of the list, and the messages about them. */
export type PaymentQuery = {
  wanted: Search
  /** The chosen filter of states. */
  status: StatusFilter | ""
  /** The customer in the query, whose payments are listed. */
  customer?: CustomerRow
  /** The path to the object if the search has found an id. */
  to?: string
  /** The error messages of invalid parameters, by parameter. */
  errors: Partial<Record<"q" | "customer" | "amount" | "from" | "to", string>>
  isFiltered: boolean
}

/** The values of the filter by state. `any_refund` finds what was refunded in part or as a whole. */
const STATUS_FILTERS = [...SHOWN_STATES, "any_refund"] as const
type StatusFilter = (typeof STATUS_FILTERS)[number]

/** The filter parameters of the query. */
const FILTERS = ["q", "customer", "status", "method", "from", "to", "amount"] as const

/** Reads the query of the list of payments. */
export async function readQuery(request: DashboardRequest): Promise<PaymentQuery> {
  const asked: PaymentQuery = {
    wanted: {},
    status: "",
    errors: {},
    isFiltered: FILTERS.some((name) => request.queryParameter(name) !== ""),
  }
  const { wanted } = asked
  const status = request.queryChoice("status", STATUS_FILTERS)
  const method = request.queryChoice("method", METHOD_TYPES)
  if (status) {
    asked.status = status
    wanted.states = status === "any_refund" ? ["partly_refunded", "refunded"] : [status]
  }
  if (method) wanted.method = method
  readDates(request, asked)
  readAmountFilter(request, asked)
  await readText(request, asked)
  await readCustomer(request, asked)
  return asked
}

function readDates(request: DashboardRequest, { wanted, errors }: PaymentQuery): void {
  for (const name of ["from", "to"] as const)
    if (request.queryParameter(name) !== "" && !isDay(request.queryParameter(name))) errors[name] = request.words(WORDS).notDate
  if (!errors.from && !errors.to) Object.assign(wanted, datesInQuery(request))
}

function readAmountFilter(request: DashboardRequest, { wanted, errors }: PaymentQuery): void {
  const text = request.queryParameter("amount")
  if (text === "") return
  const amount = readAmount(text)
  if (amount === undefined) errors.amount = request.words(WORDS).notAmount
  else wanted.amount = amount
}

async function readText(request: DashboardRequest, asked: PaymentQuery): Promise<void> {
  const text = request.queryParameter("q")
  if (text === "") return
  const words = request.words(WORDS)
  if (isId(text)) {
    const path = await pathOfId(request.mode, request.account, text)
    if (path) asked.to = request.pathTo(path)
    else asked.errors.q = words.noSuchId(text)
    return
  }
  const query = readSearch(text, true)
  if (query) asked.wanted.query = query
  else asked.errors.q = words.notSearched(MIN_SEARCH, MAX_SEARCH)
}

/** The customer and the search apply together, so a payment must match both. */
async function readCustomer(request: DashboardRequest, asked: PaymentQuery): Promise<void> {
  const id = request.queryParameter("customer")
  if (id === "") return
  const words = request.words(WORDS)
  const customer = (await customersOfIds(request.mode.database, request, [id])).get(id)
  if (!customer) {
    asked.errors.customer = words.noSuchId(id)
    return
  }
  asked.customer = customer
  asked.wanted.customers = [id]
}
