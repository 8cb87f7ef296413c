import { statement as define, statements } from "../../../src/db/statement.ts"

type Define = typeof define

/** Every statement that this module defined. */
export const testStatements: (typeof statements)[number][] = []

/** Defines a statement that only tests run. It is not in the program's list of statements, whose plans a test checks. */
export const statement: Define = <Row, Name extends string>(build: Parameters<Define>[0]) => {
  const made = define<Row, Name>(build)
  testStatements.push(...statements.splice(statements.indexOf(made), 1))
  return made
}
