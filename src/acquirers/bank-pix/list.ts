import { setTimeout as pause } from "node:timers/promises"
import { objectOf } from "../wire/json.ts"
import { type Answer, isSuccess, NoAnswer } from "../wire/request.ts"
import type { Account } from "./exchange.ts"
import { answerTo, errorName, failureOf } from "./failures.ts"
import { type Pix, readPix } from "./pix.ts"
import type { Call } from "./session.ts"
import { listOf, must } from "./wire.ts"

/** Milliseconds, both ends in it. */
export type Period = { from: number; to: number }
type Filters = Record<string, string>

/** What a list has: where it is, and how an item of it is read and told from others. */
export type Listing<T> = { path: string; member: string; read(value: unknown, call: string): T; idOf(item: T): string }

const PIX: Listing<Pix> = { path: "/pix", member: "pix", read: readPix, idOf: ({ e2eid }) => e2eid }

/** The most that the contract allows. */
const PAGE = 1000
const DAY_MS = 86_400_000
/** How often a list is read that changes while it is read. */
const MAX_READINGS = 5
/** How often a page is asked for while the bank wants no calls. */
const MAX_WAITS = 20
const TOO_MANY = 429
/** No list of a day is longer. */
const MAX_PAGES = 1000

/**
 * The payments of a period. An unhurried list leaves the bank time for calls that payers wait for, and waits while the bank wants none.
 */
export function listPix(
  account: Account,
  period: Period,
  filters: Filters,
  signal: AbortSignal,
  isUnhurried = false,
): Promise<Pix[]> {
  return listAll(account, PIX, { period, filters, isUnhurried }, signal)
}

type Asked = { period: Period; filters: Filters; isUnhurried?: boolean }

/**
 * All that was made in a period, each once, in no order. Banks limit the period, and do not say to how long: one that is too long is asked for by
 * the day. Throws if the bank gives no answer.
 */
export async function listAll<T>(account: Account, list: Listing<T>, asked: Asked, signal: AbortSignal): Promise<T[]> {
  const { period } = asked
  const whole = await readList(account, list, asked, signal)
  if (whole) return whole
  const refused = () => new NoAnswer(`GET ${list.path}: the bank refuses a list of a day`)
  if (period.to - period.from <= DAY_MS) throw refused()
  const found = new Map<string, T>()
  for (let from = period.from; from <= period.to; from += DAY_MS) {
    const day = { from, to: Math.min(from + DAY_MS, period.to) }
    const listed = await readList(account, list, { ...asked, period: day }, signal)
    if (!listed) throw refused()
    for (const item of listed) found.set(list.idOf(item), item)
  }
  return [...found.values()]
}

/** Undefined if the bank refuses the period. A list that has changed meanwhile is read again, because its pages have moved. */
async function readList<T>(account: Account, list: Listing<T>, asked: Asked, signal: AbortSignal): Promise<T[] | undefined> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const found = new Map<string, T>()
    let total: number | undefined
    let isSame = true
    for (let page = 0, pages = 1; page < pages; page++) {
      const answer = await readPage(account, list, { ...asked, page }, signal)
      if (!answer) return undefined
      for (const item of answer.items) found.set(list.idOf(item), item)
      isSame = isSame && answer.total === (total ?? answer.total)
      total = answer.total
      pages = Math.min(answer.pages, MAX_PAGES)
    }
    if (isSame && found.size >= (total ?? 0)) return [...found.values()]
  }
  throw new NoAnswer(`GET ${list.path}: the list changes faster than it can be read`)
}

type Page<T> = { items: T[]; pages: number; total: number }

async function readPage<T>(
  account: Account,
  list: Listing<T>,
  { period: { from, to }, filters, isUnhurried, page }: Asked & { page: number },
  signal: AbortSignal,
): Promise<Page<T> | undefined> {
  const query = {
    ...{ inicio: new Date(from).toISOString(), fim: new Date(to).toISOString(), ...filters },
    ...{ "paginacao.paginaAtual": String(page), "paginacao.itensPorPagina": String(PAGE) },
  }
  const call = { method: "GET", path: list.path, query } as const
  const answer = await (isUnhurried ? answerInTime : answerTo)(account, call, signal)
  if (isSuccess(answer)) return pageIn(answer, list)
  if (answer.status === 400 && errorName(answer)) return undefined
  throw failureOf(answer)
}

async function answerInTime(account: Account, call: Call, signal: AbortSignal): Promise<Answer> {
  for (let waits = 1; ; waits++) {
    await pause(Math.max(account.listGapMs, account.quietMs()), undefined, { signal })
    const answer = await answerTo(account, call, signal)
    if (answer.status !== TOO_MANY || waits === MAX_WAITS) return answer
  }
}

function pageIn<T>({ body, call }: Answer, { member, read }: Listing<T>): Page<T> {
  const { parametros, [member]: items } = objectOf(body)
  const { quantidadeDePaginas, quantidadeTotalDeItens } = objectOf(objectOf(parametros).paginacao)
  const numberOf = (value: unknown) => (Number.isSafeInteger(Number(value)) ? Number(value) : undefined)
  return {
    items: listOf(items).map((one) => read(one, call)),
    pages: must(numberOf(quantidadeDePaginas), call, "quantidadeDePaginas"),
    total: must(numberOf(quantidadeTotalDeItens), call, "quantidadeTotalDeItens"),
  }
}
