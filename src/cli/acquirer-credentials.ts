// The credentials of an account at an acquirer, as an operator gives them: in a file, or, for Cielo, in options.
import { type Command, Option } from "commander"
import { FAILSAFE_SCHEMA, load } from "js-yaml"
import type { AcquirerKind } from "../acquirers/kind.ts"
import { type GivenMembers, type Member, readMembers } from "../acquirers/members.ts"
import { STATEMENT_ACQUIRER } from "../statements/acquirer.ts"
import { type DeskInFile, readDesk } from "./chargeback-desk.ts"
import { readSecretFile } from "./shared/secret-file.ts"

export type CredentialsOptions = {
  credentialsFile?: string
  merchantId?: string
  merchantKeyFile?: string
  boletoProvider?: string
}

/** What a file says. Cielo's also has what Vintém keeps beside the credentials: the EC numbers, and the access to chargebacks. */
export type Given = { members: GivenMembers; ec?: string[]; chargebacks?: DeskInFile }

const OPTION = "--credentials-file"
const MAX_FILE_BYTES = 64 * 1024

export function withCredentials(command: Command, kinds: readonly AcquirerKind[]): Command {
  const more = (name: string) => (name === STATEMENT_ACQUIRER ? ", [ec], [chargebacks]" : "")
  const members = kinds.map(({ name, members }) => `${name}: ${members.map(described).join(", ")}${more(name)}`)
  return command
    .option(
      `${OPTION} <path>`,
      `YAML or JSON with the members of the acquirer, - reads it from stdin; null removes a group, one that is left out stays (${members.join("; ")})`,
    )
    .option("--merchant-id <id>", "instead of the file: the account's merchant id at the acquirer (Cielo: MerchantId)")
    .option(
      "--merchant-key-file <path>",
      "instead of the file: a file that contains only the account's key at the acquirer; - reads it from stdin",
    )
    .addOption(
      new Option(
        "--boleto-provider <bank>",
        "instead of the file: the bank that issues the account's boletos, if the acquirer offers several",
      ),
    )
}

/** Reads credentials. Throws an error that names a wrong member and never its value. */
export async function readCredentials(kind: AcquirerKind, options: CredentialsOptions, command: Command): Promise<Given> {
  const { credentialsFile, merchantId, merchantKeyFile, boletoProvider } = options
  const isInOptions = [merchantId, merchantKeyFile, boletoProvider].some((option) => option !== undefined)
  if (credentialsFile !== undefined) {
    if (isInOptions) command.error(`error: ${OPTION} cannot be used with --merchant-id, --merchant-key-file or --boleto-provider`)
    return readFile(kind, parsed(await readSecretFile(credentialsFile, OPTION, MAX_FILE_BYTES)))
  }
  if (!kind.members.some(({ name }) => name === "merchant_key"))
    return command.error(`error: required option '${OPTION} <path>' not specified`)
  if (merchantId === undefined || merchantKeyFile === undefined)
    return command.error(`error: required option '${OPTION} <path>' not specified, or --merchant-id with --merchant-key-file`)
  const providers = kind.members.find(({ name }) => name === "boleto_provider")?.choices ?? []
  if (boletoProvider !== undefined && !providers.includes(boletoProvider))
    command.error(`error: --boleto-provider must be one of ${providers.join(", ")} for ${kind.name}`)
  const merchant_key = await readSecretFile(merchantKeyFile, "--merchant-key-file")
  return { members: readMembers(kind.members, { merchant_id: merchantId, merchant_key, boleto_provider: boletoProvider }) }
}

/** What is left out stays as it was. */
function readFile({ name, members }: AcquirerKind, given: unknown): Given {
  if (name !== STATEMENT_ACQUIRER || !isObject(given)) return { members: readMembers(members, given) }
  const { ec, chargebacks, ...own } = given
  return {
    members: readMembers(members, own),
    ...(ec !== undefined && { ec: readNumbers(ec) }),
    ...(chargebacks !== undefined && {
      chargebacks: chargebacks === "null" || chargebacks === "" ? null : readDesk(chargebacks, "chargebacks."),
    }),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function readNumbers(ec: unknown): string[] {
  if (Array.isArray(ec) && ec.every((each) => typeof each === "string")) return ec.map((each) => each.trim())
  throw new Error('The credentials need a list of EC numbers in ec, such as ["0106993069"].')
}

/** All values are texts: read as numbers, codes would lose their zeros. */
function parsed(text: string): unknown {
  try {
    return load(text, { schema: FAILSAFE_SCHEMA })
  } catch {
    // The message of the library repeats the line.
    throw new Error(`The file of ${OPTION} is neither YAML nor JSON.`)
  }
}

function described({ name, optional, members }: Member): string {
  const inner = members ? ` with ${members.map(described).join(", ")}` : ""
  return optional ? `[${name}${inner}]` : `${name}${inner}`
}
