// What an owner changes about the acquirers of live mode.

import { acquirerIsOfPlatform, openMembers, refuseIfPlatform, setCredentials } from "../../../../acquirers/credentials.ts"
import { MemberError } from "../../../../acquirers/members.ts"
import { methodsOf, setDrain, setMethods } from "../../../../acquirers/routes.ts"
import type { PaymentType } from "../../../../acquirers/sale.ts"
import type { ActionName } from "../../../../audit/actions.ts"
import { ApiError } from "../../../../base/errors.ts"
import type { Transaction } from "../../../../db/database.ts"
import type { Scope } from "../../../../modes/wiring.ts"
import { removeAcquirer } from "../../../../payments/remove-acquirer.ts"
import { type Html, html } from "../../../shared/html.ts"
import type { Change, ChangeResult, ConfirmationPage } from "../../forms/change.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { errorText } from "../../request/error-text.ts"
import { PageNotFound } from "../../request/errors.ts"
import type { PageRoutes } from "../page-routes.ts"
import { acquirerName, wholeLabel } from "./acquirer-labels.ts"
import { memberFields, readMemberFields } from "./acquirer-members.ts"
import { methodFields, platformText, readMethods } from "./acquirer-methods.ts"
import {
  ACQUIRER_PATH,
  findNamed,
  findOwn,
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
      const methods = current ? undefined : readMethods(request)
      await run(request, { action: "acquirer.set", name: kind.name, methods }, (tx, { mode, account, now }) =>
        setCredentials(tx, { account, now, ring: mode.ring }, { kind, members, methods }),
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
    const methods = readMethods(request)
    await run(request, { action: "acquirer.set_methods", name: kind.name, methods }, (tx, { account }) =>
      setMethods(tx, account, kind, methods),
    )
    return back(request, request.words(FORM_WORDS).methodsSet(acquirerName(request, kind.name)))
  },
}

const DRAIN: Change<OwnAcquirer> = {
  ...BY_OWNER,
  find: findOwn,
  confirmation: (request, named) => {
    const [words, name] = [request.words(WORDS), acquirerName(request, named.name)]
    const { drainText, thenRefused } = request.words(FORM_WORDS)
    const text = withMethods(request, named, drainText(name), thenRefused)
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
    const text = withMethods(
      request,
      named,
      request.words(FORM_WORDS).undrainText(name),
      (methods) => `${words.takes}: ${methods}.`,
    )
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
    const text = withMethods(request, named, removeText(name), thenWithout)
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

/** A text, and what it means for the methods of the acquirer, if it has any. */
function withMethods(
  request: DashboardRequest,
  { current }: NamedAcquirer,
  text: string,
  also: (methods: string) => string,
): Html {
  const methods = current ? methodNames(request, methodsOf(current)) : ""
  return html`${text} ${methods !== "" && also(methods)}`
}

type Run = { action: ActionName; name: string; methods?: readonly PaymentType[] | undefined }

/** Runs the action of a form if the acquirers are as its page showed them, and if the platform pays out the money of none that it touches. */
async function run<Result extends object>(
  request: DashboardRequest,
  { action, name, methods = [] }: Run,
  work: (tx: Transaction, scope: Scope) => Promise<Result>,
): Promise<void> {
  await request.runAction({ action }, async (tx, scope) => {
    await refuseIfPlatform(tx, scope.account, name, methods)
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
