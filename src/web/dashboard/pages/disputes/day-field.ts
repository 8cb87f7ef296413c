import { dayOfDate, startOfDay } from "../../../../base/day.ts"
import { Refusal } from "../../../../base/errors.ts"
import type { Html } from "../../../shared/html.ts"
import { textField } from "../../forms/fields.ts"
import { fieldText } from "../../forms/form-values.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The field for the last day to answer a dispute. */
export function dayField(request: DashboardRequest, label: string): Html {
  return textField(request, { name: "respond_by", label, type: "date" })
}

/** The end of that day in Brasília, in Unix seconds. Null if the field is empty. Throws Refusal with `invalid` if it is no day. */
export function readDayField(request: DashboardRequest, invalid: string): number | null {
  const text = fieldText(request, "respond_by")
  if (text === "") return null
  const day = dayOfDate(text)
  if (day === undefined) throw new Refusal("parameter_invalid", invalid)
  return startOfDay(day + 1) - 1
}
