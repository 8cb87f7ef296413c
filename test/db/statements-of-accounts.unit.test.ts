import { expect } from "chai"
import { tables } from "../../src/db/table.ts"
import { statements } from "../support/databases/every-statement.ts"
import { IS_OWN, unnamedAccounts } from "./statements/named-accounts.ts"
import { DIALECTS } from "./statements/sql-of-all.ts"

/**
 * The statements that read or change rows of accounts without naming the account, by a pattern of their SQL without quotes, and why.
 * Nobody is served an account's rows by them: what they find has its account, and each further statement names it. They leave out the accounts
 * whose row says that they are in another database, or `elsewhere` says why they need not.
 */
const WITHOUT_ACCOUNT: { why: string; elsewhere?: string; sql: RegExp[] }[] = [
  {
    why: "a key is found by its digest",
    elsewhere: "what is found says the database of its account, and the caller then asks all others",
    sql: [/from api_keys where digest = /],
  },
  {
    why: "a line of a statement of all accounts finds its charge, or the accounts of its establishment",
    sql: [
      /FROM establishments WHERE acquirer = \S+ AND establishment /,
      /FROM charge_references WHERE tid /,
      /FROM statement_lines WHERE received /,
    ],
  },
  {
    why: "a page is found by its link",
    elsewhere: "the caller reads the row of the account, and then asks all others",
    sql: [
      /from (payment_intents|refunds) where account (IN|= ANY).*\(SELECT id FROM accounts\)+ and id = /,
      /from hosted_links where link = /, /from (pay_pages where payment_intent|payment_links where id) = /,
    ],
  },
  { why: "a browser is asked for before its key is known", sql: [/from merchant_origins where origin = /] },
  {
    why: "an acquirer notifies a charge of its own",
    elsewhere: "what is found says the database of its account: the acquirer must not hear that nobody knows the charge",
    sql: [/from attempts .* where acquirer = \S+ and charge = /],
  },
  {
    why: "due work of all accounts is found, counted and measured by its time",
    sql: [
      /WITH (RECURSIVE )?turn/,
      /FROM (attempts|mandates|subscriptions|mock_charges|disputes|payouts|payout_settings|statement_work|acquirer_openings|mails|acquirer_listings|chargeback_(desks|answers)) WHERE (due_at|notice_at|user_due_at) IS NOT NULL AND (due_at|notice_at|user_due_at) <= /,
      /from (tokens|hosted_links|idempotency_keys|payment_links) .*(due_at|expires_at) <= /i,
      /DELETE FROM idempotency_keys WHERE .*expires_at <= /,
      /from events where seq is null/,
      /(DELETE|select account) from total_deltas /i,
      /total_deltas WHERE account > ''/,
      /FROM deliveries WHERE status = 'pending'\)/,
      /from deliveries .* where status = 'pending' .*order by deliveries.id/,
      /from webhook_endpoints where old_secret_until_ms <= /,
      /from cards where erase_after_ms <= /i,
      /from customers where name IS NOT NULL AND name_folded IS NULL/,
      /from customers where name IS DISTINCT FROM name_in_terms/,
      /from payment_intents where NOT has_terms AND/,
      /from erasures where step IS NOT NULL/,
      /from reference_lookups where due_at_ms <= /i,
    ],
  },
  {
    why: "the next account with old rows is found, and then its rows",
    sql: [
      /FROM (purchase_messages|order_messages|attempts|tokens) AS old WHERE old.account = accounts.id/,
      /FROM mails WHERE mails.account = accounts.id/,
    ],
  },
  {
    why: "the documents of cases that ended long ago are deleted for all accounts",
    sql: [/DELETE FROM chargeback_files WHERE .*chargeback_cases.closed_at < /],
  },
  {
    why: "a process releases what dead processes held",
    sql: [/select distinct owner from attempts/, /update attempts set held_until_ms = \S+, owner = \S+ where owner = /],
  },
  {
    why: "what fails or waits for a person is counted and forgotten over all accounts",
    sql: [
      /from failing_work where kind = /i,
      /FROM failing_work WHERE NOT failing_work.resolved/,
      /FROM failing_work LEFT JOIN/,
      /'delivery_dead_letter'/,
      /FROM deliveries WHERE status = 'dead_letter' AND replaced_by IS NULL\)/,
      /AS attention FROM /,
      /FROM disputes WHERE excess > 0 AND excess_taken IS NULL/,
      /FROM disputes WHERE status = 'needs_response'/,
      /FROM statement_differences WHERE ended_at IS NULL AND resolved_at IS NULL .*LIMIT/,
      /FROM chargeback_cases WHERE \(needs_join OR/,
      /FROM mails WHERE status = 'failed' AND resolved_at IS NULL .*LIMIT/,
      /from negative_balances where (since <=|account >)/i,
      /FROM totals WHERE account > \S+ AND account <= /,
      /from attempts where state NOT IN \('done', 'given_up'\) .*order by created/,
    ],
  },
  {
    why: "an operator's command, for all accounts or for an id alone",
    sql: [
      /account (IN|= ANY)\b.*\(SELECT id FROM accounts WHERE /,
      /from api_keys where .* order by id/,
      /(from|update) payouts .*status = 'pending'/,
      /from chargeback_cases where number = \S+ .*order by id/,
      /from failing_work where item = /,
      /SELECT newest.id, newest.account/,
      /from deliveries where .*status = '(pending|dead_letter)' order by id desc/,
    ],
  },
  {
    why: "the turns of processes that advance a clock lapse",
    elsewhere: "they are in test mode, which has one database",
    sql: [/from clock_turns where lease_until_ms < /],
  },
  {
    why: "the payouts of a file are found by its number",
    elsewhere: "a file stays what the bank has got, until the account is cleaned",
    sql: [/from payouts where file = /],
  },
  {
    why: "a rotation of the keys rewraps the values of all accounts",
    elsewhere: "what was left behind must be readable until it is cleaned, or no key could ever be deleted",
    sql: [/select account, (id|key|refund|attempt), CASE WHEN .* where \(account,(id|key|refund|attempt)\) > /],
  },
]

/** On SQLite there is one database. */
const LEAVES_OUT = new RegExp(`\\b(?:accounts|here)\\.${IS_OWN}`)

const plainOf = (dialect: "sqlite" | "postgres") => [
  ...new Set(statements.map((each) => each.compiled(dialect).sql.replace(/["`]/g, "").replace(/\s+/g, " "))),
]

const isOfAccounts = (table: string) => tables.get(table)?.of === "account"

describe("Each statement", () => {
  for (const dialect of DIALECTS)
    it(`on ${dialect} names the account of the rows that it reads or changes, or stands in a short list with its reason`, () => {
      const unnamed = plainOf(dialect).filter((sql) => unnamedAccounts(sql, isOfAccounts).length > 0)
      const patterns = WITHOUT_ACCOUNT.flatMap(({ sql }) => sql)
      const unexplained = unnamed.filter((sql) => !patterns.some((pattern) => pattern.test(sql)))
      expect(unexplained.map((sql) => `${unnamedAccounts(sql, isOfAccounts)}: ${sql}`).join("\n")).to.equal("")
      const needless = patterns.filter((pattern) => !unnamed.some((sql) => pattern.test(sql)))
      expect(needless.map(String), "reasons that no statement needs").to.deep.equal([])
    })

  it("that names no account leaves out those that are in another database, or stands in the list with the reason why it need not", () => {
    const exempt = WITHOUT_ACCOUNT.flatMap(({ elsewhere, sql }) => (elsewhere === undefined ? [] : sql))
    const unnamed = plainOf("postgres").filter((sql) => unnamedAccounts(sql, isOfAccounts).length > 0)
    // The query builder writes it in small letters, between whole queries.
    const parts = unnamed.flatMap((sql) => sql.split(" union all "))
    const blind = parts.filter((sql) => !LEAVES_OUT.test(sql) && !exempt.some((pattern) => pattern.test(sql)))
    expect(blind.join("\n")).to.equal("")
    const careful = exempt.filter((pattern) => unnamed.some((sql) => pattern.test(sql) && LEAVES_OUT.test(sql)))
    expect(careful.map(String), "reasons that no statement needs").to.deep.equal([])
  })

  it("is found where it leaves the account out, in a join and in a query within it, too", () => {
    const rows: [string, string[]][] = [
      ["select id from refunds where account = ? and id = ?", []],
      ["select id from refunds where id = ?", ["refunds"]],
      ["update refunds set status = ? where id = ?", ["refunds"]],
      ["delete from refunds where (account, id) IN (SELECT account, id FROM picked)", []],
      ["select 1 from refunds where account > ?", ["refunds"]],
      ["select 1 from refunds as r join attempts as a on a.id = r.id where r.account = ?", ["attempts"]],
      ["select 1 from refunds as r join attempts as a on a.account = r.account and a.id = r.id where r.account = ?", []],
      ["select 1 from refunds as r join attempts as a on a.account = r.account and a.id = r.id", ["refunds", "attempts"]],
      [
        "select 1 from refunds where account = ? and exists (select 1 from attempts where attempts.refund = refunds.id)",
        ["attempts"],
      ],
      ["select 1 from refunds where account = ? union all select 1 from attempts where id = ?", ["attempts"]],
      ["select 1 from refunds join accounts on accounts.id = refunds.account where refunds.id = ?", ["refunds"]],
      ["select 1 from refunds where account IN (SELECT id FROM accounts) and id = ?", ["refunds"]],
      ["select id from users where id = ?", []],
    ]
    for (const [sql, found] of rows) expect(unnamedAccounts(sql, isOfAccounts), sql).to.deep.equal(found)
  })
})
