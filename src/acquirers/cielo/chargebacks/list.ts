// The lists of cases: those that wait for an answer, and those that were answered.
import { CallRefused } from "../../acquirer.ts"
import type { CaseItem, CasePage, CaseQuery } from "../../chargebacks.ts"
import type { Answer } from "../../wire/request.ts"
import { type Account, judged, send } from "./calls.ts"
import { type ReadItem, type ReadPage, readCode, readPage } from "./read.ts"

const PAGE_SIZE = 200
const FRIENDLY_COLLECTION = 2
/** The payment head and all below it. */
const WHOLE_HIERARCHY = 4

export async function list(account: Account, query: CaseQuery, signal: AbortSignal): Promise<CasePage> {
  const { items, isLast } = await page(account, query, [], signal)
  return { items: await Promise.all(items.map((item) => withKind(account, query, item, signal))), isLast }
}

/** Not all words of processes are known. The query has numbers for them, and says so of a case whose word is not. */
async function withKind(account: Account, query: CaseQuery, item: ReadItem, signal: AbortSignal): Promise<CaseItem> {
  if (item.isInquiry !== undefined) return { ...item, isInquiry: item.isInquiry }
  const { number, step } = item
  const { items } = await page(account, { ...query, page: 0, number }, [FRIENDLY_COLLECTION], signal)
  return { ...item, isInquiry: items.some((each) => each.step === step) }
}

async function page(account: Account, query: CaseQuery, process: number[], signal: AbortSignal): Promise<ReadPage> {
  const { head, establishments } = account.credentials
  const numbers = head === null ? await establishments() : []
  if (head === null && numbers.length === 0) throw new CallRefused("the account has neither an EC number nor a head")
  const body = {
    startNotificationPeriod: query.status === "done" ? query.period.from : "",
    endNotificationPeriod: query.status === "done" ? query.period.to : "",
    establishmentNumber: numbers,
    mainCustomer: head ?? "",
    hierarchyType: head === null ? "" : WHOLE_HIERARCHY,
    cardAssociationCode: [],
    process,
    reason: [],
    idCase: query.number === undefined ? "" : idNumber(query.number),
    tid: "",
    nsu: "",
  }
  const status = query.status === "done" ? "DONE" : "PENDING"
  const answer = await askInEither(account, (names) => `/${status}?${names}`, query, JSON.stringify(body), signal)
  return answer ? readPage(answer) : { items: [], isLast: true }
}

/** Without a code, Cielo did not take the form of the query. The names of the other edition are then tried, and kept if they are taken. */
async function askInEither(
  account: Account,
  pathOf: (names: URLSearchParams) => string,
  { page }: CaseQuery,
  body: string,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const sendWith = (isCapital: boolean) =>
    send(account, { method: "POST", path: pathOf(parametersOf(page, isCapital)), body }, signal)
  const isRefused = ({ status, body: said }: Answer) => status === 400 && readCode(said) === undefined
  const first = await sendWith(account.isCapital)
  if (!isRefused(first)) return judged(account, first)
  const second = await sendWith(!account.isCapital)
  if (!isRefused(second)) account.isCapital = !account.isCapital
  return judged(account, second)
}

function parametersOf(page: number, isCapital: boolean): URLSearchParams {
  const size = { pageSize: String(PAGE_SIZE), orderBy: "receptionDate" }
  const [number, order] = [String(page), "asc"]
  return new URLSearchParams(isCapital ? { Page: number, ...size, Order: order } : { page: number, ...size, order })
}

/** The query has a number. One that a double would change goes as text. */
function idNumber(number: string): number | string {
  return Number.isSafeInteger(Number(number)) ? Number(number) : number
}
