import { expect } from "chai"
import { scriptOf } from "../../scripts/bench/requests/pgbench-script.ts"
import type { Sent } from "../../scripts/bench/requests/record-statements.ts"

const statement = (text: string, ...values: (string | null)[]): Sent => ({ text, values })

/** What a create might send, with this id and key. */
function create(id: string, key: string): Sent[] {
  return [
    statement("BEGIN"),
    statement("insert into keys values ($1, $2)", "acct_00XgEvl77ialxivL8glI52x1u", key),
    statement("insert into intents values ($1, $2, $3);", id, null, "1795405135"),
    statement("update keys set body = $1::text where key = $2 or $2 = '12:34'", `{"id":"${id}"}`, key),
    statement("COMMIT"),
  ]
}

const first = create("pi_00XgEvmNUemS5abcdefghijkl", "499f65a6-979a-4514-8ea7-000000000000")
const second = create("pi_00XgEvqNUemS5mnopqrstuvwx", "bbbbbbbb-979a-4514-8ea7-111111111111")

describe("The script of pgbench", () => {
  it("sends the statements of the service, with values as parameters", () => {
    const { text, variables, statements } = scriptOf([first, second])
    expect(statements).to.equal(5)
    expect(text.split("\n").slice(3)).to.deep.equal([
      "BEGIN;",
      "insert into keys values (:v0, (:v1 || lpad(:random, 12, '0')));",
      "insert into intents values ((:v2 || lpad(:grows, 12, '0')), NULL, :v3);",
      "update keys set body = (:v4 || lpad(:grows, 12, '0') || :v5)::text where key = (:v6 || lpad(:random, 12, '0')) or (:v7 || lpad(:random, 12, '0')) = '12:34';",
      "COMMIT;",
      "",
    ])
    expect(variables).to.deep.equal({
      ...{ v0: "acct_00XgEvl77ialxivL8glI52x1u", v1: "499f65a6-979a-4514-8ea7-", v2: "pi_00XgEvmNUemS5", v3: "1795405135" },
      ...{ v4: '{"id":"pi_00XgEvmNUemS5', v5: '"}', v6: "499f65a6-979a-4514-8ea7-", v7: "499f65a6-979a-4514-8ea7-" },
    })
  })

  it("leaves out a request among whose statements others came", () => {
    const disturbed = [statement("select 'background'"), ...create("pi_1", "key")]
    expect(scriptOf([disturbed, first, second]).statements).to.equal(5)
    expect(() => scriptOf([disturbed, first])).to.throw("no two requests sent the same statements")
  })
})
