// Rows with what is sealed of chargebacks and statements.
import { newId } from "../../src/base/ids.ts"
import type { Transaction } from "../../src/db/database.ts"
import { insertInto } from "../support/databases/statement.ts"

const DESK = { created: 1, acquirer: "cielo", held_until_ms: 0, client_id: "c", user_name: "u", certificate: "pem" }
const CASE = {
  ...{ created: 1, acquirer: "cielo", number: "1", step: "1", establishment: "1", process: "p", status: "won", sale: "{}" },
  ...{ lifecycle: "[]", is_inquiry: false, is_fraud: false, is_estimate: false, needs_join: false },
}
const MAIL = { created: 1, kind: "receipt", cause: "pi_1", occasion: "", status: "sent", attempts: 0, held_until_ms: 0 }
const putDesk = insertInto("chargeback_desks", ["account", "id", ...Object.keys(DESK), "sealed_secrets"])
const putCase = insertInto("chargeback_cases", ["account", "id", ...Object.keys(CASE)])
const putFile = insertInto("chargeback_files", ["account", "id", "chargeback", "sealed_content"])
const putMail = insertInto("mails", ["account", "id", "customer", ...Object.keys(MAIL), "sealed_mail"])
const putKey = insertInto("refund_keys", ["account", "refund", "created", "sealed_key"])
const LETTER = { number: 1, created_ms: 1, status: "sent", attempts: 0, held_until_ms: 0 }
const putOperatorMail = insertInto("operator_mails", ["id", "user_id", ...Object.keys(LETTER), "sealed_mail"])
const putAuthentication = insertInto("authentications", [
  ...[
    "account",
    "attempt",
    "created",
    "step",
    "data_only",
    "required",
    "expires_at",
    "sessions",
    "sealed_secret",
    "sealed_proof",
  ],
])
const AUTHENTICATION = { created: 1, step: "begun", data_only: false, required: true, expires_at: 1, sessions: 1 }
const putContent = insertInto("statement_contents", ["id", "file", "sealed_content"])

/** Stores the access to chargebacks, a document of an answer, mails, the PIX key of a refund, what an authentication has, and a part of a statement, sealed by `seal`. */
export async function sealFiles(
  tx: Transaction,
  { account, customer, refund, attempt }: { account: string; customer: string; refund: string; attempt: string },
  seal: (text: string, id: string) => Promise<string>,
): Promise<void> {
  const [desk, chargeback, file, part, mail] = [newId("cbd"), newId("cbk"), newId("cba"), newId("stc"), newId("mail")]
  await tx.run(putDesk, { account, id: desk, ...DESK, sealed_secrets: await seal("{}", desk) })
  await tx.run(putCase, { account, id: chargeback, ...CASE })
  await tx.run(putFile, { account, id: file, chargeback, sealed_content: await seal("pdf", file) })
  await tx.run(putMail, { account, id: mail, customer, ...MAIL, sealed_mail: await seal("mail", mail) })
  await tx.run(putOperatorMail, { id: mail, user_id: mail, ...LETTER, sealed_mail: await seal("mail", mail) })
  await tx.run(putKey, { account, refund, created: 1, sealed_key: await seal("52998224725", refund) })
  const [sealed_secret, sealed_proof] = [await seal("secret", `${attempt} secret`), await seal("{}", `${attempt} proof`)]
  await tx.run(putAuthentication, { account, attempt, ...AUTHENTICATION, sealed_secret, sealed_proof })
  await tx.run(putContent, { id: part, file: part, sealed_content: await seal("text", part) })
}
