import type { Knex } from "knex"
import { type AnyStatement, define, type Statement, statements, type Values } from "../../../src/db/statement.ts"

/** Every statement that only tests run. */
export const testStatements: AnyStatement[] = []

/** Takes a statement that only tests run out of the program's list, whose plans a test checks: `testOnly(refunds.find(["account"]))`. */
export function testOnly<S extends AnyStatement>(made: S): S {
  testStatements.push(...statements.splice(statements.indexOf(made), 1))
  return made
}

type Build<Name extends string> = (k: Knex, p: Record<Name, Knex.Value>) => Knex.QueryBuilder | Knex.Raw
type ValuesOf<Name extends string> = string extends Name ? Values : Record<Name, unknown>

/** Inserts a row into any table. A column that is not given is null. */
export function insertInto(table: string, columns: readonly string[]): Statement<void, Values> {
  return statement<void>((k, p) => k(table).insert(Object.fromEntries(columns.map((name) => [name, p[name] ?? null]))))
}

/** Defines a statement that only tests run, on any table. Nothing checks its names, and nothing decodes its rows. */
export function statement<Row, Name extends string = string>(build: Build<Name>): Statement<Row, ValuesOf<Name>> {
  return testOnly(define((k, p) => build(k, p as Record<Name, Knex.Value>)))
}
