// Writes to a database until writes fail, several transactions at a time: `node fill.ts URL`. Prints which transactions committed.
import { connect } from "../../../src/db/drivers/connect.ts"
import { statement } from "./statement.ts"

const insert = statement<void>((k, p) => k("settings").insert({ name: p.name, value: p.value }))
const AT_ONCE = 8
const MAX_ROUNDS = 500

const database = connect(process.argv[2]!, false)
const [done, failed, codes]: [string[], string[], Set<string>] = [[], [], new Set()]

async function put(name: string): Promise<void> {
  try {
    await database.transaction((tx) => tx.run(insert, { name, value: "x".repeat(2000) }))
    done.push(name)
  } catch (error) {
    failed.push(name)
    codes.add(String((error as { code?: string }).code))
  }
}

for (let round = 0; round < MAX_ROUNDS && failed.length < 5 * AT_ONCE; round++) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => put(`filled-${String(round).padStart(3, "0")}-${index}`)))
}
console.log(JSON.stringify({ done, failed, codes: [...codes] }))
