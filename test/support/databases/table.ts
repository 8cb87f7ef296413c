import { table, tables } from "../../../src/db/table.ts"

/** Declares a table that only a test makes. It is not among the tables of the program, which a test compares with the databases. */
export const testTable: typeof table = (name, columns, keys) => {
  const made = table(name, columns, keys)
  tables.delete(name)
  return made
}
