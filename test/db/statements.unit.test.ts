import { readFileSync } from "node:fs"
import { expect } from "chai"
import { DIALECTS, fileOf, sqlOfAll } from "./statements/sql-of-all.ts"

describe("The SQL of the statements", () => {
  for (const dialect of DIALECTS)
    it(`on ${dialect} is what test/db/statements/${dialect}.sql says (npm run -s statements writes it anew)`, () => {
      const before = new Set(readFileSync(fileOf(dialect), "utf8").split("\n"))
      const now = new Set(sqlOfAll(dialect).split("\n"))
      const gone = [...before].filter((sql) => !now.has(sql)).map((sql) => `- ${sql}`)
      const added = [...now].filter((sql) => !before.has(sql)).map((sql) => `+ ${sql}`)
      expect([...gone, ...added].join("\n")).to.equal("")
    })
})
