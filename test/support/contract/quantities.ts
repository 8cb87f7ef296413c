// Finds the numbers with their units in the prose of openapi.yaml and of docs/guides: "15 minutes" is `900 s`.
import { readdirSync, readFileSync } from "node:fs"
import type { Json } from "./json.ts"
import { contract } from "./openapi.ts"

/** A text with the place where a reader finds it. */
export type Prose = { place: string; text: string }

const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")
const ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split(" ")

/** The seconds or bytes of a unit, by its beginning. */
const SIZES: [unit: RegExp, size: number, base: string][] = [
  [/^(s|seconds?)$/, 1, "s"],
  [/^(min|minutes?)$/, 60, "s"],
  [/^(h|hours?)$/, 3600, "s"],
  [/^days?$/, 86_400, "s"],
  [/^weeks?$/, 7 * 86_400, "s"],
  [/^KiB$/, 1024, "bytes"],
]
const TIMES = "s|seconds?|min|minutes?|h|hours?|days?|weeks?"
/** Units after words, such as "seven times". Other words are not quantities: "two events come". */
const AFTER_WORDS = `${TIMES}|years?|digits?|letters?|times|attempts?|failure`
const AFTER_DIGITS = `${AFTER_WORDS}|KiB|levels|characters?|names|requests|items|endpoints|webhook endpoints|origins|active API keys|advances|per page`

const NUMBER = "\\d+(?:,\\d{3})*(?:\\.\\d+)?"
const WORD = [...WORDS.slice(1), ...ORDINALS.slice(3)].join("|")
const list = (one: string) => `(?:${one})(?:(?:, or |, | and | to | or )(?:${one}))*`
const QUANTITY = new RegExp(
  `(?<![\\w.:+-])(?:(${list(NUMBER)})(?:[ -](${AFTER_DIGITS}))?|(${list(WORD)})[ -](${AFTER_WORDS})(?:, or (${WORD}))?|(an?) (minute|hour|day|week|year))(?![\\w-]|\\.\\d)`,
  "g",
)

/** Numbers that are names, and not quantities. */
const NAMES = [
  /^order: \d+$/gm,
  // A block of text, such as a picture, is prose.
  /^```(?!text no-run)\w+.*?^```$/gms,
  /(?<!`)`[^`]+`(?!`)/g,
  /\]\([^)]*\)/g,
  /^(#+ |\s*)\d+\. /gm,
  /\b(ISO|UTF|E\.|OpenAPI|SHA|HMAC-SHA)[- ]?[\d.-]+/g,
  /\b3-D\b|\/\d+\b/g,
  // Dates, times of day, addresses, money and card numbers.
  /\b\d{4}-\d\d-\d\d\b/g,
  /\b\d\d:\d\d(:\d\d)?\b/g,
  /\d+(\.\d+){3}/g,
  /\bR\$ [\d.,]+/g,
  /\b\d{4}(?: \d{4,6}){2,3}\b/g,
  // Statuses of responses.
  /(?<!to )\b(20[01]|2xx|30[123478]|40[0-59]|41[035]|42[29]|50[0234]|5xx)\b(?! (days|requests|a minute))/g,
]

const numberOf = (text: string): number => {
  const word = Math.max(WORDS.indexOf(text), ORDINALS.indexOf(text))
  return word >= 0 ? word : Number(text.replaceAll(",", ""))
}

const inBase = (value: number, unit = ""): string => {
  const [, size, base] = SIZES.find(([pattern]) => pattern.test(unit)) ?? [undefined, 1, unit.replace(/s$/, "")]
  return `${value * size} ${base}`.trim()
}

/** Returns the quantities of a text: times in seconds, sizes in bytes, others with their unit in the singular, if they have one. */
export function quantitiesIn(text: string): string[] {
  const plain = NAMES.reduce((rest, name) => rest.replace(name, " _ "), text).replaceAll(/\s+/g, " ")
  return [...plain.matchAll(QUANTITY)].flatMap(([, digits, unit, words, unitOfWords, more, article, time]) => {
    if (article) return [inBase(1, time)]
    const numbers = [...(digits ?? words!).split(/, or |, | and | to | or /), ...(more ? [more] : [])]
    return numbers.map((number) => inBase(numberOf(number), digits ? unit : unitOfWords))
  })
}

const TEXTS = ["description", "summary", "x-expected"]
const DESCRIBED = ["x-enumDescriptions", "x-scopes"]
const EXAMPLES = ["examples", "example", "x-codeSamples"]

/** Returns the name of a node by which a reader knows it: its operation, its component with the member, or its webhook. */
const nameOf = (keys: string[], operationId?: string): string => {
  const named = keys.filter(
    (key) => !["components", "paths", "properties", "post", "get", "delete", "schemas", ...TEXTS].includes(key),
  )
  return operationId ? `${operationId} ${named.slice(1).join(" ")}`.trim() : named.join(" ")
}

const textsOf = (node: Json, keys: string[] = [], operationId?: string): Prose[] => {
  if (node === null || typeof node !== "object") return []
  const id = node.operationId ?? operationId
  return Object.entries<Json>(node).flatMap(([key, value]) => {
    const at = [...keys, key]
    if (EXAMPLES.includes(key)) return []
    if (TEXTS.includes(key) && typeof value === "string") return [{ place: nameOf(at, id), text: value }]
    if (DESCRIBED.includes(key))
      return Object.entries<string>(value).map(([name, text]) => ({ place: `${nameOf(keys, id)} ${name}`, text }))
    return textsOf(value, at, id)
  })
}

/** Returns the text of each section of a Markdown page, by its heading. */
const sectionsOf = (page: string, markdown: string): Prose[] =>
  markdown.split(/^## /m).map((text, index) => ({ place: index === 0 ? page : `${page}: ${text.split("\n")[0]}`, text }))

const GUIDES = new URL("../../../docs/guides/", import.meta.url)

/** Returns all prose of the contract and of the guides. */
export const prose = (document: Json = contract): Prose[] => {
  const { info, tags, ...rest } = document
  return [
    ...sectionsOf("info", info.description),
    ...tags.map(({ name, description }: Json) => ({ place: `tag ${name}`, text: description })),
    ...textsOf(rest),
    ...readdirSync(GUIDES)
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) => sectionsOf(file, readFileSync(new URL(file, GUIDES), "utf8"))),
  ]
}
