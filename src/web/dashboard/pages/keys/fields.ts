import { keyNameOf, MAX_KEY_NAME } from "../../../../accounts/keys.ts"
import { ApiError } from "../../../../base/errors.ts"
import { isVersion, type Version } from "../../../../versions.ts"
import type { Html } from "../../../shared/html.ts"
import { textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

export function nameField(request: DashboardRequest, value?: string | null): Html {
  const words = request.words(WORDS)
  return textField(request, {
    name: "name",
    label: words.name,
    value: value ?? "",
    hint: words.nameHint,
    maxlength: MAX_KEY_NAME,
  })
}

/** Reads the name of a key. Null if it is empty. Throws parameter_invalid. */
export function readName(request: DashboardRequest): string | null {
  const text = fieldText(request, "name")
  if (text === "") return null
  const name = keyNameOf(text)
  if (name === undefined) throw new ApiError("parameter_invalid", request.words(WORDS).notName(MAX_KEY_NAME), "name")
  return name
}

/** Reads a version. Undefined in a form that does not have the field. Throws parameter_invalid. */
export function readVersion(request: DashboardRequest): Version | undefined {
  const version = request.form.get("service_version")
  if (version === null) return undefined
  if (!isVersion(version)) throw new ApiError("parameter_invalid", request.words(WORDS).unknownChoice, "service_version")
  return version
}
