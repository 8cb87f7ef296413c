import type { AnyTable } from "../../../src/db/columns.ts"
import type { Transaction } from "../../../src/db/database.ts"
import { tables } from "../../../src/db/table.ts"
import { referencesOf } from "../../db/references-of.ts"
import { sql } from "./sql.ts"
import { mainTables } from "./table.ts"
import "./every-statement.ts"

type Value = string | number | boolean
type Values = Record<string, Value>

/** The tables whose rows belong to accounts, in the main database. */
export const accountTables = (): AnyTable[] => mainTables().filter(({ of }) => of === "account")

/** A column of a database, which may have an earlier schema than the declarations. */
type StoredColumn = { table: string; column: string; isNullable: boolean }

/** Makes rows of accounts from the declarations of their tables. A column that can be null is, unless a value is given. */
export class RowMaker {
  readonly #tx: Pick<Transaction, "run" | "dialect">
  /** Whether each column of the database can be null. Without it, the database has the declared columns. */
  readonly #stored: ReadonlyMap<string, boolean> | undefined
  #count = 0

  constructor(tx: Pick<Transaction, "run" | "dialect">, stored?: readonly StoredColumn[]) {
    this.#tx = tx
    this.#stored = stored && new Map(stored.map(({ table, column, isNullable }) => [`${table}.${column}`, isNullable]))
  }

  #mayLack(table: AnyTable, column: string): boolean {
    return (
      this.#stored?.get(`${table.name}.${column}`) ?? (this.#stored !== undefined || table.columns[column]?.isNullable === true)
    )
  }

  async account(): Promise<string> {
    return this.insert("accounts", { id: `acct_${++this.#count}`, name: "Padaria", created: 1, clock_offset: 0 })
  }

  /** Inserts a row of an account, and the rows that it must name. Returns its id. */
  async make(table: AnyTable, account: string, given: Values = {}): Promise<string> {
    const values: Values = { account, ...given }
    for (const { column, to } of referencesOf(table)) {
      const named = tables.get(to)
      if (column in values || named === undefined || this.#mayLack(table, column)) continue
      values[column] = await this.make(named, account)
    }
    for (const [column, { kind }] of Object.entries(table.columns)) {
      if (column in values || this.#mayLack(table, column)) continue
      const count = ++this.#count
      // An index reads the JSON of this text.
      const text = column === "body" ? "{}" : `${column}_${count}`
      values[column] = { text, integer: count, real: count, boolean: false, json: "{}" }[kind]
    }
    return this.insert(table.name, values)
  }

  /** Inserts exactly these values. */
  async insert(table: string, values: Values): Promise<string> {
    const names = Object.keys(values).map((name) => `"${name}"`)
    await this.#tx.run(
      sql(`INSERT INTO ${table} (${names}) VALUES (${Object.values(values).map((value) => this.#literal(value))})`),
      {},
    )
    return String(values.id ?? "")
  }

  #literal(value: Value): string {
    if (typeof value === "string") return `'${value}'`
    return typeof value === "boolean" && this.#tx.dialect === "sqlite" ? String(Number(value)) : String(value)
  }
}
