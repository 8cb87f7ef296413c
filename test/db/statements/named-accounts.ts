/** A query of a statement: its SQL without the queries inside it, and the tables of its rows. */
type Part = { sql: string; tables: { table: string; alias: string }[] }

/** That a row of `accounts` says the name of the database in which it is (src/db/here.ts). */
export const IS_OWN = String.raw`database = coalesce\(\(SELECT value FROM settings WHERE name = 'database'\), 'main'\)`

/** What names all accounts, or all if no one is given. */
const OF_ALL = [
  new RegExp(`account (?:IN \\(|= ANY\\(ARRAY\\()SELECT id FROM accounts(?: WHERE (?:true|accounts\\.${IS_OWN}))?\\)+`, "g"),
  /accounts\.id = \w+\.account\b|\w+\.account = accounts\.id\b/g,
  /\(CAST\(\S+ AS text\) IS NULL OR \w+\.account = \S+\)/g,
]

/**
 * The tables of accounts of which a statement reads or changes rows without naming their account: in the query that has the table, the
 * account must equal something or be one of a list, or equal that of another table in it whose account is named.
 */
export function unnamedAccounts(sql: string, isOfAccounts: (table: string) => boolean): string[] {
  const plain = sql.replace(/["`]/g, "").replace(/\s+/g, " ")
  const parts = partsOf(OF_ALL.reduce((text, all) => text.replace(all, "true"), plain))
  return parts.flatMap(({ sql, tables }) => {
    const own = tables.filter(({ table }) => isOfAccounts(table))
    const named = namedIn(
      sql,
      own.map(({ alias }) => alias),
      tables.length === 1,
    )
    return own.filter(({ alias }) => !named.has(alias)).map(({ table }) => table)
  })
}

const JOINED = /(\w+)\.account = (\w+)\.account\b/g

/** Those of some tables whose account is named in a query. A table that is not among them is one outside the query, or a list. */
function namedIn(sql: string, aliases: readonly string[], isAlone: boolean): Set<string> {
  const others = sql.replace(JOINED, "true")
  const named = new Set(aliases.filter((alias) => isNamed(others, alias) || (isAlone && isNamed(others))))
  const isKnown = (alias: string) => named.has(alias) || !aliases.includes(alias)
  const joined = Array.from(sql.matchAll(JOINED), ([, left = "", right = ""]) => [left, right] as const)
  for (const _ of joined)
    for (const [left, right] of joined) {
      if (isKnown(left)) named.add(right)
      if (isKnown(right)) named.add(left)
    }
  return named
}

function isNamed(sql: string, alias?: string): boolean {
  const account = alias === undefined ? "(?<![.\\w])account" : `\\b${alias}\\.account`
  const hidden = `(?:coalesce\\(${account}, NULL\\)|${account})`
  return [`${hidden} (?:=|IN \\()`, `\\(${account}, [\\w., ]+\\) (?:=|IN \\()`].some((form) => new RegExp(form).test(sql))
}

const QUERY = /^ ?(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i

/** The queries of a statement. Those within others are on their own, and so are the parts of a UNION or an INTERSECT. */
function partsOf(sql: string): Part[] {
  const queries: string[] = []
  queries.push(withoutQueries(sql, queries))
  return queries
    .flatMap((query) => query.split(/\b(?:UNION ALL|INTERSECT)\b/i))
    .map((query) => ({ sql: query, tables: tablesOf(query) }))
}

/** Takes the queries in parentheses out of a text, and adds them to `queries`. */
function withoutQueries(sql: string, queries: string[]): string {
  let text = ""
  for (let at = 0; at < sql.length; at++) {
    if (sql[at] !== "(") {
      text += sql[at]
      continue
    }
    const end = endOf(sql, at)
    const inner = withoutQueries(sql.slice(at + 1, end), queries)
    if (QUERY.test(inner)) queries.push(inner)
    text += QUERY.test(inner) ? "()" : `(${inner})`
    at = end
  }
  return text
}

/** The place of the parenthesis that closes the one at `start`. */
function endOf(sql: string, start: number): number {
  let depth = 0
  for (let at = start; at < sql.length; at++) {
    if (sql[at] === "(") depth++
    if (sql[at] === ")" && --depth === 0) return at
  }
  throw new Error(`a parenthesis is open: ${sql}`)
}

const KEYWORDS = "WHERE|SET|JOIN|INNER|ON|LEFT|CROSS|ORDER|LIMIT|GROUP|FOR|RETURNING|INDEXED|USING|UNION|INTERSECT|WINDOW|HAVING"
const TABLE = new RegExp(`(?<!\\bFOR )\\b(?:FROM|JOIN|UPDATE) (\\w+)\\b(?!\\()(?: (?:AS )?(?!(?:${KEYWORDS})\\b)(\\w+))?`, "gi")

const tablesOf = (sql: string) =>
  Array.from(sql.matchAll(TABLE), ([, table = "", alias = table]) => ({ table, alias })).filter(
    ({ table }) => !/^SET$/i.test(table),
  )
