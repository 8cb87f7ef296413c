import { casesOf, type Moment } from "./bank.ts"
import { coded, notAllowed } from "./codes.ts"
import { itemOf } from "./item.ts"
import { codeOfFilter, codeOfQuery, type Filter, filterOf, formOf, type PageAsked, restOf } from "./list-rules.ts"
import { type Case, PROCESSES, type Reply, type Step } from "./types.ts"

type Row = { one: Case; step: Step }

/** POST PENDING or DONE: what is to be answered, or what was. */
export function list(moment: Moment, status: string, query: URLSearchParams, body: unknown): Reply {
  if (status !== "PENDING" && status !== "DONE") return coded("919")
  const wrong = [...queryForm(query, moment), ...formOf(body, moment.options)]
  if (wrong.length > 0) return notAllowed(wrong)
  const filter = filterOf(body as object)
  const asked = pageAsked(query, moment)
  const code = codeOfQuery(asked) ?? codeOfFilter(filter, status)
  if (code) return coded(code)
  const rest = restOf(filter)
  if (rest.length > 0) return notAllowed(rest)

  const rows = casesOf(moment)
    .flatMap((one) => one.steps.map((step) => ({ one, step })))
    .filter(({ step }) => (status === "DONE") === Boolean(step.taken))
    .filter((row) => matches(row, filter))
  rows.sort(comparing(asked))
  const { page, pageSize } = asked
  const content = rows.slice(page * pageSize, (page + 1) * pageSize).map(({ one, step }) => itemOf(moment, one, step))
  if (content.length === 0) return { ...coded("103"), status: moment.options.nothingFound }
  if (status === "DONE" && moment.options.done === "list") return { status: 200, body: content }
  return { status: 200, body: pageOf(content, asked, rows.length, moment) }
}

/** The names of the query, in the order of PageAsked. */
function namesOf({ options }: Moment): [string, string, string, string] {
  return options.query === "lower" ? ["page", "pageSize", "orderBy", "order"] : ["Page", "pageSize", "orderBy", "Order"]
}

function queryForm(query: URLSearchParams, moment: Moment): string[] {
  const [page, pageSize, ...others] = namesOf(moment)
  const known: string[] = [page, pageSize, ...others]
  const numbers = [page, pageSize].filter((name) => !/^-?[0-9]+$/.test(query.get(name) ?? "0"))
  return [
    ...[...query.keys()].filter((name) => !known.includes(name)).map((name) => `the query has no ${name}`),
    ...known.filter((name) => query.getAll(name).length > 1).map((name) => `${name} must be sent once`),
    ...numbers.map((name) => `${name} must be a whole number`),
  ]
}

function pageAsked(query: URLSearchParams, moment: Moment): PageAsked {
  const [page, pageSize, orderBy, order] = namesOf(moment)
  return {
    page: Number(query.get(page) ?? 0),
    pageSize: Number(query.get(pageSize) ?? 20),
    orderBy: query.get(orderBy) ?? "receptionDate",
    order: query.get(order) ?? "desc",
  }
}

function matches({ one, step }: Row, filter: Filter): boolean {
  const { sale, reason } = one
  const within = (list: readonly (string | number)[], value: string | number | null) =>
    list.length === 0 || list.map(String).includes(String(value))
  const { startNotificationPeriod: start, endNotificationPeriod: end } = filter
  return (
    (!start || (step.received >= start && step.received <= end)) &&
    within(filter.establishmentNumber, sale.establishment) &&
    within(filter.cardAssociationCode, sale.brand) &&
    within(filter.process, PROCESSES[step.process]) &&
    within(filter.reason, reason.code) &&
    (filter.idCase === "" || String(filter.idCase) === String(one.idCase)) &&
    (filter.tid === "" || filter.tid === sale.tid) &&
    (filter.nsu === "" || Number(filter.nsu) === Number(sale.nsu))
  )
}

function comparing({ orderBy, order }: PageAsked): (one: Row, other: Row) => number {
  const member = orderBy === "receptionDate" ? "received" : "deadline"
  const sign = order === "asc" ? 1 : -1
  return ({ step: a }, { step: b }) => {
    if (a[member] !== b[member]) return a[member] < b[member] ? -sign : sign
    return sign * (a.idChargeback - b.idChargeback)
  }
}

function pageOf(content: object[], { page, pageSize }: PageAsked, total: number, { options }: Moment): object {
  const totalPages = Math.ceil(total / pageSize)
  const sort = { empty: false, sorted: true, unsorted: false }
  return {
    content,
    pageable: { pageNumber: page, pageSize, offset: page * pageSize, paged: true, unpaged: false, sort },
    last: page >= totalPages - 1,
    first: page === 0,
    totalElements: total,
    totalPages,
    number: page,
    numberOfElements: content.length,
    size: pageSize,
    sort,
    empty: options.emptyFlag === "always true",
  }
}
