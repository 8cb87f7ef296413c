import { isDeepStrictEqual } from "node:util"
import { NEWEST_VERSION, type Version } from "../../../versions.ts"
import type { Check } from "../check.ts"
import type { Json } from "../contract/document.ts"
import { keyedOperationsAt, type Operation, operationOf, operationsAt } from "../contract/operations.ts"
import { expectEqual, expectError, expectThat, NotTried, outcomeOf, type Reply } from "../expect.ts"
import { pathToNothing } from "../requests.ts"
import type { Session } from "../session.ts"

const RULE = 'openapi.yaml, section "Versions"'

const isDone = ({ status }: Reply) => status >= 200 && status < 300

const ruleOf = ({ method, path }: Operation) => `openapi.yaml, paths: ${method} ${path}`

/** Every operation, with every example of its body. */
export function operationChecks(version: Version): Check[] {
  return operationsAt(version).map((operation) => (operation.keyed ? keyedCheck(operation) : openCheck(operation)))
}

function keyedCheck(operation: Operation): Check {
  return {
    id: `operations.${operation.id}`,
    title: "does what the contract's examples ask for, and answers as described",
    rule: ruleOf(operation),
    run: async (session) => {
      let missing: NotTried | undefined
      for (const { body } of operation.examples)
        await performed(session, operation, body).catch((error) => {
          if (!(error instanceof NotTried)) throw error
          missing = error
        })
      if (missing) throw missing
    },
  }
}

async function performed(session: Session, operation: Operation, example: Json): Promise<void> {
  const { method, path, body } = await session.fill(operation, example)
  const reply = await session.request(method, path, body)
  expectThat(isDone(reply), reply, "success", outcomeOf(reply))
  for (const [name, value] of Object.entries<Json>(body ?? {}))
    if (isPlain(value) && isPlain(reply.body[name])) expectEqual(reply, name, reply.body[name], value)
  if (reply.status === 201) await expectStored(session, path, reply)
}

/** Returns whether a value survives normalization unchanged: `5`, `"brl"`, `true`. */
const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value)

/** A created object can be retrieved unchanged. */
async function expectStored({ request, version }: Session, path: string, { body, sent }: Reply): Promise<void> {
  const target = `${path}/${body.id}`
  if (!operationOf("GET", target, version)?.id.startsWith("retrieve")) return
  const retrieved = await request("GET", target)
  const { secret: _, ...shown } = body
  const same = isDeepStrictEqual(retrieved.body, shown)
  expectThat(same, retrieved, `what ${sent.method} ${sent.path} returned: ${JSON.stringify(shown)}`, retrieved.text)
}

function openCheck(operation: Operation): Check {
  return {
    id: `operations.${operation.id}`,
    title: "answers without a key, and says 304 to who has it already",
    rule: ruleOf(operation),
    run: async ({ request }) => {
      const open = (headers = {}) => request(operation.method, operation.path, undefined, { key: null, headers })
      const reply = await open()
      expectThat(reply.status === 200, reply, "status 200", outcomeOf(reply))
      if (!operation.responses[304]) return
      const again = await open({ "if-none-match": reply.headers.etag })
      expectThat(again.status === 304, again, "status 304", outcomeOf(again))
    },
  }
}

export function versionChecks(version: Version): Check[] {
  const later = laterThan(version)
  return later.length > 0 ? [echoCheck, laterCheck(version, later)] : [echoCheck]
}

const echoCheck: Check = {
  id: "versions.echo",
  title: "each dated version is accepted, and the response names the one that applied",
  rule: RULE,
  run: async ({ request, version: own }) => {
    const versions = versionsAt(own)
    for (const version of versions) {
      const reply = await request("GET", "/v1/balance", undefined, { version })
      expectThat(isDone(reply), reply, "success", outcomeOf(reply))
      expectEqual(reply, "Service-Version", reply.headers["service-version"], version)
    }
    const unnamed = await request("GET", "/v1/balance", undefined, { version: null })
    const applied = unnamed.headers["service-version"] ?? "none"
    expectThat(versions.includes(applied), unnamed, `Service-Version: ${versions.join(" or ")}`, applied)
  },
}

/** The versions that the contract of a version names. */
function versionsAt(version: Version): string[] {
  const parameters = operationOf("GET", "/v1/balance", version)?.parameters
  return parameters?.find(({ name }) => name === "Service-Version").schema.enum
}

/** Returns the operations that need a key and that only later versions have. */
function laterThan(version: Version): Operation[] {
  const known = new Set(operationsAt(version).map(({ id }) => id))
  return keyedOperationsAt(NEWEST_VERSION).filter(({ id }) => !known.has(id))
}

function laterCheck(version: Version, later: Operation[]): Check {
  const allowed = Map.groupBy(operationsAt(version), ({ path }) => path)
  return {
    id: "versions.later",
    title: "an operation that only later versions have is refused like one that does not exist",
    rule: RULE,
    run: async ({ request }) => {
      for (const operation of later) {
        const { method, path } = operation
        const reply = await request(method, pathToNothing(operation))
        const methods = allowed.get(path)?.map((each) => each.method)
        if (!methods) expectError(reply, 404, "route_not_found")
        else {
          expectError(reply, 405, "method_not_allowed")
          expectEqual(reply, "Allow", reply.headers.allow?.split(/, ?/).sort(), methods.sort())
        }
      }
    },
  }
}
