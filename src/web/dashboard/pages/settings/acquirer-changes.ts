// What an owner changes about the acquirers of live mode.

import { acquirerIsOfPlatform, openMembers, refuseIfPlatform, setCredentials } from "../../../../acquirers/credentials.ts"
import { MemberError } from "../../../../acquirers/members.ts"
import { setDrain, setUses } from "../../../../acquirers/routes.ts"
import type { PaymentType } from "../../../../acquirers/sale.ts"
import { type Uses, usesOf } from "../../../../acquirers/uses.ts"
import type { ActionName } from "../../../../audit/actions.ts"
import { ApiError } from "../../../../base/errors.ts"
import type { Transaction } from "../../../../db/database.ts"
import type { Scope } from "../../../../modes/wiring.ts"
import { removeAcquirer } from "../../../../payments/remove-acquirer.ts"
import { html } from "../../../shared/html.ts"
import type { Change, ChangeResult, ConfirmationPage } from "../../forms/change.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { errorText } from "../../request/error-text.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { acquirerName, wholeLabel } from "./acquirer-labels.ts"
import { memberFields, readMemberFields } from "./acquirer-members.ts"
import { methodFields, platformText, readUses } from "./acquirer-methods.ts"
import {
  ACQUIRER_PATH,
  findNamed,
  findOwn,
  liveFallback,
  methodNames,
  mustBeAsSeen,
  mustKnow,
  type NamedAcquirer,
  type OwnAcquirer,
  seenField,
} from "./acquirer-state.ts"
import { FORM_WORDS, WORDS } from "./acquirer-words.ts"

const BY_OWNER = { role: "owner", proof: "live" } as const

export function acquirerChanges(routes: PageRoutes): void {
  const at = (path: string) => `${ACQUIRER_PATH}/:name/${path}`
  routes.change(at("set"), SET)
  routes.change(at("methods"), METHODS)
  routes.change(at("drain"), DRAIN)
  routes.change(at("undrain"), UNDRAIN)
  routes.change(at("remove"), REMOVE)
}

type Known<Named extends NamedAcquirer> = ReturnType<typeof mustKnow<Named>>

const SET: Change<Known<NamedAcquirer>> = {
  ...BY_OWNER,
  find: async (request) => mustKnow(await findNamed(request)),
  confirmation: async (request, named) => {
    const { kind, current, rows } = named
    const [words, name] = [request.words(WORDS), acquirerName(request, kind.name)]
    const { addText, replaceText } = request.words(FORM_WORDS)
    const { database, ring } = request.mode
    const set = current && (await openMembers(database, ring, current))
    const methods = current ? html`` : methodFields(request, kind, rows)
    return pageOf(request, named, {
      title: current ? `${words.replace}: ${name}` : words.add(name),
      text: !methods ? platformText(request, kind, rows) : current ? replaceText(name) : addText(name),
      fields: html`${methods}${memberFields(request, kind, set)}`,
      button: methods ? (current ? words.replace : words.add(name)) : null,
    })
  },
  make: async (request, { kind, current }) => {
    const { added, replaced } = request.words(FORM_WORDS)
    await withMemberLabels(request, kind.name, async () => {
      const members = readMemberFields(request, kind, current?.merchant_id)
      const uses = current ? {} : readUses(request)
      await run(request, { action: "acquirer.set", name: kind.name, uses }, (tx, { mode, account, now }) =>
        setCredentials(tx, { account, now, ring: mode.ring }, { kind, members, ...uses }),
      )
    })
    return back(request, (current ? replaced : added)(acquirerName(request, kind.name)))
  },
}

const METHODS: Change<Known<OwnAcquirer>> = {
  ...BY_OWNER,
  find: async (request) => mustKnow(await findOwn(request)),
  confirmation: (request, named) => {
    const { kind, rows } = named
    const [words, name] = [request.words(WORDS), acquirerName(request, kind.name)]
    const fields = methodFields(request, kind, rows)
    return pageOf(request, named, {
      title: `${words.choose}: ${name}`,
      text: fields ? request.words(FORM_WORDS).methodsText(name) : platformText(request, kind, rows),
      ...(fields && { fields }),
      button: fields ? words.choose : null,
    })
  },
  make: async (request, { kind }) => {
    const uses = readUses(request)
    await run(request, { action: "acquirer.set_methods", name: kind.name, uses }, (tx, { account }) =>
      setUses(tx, account, kind, uses),
    )
    return back(request, request.words(FORM_WORDS).methodsSet(acquirerName(request, kind.name)))
  },
}

const DRAIN: Change<OwnAcquirer> = {
  ...BY_OWNER,
  find: findOwn,
  confirmation: (request, named) => {
    const [words, name] = [request.words(WORDS), acquirerName(request, named.name)]
    const { drainText, thenFallback, thenRefused } = request.words(FORM_WORDS)
    const { methods } = usesOf(named.current)
    const covered = methods.filter((method) => liveFallback(named.rows, method))
    const refused = methods.filter((method) => !covered.includes(method))
    const text = html`${drainText(name)} ${forMethods(request, covered, thenFallback)} ${forMethods(request, refused, thenRefused)}`
    return pageOf(request, named, { title: `${words.drain}: ${name}`, text, button: words.drain })
  },
  make: async (request, { name }) => {
    await run(request, { action: "acquirer.drain", name }, (tx, { account, now }) => setDrain(tx, account, name, now))
    return back(request, request.words(FORM_WORDS).drained(acquirerName(request, name)))
  },
}

const UNDRAIN: Change<OwnAcquirer> = {
  ...BY_OWNER,
  find: findOwn,
  confirmation: (request, named) => {
    const [words, name] = [request.words(WORDS), acquirerName(request, named.name)]
    const again = forMethods(request, usesOf(named.current).methods, (methods) => `${words.takes}: ${methods}.`)
    const text = html`${request.words(FORM_WORDS).undrainText(name)} ${again}`
    return pageOf(request, named, { title: `${words.undrain}: ${name}`, text, button: words.undrain })
  },
  make: async (request, { name }) => {
    await run(request, { action: "acquirer.undrain", name }, (tx, { account }) => setDrain(tx, account, name, null))
    return back(request, request.words(FORM_WORDS).undrained(acquirerName(request, name)))
  },
}

const REMOVE: Change<NamedAcquirer> = {
  ...BY_OWNER,
  // The second of two equal forms finds the acquirer removed.
  find: async (request) => {
    const named = await findNamed(request)
    if (!named.current && !named.kind) throw new PageNotFound()
    return named
  },
  confirmation: (request, named) => {
    const [words, name] = [request.words(WORDS), acquirerName(request, named.name)]
    const { removeText, thenWithout } = request.words(FORM_WORDS)
    const methods = named.current ? usesOf(named.current).methods : []
    const text = html`${removeText(name)} ${forMethods(request, methods, thenWithout)}`
    return pageOf(request, named, { title: `${words.remove}: ${name}`, text, button: words.remove, tone: "danger" })
  },
  make: async (request, { name }) => {
    await run(request, { action: "acquirer.remove", name }, (tx, scope) => removeAcquirer(tx, scope, name))
    return back(request, request.words(FORM_WORDS).removed(acquirerName(request, name)))
  },
}

/** The page of a change, which is offered unless the money is the platform's. */
function pageOf(
  request: DashboardRequest,
  { current, rows }: NamedAcquirer,
  page: Omit<ConfirmationPage, "back">,
): ConfirmationPage {
  const to = { back: request.pathTo(ACQUIRER_PATH) }
  if (current?.funds === "platform")
    return { title: page.title, text: errorText(acquirerIsOfPlatform(), request.language), button: null, ...to }
  return { ...page, fields: html`${page.fields}${seenField(rows)}`, ...to }
}

/** What a change means for these methods, if there are any. */
function forMethods(
  request: DashboardRequest,
  methods: readonly PaymentType[],
  means: (methods: string) => string,
): string | false {
  return methods.length > 0 && means(methodNames(request, methods))
}

type Run = { action: ActionName; name: string; uses?: Partial<Uses> }

/** Runs the action of a form if the acquirers are as its page showed them, and if the platform pays out the money of none that it touches. */
async function run<Result extends object>(
  request: DashboardRequest,
  { action, name, uses }: Run,
  work: (tx: Transaction, scope: Scope) => Promise<Result>,
): Promise<void> {
  await request.runAction({ action }, async (tx, scope) => {
    await refuseIfPlatform(tx, scope.account, name, uses)
    await mustBeAsSeen(tx, request)
    return work(tx, scope)
  })
}

function back(request: DashboardRequest, notice: string): ChangeResult {
  return { to: request.pathTo(ACQUIRER_PATH), notice }
}

/** What is wrong with credentials becomes an error of the form, with the label of the field. */
async function withMemberLabels(request: DashboardRequest, kind: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof MemberError) {
      const text = request.words(FORM_WORDS).wrong(wholeLabel(request, kind, error.member), error.message)
      throw new ApiError("parameter_invalid", text)
    }
    if (error instanceof RangeError) throw new ApiError("parameter_invalid", error.message)
    throw error
  }
}
