import { type Answer, isSuccess, NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import { answerTo, errorName, failureOf } from "./failures.ts"
import { type Pix, readPix } from "./pix.ts"
import { listOf, must, objectOf } from "./wire.ts"

/** Milliseconds, both ends in it. */
export type Period = { from: number; to: number }
type Filters = { txid?: string; txIdPresente?: "true"; devolucaoPresente?: "true" }

/** The most that the contract allows. */
const PAGE = 1000
const DAY_MS = 86_400_000
/** How often a list is read that changes while it is read. */
const MAX_READINGS = 5
/** No list of a day is longer. */
const MAX_PAGES = 1000

/**
 * The payments of a period, each once, in no order. Banks limit the period, and do not say to how long: one that is too long is asked for by the
 * day. Throws if the bank gives no answer.
 */
export async function listPix(account: Account, period: Period, filters: Filters, signal: AbortSignal): Promise<Pix[]> {
  const whole = await readList(account, period, filters, signal)
  if (whole) return whole
  if (period.to - period.from <= DAY_MS) throw new NoAnswer("GET /pix: the bank refuses a list of a day")
  const found = new Map<string, Pix>()
  for (let from = period.from; from <= period.to; from += DAY_MS) {
    const day = { from, to: Math.min(from + DAY_MS, period.to) }
    const listed = await readList(account, day, filters, signal)
    if (!listed) throw new NoAnswer("GET /pix: the bank refuses a list of a day")
    for (const pix of listed) found.set(pix.e2eid, pix)
  }
  return [...found.values()]
}

/** Undefined if the bank refuses the period. A list that has changed meanwhile is read again, because its pages have moved. */
async function readList(account: Account, period: Period, filters: Filters, signal: AbortSignal): Promise<Pix[] | undefined> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const found = new Map<string, Pix>()
    let total: number | undefined
    let isSame = true
    for (let page = 0, pages = 1; page < pages; page++) {
      const answer = await readPage(account, period, filters, page, signal)
      if (!answer) return undefined
      for (const pix of answer.pix) found.set(pix.e2eid, pix)
      isSame = isSame && answer.total === (total ?? answer.total)
      total = answer.total
      pages = Math.min(answer.pages, MAX_PAGES)
    }
    if (isSame && found.size >= (total ?? 0)) return [...found.values()]
  }
  throw new NoAnswer("GET /pix: the list changes faster than it can be read")
}

type Page = { pix: Pix[]; pages: number; total: number }

async function readPage(
  account: Account,
  { from, to }: Period,
  filters: Filters,
  page: number,
  signal: AbortSignal,
): Promise<Page | undefined> {
  const query = {
    ...{ inicio: new Date(from).toISOString(), fim: new Date(to).toISOString(), ...filters },
    ...{ "paginacao.paginaAtual": String(page), "paginacao.itensPorPagina": String(PAGE) },
  }
  const answer = await answerTo(account, { method: "GET", path: "/pix", query }, signal)
  if (isSuccess(answer)) return pageIn(answer)
  if (answer.status === 400 && errorName(answer)) return undefined
  throw failureOf(answer)
}

function pageIn({ body, call }: Answer): Page {
  const { parametros, pix } = objectOf(body)
  const { quantidadeDePaginas, quantidadeTotalDeItens } = objectOf(objectOf(parametros).paginacao)
  const numberOf = (value: unknown) => (Number.isSafeInteger(Number(value)) ? Number(value) : undefined)
  return {
    pix: listOf(pix).map((one) => readPix(one, call)),
    pages: must(numberOf(quantidadeDePaginas), call, "quantidadeDePaginas"),
    total: must(numberOf(quantidadeTotalDeItens), call, "quantidadeTotalDeItens"),
  }
}
