import { type Moment, stepOf } from "./bank.ts"
import { type Code, coded, messageOf, notAllowed } from "./codes.ts"
import { problemOf } from "./files.ts"
import { id } from "./item.ts"
import { digits } from "./list-rules.ts"
import type { Reply, Request } from "./types.ts"

type Accepted = { establishmentNumber: unknown; idChargeback: unknown }

/** PUT accept: loses several at once. Each has a result of its own. */
export function accept(moment: Moment, body: unknown): Reply {
  const { updateChargeback, userName, ...others } = (body ?? {}) as { updateChargeback?: Accepted[]; userName?: string }
  const wrong = [
    ...Object.keys(others).map((name) => `the body has no member ${name}`),
    ...(Array.isArray(updateChargeback) && updateChargeback.length > 0
      ? []
      : ["updateChargeback must be a list that is not empty"]),
    ...wrongUser(userName),
  ]
  if (wrong.length > 0) return notAllowed(wrong)
  const results = (updateChargeback as Accepted[]).map((one) => ({ one, code: acceptOne(moment, one) }))
  const broken = results.filter(({ code }) => ["909", "910", "926", "928"].includes(code)).map(({ code }) => messageOf(code))
  const list = results.map(({ one: { establishmentNumber, idChargeback }, code }) => ({
    ...{ establishmentNumber, idChargeback: digits(idChargeback) ? id(String(idChargeback), moment.options) : idChargeback },
    ...{ code, message: messageOf(code) },
  }))
  return { status: 200, body: list, ...(broken.length > 0 && { broken }) }
}

function acceptOne(moment: Moment, { establishmentNumber, idChargeback }: Accepted): Code {
  const code = codeOfIds(establishmentNumber, idChargeback)
  if (code) return code
  const failing = moment.failing(Number(idChargeback))
  if (failing) return failing as Code
  const found = stepOf(moment, String(establishmentNumber), String(idChargeback))
  if (!found) return "941"
  if (found.step.taken) return "931"
  moment.cases.treat(found.one, found.step, "ACATAR")
  return "101"
}

type Refused = { establishmentNumber: string; idChargeback: string; reasonToRefuse: string; userName: string; files: File[] }

/** PUT refuse: answers one with a document, whose name is the case's number. */
export async function refuse(moment: Moment, request: Request): Promise<Reply> {
  const read = moment.options.refusal === "multipart" ? await readForm(request) : readBase64(request)
  if ("wrong" in read) return notAllowed(read.wrong)
  const { refused } = read
  const code = codeOfIds(refused.establishmentNumber, refused.idChargeback) ?? codeOfReason(refused.reasonToRefuse)
  if (code) return coded(code)
  const user = wrongUser(refused.userName)
  if (user.length > 0) return notAllowed(user)
  if (refused.files.length === 0) return coded("904")
  if (refused.files.length > 1) return notAllowed(["file must be sent once"])
  return refuseOne(moment, refused, refused.files[0] as File)
}

async function refuseOne(moment: Moment, refused: Refused, file: File): Promise<Reply> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const problem = problemOf(file.name, bytes)
  if (problem) return coded("903", problem)
  // From here on nothing waits, so that two refusals at once can't both go through.
  const found = stepOf(moment, refused.establishmentNumber, refused.idChargeback)
  if (!found) return coded("941")
  const { one, step } = found
  if (moment.options.refusal === "multipart" && file.name.slice(0, file.name.lastIndexOf(".")) !== String(one.idCase))
    return coded("929")
  if (step.taken) return coded("931")
  const refusal = { reason: refused.reasonToRefuse, userName: refused.userName, name: file.name, bytes, day: moment.today }
  moment.cases.treat(one, step, "RECUSADO", { refusal })
  return coded("102")
}

const MEMBERS = ["establishmentNumber", "idChargeback", "reasonToRefuse", "userName"] as const

async function readForm({ headers, body }: Request): Promise<{ wrong: string[] } | { refused: Refused }> {
  const type = headers["content-type"] ?? ""
  if (!type.startsWith("multipart/form-data;")) return { wrong: ["the header Content-Type must be multipart/form-data"] }
  let form: FormData
  try {
    form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData()
  } catch {
    return { wrong: ["the body must be multipart/form-data"] }
  }
  const known: string[] = [...MEMBERS, "file"]
  const names = [...form.keys()]
  const wrong = [
    ...names.filter((name) => !known.includes(name)).map((name) => `the form has no member ${name}`),
    ...MEMBERS.filter((name) => form.getAll(name).length > 1).map((name) => `${name} must be sent once`),
    ...MEMBERS.filter((name) => form.get(name) instanceof File).map((name) => `${name} must be a text`),
    ...form
      .getAll("file")
      .filter((one) => typeof one === "string")
      .map(() => "file must have a file name"),
  ]
  if (wrong.length > 0) return { wrong }
  const texts = Object.fromEntries(MEMBERS.map((name) => [name, form.get(name) ?? ""])) as Record<
    (typeof MEMBERS)[number],
    string
  >
  return { refused: { ...texts, files: form.getAll("file") as File[] } }
}

/** The form of the reference page: JSON, with the file as a list of texts. It has no name, and its kind is told by its bytes. */
function readBase64({ headers, body }: Request): { wrong: string[] } | { refused: Refused } {
  if (!/^application\/json(;|$)/.test(headers["content-type"] ?? ""))
    return { wrong: ["the header Content-Type must be application/json"] }
  let given: Omit<Refused, "files"> & { file: unknown }
  try {
    given = JSON.parse(body.toString())
  } catch {
    return { wrong: ["the body must be JSON"] }
  }
  const { file = [], ...texts } = given
  const known: readonly string[] = MEMBERS
  const unknown = Object.keys(texts).filter((name) => !known.includes(name))
  if (unknown.length > 0) return { wrong: unknown.map((name) => `the body has no member ${name}`) }
  if (!Array.isArray(file) || file.some((one) => !/^[A-Za-z0-9+/]+=*$/.test(one)))
    return { wrong: ["file must be a list of texts in base64"] }
  return { refused: { ...texts, files: file.map(fileOf) } }
}

function fileOf(base64: string): File {
  const bytes = Buffer.from(base64, "base64")
  const ending = { "%P": "PDF", "\xff\xd8": "JPEG" }[bytes.subarray(0, 2).toString("latin1")] ?? "TIFF"
  return new File([bytes], `document.${ending}`)
}

function codeOfIds(establishment: unknown, idChargeback: unknown): Code | undefined {
  if (empty(establishment)) return "909"
  if (!digits(establishment, 10)) return "910"
  if (empty(idChargeback)) return "926"
  return digits(idChargeback, 20) ? undefined : "928"
}

function codeOfReason(reason: unknown): Code | undefined {
  if (empty(reason)) return "930"
  return String(reason).length > 100 ? "905" : undefined
}

function wrongUser(userName: unknown): string[] {
  const isEmail = typeof userName === "string" && userName.length <= 256 && /^[^\s@]+@[^\s@]+$/.test(userName)
  return isEmail ? [] : ["userName must be an e-mail address of at most 256 characters"]
}

function empty(value: unknown): boolean {
  return value === undefined || value === null || value === ""
}
