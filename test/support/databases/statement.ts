import { type AnyStatement, statement as define, statements } from "../../../src/db/statement.ts"

type Define = typeof define

/** Every statement that this module defined. */
export const testStatements: (typeof statements)[number][] = []

/** Defines a statement that only tests run. It is not in the program's list of statements, whose plans a test checks. */
export const statement: Define = <Row, Name extends string>(build: Parameters<Define>[0]) => {
  return testOnly(define<Row, Name>(build))
}

/** Takes a statement that only tests run out of the program's list: `testOnly(refunds.find(["account"]))`. */
export function testOnly<S extends AnyStatement>(made: S): S {
  testStatements.push(...statements.splice(statements.indexOf(made), 1))
  return made
}
