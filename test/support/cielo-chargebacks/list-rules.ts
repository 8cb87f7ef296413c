// What Cielo's document allows in the request of a list.
import type { Code } from "./codes.ts"
import { daysBetween, isDay } from "./days.ts"
import { BRANDS, type Options } from "./types.ts"

/** The body of a list's request. Unused members are empty. */
export type Filter = {
  startNotificationPeriod: string
  endNotificationPeriod: string
  establishmentNumber: string[]
  mainCustomer: string | string[]
  hierarchyType: number | string
  cardAssociationCode: (number | string)[]
  process: (number | string)[]
  reason: (number | string)[]
  idCase: number | string
  tid: string
  nsu: number | string
}

const LISTS = ["establishmentNumber", "cardAssociationCode", "process", "reason"] as const
const TEXTS = ["startNotificationPeriod", "endNotificationPeriod", "tid"] as const
const NUMBERS = ["hierarchyType", "idCase", "nsu"] as const
const MEMBERS: string[] = [...LISTS, ...TEXTS, ...NUMBERS, "mainCustomer"]
const MAX_DAYS = 180
const PROCESS_CODES = ["1", "2", "3", "13", "15", "16"]

/** What is wrong with the form of a list's body, for which there is no code. An unused member is `""` or `[]`, or null in older editions. */
export function formOf(body: unknown, options: Options): string[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return ["the body must be an object"]
  const given = body as Record<string, unknown>
  const names = Object.keys(given)
  const isText = (name: string) => given[name] === null || typeof given[name] === "string"
  const lists: string[] = options.mainCustomer === "list" ? [...LISTS, "mainCustomer"] : [...LISTS]
  return [
    ...names.filter((name) => !MEMBERS.includes(name)).map((name) => `the body has no member ${name}`),
    ...MEMBERS.filter((name) => given[name] === undefined).map((name) => `${name} must be sent, empty if it is not used`),
    ...lists.filter((name) => !isListOf(given[name])).map((name) => `${name} must be a list of numbers or texts`),
    ...TEXTS.filter((name) => !isText(name)).map((name) => `${name} must be a text`),
    ...NUMBERS.filter((name) => !isText(name) && typeof given[name] !== "number").map(
      (name) => `${name} must be a number or a text`,
    ),
    ...(options.mainCustomer === "text" && !isText("mainCustomer") ? ["mainCustomer must be a text"] : []),
  ]
}

/** The same filter with nothing that is null. */
export function filterOf(body: object): Filter {
  const empty = (name: string) => ((LISTS as readonly string[]).includes(name) ? [] : "")
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value ?? empty(name)])) as Filter
}

/** The first code that a filter breaks. `status` is PENDING or DONE. */
export function codeOfFilter(filter: Filter, status: string): Code | undefined {
  const heads = [filter.mainCustomer].flat().filter((head) => head !== "")
  const { establishmentNumber: establishments, cardAssociationCode: brands } = filter
  if (establishments.some((ec) => !digits(ec, 10))) return "910"
  if (heads.some((head) => !digits(head, 10))) return "936"
  if (status === "DONE" && establishments.length === 0 && heads.length === 0) return "909"
  if (brands.some((brand) => !digits(brand))) return "912"
  if (brands.some((brand) => !Object.hasOwn(BRANDS, brand))) return "932"
  if (filter.process.some((one) => !digits(one))) return "924"
  if (filter.reason.some((one) => !digits(one))) return "925"
  if (filter.reason.length > 0 && brands.length === 0) return "908"
  return codeOfPeriod(filter, status) ?? codeOfIds(filter)
}

/** What a filter has that the document doesn't allow, and that has no code. */
export function restOf(filter: Filter): string[] {
  const heads = [filter.mainCustomer].flat().filter((head) => head !== "")
  const hierarchy = String(filter.hierarchyType)
  const ignored = filter.establishmentNumber.length > 0
  return [
    ...(!ignored && heads.length > 0 && hierarchy === "" ? ["mainCustomer needs hierarchyType"] : []),
    ...(hierarchy === "" || ["1", "2", "4"].includes(hierarchy) ? [] : ["hierarchyType must be 1, 2 or 4"]),
    ...filter.process.filter((one) => !PROCESS_CODES.includes(String(one))).map((one) => `there is no process ${one}`),
  ]
}

function codeOfPeriod({ startNotificationPeriod: start, endNotificationPeriod: end }: Filter, status: string): Code | undefined {
  if (!start && !end) return status === "DONE" ? "920" : undefined
  if (!start) return "921"
  if (!end) return "922"
  if (!isDay(start) || !isDay(end)) return "907"
  if (start > end) return "923"
  return daysBetween(start, end) > MAX_DAYS ? "906" : undefined
}

function codeOfIds({ idCase, tid, nsu }: Filter): Code | undefined {
  if (idCase !== "" && !digits(idCase, 20)) return "911"
  if (!/^[A-Za-z0-9]*$/.test(tid)) return "914"
  if (tid.length > 20) return "915"
  return nsu !== "" && !digits(nsu) ? "935" : undefined
}

/** The first code that a query breaks. */
export function codeOfQuery({ page, pageSize, orderBy, order }: PageAsked): Code | undefined {
  if (page < 0) return "916"
  if (pageSize < 1) return "917"
  if (pageSize > 200) return "138"
  if (!["receptionDate", "treatmentDeadline"].includes(orderBy)) return "933"
  return ["asc", "desc"].includes(order) ? undefined : "934"
}

export type PageAsked = { page: number; pageSize: number; orderBy: string; order: string }

/** Whether it is digits only, and not too many. */
export function digits(value: unknown, most = 30): boolean {
  const text = String(value)
  return /^[0-9]+$/.test(text) && text.length <= most
}

function isListOf(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.every((one) => ["string", "number"].includes(typeof one)))
}
